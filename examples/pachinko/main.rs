//! Pachinko: pegs, a rain of balls, bins beside the distribution that futures foretell, and a ball that finds a bin.
//!
//! The demo computes no collisions. Lengths are pixels.

mod args;
mod board;
mod hopper;
mod futures;
mod game;
mod headless;
mod input;
mod draw;

use std::process::ExitCode;

use bevy::prelude::*;
use harness::host::options;
use harness::keys::NoWayBack;
use harness::play::{play, windowed};

use args::PachinkoArgs;

fn main() -> ExitCode {
    let args: PachinkoArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<Vec2>("Pachinko", 0.1, &args.run);
    app.insert_resource(hopper::Hopper::new(args.rain))
        // Balls that have landed are despawned, so there is no way back.
        .insert_resource(NoWayBack)
        .add_plugins((game::rules, draw::DrawPlugin, input::InputPlugin));
    play(app)
}
