//! The command line options.

use clap::{Parser, ValueEnum};
use harness::args::{RunArgs, between};

/// A pod race by the rules of a contest, with a bot that searches its futures
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct PodsArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The two teams
    #[arg(long, value_name = "PLAYERS", value_enum, default_value_t = Players::Reactive)]
    pub players: Players,

    /// The number of the course
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u32,

    /// How many plans a searching bot tries for each pod in a turn
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = between(2_u32, 20_000))]
    pub plans: u32,

    /// Without a window: how many races, each on another course
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub races: u32,
}

/// The two teams of a race.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// A bot that reacts, and one that searches
    #[default]
    Reactive,
    /// Two bots that search
    Searching,
    /// You with a bot that reacts, and a bot that searches
    You,
}
