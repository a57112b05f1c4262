//! Collision lab: three classics with their formulas, and free play, in the f64 plane `DVec2`.
//!
//! Nothing here computes a collision. The formulas of the textbooks stand beside what the plugin tells,
//! and the discrete method beside the continuous one.

mod lesson;
mod args;
mod formula;
mod impact;
mod record;
mod twin;
mod stage;
mod hold;
mod headless;
mod look;
mod panel;
mod table;
mod show;

use std::process::ExitCode;

use bevy::gizmos::config::{DefaultGizmoConfigGroup, GizmoConfigStore};
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use clap::Parser;
use harness::bar::BarPlugin;
use harness::camera::CameraPlugin;
use harness::flash::FlashPlugin;
use harness::keys::{KeysPlugin, Shown, typing};
use harness::labels::LabelPlugin;
use harness::overlay::OverlayPlugin;
use harness::palette;
use harness::screenshot::ScreenshotPlugin;
use harness::window::{steady_frames, window};

use args::LabArgs;
use stage::{Materials, Stage};

fn main() -> ExitCode {
    let args = LabArgs::parse();
    if args.run.without_window() {
        return headless::run(&args);
    }
    match play(&args) {
        AppExit::Success => ExitCode::SUCCESS,
        AppExit::Error(status) => ExitCode::from(status.get()),
    }
}

fn play(args: &LabArgs) -> AppExit {
    let mut app = App::new();
    app.insert_resource(ClearColor(palette::ROOM))
        .insert_resource(Stage::new(args.lesson))
        .insert_resource(Materials { restitution: 1.0, friction: 0.0, minimum_impulse: 0.0 })
        .init_resource::<impact::LastImpact>()
        .init_resource::<record::Record>()
        .init_resource::<twin::Twin>()
        .init_resource::<hold::Held>()
        .add_plugins(window("Collision lab"))
        .add_plugins(ElasticSpacePlugin::<DVec2>::default())
        .add_plugins((BarPlugin, LabelPlugin, panel::PanelPlugin, table::TablePlugin))
        .add_plugins((
            CameraPlugin,
            KeysPlugin::<DVec2>::default(),
            OverlayPlugin::<DVec2>::new(hold::ARROW),
            FlashPlugin::<DVec2>::new(0.3, 0.01),
            ScreenshotPlugin(args.run.clone()),
        ))
        .add_systems(Startup, set_up)
        .add_systems(
            FixedPostUpdate,
            (record::record, twin::step_twin).in_set(ElasticSystems::Report),
        )
        .add_systems(
            Update,
            (
                (stage::choose, stage::add_or_take, record::step_back, twin::toggle)
                    .run_if(not(typing)),
                (record::scrub, record::stand, stage::set, stage::apply, hold::hold).chain(),
                (twin::follow_clock, impact::note_impact, look::dress, show::fill_bar),
            )
                .chain(),
        )
        .add_systems(
            PostUpdate,
            (look::walls, look::twin, look::centre_of_mass, look::impulses, look::futures)
                .after(ElasticSystems::Draw),
        );
    steady_frames(&mut app, &args.run);
    app.run()
}

fn set_up(mut commands: Commands, mut shown: ResMut<Shown>, mut gizmos: ResMut<GizmoConfigStore>) {
    commands.spawn(look::camera());
    *shown = Shown { vectors: true, panel: true, ..*shown };
    gizmos.config_mut::<DefaultGizmoConfigGroup>().0.line.width = 2.5;
}
