//! The options.

use clap::Parser;
use clap::builder::PossibleValuesParser;
use harness::args::RunArgs;

/// Every scene of the catalogue, with exact collisions, to be looked at or to be measured
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct StressArgs {
    /// What all demos have.
    #[command(flatten)]
    pub run: RunArgs,

    /// The seed of all that is random
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

    /// Which scene
    #[arg(long, value_name = "NAME", default_value = "pile", value_parser = names())]
    pub scene: String,

    /// How many bodies move, about; some scenes have a number of their own
    #[arg(long, value_name = "N")]
    pub count: Option<usize>,

    /// Play in f32 instead of f64
    #[arg(long = "f32")]
    pub single: bool,

    /// List the scenes with their numbers of bodies, and leave
    #[arg(long)]
    pub list: bool,
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(scenes::all().iter().map(|entry| entry.name))
}
