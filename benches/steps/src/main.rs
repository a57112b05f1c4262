//! Times the steps of a scene in the core, or a list of cases beside each other.
//!
//! ```sh
//! cargo run --release -p steps -- gas --bodies 10000 --steps 200   # the stages of a step
//! cargo run --release -p steps -- ordinary                         # a gas with one ordinary thing more
//! ```

use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Parser, Subcommand};
use collide_core::measure::state_hash;
use collide_core::step::Outcome;
use scenes::Scene;
use serde_json::json;

mod options;
mod ordinary;

use options::{Options, quantile};
use ordinary::Ordinary;

/// Times the stages of the step in one scene, or a list of cases beside each other.
#[derive(Debug, Parser)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Arguments {
    #[command(subcommand)]
    list: Option<List>,
    /// A scene of the catalogue: gas, dense, fast, pile, ...
    #[arg(required = true)]
    scene: Option<String>,
    #[command(flatten)]
    options: Options,
}

/// A list of cases.
#[derive(Debug, Subcommand)]
enum List {
    /// What one ordinary thing more costs beside the plain gas.
    Ordinary(Ordinary),
}

fn main() -> ExitCode {
    let Arguments { list, scene, options } = Arguments::parse();
    let result = match list {
        Some(List::Ordinary(list)) => ordinary::run(&list),
        None => time_scene(&scene.unwrap_or_default(), &options),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Times the scene of this name and prints the result.
fn time_scene(name: &str, options: &Options) -> Result<(), String> {
    let scene = scenes::by_name(name, options.bodies, options.seed).ok_or_else(|| {
        let names: Vec<_> = scenes::all().iter().map(|entry| entry.name).collect();
        format!("there is no scene {name}; there are {}", names.join(", "))
    })?;
    if !scene.changes.is_empty() {
        return Err(format!(
            "the scene {name} needs a game that changes it, which is not played here"
        ));
    }
    println!("{}", play(&scene, options)?);
    Ok(())
}

/// Plays the scene, and returns the times of the stages in one line.
fn play(scene: &Scene, options: &Options) -> Result<String, String> {
    let (mut world, _) = scenes::core::world(scene).map_err(|error| error.to_string())?;
    let mut stepper = options.stepper()?;
    let (mut stages, mut steps, mut impacts) = ([const { Vec::new() }; 3], Vec::new(), 0);
    for _ in 0..options.steps {
        let start = Instant::now();
        stepper.integrate(&mut world, options.dt);
        let integrated = Instant::now();
        stepper.detect(&mut world);
        let detected = Instant::now();
        while stepper.respond(&mut world, u64::MAX) == Outcome::Interrupted {}
        let end = Instant::now();
        impacts += stepper.report().impacts().count();
        let times = [integrated - start, detected - integrated, end - detected];
        stages.iter_mut().zip(times).for_each(|(stage, time)| stage.push(time.as_secs_f64()));
        steps.push((end - start).as_secs_f64());
    }
    let rate = impacts as f64 / steps.iter().sum::<f64>();
    let [median, p95, p99] = [0.5, 0.95, 0.99].map(|share| quantile(steps.clone(), share));
    let [integrate, detect, respond] = stages.map(|times| quantile(times, 0.5));
    let state = state_hash(&world);
    if options.json {
        let line = json!({
            "scene": scene.name,
            "bodies": scene.dynamic_bodies().count(),
            "threads": options.threads,
            "median_ms": 1e3 * median,
            "p95_ms": 1e3 * p95,
            "p99_ms": 1e3 * p99,
            "integrate_ms": 1e3 * integrate,
            "detect_ms": 1e3 * detect,
            "respond_ms": 1e3 * respond,
            "impacts_per_second": rate,
            "state": format!("{state:016x}"),
        });
        return Ok(line.to_string());
    }
    let [integrate, detect, respond, median, p99] =
        [integrate, detect, respond, median, p99].map(Duration::from_secs_f64);
    Ok(format!(
        "integrate {integrate:.2?}, detect {detect:.2?}, respond {respond:.2?} (medians); \
         step {median:.2?}, p99 {p99:.2?}; {impacts} impacts, {rate:.3e} a second; state {state:016x}"
    ))
}
