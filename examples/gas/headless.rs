//! Tests of the gas without a window: speeds against Maxwell's distribution for ten seeds, and the pressure
//! against the equation of state.

use std::f64::consts::PI;
use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use harness::headless::{self, finish};
use harness::tally::{OVERLAP, Tally, TallyPlugin};
use serde::Serialize;

use crate::args::{Experiment, GasArgs};
use crate::measure::{MeasurePlugin, Measures};
use crate::theory::{chi_square, chi_square_bound, compressibility, packing_inside};
use crate::vessel::{Plan, RADIUS, Vessel, VesselPlugin};

/// The number of speed classes of the chi-square test.
const CELLS: usize = 50;

/// The number of impacts of each disc after which speeds and positions are in equilibrium.
const IMPACTS_PER_DISC: usize = 50;

/// The number of wall impacts that gives the pressure with an error of half a percent.
const WALL_IMPACTS: u64 = 60_000;

/// The largest accepted relative drift, a sum over millions of impacts.
const MAX_DRIFT: f64 = 1e-9;

/// The largest accepted relative deviation of the pressure from the equation of state.
const MAX_PRESSURE_DEVIATION: f64 = 0.02;

/// The result of the test of speeds for one seed.
#[derive(Serialize)]
struct Speeds {
    seed: u64,
    chi_square: f64,
    bound: f64,
    accepted: bool,
}

/// The pressure at one packing, as the compressibility factor `Z = P A / (N kT)`, where A is the area that
/// centres can reach; and its relative deviation from the equation of state at three definitions of the packing:
///
/// - `deviation`, the criterion: the share of the whole vessel that the discs cover, see
///   [`pressure`](crate::theory::pressure);
/// - `deviation_by_reach`: the area of the discs over the area that centres can reach, which ignores the effect
///   of the walls;
/// - `deviation_inside`: the packing far from the walls by theory, with the density of the fluid in place of
///   N / A.
#[derive(Serialize)]
struct Pressure {
    packing: f64,
    measured: f64,
    expected: f64,
    deviation: f64,
    deviation_by_reach: f64,
    deviation_inside: f64,
    wall_impacts: u64,
}

/// The results of all tests.
#[derive(Serialize)]
struct Results {
    speeds: Vec<Speeds>,
    pressures: Vec<Pressure>,
    accepted: usize,
    deviation: f64,
    tally: Tally,
}

/// Runs one vessel if the options limit the run, or else all tests. The exit status is a failure if a test or a
/// conserved quantity fails.
pub fn run(args: &GasArgs) -> ExitCode {
    if args.run.impacts.is_some() || args.run.seconds.is_some() {
        return run_vessel(args);
    }
    let results = run_tests(args);
    let is_sound = results.accepted >= 9
        && results.deviation <= MAX_PRESSURE_DEVIATION
        && results.tally.is_sound(MAX_DRIFT, OVERLAP);
    finish(&results, args.run.json, || print(&results), is_sound)
}

fn run_tests(args: &GasArgs) -> Results {
    let seeds = args.seed..args.seed + 10;
    let (speeds, one): (Vec<_>, Vec<_>) = seeds.map(|seed| test_speeds(args, seed)).unzip();
    let packings = [0.1, 0.3, 0.5];
    let (pressures, other): (Vec<_>, Vec<_>) =
        packings.into_iter().map(|packing| test_pressure(args, packing)).unzip();
    let accepted = speeds.iter().filter(|speeds| speeds.accepted).count();
    let deviation = pressures.iter().map(|found| found.deviation.abs()).fold(0.0, f64::max);
    let tally = one.into_iter().chain(other).reduce(Tally::combine).unwrap_or_default();
    Results { speeds, pressures, accepted, deviation, tally }
}

