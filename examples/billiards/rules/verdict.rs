//! The verdict of a game on a shot.

use super::ball::Ball;
use super::shot::Shot;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player of the first break.
    One,
    /// The opponent of player one.
    Two,
}

impl Player {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }

    /// The name on screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::One => "Player 1",
            Self::Two => "Player 2",
        }
    }
}

/// Where a cue ball in hand may be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Anywhere on the table.
    Anywhere,
    /// Between the head string and the head rail.
    BehindHeadString,
}

/// A breach of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foul {
    /// The cue ball dropped.
    Scratch,
    /// The cue ball hit no ball.
    NoContact,
    /// The first ball that the cue ball hit was not a legal target.
    WrongBallFirst,
    /// After the first contact no ball hit a cushion and none dropped.
    NoCushion,
    /// On the break fewer than four balls hit a cushion and none dropped.
    WeakBreak,
}

impl Foul {
    /// The foul in a few words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Scratch => "scratch",
            Self::NoContact => "no ball hit",
            Self::WrongBallFirst => "wrong ball first",
            Self::NoCushion => "no cushion after contact",
            Self::WeakBreak => "weak break",
        }
    }
}

/// The outcome of a shot in the game `G`.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict<G> {
    /// The game after the shot.
    pub next: G,
    /// The fouls of the shot; empty for a fair shot.
    pub fouls: Vec<Foul>,
    /// A description of the result for the player.
    pub message: String,
    /// Where the next player may place the cue ball; `None` if it stays where it lies.
    pub ball_in_hand: Option<Placement>,
    /// Object balls that are put back on the table, on the foot spot or behind it.
    pub respot: Vec<Ball>,
    /// The winner, if the shot ended the game.
    pub winner: Option<Player>,
}

/// The fouls of a shot in which the cue ball may first hit the balls for which `is_legal` holds.
pub(super) fn fouls_of(shot: &Shot, is_legal: impl Fn(Ball) -> bool, broken: bool) -> Vec<Foul> {
    let first = shot.first_contact();
    let no_cushion = first.is_some() && !shot.cushion_after_contact();
    let weak = first.is_some() && !shot.legal_break();
    [
        (shot.scratch(), Foul::Scratch),
        (first.is_none(), Foul::NoContact),
        (first.is_some_and(|ball| !is_legal(ball)), Foul::WrongBallFirst),
        (no_cushion && broken, Foul::NoCushion),
        (weak && !broken, Foul::WeakBreak),
    ]
    .into_iter()
    .filter_map(|(happened, foul)| happened.then_some(foul))
    .collect()
}

/// What happened in a shot of a player after which `next` plays, in a sentence.
pub(super) fn sentence(player: Player, next: Player, shot: &Shot, fouls: &[Foul]) -> String {
    let (name, next_name) = (player.name(), next.name());
    if let Some(foul) = fouls.first() {
        return format!("{name}: {}. {next_name} plays.", foul.name());
    }
    let balls: Vec<String> = shot.pocketed().map(|ball| ball.0.to_string()).collect();
    match (balls.is_empty(), next == player) {
        (true, _) => format!("{next_name} plays."),
        (false, true) => format!("{name} pocketed {} and plays on.", balls.join(", ")),
        (false, false) => format!("{name} pocketed {}. {next_name} plays.", balls.join(", ")),
    }
}
