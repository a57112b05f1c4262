//! Both experiments without a window, compared with their formulas.

use std::process::ExitCode;

use bevy::ecs::system::RunSystemOnce;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::SimulationStepper;
use harness::args::RunArgs;
use harness::headless::{app, finish};
use harness::tally::{DRIFT, OVERLAP, Tally, TallyPlugin};
use serde::Serialize;

use crate::args::CradleArgs;
use crate::blocks::{self, Block, MAX_POWER, half_side};
use crate::cradle::{self, BALLS, Bob, Lift, RADIUS};
use crate::path::{Path, record_clacks};
use crate::pendulum::Pendulum;
use crate::stage::AWAY;

/// The default duration of a cradle, in seconds of game time: ten periods.
const DEFAULT_SECONDS: f64 = 20.0;

/// The maximum duration of the blocks, in seconds of game time; they separate well before.
const MAX_SECONDS: f64 = 60.0;

/// The largest accepted relative drift of energy in a cradle with gaps. Two balls that collide inside of a tick
/// exchange their velocities at different displacements, which kicks between ticks treat only approximately: the
/// energy drifts by 3 % in 200 s at the widest gap.
const MAX_GAP_DRIFT: f64 = 5e-2;

/// The largest accepted deviation of a ball of a touching cradle from the formula, in metres.
const MAX_DEVIATION: f64 = 1e-12;

/// The smallest approach speed of a clack, in metres a second. Slower impacts come from rounding between balls
/// that touch and move together.
const MIN_CLACK_SPEED: f64 = 1e-9;

/// The result of the blocks.
#[derive(Serialize)]
struct BlocksSummary {
    power: u8,
    mass_ratio: f64,
    expected: usize,
    sound: bool,
    #[serde(flatten)]
    tally: Tally,
}

/// The result of a cradle.
#[derive(Serialize)]
struct CradleSummary {
    lifted: usize,
    gap: f64,
    clacks: usize,
    expected: usize,
    off_the_formula: f64,
    /// The relative drift of the kinetic and potential energy. The drift in the tally is another one: it covers
    /// the ticks only, and is relative to the first tick, in which the balls have hardly started to move.
    swing_drift: f64,
    sound: bool,
    #[serde(flatten)]
    tally: Tally,
}

/// The printed summary.
#[derive(Serialize)]
struct Summary {
    blocks: Vec<BlocksSummary>,
    cradles: Vec<CradleSummary>,
    sound: bool,
}

/// The number of impacts at more than [`MIN_CLACK_SPEED`].
#[derive(Resource, Default)]
struct Clacks(usize);

fn count_clacks(engine: Res<SimulationStepper<DVec2>>, mut clacks: ResMut<Clacks>) {
    let impacts = engine.report().impacts();
    clacks.0 += impacts.filter(|impact| impact.approach_speed > MIN_CLACK_SPEED).count();
}

/// Runs both experiments and prints the results. The exit status is a failure if one deviates from its formula.
#[must_use]
pub fn run(args: &CradleArgs) -> ExitCode {
    let blocks: Vec<_> = (0..=MAX_POWER).map(run_blocks).collect();
    let lift = |count| Lift { count, away: -AWAY, gap: args.gap };
    let cradles: Vec<_> = (1..BALLS).map(|count| run_cradle(lift(count), &args.run)).collect();
    let sound = blocks.iter().all(|run| run.sound) && cradles.iter().all(|run| run.sound);
    let summary = Summary { blocks, cradles, sound };
    finish(&summary, args.run.json, || print(&summary), sound)
}

/// An App without a window for both experiments.
fn stage() -> App {
    let mut app = app::<DVec2>();
    app.add_plugins(TallyPlugin::<DVec2>::default())
        .insert_resource(blocks::config())
        .init_resource::<Clacks>()
        .add_systems(
            FixedPostUpdate,
            (
                cradle::kick.in_set(ElasticSystems::Prepare),
                count_clacks.in_set(ElasticSystems::Report),
            ),
        );
    app
}

fn seconds(world: &World) -> f64 {
    world.resource::<Time<Elastic>>().elapsed_secs_f64()
}

