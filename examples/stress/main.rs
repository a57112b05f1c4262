//! Stress: every scene of the catalogue, to be looked at or to be measured.
//!
//! Nothing here computes a collision. A scene becomes entities, the plugin plays them, and what is shown
//! is read off the simulation.

mod args;
mod stage;
mod measure;
mod headless;
mod draw;
mod hud;

use std::process::ExitCode;

use bevy::math::{DVec2, Vec2};
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use clap::Parser;
use harness::camera::CameraPlugin;
use harness::keys::KeysPlugin;
use harness::overlay::OverlayPlugin;
use harness::screenshot::ScreenshotPlugin;
use harness::window::{steady_frames, window};

use args::StressArgs;
use measure::MeasurePlugin;
use stage::{Plane, StagePlugin};

fn main() -> ExitCode {
    let args = StressArgs::parse();
    if args.list {
        for entry in scenes::all() {
            println!("{:21} {:6}  {}", entry.name, entry.count, entry.about);
        }
        return ExitCode::SUCCESS;
    }
    if args.single { play::<Vec2>(&args) } else { play::<DVec2>(&args) }
}

/// Plays in a window, or without one if so wished or if there is no display.
fn play<V: Plane>(args: &StressArgs) -> ExitCode {
    if args.run.without_window() {
        return headless::run::<V>(args);
    }
    let mut app = App::new();
    app.insert_resource(ClearColor(draw::BACKGROUND))
        .insert_resource(stage::tick())
        .add_plugins(window("Stress"))
        .add_plugins(ElasticSpacePlugin::<V>::default())
        .add_plugins((StagePlugin::<V>::new(args), MeasurePlugin::<V>::default()))
        .add_plugins((draw::DrawPlugin::<V>::default(), hud::HudPlugin))
        .add_plugins((
            CameraPlugin,
            KeysPlugin::<V>::default(),
            OverlayPlugin::<V>::new(0.1),
            ScreenshotPlugin(args.run.clone()),
        ));
    steady_frames(&mut app, &args.run);
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(status) => ExitCode::from(status.get()),
    }
}
