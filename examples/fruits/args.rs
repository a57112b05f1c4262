//! The command line options.

use clap::Parser;
use harness::args::RunArgs;

/// Equal fruits that touch merge into the next larger kind
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct FruitsArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// Let a bot play
    #[arg(long)]
    pub bot: bool,

    /// The number from which the fruits are drawn
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub seed: u32,

    /// Without a window: the most fruits that the bot drops
    #[arg(long, value_name = "N", default_value_t = 150)]
    pub drops: u32,
}
