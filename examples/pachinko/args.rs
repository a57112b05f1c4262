//! The command line options.

use clap::{Parser, ValueEnum};
use harness::args::RunArgs;

/// Pegs, a rain of balls, and a ball that finds the bin of your choice
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct PachinkoArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// How it rains at the start
    #[arg(long, value_name = "RAIN", value_enum, default_value_t = Rain::Shower)]
    pub rain: Rain,

    /// Without a window: the number of balls
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub balls: u32,
}

/// How many balls fall, and from where.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rain {
    /// No balls but the golden one
    None,
    /// Forty a second from the hopper
    Drizzle,
    /// 150 a second from the hopper
    Shower,
    /// 400 a second from above the whole board
    Flood,
}
