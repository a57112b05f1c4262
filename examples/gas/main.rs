//! Gas: hard discs against the laws that gases obey.
//!
//! Nothing here computes a collision, and nothing that is measured is put in: the discs all start equally
//! fast, and what is plotted beside the theory is read off the simulation. The plane is that of f64.

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
use clap::Parser;
use harness::overlay::paths::PathPlugin;
use harness::play::{play, windowed};

use args::GasArgs;

fn main() -> ExitCode {
    let args = GasArgs::parse();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Gas", 0.3, &args.run);
    app.insert_resource(vessel::Plan::new(&args, 2000))
        // Of so many bodies a snapshot is large: eight of them, a quarter of a second apart.
        .insert_resource(RewindBuffer::<DVec2>::new(16, 8))
        .add_plugins((vessel::VesselPlugin, measure::MeasurePlugin, PathPlugin::<DVec2>::default()))
        .add_plugins((draw::DrawPlugin, panel::PanelPlugin));
    play(app)
}
