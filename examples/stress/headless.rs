//! A scene without a window: measurements every second, and a summary.

use std::process::ExitCode;
use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::measure::state_hash;
use harness::headless;
use harness::recording::{RecordingPlugin, save_recording};
use serde::Serialize;

use crate::args::StressArgs;
use crate::measure::{MeasurePlugin, Measures};
use crate::stage::{self, Plane, Stage, StagePlugin};

/// The summary at the end.
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

/// Plays the scene for its own duration or up to the limit of the options, and prints the measurements. The
/// exit status is a failure if a number is not finite or a body leaves the room.
pub fn run<V: Plane>(args: &StressArgs) -> ExitCode {
    let mut app = headless::app::<V>();
    headless::set_clock(&mut app, stage::tick());
    app.add_plugins((StagePlugin::<V>::new(args), MeasurePlugin::<V>::default()))
        .add_plugins(RecordingPlugin::<V>::new(&args.run));
    let seconds = args.run.seconds.unwrap_or(app.world().resource::<Stage>().scene.seconds);
    let started = Instant::now();
    let (mut printed, mut times) = (0.0, Vec::new());
    loop {
        app.update();
        let mut measures = app.world_mut().resource_mut::<Measures>();
        times.append(&mut measures.steps.all);
        let measures = &*measures;
        let over = measures.seconds >= seconds - 1e-9
            || !measures.is_sound()
            || args.run.impacts.is_some_and(|impacts| measures.impacts.total >= impacts);
        if !args.run.json && (over || measures.seconds >= printed + 1.0 - 1e-9) {
            printed = measures.seconds;
            print_line(measures);
        }
        if over {
            break;
        }
    }
    save_recording::<V>(&mut app);
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
        eprintln!(
            "The scene is broken: finite {}, outside by {:e}",
            summary.finite, summary.outside
        );
    }
    headless::finish(&summary, args.run.json, print, summary.sound)
}

fn print_line(measures: &Measures) {
    println!(
        "{:6.2} s  step {:8.3} ms  impacts {:9}  kinetic {:10.3e}  energy {:8.5}  overlap {:8.1e}  limits {}",
        measures.seconds,
        milliseconds(measures.steps.last),
        measures.impacts.total,
        measures.energy.kinetic,
        measures.energy.share_left(),
        measures.overlap.last,
        measures.limits.total,
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
    let impacts = measures.impacts.total;
    Summary {
        scene: app.world().resource::<Stage>().scene.name,
        space: if args.single { "f32" } else { "f64" },
        bodies: measures.bodies,
        seed: args.seed,
        seconds: measures.seconds,
        median_ms: milliseconds(at(0.5)),
        p95_ms: milliseconds(at(0.95)),
        longest_ms: milliseconds(measures.steps.longest),
        impacts,
        impacts_per_second: if spent > 0.0 { impacts as f64 / spent } else { 0.0 },
        limits_hit: measures.limits.total,
        kinetic: measures.energy.kinetic,
        energy_left: measures.energy.share_left(),
        deepest_overlap: measures.overlap.deepest,
        outside: measures.validity.outside,
        finite: measures.validity.finite,
        sound: measures.is_sound(),
        hash: format!("{:016x}", state_hash(app.world().resource::<Simulation<V>>().world())),
    }
}
