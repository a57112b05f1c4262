//! Newton's cradle, and two blocks that count the digits of pi.
//!
//! Both use a line in the f64 plane, `DVec2`. The demo computes no collisions: the cradle is five balls
//! that the demo pulls back to their rest positions, the blocks are two boxes and a half-plane.

mod args;
mod pendulum;
mod cradle;
mod blocks;
mod path;
mod swings;
mod stage;
mod slow;
mod drag;
mod headless;
mod look;
mod plot;
mod show;

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;
use bevy_elastic::prelude::*;
use harness::camera::camera;
use harness::host::options;
use harness::keys::{Overlays, is_typing};
use harness::labels::LabelPlugin;
use harness::overlay::flash::FlashPlugin;
use harness::play::{play, windowed};

use args::CradleArgs;

fn main() -> ExitCode {
    let args: CradleArgs = options();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Cradle and pi", 0.25, &args.run);
    app.insert_resource(stage::Stage::new(&args))
        .insert_resource(path::Path::new(args.power))
        .insert_resource(blocks::config())
        .init_resource::<slow::Pace>()
        .add_plugins((LabelPlugin, plot::PlotPlugin, FlashPlugin::<DVec2>::new(0.1, 0.0)))
        .add_systems(Startup, set_up)
        .add_systems(FixedPostUpdate, cradle::kick.in_set(ElasticSystems::Prepare))
        .add_systems(
            Update,
            (
                (stage::choose.run_if(not(is_typing)), drag::drag, stage::set).chain(),
                (look::build, look::draw_balls, look::draw_blocks),
                slow::keys,
                (look::ghosts, show::fill_bar),
            )
                .chain(),
        )
        .add_systems(
            PostUpdate,
            (
                look::bend.before(TransformSystems::Propagate),
                (path::record_clacks, slow::predict_clacks, slow::set_clock, show::update_counter)
                    .chain()
                    .before(EguiPostUpdateSet::EndPass),
            )
                .after(ElasticSystems::Interpolate),
        );
    play(app)
}

fn set_up(mut commands: Commands, mut time: ResMut<Time<Virtual>>, mut shown: ResMut<Overlays>) {
    time.set_max_delta(slow::LONGEST_FRAME);
    // Each experiment sets the view when it starts.
    commands.spawn(camera(Vec2::ZERO, Vec2::ONE));
    for label in show::counter() {
        commands.spawn(label);
    }
    shown.panel = true;
}
