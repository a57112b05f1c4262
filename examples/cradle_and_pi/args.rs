//! The command line options.

use clap::{Parser, ValueEnum};
use harness::args::{RunArgs, between};

/// Newton's cradle, and two blocks that count the digits of pi, with exact collisions
///
/// Without a window both run: the cradle with one to four lifted balls, each until --seconds or --impacts
/// is reached, and the blocks with the mass ratios 100^0 to 100^5, each until they separate for ever.
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct CradleArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The first experiment
    #[arg(long, value_name = "NAME", default_value = "blocks")]
    pub scene: Experiment,

    /// The number of lifted balls of the cradle, 1 to 4
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    pub lifted: u8,

    /// The gap between neighbours of the cradle, in metres, 0 to 0.05
    #[arg(long, value_name = "M", default_value_t = 0.0, value_parser = between(0.0_f64, 0.05))]
    pub gap: f64,

    /// The exponent k of the mass ratio 100^k of the blocks, 0 to 5
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=5))]
    pub power: u8,
}

/// An experiment.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Newton's cradle.
    Cradle,
    /// Galperin's blocks.
    Blocks,
}