fn print(results: &Results) {
    for Speeds { seed, chi_square, bound, accepted } in &results.speeds {
        let verdict = if *accepted { "Maxwell's distribution" } else { "not Maxwell's" };
        println!("seed {seed:2}: chi-square {chi_square:5.1} of at most {bound:.1}: {verdict}");
    }
    for found in &results.pressures {
        let [vessel, reach, inside] =
            [found.deviation, found.deviation_by_reach, found.deviation_inside]
                .map(|deviation| 100.0 * deviation);
        println!(
            "packing {:.3}: P A / N kT {:.4}, expected {:.4}, {vessel:+.2} % (with the packing in the area that \
             centres reach {reach:+.2} %, far from the walls {inside:+.2} %)",
            found.packing, found.measured, found.expected,
        );
    }
    let (accepted, deviation) = (results.accepted, 100.0 * results.deviation);
    println!("{accepted} of 10 accepted, the pressure within {deviation:.2} %; in total");
    results.tally.print();
}

/// The App of a vessel without a window. Ten ticks a second are enough, because the impacts do not depend on
/// the tick rate.
fn vessel(plan: Plan) -> App {
    let mut app = headless::app::<DVec2>();
    headless::set_clock(&mut app, Time::from_hz(10.0));
    app.insert_resource(plan).add_plugins((
        VesselPlugin,
        MeasurePlugin,
        TallyPlugin::<DVec2>::default(),
    ));
    app
}

/// Updates the App until a condition on its [`Measures`] holds.
fn run_until(app: &mut App, is_over: impl Fn(&Measures) -> bool) {
    while !is_over(app.world().resource::<Measures>()) {
        app.update();
    }
}

fn test_speeds(args: &GasArgs, seed: u64) -> (Speeds, Tally) {
    let plan = Plan { seed, experiment: Experiment::Speeds, ..Plan::new(args, 10_000) };
    let impacts = (plan.count * IMPACTS_PER_DISC / 2) as u64;
    let mut app = vessel(plan);
    run_until(&mut app, |measures| measures.impacts >= impacts);
    let measures = app.world().resource::<Measures>();
    let temperature = measures.mean(1, |sample| sample.temperature);
    let chi_square = chi_square(&measures.speeds[0], temperature, CELLS);
    let bound = chi_square_bound(CELLS);
    (Speeds { seed, chi_square, bound, accepted: chi_square <= bound }, Tally::of::<DVec2>(&app))
}

fn test_pressure(args: &GasArgs, packing: f64) -> (Pressure, Tally) {
    let plan = Plan { packing, experiment: Experiment::Speeds, ..Plan::new(args, 10_000) };
    let impacts = (plan.count * IMPACTS_PER_DISC / 2) as u64;
    let mut app = vessel(plan);
    run_until(&mut app, |measures| measures.impacts >= impacts);
    app.world_mut().resource_mut::<Measures>().clear();
    run_until(&mut app, |measures| measures.wall_impacts >= WALL_IMPACTS);
    let measures = app.world().resource::<Measures>();
    let vessel = app.world().resource::<Vessel>();
    let [area, edge] = vessel.reach();
    // N kT.
    let energy = vessel.count as f64 * measures.mean(1, |sample| sample.temperature);
    let measured = measures.mean_pressures()[0] * area / energy;
    let packing = vessel.packing();
    let expected = compressibility(packing);
    let covered = vessel.count as f64 * PI * RADIUS * RADIUS;
    let inside = packing_inside(vessel.count, RADIUS, area, edge);
    let found = Pressure {
        packing,
        measured,
        expected,
        deviation: measured / expected - 1.0,
        deviation_by_reach: measured / compressibility(covered / area) - 1.0,
        deviation_inside: measured * covered / (area * inside * compressibility(inside)) - 1.0,
        wall_impacts: measures.wall_impacts,
    };
    (found, Tally::of::<DVec2>(&app))
}

