//! The same scenes in every engine that a Bevy game could use, timed side by side.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- gas --bodies 10000 --packing 0.3 --steps 200
//! ```
//!
//! Each round plays the scene in all engines, one after the other, so that noise of the machine affects all of
//! them. `--json` prints one object a line.

use clap::Parser;
use scenes::Scene;
use scenes::gas::Gas;

mod peer;
mod peers;
mod measure;
mod output;

use measure::{Row, Run, play};

/// Times the same scene in several engines.
#[derive(Debug, Parser)]
struct Arguments {
    /// A scene of the catalogue: gas, dense, fast, mixed-gas, bullets, bricks, pile, ...
    scene: String,
    /// The number of bodies that move.
    #[arg(long)]
    bodies: Option<usize>,
    /// The share of the room that the discs fill, in the scenes gas, dense and fast.
    #[arg(long)]
    packing: Option<f64>,
    /// The number of steps that are timed.
    #[arg(long, default_value_t = 200, value_parser = at_least_one)]
    steps: usize,
    /// The number of steps before those, for example until a pile has settled.
    #[arg(long, default_value_t = 0)]
    skip: usize,
    /// The number of rounds.
    #[arg(long, default_value_t = 3, value_parser = at_least_one)]
    rounds: usize,
    /// Only the engines with this in their names; may be given several times.
    #[arg(long)]
    only: Vec<String>,
    /// Only the engines with this number of threads.
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
        refuse(&format!("there is no scene {:?}; there are {}", arguments.scene, names.join(", ")));
    };
    if !scene.changes.is_empty() || scene.period != glam::DVec2::ZERO {
        refuse("scenes that a game changes and scenes in a space that repeats are not compared");
    }
    let Arguments { steps, skip, sleep, .. } = arguments;
    let run = Run { scene: &scene, steps, skip, sleep };
    let is_wanted = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|only| name.contains(only.as_str()))
    };
    let mut rows: Vec<Row> = peers::all()
        .into_iter()
        .filter(|engine| is_wanted(engine.name))
        .filter(|engine| arguments.threads.is_none_or(|threads| threads == engine.threads))
        .map(|engine| Row::new(engine, &run))
        .collect();
    if rows.is_empty() {
        refuse("no engine has this name and this number of threads");
    }
    for _ in 0..arguments.rounds {
        for row in &mut rows {
            row.rounds.push(play(&row.engine, &run));
        }
    }
    if arguments.json { output::json(&rows) } else { output::table(&rows, &run) }
}

/// Prints the reason why nothing is timed, and ends the program.
fn refuse(reason: &str) -> ! {
    eprintln!("{reason}");
    std::process::exit(2);
}

/// Parses a number above zero.
fn at_least_one(text: &str) -> Result<usize, String> {
    let number: usize = text.parse().map_err(|_| "a whole number is needed".to_owned())?;
    if number > 0 { Ok(number) } else { Err("at least 1 is needed".to_owned()) }
}

/// The scene of that name, with the options that apply to it.
fn scene(arguments: &Arguments) -> Option<Scene> {
    let Arguments { bodies, seed, packing, .. } = *arguments;
    let gas = |default_packing: f64, temperature: f64| Gas {
        count: bodies.unwrap_or(1000),
        packing: packing.unwrap_or(default_packing),
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
