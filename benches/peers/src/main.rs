//! The same scenes in every engine that a Bevy game could use, timed side by side.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml -- gas --bodies 10000 --packing 0.3 --steps 200
//! ```
//!
//! Each round plays the scene in all engines, one after the other, so that noise of the machine affects all of
//! them. `--json` prints one object a line.

use clap::Parser;
use glam::DVec3;
use scenes::gas::Gas;
use scenes::{Scene, Space, spheres};

mod peer;
mod peers;
mod measure;
mod output;

use measure::{Row, Run, play};
use peer::Engine;

/// Times the same scene in several engines.
#[derive(Debug, Parser)]
struct Arguments {
    /// A scene of the catalogue: gas, dense, fast, mixed-gas, bullets, bricks, pile, ... In space: gas, fast or
    /// pile.
    scene: String,
    /// The number of dimensions: 2 for discs in the plane, 3 for spheres in space.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    dimensions: u8,
    /// The number of bodies that move.
    #[arg(long)]
    bodies: Option<usize>,
    /// The share of the room that the balls fill, in the scenes gas, dense and fast.
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
    if arguments.dimensions == 3 {
        compare(&arguments, spatial(&arguments), &SPATIAL, peers::in_space());
    } else {
        let names: Vec<&str> = scenes::all().iter().map(|entry| entry.name).collect();
        compare(&arguments, planar(&arguments), &names, peers::in_plane());
    }
}

/// Plays the scene in the engines that the options select, and prints the results. `names` are the scenes that
/// there are.
fn compare<W: Space>(
    arguments: &Arguments,
    scene: Option<Scene<W>>,
    names: &[&str],
    engines: Vec<Engine<W>>,
) {
    let Some(scene) = scene else {
        refuse(&format!("there is no scene {:?}; there are {}", arguments.scene, names.join(", ")));
    };
    if !scene.changes.is_empty() || scene.period != W::ZERO {
        refuse("scenes that a game changes and scenes in a space that repeats are not compared");
    }
    let Arguments { steps, skip, sleep, .. } = *arguments;
    let run = Run { scene: &scene, steps, skip, sleep };
    let is_wanted = |name: &str| {
        arguments.only.is_empty() || arguments.only.iter().any(|only| name.contains(only.as_str()))
    };
    let mut rows: Vec<Row<W>> = engines
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

/// A gas with the options that apply to it.
fn gas(arguments: &Arguments, packing: f64, temperature: f64) -> Gas {
    Gas {
        count: arguments.bodies.unwrap_or(1000),
        packing: arguments.packing.unwrap_or(packing),
        temperature,
        seed: arguments.seed,
    }
}

/// The scene of that name in the plane.
fn planar(arguments: &Arguments) -> Option<Scene> {
    match arguments.scene.as_str() {
        "gas" => Some(gas(arguments, 0.3, 20.0).walled("gas")),
        "dense" => Some(gas(arguments, 0.6, 20.0).walled("dense")),
        "fast" => Some(gas(arguments, 0.1, 1800.0).walled("fast")),
        name => scenes::by_name(name, arguments.bodies, arguments.seed),
    }
}

/// The names of the scenes in space.
const SPATIAL: [&str; 3] = ["gas", "fast", "pile"];

/// The scene of that name in space.
fn spatial(arguments: &Arguments) -> Option<Scene<DVec3>> {
    match arguments.scene.as_str() {
        "gas" => Some(spheres::gas(gas(arguments, 0.3, 20.0), "gas")),
        "fast" => Some(spheres::gas(gas(arguments, 0.1, 1800.0), "fast")),
        "pile" => Some(spheres::pile(arguments.bodies.unwrap_or(2000), arguments.seed)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Arguments, SPATIAL, spatial};
    use crate::measure::{Run, play};
    use crate::peers;

    fn arguments(name: &str) -> Arguments {
        Arguments::parse_from(["peers", name, "--dimensions", "3", "--bodies", "50"])
    }

    #[test]
    fn spatial_scenes_have_their_names_and_bodies() {
        for name in SPATIAL {
            let scene = spatial(&arguments(name)).expect("a scene of the list");
            assert_eq!((scene.name, scene.dynamic_bodies().count()), (name, 50));
        }
        assert!(spatial(&arguments("bricks")).is_none());
    }

    #[test]
    fn spatial_scenes_stay_in_room_in_all_engines() {
        for name in SPATIAL {
            let scene = spatial(&arguments(name)).expect("a scene of the list");
            let run = Run { scene: &scene, steps: 100, skip: 20, sleep: false };
            for engine in peers::in_space() {
                let round = play(&engine, &run);
                assert_eq!(round.outside, 0, "{name}, {}", engine.name);
                let is_exact = engine.name.starts_with("ours f") && name != "pile";
                let tolerance = if is_exact { 1e-5 } else { 1.0 };
                assert!((round.energy_left - 1.0).abs() < tolerance, "{name}, {}", engine.name);
            }
        }
    }
}
