//! Billiards: eight-ball, nine-ball and free practice on a nine-foot table, against a player or a bot.
//!
//! The simulation uses the f64 plane, `DVec2`. The game computes no collisions: cushions are static
//! capsules with a nose, a pocket absorbs a ball when its centre passes the lip, balls slide and roll on the cloth, and
//! the rules read the list of impacts.

mod args;
mod rules;
mod look;
mod table;
mod headless;
mod game;
mod referee;
mod hand;
mod aim;
mod bots;
mod paths;
mod replay;
mod screens;
#[cfg(test)]
mod forecast_tests;

use std::process::ExitCode;

use bevy::ecs::schedule::ScheduleConfigs;
use bevy::ecs::system::ScheduleSystem;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::snapshot::RewindBuffer;
use harness::capture::film::Film;
use harness::host::options;
use harness::keys::is_typing;
use harness::overlay::trails::Overlaid;
use harness::play::{play, windowed};
use scenes::billiards::Table;

use args::BilliardsArgs;
use bots::{bot, frames};
use look::balls::{BallPictures, LAYER};
use replay::{demonstration, reel, timeline, twin};
use rules::ball::Ball;
use screens::{panel, show, start};
use table::bodies::{self, Balls, Constants};
use table::place;

fn main() -> ExitCode {
    let args: BilliardsArgs = options();
    if args.run.without_window() {
        return match args.games {
            Some(games) => frames::run(&args, games),
            None => headless::run(&args),
        };
    }
    let mut app = windowed::<DVec2>("Billiards", 0.25, &args.run);
    app.insert_resource(Options(args.clone()))
        .insert_resource(Constants::new(&args))
        // A snapshot every eighth of a second, for two minutes.
        .insert_resource(RewindBuffer::<DVec2>::new(8, 960))
        .insert_resource(bodies::RackSeed(args.seed))
        .insert_resource(game::Session::new(game::Game::start(args.game)))
        .add_message::<referee::GameChosen>()
        .insert_resource(aim::Aim::new(&args))
        .insert_resource(demonstration::Demonstration::new(&args))
        .add_plugins((look::cue::CuePlugin, look::hud::HudPlugin))
        .add_plugins((
            look::balls::RollingPlugin,
            look::pad::PadPlugin,
            panel::PanelPlugin,
            start::StartPlugin(args.clone()),
            bot::BotPlugin(args.clone()),
            timeline::TimelinePlugin,
        ))
        .init_resource::<twin::Twin>()
        .add_systems(Startup, (set_table, table_of_scene))
        .add_systems(FixedLast, reel::record)
        .add_systems(Update, frame());
    if args.check_pixels {
        app.add_observer(look::pixels::check);
    }
    play(app)
}

/// What happens in a frame, in order.
fn frame() -> ScheduleConfigs<ScheduleSystem> {
    (
        referee::save_rack,
        opening_break.run_if(not(resource_exists::<Film>)),
        (referee::follow_rewind, referee::record_events, referee::judge)
            .chain()
            .run_if(not(reel::is_playing)),
        referee::undo_or_restart,
        twin::ask.run_if(not(is_typing)),
        referee::rack_balls.run_if(resource_exists::<referee::RackSnapshot>),
        reel::control.run_if(not(is_typing)),
        (twin::end, twin::begin).chain().run_if(resource_exists::<referee::RackSnapshot>),
        (bot::look, bot::play).chain().run_if(not(start::is_open).and_then(not(reel::is_playing))),
        // Placing is after aiming, so that the click that places the cue ball does not start a stroke.
        (
            aim::aim.run_if(not(resource_exists::<Film>)),
            aim::move_tip.run_if(not(is_typing)),
            hand::place_cue_ball,
        )
            .chain()
            .run_if(
                not(bot::is_at_table).and_then(not(start::is_open)).and_then(not(reel::is_playing)),
            ),
        (demonstration::play, demonstration::rewind).chain().run_if(resource_exists::<Film>),
        aim::show_cue.run_if(not(reel::is_playing)),
        reel::hide_cue.run_if(reel::is_playing),
        paths::draw_paths.run_if(not(reel::is_playing)),
        twin::draw,
        show::fill_bar,
        show::hide_dropped,
        bodies::apply_constants,
    )
        .chain()
}

/// The command line options as a resource.
#[derive(Resource, Clone)]
struct Options(BilliardsArgs);

fn set_table(
    options: Res<Options>,
    constants: Res<Constants>,
    mut painter: look::balls::BallPainter,
    mut commands: Commands,
) {
    commands.spawn(look::camera());
    let pictures = BallPictures::new(&mut painter);
    let BilliardsArgs { game, seed, .. } = options.0;
    let balls = bodies::spawn(&mut commands, &constants, seed, LAYER);
    place::rack_balls(game, seed, &balls, &mut commands);
    for ball in Ball::all() {
        let entity = balls.entity(ball);
        look::balls::dress(&mut commands, &pictures, ball, entity);
        commands.entity(entity).insert(Overlaid::new(look::palette::ball(ball)));
    }
    commands.insert_resource(pictures);
    commands.insert_resource(balls);
}

fn table_of_scene(builder: look::table::TableBuilder) {
    look::table::spawn(&Table::nine_foot(), builder);
}

/// `--break` in a window: strikes once, as soon as the simulation contains the table.
fn opening_break(
    options: Res<Options>,
    rack: Option<Res<referee::RackSnapshot>>,
    balls: Res<Balls>,
    aim: Res<aim::Aim>,
    mut session: ResMut<game::Session>,
    mut stroke: aim::Stroke,
    mut done: Local<bool>,
) {
    if let (Some(speed), Some(_), false) = (options.0.break_speed, rack, *done) {
        *done = true;
        let mut held = *aim;
        held.hold(0.0, aim::Aim::power_for(speed));
        stroke.strike(&balls, held.shot(), &mut session);
    }
}
