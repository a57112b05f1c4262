//! Air hockey: mallets that hit as fast as the hand moves, and a bot that meets the puck where a forecast says it will be.
//!
//! The demo computes no collisions. Lengths are millimetres, and the mass of the puck is 1.

mod side;
mod table;
mod mallet;
mod args;
mod rules;
mod bot;
mod control;
mod game;
mod headless;
mod input;
mod draw;
#[cfg(not(target_arch = "wasm32"))]
mod p2p;

use std::process::ExitCode;

use bevy::prelude::*;
use harness::host::options;
use harness::keys::NoWayBack;
use harness::overlay::paths::PathPlugin;
use harness::play::{play, windowed};

use args::AirHockeyArgs;
use bot::Bots;
use control::Controllers;
use input::Opponents;

fn main() -> ExitCode {
    let args: AirHockeyArgs = options();
    #[cfg(not(target_arch = "wasm32"))]
    if args.p2p.p2p.is_some() {
        return p2p::run(&args);
    }
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<Vec2>("Air hockey", 0.05, &args.run);
    let (players, levels) = input::players(&args);
    app.insert_resource(game::clock())
        .insert_resource(Opponents::Here(players))
        // The score would not go back.
        .insert_resource(NoWayBack);
    game::on_one_machine(&mut app, Controllers::new(players), Bots::new(levels, args.seed));
    app.add_plugins((input::InputPlugin, draw::DrawPlugin, PathPlugin::<Vec2>::default()));
    play(app)
}
