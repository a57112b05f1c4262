//! The command line options of the game.

use clap::Parser;
use harness::args::{RunArgs, between};
use scenes::billiards::{BALL_RESTITUTION, CUSHION_RESTITUTION};

/// The most by which the butt of the cue can be raised, in degrees.
pub const MAX_ELEVATION: f64 = 80.0;

/// Eight-ball and free practice on a nine-foot table, with exact collisions
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct BilliardsArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The seed of the rack
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

    /// Start with a break at this speed, in metres a second; a recording always does, by default at 9
    #[arg(long = "break", value_name = "SPEED", value_parser = between(0.0_f64, 1000.0))]
    pub break_speed: Option<f64>,

    /// Restitution between balls, 0 to 1
    #[arg(long, value_name = "E", default_value_t = BALL_RESTITUTION as f32, value_parser = between(0.0_f32, 1.0))]
    pub restitution: f32,

    /// Restitution between a ball and a cushion, 0 to 1
    #[arg(long, value_name = "E", default_value_t = CUSHION_RESTITUTION as f32, value_parser = between(0.0_f32, 1.0))]
    pub cushion_restitution: f32,

    /// Coefficient of rolling resistance, 0 to 1
    #[arg(long, value_name = "C", default_value_t = 0.01, value_parser = between(0.0_f32, 1.0))]
    pub rolling: f32,

    /// Where the tip of the cue meets the cue ball at first: above its middle, -0.5 to 0.5 radii
    #[arg(long, value_name = "RADII", default_value_t = 0.0, allow_hyphen_values = true, value_parser = between(-0.5_f64, 0.5))]
    pub height: f64,

    /// To the right of its middle, -0.5 to 0.5 radii
    #[arg(long, value_name = "RADII", default_value_t = 0.0, allow_hyphen_values = true, value_parser = between(-0.5_f64, 0.5))]
    pub side: f64,

    /// By how much the butt of the cue is raised at first, 0 to 80 degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 0.0, value_parser = between(0.0, MAX_ELEVATION))]
    pub elevation: f64,

    /// With --screenshot: exit with status 1 unless the picture shows the balls, the cloth and the rails
    /// in their colours at their positions
    #[arg(long, requires = "screenshot")]
    pub check_pixels: bool,
}
