//! Fruits: equal ones that touch merge into the next larger kind, until the box is full.
//!
//! The demo computes no collisions. Lengths are pixels.

mod args;
mod kinds;
mod board;
mod merging;
mod rules;
mod hopper;
mod futures;
mod bot;
mod game;
mod headless;
mod input;
mod draw;

use std::process::ExitCode;

use bevy::prelude::*;
use harness::host::options;
use harness::keys::NoWayBack;
use harness::play::{play, windowed};

use args::FruitsArgs;

fn main() -> ExitCode {
    let args: FruitsArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<Vec2>("Fruits", 0.1, &args.run);
    app.insert_resource(hopper::Hopper::new(args.seed))
        // Fruits that have merged are despawned, so there is no way back.
        .insert_resource(NoWayBack)
        // In a picture or a film the bot plays.
        .insert_resource(bot::Bot::new(args.bot || !args.run.is_played()))
        .add_plugins((game::game, draw::DrawPlugin, input::InputPlugin));
    play(app)
}
