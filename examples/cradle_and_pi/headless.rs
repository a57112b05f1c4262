//! Both experiments without a window: do they give what the formulas say?

use std::process::ExitCode;

use bevy::ecs::system::RunSystemOnce;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Engine, Simulation};
use collide_core::measure::{deepest_overlap, kinetic_energy, state_hash};
use harness::args::RunArgs;
use serde::Serialize;

use crate::args::CradleArgs;
use crate::blocks::{self, Block, MOST, half_side};
use crate::cradle::{self, BALLS, Bob, Lift, RADIUS};
use crate::path::{Path, note_clacks};
use crate::pendulum::Pendulum;
use crate::stage::AWAY;

/// How long a cradle swings when nothing is said, in seconds of the game: ten swings to and fro.
const SECONDS: f64 = 20.0;

/// Blocks that have not parted after so long never will, in seconds of the game.
const MOST_SECONDS: f64 = 60.0;

/// What a drift may be.
const DRIFT_BOUND: f64 = 1e-12;

/// What a drift may be in a cradle with gaps. Where two meet inside of a tick each goes on with the other's
/// velocity and its own place, which kicks between ticks follow only nearly: at the widest gap to 3 % in 200 s.
const GAP_DRIFT_BOUND: f64 = 5e-2;

/// How far a ball of a touching cradle may be from the formula, in metres.
const PLACE_BOUND: f64 = 1e-12;

/// What an overlap may be, in diameters.
const OVERLAP_BOUND: f64 = 1e-9;

/// Slower impacts are roundings of balls that touch and move alike, in metres a second.
const LEAST_SPEED: f64 = 1e-9;

/// What the blocks came to.
#[derive(Serialize)]
struct BlocksSummary {
    power: u8,
    mass_ratio: f64,
    impacts: usize,
    expected: usize,
    seconds: f64,
    energy_drift: f64,
    momentum_drift: f64,
    deepest_overlap: f64,
    limits_hit: usize,
    hash: String,
    sound: bool,
}

/// What a cradle came to.
#[derive(Serialize)]
struct CradleSummary {
    lifted: usize,
    gap: f64,
    impacts: usize,
    expected: usize,
    seconds: f64,
    off_the_formula: f64,
    energy_drift: f64,
    deepest_overlap: f64,
    limits_hit: usize,
    hash: String,
    sound: bool,
}

/// What is printed.
#[derive(Serialize)]
struct Summary {
    blocks: Vec<BlocksSummary>,
    cradles: Vec<CradleSummary>,
    sound: bool,
}

/// What is watched in every tick.
#[derive(Resource, Default)]
struct Watch {
    deepest_overlap: f64,
    limits_hit: usize,
    impacts: usize,
}

fn watch(simulation: Res<Simulation<DVec2>>, engine: Res<Engine<DVec2>>, mut watch: ResMut<Watch>) {
    watch.deepest_overlap = watch.deepest_overlap.max(deepest_overlap(simulation.world()));
    let report = engine.report();
    watch.limits_hit += report.limits.len();
    let clacks = report.impacts().filter(|impact| impact.approach_speed > LEAST_SPEED);
    watch.impacts += clacks.count();
}

