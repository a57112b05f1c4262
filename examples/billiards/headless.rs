//! A break without a window: who falls where, and does the ledger close?

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::measure::state_hash;
use scenes::billiards::BALL_RADIUS;
use serde::Serialize;

use crate::args::BilliardsArgs;
use crate::bodies::{self, Balls, Constants, PocketNumber};
use crate::ledger::{Ledger, keep_ledger};
use crate::rules::ball::Ball;

/// The speed of a break when none is named, in metres a second.
const BREAK_SPEED: f64 = 8.0;

/// A table still in motion after so many seconds of the game is left as it is.
const MOST_SECONDS: f64 = 3600.0;

/// What a drift may be in the space of the game, which is f64.
const DRIFT_BOUND: f64 = 1e-12;

/// What an overlap may be, in diameters.
const OVERLAP_BOUND: f64 = 1e-9;

/// A ball that fell.
#[derive(Serialize)]
struct Potted {
    ball: u8,
    pocket: usize,
    seconds: f64,
}

/// What is printed.
#[derive(Serialize)]
struct Summary {
    break_speed: f64,
    seed: u64,
    impacts: u64,
    seconds: f64,
    potted: Vec<Potted>,
    energy_drift: f64,
    momentum_drift: f64,
    drift_bound: f64,
    deepest_overlap: f64,
    limits_hit: usize,
    hash: String,
}

#[derive(Resource, Default)]
struct Fallen(Vec<Potted>);

/// Plays the break and prints the summary; fails if an invariant of the scene broke.
#[must_use]
pub fn run(args: &BilliardsArgs) -> ExitCode {
    let speed = args.break_speed.unwrap_or(BREAK_SPEED);
    let mut app = table(args);
    let world = app.world_mut();
    let cue = world.resource::<Balls>().entity(Ball::CUE);
    world.entity_mut(cue).insert(Velocity(DVec2::new(speed, 0.0)));
    open_ledger(&mut app);
    while !is_over(&app, args) {
        app.update();
    }
    let summary = summary(&mut app, args, speed);
    if args.run.json {
        match serde_json::to_string(&summary) {
            Ok(line) => println!("{line}"),
            Err(error) => eprintln!("The summary could not be written: {error}"),
        }
    } else {
        print(&summary);
    }
    let sound = summary.energy_drift <= DRIFT_BOUND
        && summary.momentum_drift <= DRIFT_BOUND
        && summary.deepest_overlap <= OVERLAP_BOUND
        && summary.limits_hit == 0;
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The table without a window; every update is one tick.
pub fn table(args: &BilliardsArgs) -> App {
    let mut app = harness::window::headless();
    let constants = Constants::new(args);
    let balls = bodies::spawn(&mut app.world_mut().commands(), &constants, args.run.seed, 0.0);
    app.world_mut().flush();
    app.add_plugins(ElasticSpacePlugin::<DVec2>::default())
        .insert_resource(balls)
        .init_resource::<Ledger>()
        .init_resource::<Fallen>()
        .add_systems(
            FixedPostUpdate,
            keep_ledger.after(ElasticSystems::Respond).before(ElasticSystems::Scatter),
        )
        .add_systems(FixedLast, note_potted);
    app.finish();
    app.cleanup();
    app
}

/// The first tick begins when the bodies have been gathered; the ledger is opened just before, so
/// that nothing happens unseen.
fn open_ledger(app: &mut App) {
    let open =
        |simulation: Res<Simulation<DVec2>>, mut ledger: ResMut<Ledger>, mut done: Local<bool>| {
            if !*done {
                *ledger = Ledger::open(simulation.world());
                *done = true;
            }
        };
    app.add_systems(
        FixedPostUpdate,
        open.after(ElasticSystems::Gather).before(ElasticSystems::Integrate),
    );
    // The first update of an App only starts its clocks.
    app.update();
}

fn is_over(app: &App, args: &BilliardsArgs) -> bool {
    let world = app.world();
    let seconds = world.resource::<Time<Elastic>>().elapsed_secs_f64();
    let impacts = world.resource::<Ledger>().impacts;
    let moving = world.resource::<Simulation<DVec2>>().world().is_moving();
    let begun = world.resource::<Time<Elastic>>().tick() > 0;
    (begun && !moving)
        || seconds >= args.run.seconds.unwrap_or(MOST_SECONDS)
        || args.run.impacts.is_some_and(|wanted| impacts >= wanted)
}

fn note_potted(
    mut entered: MessageReader<SensorEntered>,
    time: Res<Time<Elastic>>,
    balls: Res<Balls>,
    pockets: Query<&PocketNumber>,
    mut fallen: ResMut<Fallen>,
) {
    for event in entered.read() {
        if let (Some(Ball(ball)), Ok(pocket)) = (balls.ball(event.ball), pockets.get(event.sensor))
        {
            let seconds = event.tick as f64 * time.tick_seconds() + event.time;
            fallen.0.push(Potted { ball, pocket: pocket.0, seconds });
        }
    }
}

fn summary(app: &mut App, args: &BilliardsArgs, break_speed: f64) -> Summary {
    let potted = std::mem::take(&mut app.world_mut().resource_mut::<Fallen>().0);
    let world = app.world();
    let ledger = world.resource::<Ledger>();
    let bodies = world.resource::<Simulation<DVec2>>().world();
    Summary {
        break_speed,
        seed: args.run.seed,
        impacts: ledger.impacts,
        seconds: world.resource::<Time<Elastic>>().elapsed_secs_f64(),
        potted,
        energy_drift: ledger.energy_drift(bodies),
        momentum_drift: ledger.momentum_drift(bodies),
        drift_bound: DRIFT_BOUND,
        deepest_overlap: ledger.deepest_overlap / (2.0 * BALL_RADIUS),
        limits_hit: ledger.limits_hit,
        hash: format!("{:016x}", state_hash(bodies)),
    }
}

fn print(summary: &Summary) {
    println!("A break at {} m/s, rack {}", summary.break_speed, summary.seed);
    println!("  impacts          {}", summary.impacts);
    println!("  seconds          {:.3}", summary.seconds);
    for Potted { ball, pocket, seconds } in &summary.potted {
        let name = if *ball == 0 { "the cue ball".to_owned() } else { format!("ball {ball}") };
        println!("  {seconds:8.3} s       {name} falls into pocket {pocket}");
    }
    println!("  energy drift     {:.1e} (bound {:.0e})", summary.energy_drift, summary.drift_bound);
    println!(
        "  momentum drift   {:.1e} (bound {:.0e})",
        summary.momentum_drift, summary.drift_bound
    );
    println!("  deepest overlap  {:.1e} diameters", summary.deepest_overlap);
    println!("  limits hit       {}", summary.limits_hit);
    println!("  state hash       {}", summary.hash);
}
