//! The command line options.

use clap::{Parser, ValueEnum};
use harness::args::{RunArgs, between};

/// Hard discs and the laws of gases: speeds, pressure, a piston, a divider, a mixture, Brownian motion
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct GasArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The seed of positions and velocities
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

    /// The first experiment
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Experiment::Speeds)]
    pub experiment: Experiment,

    /// The number of discs, 100 to 20000; without a window 10000 by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=20_000))]
    pub count: Option<u32>,

    /// The share of the vessel that the discs cover, 0.01 to 0.6
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = between(0.01_f64, 0.6))]
    pub packing: f64,
}

/// An experiment.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Discs with equal speeds at the start
    Speeds,
    /// A piston that compresses the discs
    Piston,
    /// A dividing wall with a vacuum behind it
    Divider,
    /// Light discs, and heavy discs of 16 times their mass
    Mixture,
    /// A large grain among the discs
    Grain,
}
