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
mod hold;
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
use clap::Parser;
use harness::camera::camera;
use harness::keys::{DisplayOptions, is_typing};
use harness::labels::LabelPlugin;
use harness::overlay::flash::FlashPlugin;
use harness::overlay::paths::{PathPlugin, PathTicks};
use harness::play::{play, windowed};

use args::LabArgs;
use stage::{Materials, Stage};

fn main() -> ExitCode {
    let args = LabArgs::parse();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Collision lab", hold::ARROW, &args.run);
    app.insert_resource(Stage::new(args.lesson))
        .insert_resource(Materials { restitution: 1.0, friction: 0.0, minimum_impulse: 0.0 })
        .init_resource::<impact::LastImpact>()
        .init_resource::<record::Record>()
        .init_resource::<twin::Twin>()
        .init_resource::<hold::Held>()
        .add_plugins((LabelPlugin, panel::PanelPlugin, table::TablePlugin))
        .add_plugins((FlashPlugin::<DVec2>::new(0.3, 0.01), PathPlugin::<DVec2>::default()))
        .insert_resource(PathTicks(look::TICKS))
        .add_systems(Startup, set_up)
        .add_systems(
            FixedPostUpdate,
            (record::record, twin::step_twin).in_set(ElasticSystems::Report),
        )
        .add_systems(
            Update,
            (
                (stage::choose, stage::add_or_take, record::step_back, twin::toggle)
                    .run_if(not(is_typing)),
                (record::scrub, record::stand, stage::set, stage::apply, hold::hold).chain(),
                (twin::follow_clock, impact::note_impact, look::dress, show::fill_bar),
            )
                .chain(),
        )
        .add_systems(
            PostUpdate,
            (look::walls, look::twin, look::centre_of_mass, look::impulses, look::parts)
                .after(ElasticSystems::Interpolate),
        );
    play(app)
}

fn set_up(mut commands: Commands, mut shown: ResMut<DisplayOptions>) {
    // The room lies left of the panel and above the table.
    commands.spawn(camera(vec2(1.9, -0.78), vec2(14.2, 8.0)));
    *shown = DisplayOptions { vectors: true, panel: true, ..*shown };
}
