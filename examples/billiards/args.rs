//! The options of the game.

use clap::Parser;
use harness::args::RunArgs;
use scenes::billiards::{BALL_RESTITUTION, CUSHION_RESTITUTION};

/// Eight-ball and free practice on a nine-foot table, with exact collisions
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct BilliardsArgs {
    /// What all demos have.
    #[command(flatten)]
    pub run: RunArgs,

    /// Begin with a break at this speed, in metres a second
    #[arg(long = "break", value_name = "SPEED", value_parser = speed)]
    pub break_speed: Option<f64>,

    /// Restitution between balls, 0 to 1
    #[arg(long, value_name = "E", default_value_t = BALL_RESTITUTION as f32, value_parser = share)]
    pub restitution: f32,

    /// Restitution between a ball and a cushion, 0 to 1
    #[arg(long, value_name = "E", default_value_t = CUSHION_RESTITUTION as f32, value_parser = share)]
    pub cushion_restitution: f32,

    /// Coefficient of rolling resistance, 0 to 1
    #[arg(long, value_name = "C", default_value_t = 0.01, value_parser = share)]
    pub rolling: f32,

    /// With --screenshot: leave with status 1 unless balls, cloth and rails have their colours where
    /// the state says that they are
    #[arg(long, requires = "screenshot")]
    pub check_pixels: bool,
}

fn share(text: &str) -> Result<f32, String> {
    let value: f32 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&value) { Ok(value) } else { Err("not between 0 and 1".to_owned()) }
}

fn speed(text: &str) -> Result<f64, String> {
    let value: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1000.0).contains(&value) {
        Ok(value)
    } else {
        Err("not between 0 and 1000".to_owned())
    }
}
