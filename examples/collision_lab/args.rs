//! The command line options.

use clap::Parser;
use harness::args::RunArgs;

use crate::lesson::Lesson;

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
}
