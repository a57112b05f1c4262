//! Plays a recording: in a window, with pause and single steps, or without one.

mod outline;
mod window;

use std::process::ExitCode;

use bevy::math::{DVec2, DVec3};
use collide_core::measure::state_hash;
use collide_core::recording::{BadRecording, Recording};
use collide_core::vector::Vector;
use harness::args::RunArgs;
use harness::headless::finish;
use harness::host;
use serde::Serialize;

/// The summary of a recording that was played without a window.
#[derive(Serialize)]
struct Summary {
    axes: usize,
    bodies: usize,
    steps: u64,
    seconds: f64,
    impacts: usize,
    limits_hit: usize,
    hash: String,
    /// Why the replay ended before the recording.
    problem: Option<String>,
}

/// Plays the recording in a file. The exit status is a failure if it is no recording, or if the replay is not what was recorded.
#[must_use]
pub fn run(args: &RunArgs, file: &str) -> ExitCode {
    let played = host::read(file).and_then(|bytes| match Recording::<DVec2>::from_bytes(&bytes) {
        Ok(recording) if args.without_window() => Ok(measure(recording, args.json)),
        Ok(recording) => Ok(window::play(recording, args)),
        Err(BadRecording::Axes(3)) => Recording::<DVec3>::from_bytes(&bytes)
            .map(|recording| measure(recording, args.json))
            .map_err(|error| format!("{file}: {error}")),
        Err(error) => Err(format!("{file}: {error}")),
    });
    played.unwrap_or_else(|problem| {
        host::complain(&problem);
        ExitCode::FAILURE
    })
}

/// Plays a recording to its end and prints what happened.
fn measure<V: Vector>(recording: Recording<V>, json: bool) -> ExitCode {
    let mut replay = recording.replay();
    let (mut seconds, mut impacts, mut limits_hit) = (0.0, 0, 0);
    let problem = loop {
        match replay.step() {
            Ok(Some(report)) => {
                seconds += report.dt;
                impacts += report.impacts().count();
                limits_hit += report.limits.len();
            }
            Ok(None) => break None,
            Err(error) => break Some(error.to_string()),
        }
    };
    let summary = Summary {
        axes: V::DIMENSION,
        bodies: replay.world().ids().count(),
        steps: replay.steps(),
        seconds,
        impacts,
        limits_hit,
        hash: format!("{:016x}", state_hash(replay.world())),
        problem,
    };
    let is_sound = summary.problem.is_none();
    let print = || {
        println!(
            "{} steps of {} bodies, {:.2} s: {} impacts, {} limits",
            summary.steps, summary.bodies, summary.seconds, summary.impacts, summary.limits_hit
        );
        println!("state hash {}", summary.hash);
        summary.problem.iter().for_each(|problem| eprintln!("{problem}"));
    };
    finish(&summary, json, print, is_sound)
}
