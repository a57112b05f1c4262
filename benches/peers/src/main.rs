//! The same scenes in every engine that a Bevy game could use, timed side by side.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- gas --bodies 10000 --packing 0.3 --steps 200
//! ```
//!
//! Every contestant plays the scene in each round, one after the other, so that a noisy minute is
//! everyone's. `--json` prints one object a line.

use clap::Parser;
use peak_alloc::PeakAlloc;
use scenes::Scene;
use scenes::gas::Gas;

mod peer;
mod peers;
mod measure;
mod tell;

use measure::{Course, Row, play};

/// What is allocated by all that is written in Rust.
#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// Times the same scene in several engines.
#[derive(Debug, Parser)]
struct Arguments {
    /// A scene of the catalogue: gas, dense, fast, mixed-gas, bullets, bricks, pile, ...
    scene: String,
    /// How many bodies move.
    #[arg(long)]
    bodies: Option<usize>,
    /// The share of the room that discs fill; of the scenes gas, dense and fast.
    #[arg(long)]
    packing: Option<f64>,
    /// How many steps are timed.
    #[arg(long, default_value_t = 200, value_parser = at_least_one)]
    steps: usize,
    /// How many steps are made before that, as until a pile has settled.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// How often every contestant plays the scene.
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    rounds: usize,
    /// Only the contestants with this in their names; may be given several times.
    #[arg(long)]
    only: Vec<String>,
    /// With how many threads: contestants with another number are left out.
    #[arg(long)]
    threads: Option<usize>,
    /// Whether bodies at rest may sleep.
    #[arg(long)]
    sleep: bool,
    /// The seed of the scene.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Prints one object a line instead of a table.
    #[arg(long)]
    json: bool,
}

fn main() {
    let arguments = Arguments::parse();
    let Some(scene) = scene(&arguments) else {
        let names: Vec<&str> = scenes::all().iter().map(|entry| entry.name).collect();
        refuse(&format!("there is no scene {:?}, but {}", arguments.scene, names.join(", ")));
    };
    if !scene.changes.is_empty() || scene.period != glam::DVec2::ZERO {
        refuse("here no game takes part in a scene, and no space repeats: please choose another");
    }
    let Arguments { steps, skip, sleep, .. } = arguments;
    let course = Course { scene: &scene, steps, skip, sleep };
    let wanted = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|only| name.contains(only.as_str()))
    };
    let mut rows: Vec<Row> = peers::all()
        .into_iter()
        .filter(|contestant| wanted(contestant.name))
        .filter(|contestant| arguments.threads.is_none_or(|threads| threads == contestant.threads))
        .map(|contestant| Row::new(contestant, &course))
        .collect();
    if rows.is_empty() {
        refuse("no contestant is of that name and has so many threads");
    }
    for _ in 0..arguments.rounds {
        for row in &mut rows {
            row.rounds.push(play(&row.contestant, &course));
        }
    }
    if arguments.json { tell::json(&rows) } else { tell::table(&rows, &course) }
}

/// Says why nothing is timed, and ends.
fn refuse(why: &str) -> ! {
    eprintln!("{why}");
    std::process::exit(2);
}

/// A number of which there must be one.
fn at_least_one(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| "this is no number".to_owned())?;
    if number > 0 { Ok(number) } else { Err("at least 1 is needed".to_owned()) }
}

/// The scene that is asked for.
fn scene(arguments: &Arguments) -> Option<Scene> {
    let Arguments { bodies, seed, packing, .. } = *arguments;
    let gas = |usual: f64, temperature: f64| Gas {
        count: bodies.unwrap_or(1000),
        packing: packing.unwrap_or(usual),
        temperature,
        seed,
    };
    match arguments.scene.as_str() {
        "gas" => Some(gas(0.3, 20.0).walled("gas")),
        "dense" => Some(gas(0.6, 20.0).walled("dense")),
        "fast" => Some(gas(0.1, 1800.0).walled("fast")),
        name => scenes::by_name(name, bodies, seed),
    }
}
