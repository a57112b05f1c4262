//! The App of a demo in a window, with all that the demos share.

use std::process::ExitCode;

use bevy::gizmos::config::{DefaultGizmoConfigGroup, GizmoConfigStore};
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::snapshot::RewindBuffer;
use bevy_elastic::space::Space;

use crate::args::RunArgs;
use crate::bar::BarPlugin;
use crate::camera::CameraPlugin;
use crate::keys::KeysPlugin;
use crate::overlay::OverlayPlugin;
use crate::palette;
use crate::screenshot::ScreenshotPlugin;
use crate::window::{steady_frames, window};

/// An App for a game in the space `V`: window, simulation, bar, camera, keys, overlays and picture. The
/// arrow of a body with speed 1 has the length `arrow`.
pub fn windowed<V: Space>(title: &str, arrow: f32, args: &RunArgs) -> App {
    let mut app = App::new();
    app.insert_resource(ClearColor(palette::ROOM))
        .add_plugins((window(title), ElasticSpacePlugin::<V>::default(), BarPlugin))
        .add_plugins((CameraPlugin, KeysPlugin::<V>::default(), OverlayPlugin::<V>::new(arrow)))
        .add_plugins(ScreenshotPlugin(args.clone()))
        .insert_resource(rewind::<V>())
        .add_systems(Startup, |mut gizmos: ResMut<GizmoConfigStore>| {
            gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 2.0;
        });
    steady_frames(&mut app, args);
    app
}

/// An empty ring of snapshots: one every eighth of a second, for a minute.
#[must_use]
pub fn rewind<V: Space>() -> RewindBuffer<V> {
    RewindBuffer::new(8, 480)
}

/// Runs the App, and tells its exit status.
pub fn play(mut app: App) -> ExitCode {
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(status) => ExitCode::from(status.get()),
    }
}
