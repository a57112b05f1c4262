//! Plays a scene in the core, and tells how long each stage of a step takes.
//!
//! ```sh
//! cargo run --release -p steps -- gas --bodies 10000 --steps 200
//! ```

use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use collide_core::measure::state_hash;
use collide_core::report::Legs;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::vector::Vector;
use glam::{DVec2, Vec2};
use rayon::ThreadPoolBuilder;
use scenes::Scene;

/// Times the stages of the step.
#[derive(Debug, Parser)]
struct Arguments {
    /// A scene of the catalogue: gas, dense, fast, pile, ...
    scene: String,
    /// How many bodies move.
    #[arg(long)]
    bodies: Option<usize>,
    /// How many steps are made.
    #[arg(long, default_value_t = 200)]
    steps: usize,
    /// How long a step is, in seconds.
    #[arg(long, default_value_t = 1.0 / 60.0)]
    dt: f64,
    /// How many threads do what can be divided.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The seed of the scene.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Whether positions and velocities are stored in f32.
    #[arg(long)]
    single: bool,
    /// Of whom the report tells the paths.
    #[arg(long, value_enum, default_value_t = Paths::None)]
    legs: Paths,
}

/// Of whom the report tells the paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Paths {
    None,
    Turned,
    All,
}

impl From<Paths> for Legs {
    fn from(paths: Paths) -> Self {
        match paths {
            Paths::None => Self::None,
            Paths::Turned => Self::Turned,
            Paths::All => Self::All,
        }
    }
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(scene) = scenes::by_name(&arguments.scene, arguments.bodies, arguments.seed) else {
        let names: Vec<_> = scenes::all().iter().map(|entry| entry.name).collect();
        eprintln!("there is no scene {}; there are {}", arguments.scene, names.join(", "));
        return ExitCode::FAILURE;
    };
    if !scene.changes.is_empty() {
        eprintln!("in {} a game takes part, which is not played here", arguments.scene);
        return ExitCode::FAILURE;
    }
    let told = if arguments.single {
        play::<Vec2>(&scene, &arguments)
    } else {
        play::<DVec2>(&scene, &arguments)
    };
    match told {
        Ok(told) => println!("{told}"),
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Plays the scene, and tells what it took. The budget of events is so large that long steps end by it too.
fn play<V: Vector<Wide = DVec2>>(scene: &Scene, arguments: &Arguments) -> Result<String, String> {
    let (mut world, _) = scenes::core::world::<V>(scene).map_err(|error| error.to_string())?;
    let legs = arguments.legs.into();
    let settings = Settings { legs, events_per_second: 1e7, ..Settings::default() };
    let mut stepper = Stepper::with_settings(settings);
    if arguments.threads > 1 {
        let pool = ThreadPoolBuilder::new().num_threads(arguments.threads).build();
        stepper.executor = Arc::new(pool.map_err(|error| error.to_string())?);
    }
    let (mut times, mut impacts) = ([const { Vec::new() }; 3], 0);
    for _ in 0..arguments.steps {
        let start = Instant::now();
        stepper.integrate(&mut world, arguments.dt);
        let integrated = Instant::now();
        stepper.detect(&mut world);
        let detected = Instant::now();
        while stepper.respond(&mut world, u64::MAX) == Outcome::Interrupted {}
        let end = Instant::now();
        impacts += stepper.report().impacts().count();
        let stages = [integrated - start, detected - integrated, end - detected];
        times.iter_mut().zip(stages).for_each(|(times, stage)| times.push(stage));
    }
    let total: Duration = times.iter().flatten().sum();
    let rate = impacts as f64 / total.as_secs_f64();
    let whole: Vec<Duration> =
        (0..arguments.steps).map(|step| times.iter().map(|stage| stage[step]).sum()).collect();
    let [median, p99] = [0.5, 0.99].map(|share| quantile(&whole, share));
    let [integrate, detect, respond] = times.map(|times| quantile(&times, 0.5));
    Ok(format!(
        "integrate {integrate:.2?}, detect {detect:.2?}, respond {respond:.2?} (medians); \
         step {median:.2?}, p99 {p99:.2?}; {impacts} impacts, {rate:.3e} a second; state {:016x}",
        state_hash(&world)
    ))
}

/// The time within which this share of them was done.
fn quantile(times: &[Duration], share: f64) -> Duration {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get((share * times.len() as f64) as usize).copied().unwrap_or_default()
}
