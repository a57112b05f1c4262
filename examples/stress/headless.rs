//! A scene without a window: a line a second, and whether it held.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::measure::state_hash;
use harness::headless;
use serde::Serialize;

use crate::args::StressArgs;
use crate::measure::{MeasurePlugin, Measures};
use crate::stage::{self, Plane, Stage, StagePlugin};

/// What is printed at the end.
#[derive(Serialize)]
struct Summary {
    scene: &'static str,
    space: &'static str,
    bodies: usize,
    seed: u64,
    seconds: f64,
    median_ms: f64,
    p95_ms: f64,
    longest_ms: f64,
    impacts: u64,
    impacts_per_second: f64,
    limits_hit: u64,
    kinetic: f64,
    energy_left: f64,
    deepest_overlap: f64,
    outside: f64,
    finite: bool,
    sound: bool,
    hash: String,
}

/// Plays the scene for as long as it is of interest, or as was told, and prints; fails if a number was
/// none or a body left the room.
pub fn run<V: Plane>(args: &StressArgs) -> ExitCode {
    let mut app = headless::app::<V>();
    headless::set_clock(&mut app, stage::tick());
    app.add_plugins((StagePlugin::<V>::new(args), MeasurePlugin::<V>::default()));
    let seconds = args.run.seconds.unwrap_or(app.world().resource::<Stage>().scene.seconds);
    let started = Instant::now();
    let (mut told, mut times) = (0.0, Vec::new());
    loop {
        app.update();
        let mut measures = app.world_mut().resource_mut::<Measures>();
        times.append(&mut measures.steps);
        let measures = &*measures;
        let over = measures.seconds >= seconds - 1e-9
            || !measures.is_sound()
            || args.run.impacts.is_some_and(|impacts| measures.impacts >= impacts);
        if !args.run.json && (over || measures.seconds >= told + 1.0 - 1e-9) {
            told = measures.seconds;
            tell(measures);
        }
        if over {
            break;
        }
    }
    let summary = summary::<V>(&app, args, &mut times);
    let print = || {
        println!(
            "{} in {}: {} bodies, {:.2} s of the game in {:.2} s, a step in {:.3} ms (median; p95 {:.3}, \
             longest {:.3})",
            summary.scene,
            summary.space,
            summary.bodies,
            summary.seconds,
            started.elapsed().as_secs_f64(),
            summary.median_ms,
            summary.p95_ms,
            summary.longest_ms,
        );
        println!("state hash {}", summary.hash);
    };
    if !summary.sound {
        eprintln!("The scene broke: finite {}, outside by {:e}", summary.finite, summary.outside);
    }
    headless::finish(&summary, args.run.json, print, summary.sound)
}

fn tell(measures: &Measures) {
    println!(
        "{:6.2} s  step {:8.3} ms  impacts {:9}  kinetic {:10.3e}  energy {:8.5}  overlap {:8.1e}  limits {}",
        measures.seconds,
        milliseconds(measures.step),
        measures.impacts,
        measures.kinetic,
        measures.energy_left(),
        measures.overlap,
        measures.limits,
    );
}

fn milliseconds(time: Duration) -> f64 {
    1e3 * time.as_secs_f64()
}

fn summary<V: Plane>(app: &App, args: &StressArgs, times: &mut [Duration]) -> Summary {
    times.sort_unstable();
    let at = |share: f64| {
        let place = (share * times.len() as f64) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    let measures = app.world().resource::<Measures>();
    let spent: f64 = times.iter().map(Duration::as_secs_f64).sum();
    Summary {
        scene: app.world().resource::<Stage>().scene.name,
        space: if args.single { "f32" } else { "f64" },
        bodies: measures.movers,
        seed: args.seed,
        seconds: measures.seconds,
        median_ms: milliseconds(at(0.5)),
        p95_ms: milliseconds(at(0.95)),
        longest_ms: milliseconds(measures.longest),
        impacts: measures.impacts,
        impacts_per_second: if spent > 0.0 { measures.impacts as f64 / spent } else { 0.0 },
        limits_hit: measures.limits,
        kinetic: measures.kinetic,
        energy_left: measures.energy_left(),
        deepest_overlap: measures.deepest,
        outside: measures.outside,
        finite: measures.finite,
        sound: measures.is_sound(),
        hash: format!("{:016x}", state_hash(app.world().resource::<Simulation<V>>().world())),
    }
}
