//! Gas: hard discs compared with the laws of gases, in the f64 plane.
//!
//! The demo computes no collisions, and the results are not built in: all discs start at the same speed, and
//! the plots beside the theory are measured in the simulation.

mod args;
mod theory;
mod vessel;
mod measure;
mod headless;
mod draw;
mod panel;

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy_elastic::snapshot::RewindBuffer;
use harness::host::options;
use harness::overlay::paths::PathPlugin;
use harness::play::{play, windowed};

use args::GasArgs;

fn main() -> ExitCode {
    let args: GasArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Gas", 0.3, &args.run);
    app.insert_resource(vessel::Plan::new(&args, 2000))
        // Snapshots of many bodies are large: only eight are stored, a quarter of a second apart.
        .insert_resource(RewindBuffer::<DVec2>::new(16, 8))
        .add_plugins((vessel::VesselPlugin, measure::MeasurePlugin, PathPlugin::<DVec2>::default()))
        .add_plugins((draw::DrawPlugin, panel::PanelPlugin));
    play(app)
}
