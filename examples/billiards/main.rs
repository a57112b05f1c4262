//! Billiards: eight-ball and free practice on a nine-foot table, with exact collisions.
//!
//! The table lives in the f64 plane, `DVec2`. Nothing here computes a collision: cushions are static
//! capsules, pockets absorb balls whose centre passes the lip, the cloth is rolling resistance, and
//! the rules read the list of impacts.

mod args;
mod rules;
mod look;
mod bodies;
mod headless;
mod game;
mod place;
mod referee;
mod aim;
mod paths;
mod show;
mod panel;
mod pixels;
#[cfg(test)]
mod foretold;

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::snapshot::RewindBuffer;
use clap::Parser;
use harness::overlay::trails::Overlaid;
use harness::play::{play, windowed};
use scenes::billiards::Table;

use args::BilliardsArgs;
use bodies::{Balls, Constants};
use look::balls::{BallPictures, LAYER};
use rules::ball::Ball;

fn main() -> ExitCode {
    let args = BilliardsArgs::parse();
    if args.run.without_window() {
        return headless::run(&args);
    }
    let mut app = windowed::<DVec2>("Billiards", 0.25, &args.run);
    app.insert_resource(Options(args.clone()))
        .insert_resource(Constants::new(&args))
        // A snapshot every eighth of a second, for two minutes.
        .insert_resource(RewindBuffer::<DVec2>::new(8, 960))
        .init_resource::<game::Parlour>()
        .init_resource::<aim::Aim>()
        .add_plugins((look::cue::CuePlugin, look::hud::HudPlugin, panel::PanelPlugin))
        .add_systems(Startup, (set_table, table_of_scene))
        .add_systems(
            Update,
            (
                referee::remember_rack,
                opening_break,
                referee::follow_rewind,
                referee::watch,
                referee::judge,
                referee::take_back,
                // The click that puts the cue ball down is not the start of a stroke.
                aim::aim,
                place::place_cue_ball,
                aim::show_cue,
                paths::draw_paths,
                show::show,
                show::hide_dropped,
                bodies::apply_constants,
            )
                .chain(),
        );
    if args.check_pixels {
        app.add_observer(pixels::check);
    }
    play(app)
}

/// The options, for systems.
#[derive(Resource, Clone)]
struct Options(BilliardsArgs);

fn set_table(
    options: Res<Options>,
    constants: Res<Constants>,
    mut images: ResMut<Assets<Image>>,
    mut commands: Commands,
) {
    commands.spawn(look::camera());
    let pictures = BallPictures::new(&mut images);
    let balls = bodies::spawn(&mut commands, &constants, options.0.seed, LAYER);
    for ball in Ball::all() {
        let entity = balls.entity(ball);
        look::balls::dress(&mut commands, &pictures, ball, entity);
        commands.entity(entity).insert(Overlaid::new(look::palette::ball(ball)));
    }
    commands.insert_resource(pictures);
    commands.insert_resource(balls);
}

fn table_of_scene(workshop: look::table::Workshop) {
    look::table::spawn(&Table::nine_foot(), workshop);
}

/// `--break` in a window: the first stroke is made by itself, once the table is known.
fn opening_break(
    options: Res<Options>,
    racked: Option<Res<referee::Racked>>,
    balls: Res<Balls>,
    mut parlour: ResMut<game::Parlour>,
    mut stroke: aim::Stroke,
    mut done: Local<bool>,
) {
    if let (Some(speed), Some(_), false) = (options.0.break_speed, racked, *done) {
        *done = true;
        stroke.strike(&balls, DVec2::new(speed, 0.0), &mut parlour);
    }
}
