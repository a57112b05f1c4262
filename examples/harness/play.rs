//! The App of a demo in a window, with all shared plugins.

use std::process::ExitCode;

use bevy::ecs::schedule::ScheduleLabel;
use bevy::gizmos::config::{DefaultGizmoConfigGroup, GizmoConfigStore};
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::snapshot::RewindBuffer;
use bevy_elastic::space::Space;

use crate::args::RunArgs;
use crate::bar::BarPlugin;
use crate::camera::CameraPlugin;
use crate::capture::film::FilmPlugin;
use crate::capture::screenshot::ScreenshotPlugin;
use crate::host::IN_PAGE;
use crate::keys::KeysPlugin;
use crate::overlay::trails::TrailPlugin;
#[cfg(target_arch = "wasm32")]
use crate::page::PagePlugin;
use crate::palette;
use crate::pointer::PointerPlugin;
use crate::recording::RecordingPlugin;
use crate::tools::ToolsPlugin;
use crate::window::{use_fixed_frame_time, window};

/// An App for a game in the space `V` with window, simulation, bar, camera, keys, overlays and pictures.
/// The velocity arrow of a body with speed 1 has the length `arrow`.
pub fn windowed<V: Space>(title: &str, arrow: f32, args: &RunArgs) -> App {
    windowed_in::<V>(FixedPostUpdate, title, arrow, args)
}

/// The same as [`windowed`], with the ticks of the simulation in a schedule.
pub fn windowed_in<V: Space>(
    schedule: impl ScheduleLabel,
    title: &str,
    arrow: f32,
    args: &RunArgs,
) -> App {
    let mut app = App::new();
    app.insert_resource(ClearColor(palette::ROOM))
        .add_plugins((window(title), ElasticSpacePlugin::<V>::new(schedule), BarPlugin))
        .add_plugins((
            PointerPlugin,
            CameraPlugin,
            KeysPlugin::<V>::default(),
            TrailPlugin::<V>::default(),
        ))
        .add_plugins(ToolsPlugin::<V>::new(arrow))
        .insert_resource(rewind::<V>())
        .add_systems(Startup, |mut gizmos: ResMut<GizmoConfigStore>| {
            gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 2.0;
        });
    if !IN_PAGE {
        app.add_plugins((ScreenshotPlugin(args.clone()), FilmPlugin(args.clone())))
            .add_plugins(RecordingPlugin::<V>::new(args));
    }
    #[cfg(target_arch = "wasm32")]
    app.add_plugins(PagePlugin::<V>::default());
    use_fixed_frame_time(&mut app, args);
    app
}

/// An empty ring of snapshots: one every eighth of a second, for the last minute.
#[must_use]
pub fn rewind<V: Space>() -> RewindBuffer<V> {
    RewindBuffer::new(8, 480)
}

/// Runs the App and returns its exit status.
pub fn play(mut app: App) -> ExitCode {
    match app.run() {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(status) => ExitCode::from(status.get()),
    }
}
