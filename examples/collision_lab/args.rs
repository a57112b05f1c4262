//! The options.

use clap::Parser;
use harness::args::RunArgs;

use crate::lesson::Lesson;

/// Two balls and what becomes of them: three classics with their formulas, and free play
///
/// Without a window the three classics are played in f64 and in f32, and compared with the formulas.
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct LabArgs {
    /// What all demos have.
    #[command(flatten)]
    pub run: RunArgs,

    /// What to begin with
    #[arg(long, value_name = "NAME", default_value = "elastic")]
    pub lesson: Lesson,
}