/// Runs one vessel up to the limit of the options, and prints the state of the gas and the conserved
/// quantities.
fn run_vessel(args: &GasArgs) -> ExitCode {
    let mut app = vessel(Plan::new(args, 10_000));
    let tally = Tally::play::<DVec2>(&mut app, &args.run, |_| true);
    let measures = app.world().resource::<Measures>();
    let title = format!(
        "{:?}: temperature {:.4}, pressure {:.4}, expected {:.4}",
        args.experiment,
        measures.mean(1, |sample| sample.temperature),
        measures.mean_pressures()[0],
        measures.mean_pressures()[1],
    );
    tally.finish(&title, args.run.json, tally.is_sound(MAX_DRIFT, OVERLAP))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theory::compressed;
    use crate::vessel::TEMPERATURE;
    use clap::Parser;

    fn args() -> GasArgs {
        GasArgs::parse_from(["gas", "--count", "1000"])
    }

    fn measures(app: &App) -> &Measures {
        app.world().resource::<Measures>()
    }

    #[test]
    fn discs_stay_in_the_vessel() {
        let args = GasArgs::parse_from(["gas", "--headless", "--impacts", "200000"]);
        assert_eq!(run(&args), ExitCode::SUCCESS);
    }

    #[test]
    fn equal_speeds_of_thousand_discs_become_maxwell_distributed() {
        let mut app = vessel(Plan::new(&args(), 0));
        run_until(&mut app, |measures| !measures.samples.is_empty());
        assert!(chi_square(&measures(&app).speeds[0], TEMPERATURE, CELLS) > 1e3);
        let (found, tally) = test_speeds(&args(), 1);
        assert!(found.accepted && tally.is_sound(MAX_DRIFT, OVERLAP), "{}", found.chi_square);
    }

    #[test]
    fn slow_compression_heats_as_predicted() {
        let mut app = vessel(Plan::new(&args(), 0));
        run_until(&mut app, |measures| measures.samples.len() > 20);
        let first = measures(&app).mean(1, |sample| sample.packing);
        app.world_mut().resource_mut::<Vessel>().wanted = 0.0;
        run_until(&mut app, |measures| measures.samples.len() > 300);
        let [packing, temperature] = [
            measures(&app).mean(1, |sample| sample.packing),
            measures(&app).mean(1, |sample| sample.temperature),
        ];
        let theory = compressed(TEMPERATURE, first, packing);
        assert!(
            packing > 1.9 * first && temperature > 3.0 * TEMPERATURE,
            "{packing} {temperature}"
        );
        // The theory holds for an infinitely slow piston, and a faster one heats more. With a thousand discs
        // the packing far from the walls is only approximate.
        assert!((1.0..1.1).contains(&(temperature / theory)), "{temperature} {theory}");
    }

    #[test]
    fn mixture_equilibrates_and_free_expansion_keeps_temperature() {
        let of = |experiment| vessel(Plan { experiment, ..Plan::new(&args(), 0) });
        let mut app = of(Experiment::Mixture);
        run_until(&mut app, |measures| !measures.samples.is_empty());
        let at_first = [0, 1].map(|kind| measures(&app).mean(1, |sample| sample.by_kind[kind]));
        assert!(at_first[1] > 4.0 * at_first[0], "{at_first:?}");
        run_until(&mut app, |measures| measures.samples.len() > 300);
        let [light, heavy] =
            [0, 1].map(|kind| measures(&app).mean(100, |sample| sample.by_kind[kind]));
        assert!((light / heavy - 1.0).abs() < 0.05, "{light} {heavy}");
        let mut app = of(Experiment::Divider);
        run_until(&mut app, |measures| measures.samples.len() > 100);
        let before = measures(&app).mean(50, |sample| sample.pressure);
        app.world_mut().resource_scope(|world, mut vessel: Mut<Vessel>| {
            vessel.open(&mut world.commands());
        });
        run_until(&mut app, |measures| measures.samples.len() > 500);
        let after = measures(&app).mean(200, |sample| sample.pressure);
        assert!(
            (measures(&app).mean(1, |sample| sample.temperature) / TEMPERATURE - 1.0).abs() < 1e-9
        );
        assert!((0.3..0.5).contains(&(after / before)), "{before} {after}");
    }
}
