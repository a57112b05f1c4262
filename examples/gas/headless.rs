//! Does the gas obey? Speeds by ten seeds against Maxwell, and the pressure against the equation of state.

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

/// The ranges of speed in which bodies are counted.
const CELLS: usize = 50;

/// So many impacts of each disc make the speeds Maxwell's, from whatever they were; and so many the places
/// those of a fluid.
const IMPACTS: usize = 50;

/// So many impacts on the walls tell the pressure to half a percent.
const WALL_IMPACTS: u64 = 60_000;

/// What a drift may be, relative: sums over millions of impacts.
const DRIFT: f64 = 1e-9;

/// How far the pressure may be from the equation of state, relative.
const PRESSURE: f64 = 0.02;

/// The speeds of one gas.
#[derive(Serialize)]
struct Speeds {
    seed: u64,
    chi_square: f64,
    bound: f64,
    accepted: bool,
}

/// The pressure at one packing, as the compressibility factor `Z = P A / (N kT)`, where A is the area that
/// centres can reach; and how far it is from the equation of state, which is asked with the packing as
///
/// - the share of the whole vessel that the discs cover, which is the criterion: see
///   [`pressure`](crate::theory::pressure);
/// - their number over the area that centres can reach, which makes nothing of the walls;
/// - that far from the walls, by theory, with the fluid's own density in place of N / A.
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

/// All the proof that there is.
#[derive(Serialize)]
struct Proof {
    speeds: Vec<Speeds>,
    pressures: Vec<Pressure>,
    accepted: usize,
    deviation: f64,
    tally: Tally,
}

/// Plays what the options say, or else all that proves something; fails if the gas does not obey.
pub fn run(args: &GasArgs) -> ExitCode {
    if args.run.impacts.is_some() || args.run.seconds.is_some() {
        return play_on(args);
    }
    let proof = prove(args);
    let is_sound =
        proof.accepted >= 9 && proof.deviation <= PRESSURE && proof.tally.is_sound(DRIFT, OVERLAP);
    finish(&proof, args.run.json, || print(&proof), is_sound)
}

fn prove(args: &GasArgs) -> Proof {
    let seeds = args.seed..args.seed + 10;
    let (speeds, one): (Vec<_>, Vec<_>) = seeds.map(|seed| judge_speeds(args, seed)).unzip();
    let packings = [0.1, 0.3, 0.5];
    let (pressures, other): (Vec<_>, Vec<_>) =
        packings.into_iter().map(|packing| judge_pressure(args, packing)).unzip();
    let accepted = speeds.iter().filter(|speeds| speeds.accepted).count();
    let deviation = pressures.iter().map(|found| found.deviation.abs()).fold(0.0, f64::max);
    let tally = one.into_iter().chain(other).reduce(Tally::combine).unwrap_or_default();
    Proof { speeds, pressures, accepted, deviation, tally }
}

fn print(proof: &Proof) {
    for Speeds { seed, chi_square, bound, accepted } in &proof.speeds {
        let verdict = if *accepted { "Maxwell's" } else { "not Maxwell's" };
        println!("seed {seed:2}: chi-square {chi_square:5.1} of at most {bound:.1}: {verdict}");
    }
    for found in &proof.pressures {
        let [vessel, reach, inside] =
            [found.deviation, found.deviation_by_reach, found.deviation_inside]
                .map(|deviation| 100.0 * deviation);
        println!(
            "packing {:.3}: P A / N kT {:.4}, expected {:.4}, {vessel:+.2} % (with the packing of the area that \
             centres reach {reach:+.2} %, far from the walls {inside:+.2} %)",
            found.packing, found.measured, found.expected,
        );
    }
    let (accepted, deviation) = (proof.accepted, 100.0 * proof.deviation);
    let title = format!("{accepted} of 10 accepted, the pressure within {deviation:.2} %; in all");
    println!("{title}");
    proof.tally.print();
}

/// A vessel without a window. Ten ticks a second are enough, since the impacts are the same at any rate.
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

/// Plays on until a number of impacts that [`Measures`] tells.
fn play_until(app: &mut App, is_over: impl Fn(&Measures) -> bool) {
    while !is_over(app.world().resource::<Measures>()) {
        app.update();
    }
}

