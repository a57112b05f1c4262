//! The command line options.

use clap::Parser;
use harness::args::RunArgs;

/// Flippers, bumpers, drop targets, a loop and multiball
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct PinballArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// Let a bot play
    #[arg(long)]
    pub bot: bool,

    /// The number from which the bot draws how hard it launches
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub seed: u32,
}
