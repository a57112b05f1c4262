//! A break without a window: the potted balls and the conserved quantities.

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use harness::headless::{app, finish};
use harness::recording::{RecordingPlugin, save_recording};
use harness::tally::{DRIFT, OVERLAP, Tally, TallyPlugin};
use scenes::billiards::BALL_RADIUS;
use serde::Serialize;

use crate::args::BilliardsArgs;
use crate::rules::ball::Ball;
use crate::table::bodies::{self, Balls, Constants, PocketNumber};
use crate::table::place;

/// The default speed of a break, in metres a second.
const BREAK_SPEED: f64 = 8.0;

/// The maximum duration of a run, in seconds of game time.
const MAX_SECONDS: f64 = 3600.0;

/// A ball that dropped into a pocket.
#[derive(Serialize)]
struct Potted {
    ball: u8,
    pocket: usize,
    seconds: f64,
}

/// The printed summary.
#[derive(Serialize)]
struct Summary {
    break_speed: f64,
    seed: u64,
    potted: Vec<Potted>,
    #[serde(flatten)]
    tally: Tally,
}

#[derive(Resource, Default)]
struct PottedBalls(Vec<Potted>);

/// Plays the break and prints the summary. The exit status is a failure if a conserved quantity drifts or
/// bodies overlap.
#[must_use]
pub fn run(args: &BilliardsArgs) -> ExitCode {
    let break_speed = args.break_speed.unwrap_or(BREAK_SPEED);
    let mut app = table(args);
    app.add_plugins(TallyPlugin::<DVec2>::default())
        .init_resource::<PottedBalls>()
        .add_systems(FixedLast, record_potted);
    let world = app.world_mut();
    let cue = world.resource::<Balls>().entity(Ball::CUE);
    world.entity_mut(cue).insert(Velocity(DVec2::new(break_speed, 0.0)));
    let tally = Tally::play::<DVec2>(&mut app, &args.run, |world| {
        let time = world.resource::<Time<Elastic>>();
        let moves = time.tick() == 0 || world.resource::<Simulation<DVec2>>().world().is_moving();
        moves && time.elapsed_secs_f64() < MAX_SECONDS
    });
    save_recording::<DVec2>(&mut app);
    let potted = std::mem::take(&mut app.world_mut().resource_mut::<PottedBalls>().0);
    let is_sound = tally.is_sound(DRIFT, OVERLAP * 2.0 * BALL_RADIUS);
    let summary = Summary { break_speed, seed: args.seed, potted, tally };
    finish(&summary, args.run.json, || print(&summary), is_sound)
}

/// The App of a table without a window; every update is one tick.
pub fn table(args: &BilliardsArgs) -> App {
    table_with(args, &Constants::new(args))
}

/// The same with other constants.
pub fn table_with(args: &BilliardsArgs, constants: &Constants) -> App {
    let mut app = app::<DVec2>();
    app.add_plugins(RecordingPlugin::<DVec2>::new(&args.run));
    let mut commands = app.world_mut().commands();
    let balls = bodies::spawn(&mut commands, constants, args.seed, 0.0);
    place::rack_balls(args.game, args.seed, &balls, &mut commands);
    app.world_mut().flush();
    app.insert_resource(balls);
    app
}

fn record_potted(
    mut entered: MessageReader<SensorEntered>,
    time: Res<Time<Elastic>>,
    balls: Res<Balls>,
    pockets: Query<&PocketNumber>,
    mut potted: ResMut<PottedBalls>,
) {
    for event in entered.read() {
        if let (Some(Ball(ball)), Ok(pocket)) = (balls.ball(event.ball), pockets.get(event.sensor))
        {
            let seconds = event.tick as f64 * time.tick_seconds() + event.time;
            potted.0.push(Potted { ball, pocket: pocket.0, seconds });
        }
    }
}

fn print(summary: &Summary) {
    println!("A break at {} m/s, rack {}", summary.break_speed, summary.seed);
    for Potted { ball, pocket, seconds } in &summary.potted {
        let name = if *ball == 0 { "the cue ball".to_owned() } else { format!("ball {ball}") };
        println!("  {seconds:8.3} s       {name} drops into pocket {pocket}");
    }
    summary.tally.print();
}
