//! Two machines: one plays the left side and one the right, by rollback over UDP.

mod line;
mod rollback;
mod session;
mod headless;

use std::process::ExitCode;

use bevy::prelude::*;
use harness::play::{play, windowed_in};

use crate::args::AirHockeyArgs;
use crate::bot::Bots;
use crate::control::Controllers;
use crate::draw::DrawPlugin;
use crate::input::{InputPlugin, Opponents};
use rollback::AirHockeyTick;

/// Plays a match with another machine, in a window or without one.
pub fn run(args: &AirHockeyArgs) -> ExitCode {
    if args.run.without_window() {
        return headless::run(args);
    }
    let mut app = windowed_in::<Vec2>(AirHockeyTick, "Air hockey", 0.05, &args.run);
    let side = session::side(&args.p2p);
    app.insert_resource(Controllers::of_side(side, !args.run.is_played()))
        .insert_resource(Bots::new([args.level; 2], args.seed))
        .insert_resource(Opponents::Elsewhere(side))
        .add_systems(Update, session::explain_line);
    if let Err(problem) = session::add_match(&mut app, &args.p2p) {
        eprintln!("{problem}");
        return ExitCode::FAILURE;
    }
    app.add_plugins((InputPlugin, DrawPlugin));
    play(app)
}
