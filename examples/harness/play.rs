//! The App of a demo in a window, with all that the demos share.

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::snapshot::Rewind;
use bevy_elastic::space::Space;
use collide_core::vector::Vector;

use crate::args::RunArgs;
use crate::camera::CameraPlugin;
use crate::hud::HudPlugin;
use crate::keys::KeysPlugin;
use crate::overlay::OverlayPlugin;
use crate::paths::{PathTicks, draw_paths};
use crate::screenshot::ScreenshotPlugin;
use crate::window::{steady_frames, window};

/// An App for a game in the plane `V`: window, simulation, bar, camera, keys, overlays and picture. The
/// arrow of a body with speed 1 has the length `arrow`.
pub fn windowed<V: Space + Vector<Wide = DVec2>>(title: &str, arrow: f32, args: &RunArgs) -> App {
    let mut app = App::new();
    app.add_plugins((window(title), ElasticSpacePlugin::<V>::default(), HudPlugin))
        .add_plugins((CameraPlugin, KeysPlugin::<V>::default(), OverlayPlugin::<V>::new(arrow)))
        .add_plugins(ScreenshotPlugin(args.clone()))
        // A snapshot every eighth of a second, for a minute.
        .insert_resource(Rewind::<V>::new(8, 480))
        .insert_resource(PathTicks(128))
        .add_systems(Update, draw_paths::<V>);
    steady_frames(&mut app, args);
    app
}

/// Runs the App, and tells its exit status.
pub fn play(mut app: App) -> ExitCode {
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(status) => ExitCode::from(status.get()),
    }
}
