//! The command line options.

use bevy::math::DVec2;
use clap::Parser;
use harness::args::{RunArgs, between};

use crate::lesson::{Ball, Lesson};

/// Collisions of balls: five textbook lessons with their formulas, and free play
///
/// Without a window the five lessons are played in f64 and in f32, and compared with the formulas.
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct LabArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The first lesson
    #[arg(long, value_name = "NAME", default_value = "elastic")]
    pub lesson: Lesson,

    /// Restitution of all balls, 0 to 1, instead of that of the lesson
    #[arg(long, value_name = "E", value_parser = between(0.0_f32, 1.0))]
    pub restitution: Option<f32>,

    /// Coefficient of friction of all balls, 0 to 100, instead of that of the lesson
    #[arg(long, value_name = "MU", value_parser = between(0.0_f32, 100.0))]
    pub friction: Option<f32>,

    /// Minimum impulse of all balls in newton seconds, 0 to 1000
    #[arg(long, value_name = "J", value_parser = between(0.0_f32, 1000.0))]
    pub minimum_impulse: Option<f32>,

    /// Mass, place and velocity of a ball, in kg, m and m/s, instead of the balls of the lesson; may be given several times
    #[arg(long = "ball", value_name = "M,X,Y,VX,VY", allow_hyphen_values = true, value_parser = ball)]
    pub balls: Vec<Ball>,

    /// Start with the clock stopped
    #[arg(long)]
    pub paused: bool,
}

/// A ball of an option.
fn ball(text: &str) -> Result<Ball, String> {
    let numbers: Vec<f64> =
        text.split(',').map_while(|number| number.trim().parse().ok()).collect();
    match numbers[..] {
        [mass, x, y, vx, vy]
            if numbers.iter().all(|number| number.abs() <= 1000.0) && mass >= 0.01 =>
        {
            Ok(Ball { mass, position: DVec2::new(x, y), velocity: DVec2::new(vx, vy) })
        }
        _ => Err("not a mass of at least 0.01 and four numbers, none above 1000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ball_is_read_or_refused() {
        let read =
            Ball { mass: 2.0, position: DVec2::new(-1.5, 0.25), velocity: DVec2::new(3.0, -4.0) };
        assert_eq!(ball("2,-1.5,0.25,3,-4"), Ok(read));
        for wrong in
            ["", "2,0,0,1", "2,0,0,1,1,1", "0,0,0,1,1", "2,0,0,nan,1", "2,0,0,1e9,1", "two,0,0,1,1"]
        {
            assert!(ball(wrong).is_err(), "{wrong}");
        }
    }
}