fn judge_speeds(args: &GasArgs, seed: u64) -> (Speeds, Tally) {
    let plan = Plan { seed, experiment: Experiment::Speeds, ..Plan::new(args, 10_000) };
    let impacts = (plan.count * IMPACTS / 2) as u64;
    let mut app = vessel(plan);
    play_until(&mut app, |measures| measures.impacts >= impacts);
    let measures = app.world().resource::<Measures>();
    let temperature = measures.mean(1, |sample| sample.temperature);
    let chi_square = chi_square(&measures.speeds[0], temperature, CELLS);
    let bound = chi_square_bound(CELLS);
    (Speeds { seed, chi_square, bound, accepted: chi_square <= bound }, Tally::of::<DVec2>(&app))
}

fn judge_pressure(args: &GasArgs, packing: f64) -> (Pressure, Tally) {
    let plan = Plan { packing, experiment: Experiment::Speeds, ..Plan::new(args, 10_000) };
    let impacts = (plan.count * IMPACTS / 2) as u64;
    let mut app = vessel(plan);
    play_until(&mut app, |measures| measures.impacts >= impacts);
    app.world_mut().resource_mut::<Measures>().clear();
    play_until(&mut app, |measures| measures.wall_impacts >= WALL_IMPACTS);
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

/// Plays one vessel for as long as was told, and tells what conserved quantities did.
fn play_on(args: &GasArgs) -> ExitCode {
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
    tally.finish(&title, args.run.json, tally.is_sound(DRIFT, OVERLAP))
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
    fn a_thousand_discs_that_start_equally_fast_come_to_maxwells_speeds() {
        let mut app = vessel(Plan::new(&args(), 0));
        play_until(&mut app, |measures| !measures.samples.is_empty());
        assert!(chi_square(&measures(&app).speeds[0], TEMPERATURE, CELLS) > 1e3);
        let (found, tally) = judge_speeds(&args(), 1);
        assert!(found.accepted && tally.is_sound(DRIFT, OVERLAP), "{}", found.chi_square);
    }

    #[test]
    fn slow_compression_heats_as_theory_says() {
        let mut app = vessel(Plan::new(&args(), 0));
        play_until(&mut app, |measures| measures.samples.len() > 20);
        let first = measures(&app).mean(1, |sample| sample.packing);
        app.world_mut().resource_mut::<Vessel>().wanted = 0.0;
        play_until(&mut app, |measures| measures.samples.len() > 300);
        let [packing, temperature] = [
            measures(&app).mean(1, |sample| sample.packing),
            measures(&app).mean(1, |sample| sample.temperature),
        ];
        let theory = compressed(TEMPERATURE, first, packing);
        assert!(
            packing > 1.9 * first && temperature > 3.0 * TEMPERATURE,
            "{packing} {temperature}"
        );
        // A piston that moves at all heats more than one that creeps; and with a thousand discs the
        // packing far from the walls is only about so.
        assert!((1.0..1.1).contains(&(temperature / theory)), "{temperature} {theory}");
    }

    #[test]
    fn light_and_heavy_discs_become_as_warm_and_the_open_vessel_stays_so() {
        let of = |experiment| vessel(Plan { experiment, ..Plan::new(&args(), 0) });
        let mut app = of(Experiment::Mixture);
        play_until(&mut app, |measures| !measures.samples.is_empty());
        let at_first = [0, 1].map(|kind| measures(&app).mean(1, |sample| sample.by_kind[kind]));
        assert!(at_first[1] > 4.0 * at_first[0], "{at_first:?}");
        play_until(&mut app, |measures| measures.samples.len() > 300);
        let [light, heavy] =
            [0, 1].map(|kind| measures(&app).mean(100, |sample| sample.by_kind[kind]));
        assert!((light / heavy - 1.0).abs() < 0.05, "{light} {heavy}");
        let mut app = of(Experiment::Divider);
        play_until(&mut app, |measures| measures.samples.len() > 100);
        let before = measures(&app).mean(50, |sample| sample.pressure);
        app.world_mut().resource_scope(|world, mut vessel: Mut<Vessel>| {
            vessel.open(&mut world.commands());
        });
        play_until(&mut app, |measures| measures.samples.len() > 500);
        let after = measures(&app).mean(200, |sample| sample.pressure);
        assert!(
            (measures(&app).mean(1, |sample| sample.temperature) / TEMPERATURE - 1.0).abs() < 1e-9
        );
        assert!((0.3..0.5).contains(&(after / before)), "{before} {after}");
    }
}
