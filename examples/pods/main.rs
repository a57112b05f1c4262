//! Pods: a race by the rules of the contest Coders Strike Back, with a bot that searches its futures.
//!
//! The demo computes no collisions. Lengths are those of the contest, and a turn is a second of the game.

mod random;
mod team;
mod course;
mod pod;
mod race;
mod bots;
mod args;
mod control;
mod game;
#[cfg(test)]
mod referee;
mod headless;
mod input;
mod draw;

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use harness::host::options;
use harness::play::{play, windowed};

use args::{Players, PodsArgs};

/// How many turns are shown in a second.
const SPEED: f32 = 4.0;

fn main() -> ExitCode {
    let args: PodsArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Pods", 1.0, &args.run);
    let is_on = args.players != Players::You || !args.run.is_played();
    app.insert_resource(game::clock())
        .insert_resource(game::Game::new(args.seed, is_on))
        .insert_resource(control::Drivers::new(args.players, args.plans, args.seed))
        .add_plugins((game::rules, input::InputPlugin, draw::DrawPlugin))
        .add_systems(Startup, |mut time: ResMut<Time<Virtual>>| time.set_relative_speed(SPEED));
    play(app)
}
