//! Collision lab: textbook collisions and throws with spin beside their formulas, and free play, in the f64 plane `DVec2`.
//!
//! The demo computes no collisions. It compares the results of the plugin with the formulas of textbooks,
//! and the continuous with the discrete method.

mod lesson;
mod args;
mod formula;
mod impact;
mod record;
mod twin;
mod hold;
mod spin;
mod stage;
mod headless;
mod look;
mod panel;
mod table;
mod show;

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::camera::camera;
use harness::host::options;
use harness::keys::{Overlays, is_typing};
use harness::labels::LabelPlugin;
use harness::overlay::flash::FlashPlugin;
use harness::overlay::paths::{PathPlugin, PathTicks};
use harness::play::{play, windowed};

use args::LabArgs;
use stage::{Materials, Stage};

fn main() -> ExitCode {
    let args: LabArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Collision lab", hold::ARROW, &args.run);
    app.insert_resource(Stage::new(args.lesson))
        .insert_resource(stage::Given(args.clone()))
        .insert_resource(Materials { restitution: 1.0, friction: 0.0, minimum_impulse: 0.0 })
        .init_resource::<impact::LastImpact>()
        .init_resource::<record::Record>()
        .init_resource::<twin::Twin>()
        .init_resource::<hold::Held>()
        .init_resource::<spin::throw::Spin>()
        .add_plugins(spin::measured::MeasuredPlugin::<DVec2>::default())
        .add_plugins((LabelPlugin, panel::PanelPlugin, table::TablePlugin))
        .add_plugins((FlashPlugin::<DVec2>::new(0.3, 0.01), PathPlugin::<DVec2>::default()))
        .insert_resource(PathTicks(look::PATH_TICKS))
        .add_systems(Startup, set_up)
        .add_systems(
            FixedPostUpdate,
            (record::record, twin::step_twin).in_set(ElasticSystems::Report),
        )
        .add_systems(
            Update,
            (
                (stage::choose, stage::add_or_remove, record::step_back, twin::toggle, show::link)
                    .run_if(not(is_typing)),
                (record::scrub, record::pause_scrubbing, stage::set, stage::apply, hold::hold)
                    .chain(),
                (
                    twin::restart_after_rewind,
                    impact::record_impact,
                    look::draw_balls,
                    spin::look::draw_walls,
                    show::fill_bar,
                ),
            )
                .chain(),
        )
        .add_systems(
            PostUpdate,
            (
                look::walls,
                look::twin,
                look::centre_of_mass,
                look::impulses,
                look::parts,
                spin::look::way,
            )
                .after(ElasticSystems::Interpolate),
        );
    play(app)
}

fn set_up(mut commands: Commands, mut shown: ResMut<Overlays>) {
    // The room is left of the panel and above the table of values.
    commands.spawn(camera(vec2(1.9, -0.78), vec2(14.2, 8.0)));
    *shown = Overlays { vectors: true, panel: true, ..*shown };
}
