//! The command line options.

use clap::Parser;
use clap::builder::PossibleValuesParser;
use harness::args::RunArgs;

/// Every scene of the catalogue with exact collisions, displayed or measured
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct StressArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The seed of the scene
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

    /// The name of the scene
    #[arg(long, value_name = "NAME", default_value = "pile", value_parser = names())]
    pub scene: String,

    /// The approximate number of dynamic bodies; some scenes have a fixed number
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,

    /// Play a recording instead of a scene: a file that `--record` of a demo or a game has saved
    #[arg(long, value_name = "FILE")]
    pub replay: Option<String>,

    /// Components in f32 instead of f64
    #[arg(long = "f32")]
    pub single: bool,

    /// List the scenes with their numbers of bodies, and exit
    #[arg(long)]
    pub list: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(scenes::all().iter().map(|entry| entry.name))
}
