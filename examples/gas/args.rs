//! The options.

use clap::{Parser, ValueEnum};
use harness::args::{RunArgs, between};

/// Hard discs against the laws of gases: speeds, pressure, a piston, a divider, a mixture, Brownian motion
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct GasArgs {
    /// What all demos have.
    #[command(flatten)]
    pub run: RunArgs,

    /// The seed of places and velocities
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

    /// What to begin with
    #[arg(long, value_name = "NAME", value_enum, default_value_t = Experiment::Speeds)]
    pub experiment: Experiment,

    /// How many discs, 100 to 20000; without a window 10000
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(100..=20_000))]
    pub count: Option<u32>,

    /// The share of the vessel that the discs fill, 0.01 to 0.6
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = between(0.01_f64, 0.6))]
    pub packing: f64,
}

/// What the vessel holds.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Experiment {
    /// Discs that all start equally fast
    Speeds,
    /// The same, to be compressed
    Piston,
    /// A wall with a vacuum behind it
    Divider,
    /// Light discs among others of 16 times their mass
    Mixture,
    /// A grain that the discs push about
    Grain,
}