/// Runs the blocks until they separate for ever.
fn run_blocks(power: u8) -> BlocksSummary {
    let mut app = stage();
    app.insert_resource(Path::new(power)).add_systems(Update, record_clacks);
    app.world_mut().spawn(blocks::wall());
    for block in blocks::blocks(power) {
        app.world_mut().spawn(block);
    }
    let recorded = |app: &App| app.world().resource::<Path>().clacks.len();
    while !app.world().resource::<Path>().is_over(recorded(&app))
        && seconds(app.world()) < MAX_SECONDS
    {
        app.update();
    }
    let (tally, expected) = (Tally::of::<DVec2>(&app), blocks::clacks(power));
    // The clacks in the messages, and those in the reports of the steps.
    let counts = [recorded(&app), app.world().resource::<Clacks>().0];
    let size = 2.0 * half_side(Block::Light, power);
    let sound = counts == [expected; 2] && tally.is_sound(DRIFT, OVERLAP * size);
    BlocksSummary { power, mass_ratio: blocks::ratio(power), expected, sound, tally }
}

/// Runs a cradle.
fn run_cradle(lift: Lift, args: &RunArgs) -> CradleSummary {
    let mut app = stage();
    let dt = app.world().resource::<Time<Elastic>>().tick_seconds();
    for ball in cradle::balls(&lift, dt) {
        app.world_mut().spawn(ball);
    }
    let mut off_the_formula = 0.0;
    let tally = Tally::play::<DVec2>(&mut app, &args.or_seconds(DEFAULT_SECONDS), |world| {
        let truth = lift.touching(seconds(world));
        let worst = world.run_system_once_with(max_deviation, truth).unwrap_or(f64::INFINITY);
        off_the_formula = f64::max(off_the_formula, worst);
        true
    });
    let energy = app.world_mut().run_system_once(energy).unwrap_or(f64::NAN);
    let lifted = 0.5 * lift.count as f64 * (Pendulum::frequency() * lift.away).powi(2);
    let swing_drift = (energy / lifted - 1.0).abs();
    let clacks = app.world().resource::<Clacks>().0;
    let expected = lift.clacks(tally.seconds);
    // With gaps the balls collide one after the other, and the formula does not apply.
    let follows = if lift.gap > 0.0 {
        swing_drift <= MAX_GAP_DRIFT
    } else {
        swing_drift <= DRIFT && off_the_formula <= MAX_DEVIATION && clacks == expected
    };
    CradleSummary {
        lifted: lift.count,
        gap: lift.gap,
        clacks,
        expected,
        off_the_formula,
        swing_drift,
        sound: follows && tally.deepest_overlap <= OVERLAP * 2.0 * RADIUS && tally.limits_hit == 0,
        tally,
    }
}

/// The largest deviation of a ball from its displacement by formula, in metres.
fn max_deviation(In(truth): In<[f64; BALLS]>, bobs: Query<(&Bob, &Position<DVec2>)>) -> f64 {
    let off = bobs.iter().map(|(bob, place)| (place.0.x - bob.rest - truth[bob.number]).abs());
    off.fold(0.0, f64::max)
}

/// The energy of all balls, in joules for balls of 1 kg.
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
            run.tally.impacts,
            run.expected,
            run.tally.seconds,
            run.tally.energy_drift,
            run.tally.momentum_drift,
            run.tally.deepest_overlap,
            if run.sound { "" } else { "   FAILED" },
        );
    }
    println!("Newton's cradle, gap {} m", summary.cradles.first().map_or(0.0, |run| run.gap));
    println!("  lifted    clacks  expected     seconds  off the formula  energy drift   overlap");
    for run in &summary.cradles {
        println!(
            "  {:6} {:9} {:9} {:11.3} {:14.1e} m {:13.1e} {:9.1e}{}",
            run.lifted,
            run.clacks,
            run.expected,
            run.tally.seconds,
            run.off_the_formula,
            run.swing_drift,
            run.tally.deepest_overlap,
            if run.sound { "" } else { "   FAILED" },
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn digits_and_swings_are_those_of_the_formulas() {
        let args = CradleArgs::parse_from(["cradle_and_pi", "--headless"]);
        assert_eq!(run(&args), ExitCode::SUCCESS);
    }
}
