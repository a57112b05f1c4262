//! Stress: every scene of the catalogue, displayed or measured; and recordings, played again.
//!
//! The demo computes no collisions. It spawns a scene as entities and displays the simulation.

mod args;
mod stage;
mod measure;
mod headless;
mod draw;
mod figures;
mod replay;

use std::process::ExitCode;

use bevy::math::{DVec2, Vec2};
use bevy_elastic::snapshot::RewindBuffer;
use harness::host::options;
use harness::play::windowed;

use args::StressArgs;
use measure::MeasurePlugin;
use stage::{Plane, StagePlugin};

fn main() -> ExitCode {
    let args: StressArgs = options();
    if args.list {
        for entry in scenes::all() {
            println!("{:21} {:6}  {}", entry.name, entry.count, entry.about);
        }
        return ExitCode::SUCCESS;
    }
    if let Some(file) = &args.replay {
        return replay::run(&args.run, file);
    }
    if args.single { play::<Vec2>(&args) } else { play::<DVec2>(&args) }
}

/// Plays in a window, or without one if requested or if there is no display.
fn play<V: Plane>(args: &StressArgs) -> ExitCode {
    if args.run.without_window() {
        return headless::run::<V>(args);
    }
    let mut app = windowed::<V>("Stress", 0.1, &args.run);
    app.insert_resource(stage::tick())
        // Without snapshots, because a rewind would not undo the changes of a scene.
        .insert_resource(RewindBuffer::<V>::default())
        .add_plugins((StagePlugin::<V>::new(args), MeasurePlugin::<V>::default()))
        .add_plugins((draw::DrawPlugin::<V>::default(), figures::FiguresPlugin));
    harness::play::play(app)
}
