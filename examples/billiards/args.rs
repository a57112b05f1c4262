//! The command line options of the game.

use clap::{Parser, ValueEnum};
use harness::args::{RunArgs, between};
use scenes::billiards::{BALL_RESTITUTION, CUSHION_RESTITUTION};

/// The most by which the butt of the cue can be raised, in degrees.
pub const MAX_ELEVATION: f64 = 80.0;

/// A game by its name.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameName {
    /// Seven balls each, and the eight
    Eight,
    /// Nine balls in the order of their numbers
    Nine,
    /// Alone, without fouls
    Practice,
}

impl GameName {
    /// Its name on screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Eight => "Eight-ball",
            Self::Nine => "Nine-ball",
            Self::Practice => "Practice",
        }
    }
}

/// What plays for a player.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person
    Human,
    /// A bot that looks at 3 futures
    Easy,
    /// A bot that looks at 30 futures
    Middle,
    /// A bot that looks at 600 futures
    Hard,
}

impl Seat {
    /// How many futures it looks at; a person none.
    #[must_use]
    pub fn futures(self) -> usize {
        match self {
            Self::Human => 0,
            Self::Easy => 3,
            Self::Middle => 30,
            Self::Hard => 600,
        }
    }

    /// Its name on screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Human => "player",
            Self::Easy => "easy bot",
            Self::Middle => "bot",
            Self::Hard => "hard bot",
        }
    }
}

/// Eight-ball, nine-ball and free practice on a nine-foot table, with exact collisions
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct BilliardsArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The seed of the rack
    #[arg(long, value_name = "K", default_value_t = 1)]
    pub seed: u64,

    /// The game
    #[arg(long, value_enum, default_value_t = GameName::Eight)]
    pub game: GameName,

    /// What plays for player 1
    #[arg(long, value_name = "SEAT", value_enum, default_value_t = Seat::Human)]
    pub one: Seat,

    /// What plays for player 2
    #[arg(long, value_name = "SEAT", value_enum, default_value_t = Seat::Human)]
    pub two: Seat,

    /// Without a window: let the two bots play so many games
    #[arg(long, value_name = "N")]
    pub games: Option<u32>,

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
