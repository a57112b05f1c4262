//! Pinball: two flippers, bumpers, slingshots, drop targets, a loop, lanes, a tilt and multiball on a sloping table.
//!
//! The demo computes no collisions. Lengths are millimetres, and masses those of a ball.

mod args;
mod table;
mod ball;
mod controls;
mod parts;
mod tilt;
mod flippers;
mod plunger;
mod rules;
mod bot;
mod game;
mod headless;
mod input;
mod draw;

use std::process::ExitCode;

use bevy::prelude::*;
use harness::host::options;
use harness::keys::NoWayBack;
use harness::overlay::paths::PathPlugin;
use harness::play::{play, windowed};

use args::PinballArgs;

fn main() -> ExitCode {
    let args: PinballArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<Vec2>("Pinball", 0.05, &args.run);
    app.insert_resource(game::clock())
        // Balls that have drained are despawned, so there is no way back.
        .insert_resource(NoWayBack)
        .add_plugins((game::game, PathPlugin::<Vec2>::default(), draw::DrawPlugin))
        .add_plugins(input::InputPlugin::new(&args.run, args.bot, args.seed));
    play(app)
}