/// Plays both and prints; fails if a number is not what it must be.
#[must_use]
pub fn run(args: &CradleArgs) -> ExitCode {
    let blocks: Vec<_> = (0..=MOST).map(play_blocks).collect();
    let lift = |count| Lift { count, away: -AWAY, gap: args.gap };
    let cradles: Vec<_> = (1..BALLS).map(|count| swing(lift(count), &args.run)).collect();
    let sound = blocks.iter().all(|run| run.sound) && cradles.iter().all(|run| run.sound);
    let summary = Summary { blocks, cradles, sound };
    if args.run.json {
        match serde_json::to_string(&summary) {
            Ok(line) => println!("{line}"),
            Err(error) => eprintln!("The summary could not be written: {error}"),
        }
    } else {
        print(&summary);
    }
    if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// An App without a window in which both can be played.
fn stage() -> App {
    let mut app = harness::window::headless();
    app.add_plugins(ElasticSpacePlugin::<DVec2>::default())
        .insert_resource(blocks::config())
        .init_resource::<Watch>()
        .add_systems(FixedPostUpdate, cradle::kick.before(ElasticSystems::Gather))
        .add_systems(
            FixedPostUpdate,
            watch.after(ElasticSystems::Respond).before(ElasticSystems::Scatter),
        );
    app.finish();
    app.cleanup();
    // The first update of an App only starts its clocks.
    app.update();
    app
}

/// Lets the blocks clack until they part.
fn play_blocks(power: u8) -> BlocksSummary {
    let mut app = stage();
    app.insert_resource(Path::new(power)).add_systems(Update, note_clacks);
    app.world_mut().spawn(blocks::wall());
    for block in blocks::blocks(power) {
        app.world_mut().spawn(block);
    }
    let mut energy = None;
    let count = |app: &App| app.world().resource::<Path>().clacks.len();
    let seconds = |app: &App| app.world().resource::<Time<Elastic>>().elapsed_secs_f64();
    while !app.world().resource::<Path>().is_over(count(&app)) && seconds(&app) < MOST_SECONDS {
        app.update();
        let now = kinetic_energy(app.world().resource::<Simulation<DVec2>>().world());
        // None of the blocks has met another in the first tick.
        energy.get_or_insert(now);
    }
    let velocities = app.world_mut().run_system_once(velocities).unwrap_or_default();
    let world = app.world();
    let (watch, path) = (world.resource::<Watch>(), world.resource::<Path>());
    let bodies = world.resource::<Simulation<DVec2>>().world();
    let start = energy.unwrap_or_default();
    // The path is the sum of the impulses that were told, so this is momentum that nobody told of.
    let masses = [1.0, blocks::ratio(power)];
    let told = path.velocities(count(&app));
    let drift: f64 = (0..2).map(|body| masses[body] * (velocities[body] - told[body]).abs()).sum();
    let mut summary = BlocksSummary {
        power,
        mass_ratio: blocks::ratio(power),
        impacts: watch.impacts,
        expected: blocks::clacks(power),
        seconds: seconds(&app),
        energy_drift: (kinetic_energy(bodies) - start).abs() / start,
        momentum_drift: drift / (blocks::ratio(power) * blocks::SPEED),
        deepest_overlap: watch.deepest_overlap / (2.0 * half_side(Block::Light, power)),
        limits_hit: watch.limits_hit,
        hash: format!("{:016x}", state_hash(bodies)),
        sound: false,
    };
    summary.sound = summary.impacts == summary.expected
        && path.clacks.len() == summary.expected
        && summary.energy_drift <= DRIFT_BOUND
        && summary.momentum_drift <= DRIFT_BOUND
        && summary.deepest_overlap <= OVERLAP_BOUND
        && summary.limits_hit == 0;
    summary
}

/// The velocities of the light block and of the heavy one.
fn velocities(blocks: Query<(&Block, &Velocity<DVec2>)>) -> [f64; 2] {
    let mut velocities = [0.0; 2];
    for (block, velocity) in &blocks {
        velocities[usize::from(*block == Block::Heavy)] = velocity.0.x;
    }
    velocities
}

/// Lets a cradle swing.
fn swing(lift: Lift, args: &RunArgs) -> CradleSummary {
    let mut app = stage();
    let dt = app.world().resource::<Time<Elastic>>().tick_seconds();
    for ball in cradle::balls(&lift, dt) {
        app.world_mut().spawn(ball);
    }
    let ticks = (args.seconds.unwrap_or(SECONDS) / dt).ceil() as u64;
    let (mut off, mut made) = (0.0, 0);
    while made < ticks
        && args.impacts.is_none_or(|most| (app.world().resource::<Watch>().impacts as u64) < most)
    {
        app.update();
        made += 1;
        let truth = lift.touching(made as f64 * dt);
        let worst = app.world_mut().run_system_once_with(furthest, truth).unwrap_or(f64::INFINITY);
        off = f64::max(off, worst);
    }
    let energy = app.world_mut().run_system_once(energy).unwrap_or(f64::NAN);
    let lifted = 0.5 * lift.count as f64 * (Pendulum::frequency() * lift.away).powi(2);
    let world = app.world();
    let (watch, simulation) = (world.resource::<Watch>(), world.resource::<Simulation<DVec2>>());
    let mut summary = CradleSummary {
        lifted: lift.count,
        gap: lift.gap,
        impacts: watch.impacts,
        expected: lift.clacks(made as f64 * dt),
        seconds: made as f64 * dt,
        off_the_formula: off,
        energy_drift: (energy / lifted - 1.0).abs(),
        deepest_overlap: watch.deepest_overlap / (2.0 * RADIUS),
        limits_hit: watch.limits_hit,
        hash: format!("{:016x}", state_hash(simulation.world())),
        sound: false,
    };
    let drift_bound = if lift.gap > 0.0 { GAP_DRIFT_BOUND } else { DRIFT_BOUND };
    // With gaps the balls meet one after the other and there is no such formula.
    let on_the_formula =
        summary.off_the_formula <= PLACE_BOUND && summary.impacts == summary.expected;
    summary.sound = (on_the_formula || lift.gap > 0.0)
        && summary.energy_drift <= drift_bound
        && summary.deepest_overlap <= OVERLAP_BOUND
        && summary.limits_hit == 0;
    summary
}

/// How far a ball is from where it must be, at most, in metres.
fn furthest(In(truth): In<[f64; BALLS]>, bobs: Query<(&Bob, &Position<DVec2>)>) -> f64 {
    let off = bobs.iter().map(|(bob, place)| (place.0.x - bob.rest - truth[bob.number]).abs());
    off.fold(0.0, f64::max)
}

/// The energy of all balls, in joules.
fn energy(
    bobs: Query<(&Bob, &Position<DVec2>, &Velocity<DVec2>)>,
    time: Res<Time<Elastic>>,
) -> f64 {
    let pendulum = Pendulum::new(time.tick_seconds());
    bobs.iter().map(|(bob, place, speed)| pendulum.energy(place.0.x - bob.rest, speed.0.x)).sum()
}

fn print(summary: &Summary) {
    println!("Two blocks and a wall");
    println!(
        "  mass ratio   impacts  expected     seconds  energy drift  momentum drift   overlap"
    );
    for run in &summary.blocks {
        println!(
            "  {:10} {:9} {:9} {:11.3} {:13.1e} {:15.1e} {:9.1e}{}",
            run.mass_ratio,
            run.impacts,
            run.expected,
            run.seconds,
            run.energy_drift,
            run.momentum_drift,
            run.deepest_overlap,
            if run.sound { "" } else { "   BROKEN" },
        );
    }
    println!("Newton's cradle, gap {} m", summary.cradles.first().map_or(0.0, |run| run.gap));
    println!("  lifted   impacts  expected     seconds  off the formula  energy drift   overlap");
    for run in &summary.cradles {
        println!(
            "  {:6} {:9} {:9} {:11.3} {:14.1e} m {:13.1e} {:9.1e}{}",
            run.lifted,
            run.impacts,
            run.expected,
            run.seconds,
            run.off_the_formula,
            run.energy_drift,
            run.deepest_overlap,
            if run.sound { "" } else { "   BROKEN" },
        );
    }
}
