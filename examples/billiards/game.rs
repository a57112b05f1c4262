//! The state of the game, and the history of its shots.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::snapshot::Snapshot;
use clap::ValueEnum;

use crate::args::GameName;
use crate::rules::ball::{Ball, BallSet};
use crate::rules::eight_ball::EightBall;
use crate::rules::nine_ball::NineBall;
use crate::rules::practice::Practice;
use crate::rules::shot::{Shot, ShotEvent};
use crate::rules::verdict::{Placement, Player, Verdict};

/// The rules that are played, with their score.
#[derive(Clone, Debug)]
pub enum Game {
    /// Two players, seven balls each, and the eight.
    EightBall(EightBall),
    /// Two players, nine balls in the order of their numbers.
    NineBall(NineBall),
    /// No fouls, only a count.
    Practice(Practice),
}

/// What follows from a shot.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The game after it.
    pub game: Game,
    /// What happened, for the player.
    pub message: String,
    /// Whether it was a foul.
    pub is_foul: bool,
    /// Where the cue ball may be placed, if it is in hand.
    pub hand: Option<Placement>,
    /// The winner, if it ended the game.
    pub winner: Option<Player>,
    /// The balls that are put back on their spot.
    pub respot: Vec<Ball>,
}

impl Outcome {
    fn of<G>(verdict: Verdict<G>, game: impl FnOnce(G) -> Game) -> Self {
        Self {
            game: game(verdict.next),
            message: verdict.message,
            is_foul: !verdict.fouls.is_empty(),
            hand: verdict.ball_in_hand,
            winner: verdict.winner,
            respot: verdict.respot,
        }
    }
}

impl Game {
    /// The judgement of the rules on a shot.
    #[must_use]
    pub fn judge(&self, shot: &Shot) -> Outcome {
        match self {
            Self::EightBall(game) => Outcome::of(game.judge(shot), Self::EightBall),
            Self::NineBall(game) => Outcome::of(game.judge(shot), Self::NineBall),
            Self::Practice(game) => Outcome::of(game.judge(shot), Self::Practice),
        }
    }

    /// The player of the next shot; none in practice.
    #[must_use]
    pub fn turn(&self) -> Option<Player> {
        match self {
            Self::EightBall(game) => Some(game.turn),
            Self::NineBall(game) => Some(game.turn),
            Self::Practice(_) => None,
        }
    }

    /// The balls that the cue ball may hit first.
    #[must_use]
    pub fn targets(&self) -> BallSet {
        match self {
            Self::EightBall(game) => game.legal_targets(),
            Self::NineBall(game) => {
                let others = game.table.iter().skip(1);
                others.fold(game.table, BallSet::without)
            }
            Self::Practice(game) => game.table,
        }
    }

    /// Whether the next shot is the break.
    #[must_use]
    pub fn is_break(&self) -> bool {
        match self {
            Self::EightBall(game) => !game.broken,
            Self::NineBall(game) => !game.broken,
            Self::Practice(game) => game.shots == 0,
        }
    }

    /// A game by its name, from its start, with player one to break.
    #[must_use]
    pub fn start(name: GameName) -> Self {
        match name {
            GameName::Eight => Self::EightBall(EightBall::new(Player::One)),
            GameName::Nine => Self::NineBall(NineBall::new(Player::One)),
            GameName::Practice => Self::Practice(Practice::default()),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> GameName {
        match self {
            Self::EightBall(_) => GameName::Eight,
            Self::NineBall(_) => GameName::Nine,
            Self::Practice(_) => GameName::Practice,
        }
    }

    /// The winner, if it is over.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        match self {
            Self::EightBall(game) => game.winner,
            Self::NineBall(game) => game.winner,
            Self::Practice(_) => None,
        }
    }

    /// The same game from its start, with this player to break.
    #[must_use]
    pub fn again(&self, breaker: Player) -> Self {
        match self {
            Self::EightBall(_) => Self::EightBall(EightBall::new(breaker)),
            Self::NineBall(_) => Self::NineBall(NineBall::new(breaker)),
            Self::Practice(_) => Self::Practice(Practice::default()),
        }
    }

    /// The start of the next game of the list.
    #[must_use]
    pub fn next(&self) -> Self {
        let all = GameName::value_variants();
        let place = all.iter().position(|name| *name == self.name()).unwrap_or_default();
        Self::start(all[(place + 1) % all.len()])
    }

    fn greeting(&self) -> &'static str {
        match self {
            Self::EightBall(_) => "Eight-ball: player 1 breaks.",
            Self::NineBall(_) => "Nine-ball: player 1 breaks, and hits the 1 first.",
            Self::Practice(_) => "Free practice: every shot is fair.",
        }
    }
}

/// The phase of the game, which determines what the player can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// The player places the cue ball.
    Placing(Placement),
    /// The player aims and shoots.
    Aiming,
    /// The balls roll.
    Rolling,
    /// The game is over.
    Over,
}

/// The state of the game between shots. Together with the snapshot of the table it is all that undo needs.
#[derive(Clone, Debug)]
pub struct State {
    /// The rules with their score.
    pub game: Game,
    /// The phase.
    pub phase: Phase,
    /// The latest message to the player.
    pub message: String,
    /// Whether the message reports a foul.
    pub foul: bool,
}

impl State {
    /// A new game with the cue ball on the head spot.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let message = game.greeting().to_owned();
        Self { game, phase: Phase::Aiming, message, foul: false }
    }
}

/// A shot that was played.
#[derive(Clone, Debug)]
pub struct PlayedShot {
    /// The state of the game before it.
    pub before: State,
    /// The table before it.
    pub table: Snapshot<DVec2>,
    /// The events, each with the number of its tick.
    pub events: Vec<(u64, ShotEvent)>,
    /// The number of the first tick.
    pub start: u64,
    /// The number of the tick in which all balls came to rest; `None` while they roll.
    pub end: Option<u64>,
}

/// The game and all its shots.
#[derive(Resource, Clone, Debug)]
pub struct Session {
    /// The state of the game.
    pub state: State,
    /// The shots since the balls were racked.
    pub shots: Vec<PlayedShot>,
    /// How often the table was set: a game was racked, or a shot was taken back, also by a rewind of the clock to before it. What
    /// was planned for another table is void.
    pub table: u32,
}

impl Session {
    /// The start of a game.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self { state: State::new(game), shots: Vec::new(), table: 0 }
    }

    /// Starts a game in place of the present one.
    pub fn rack(&mut self, game: Game) {
        *self = Self { table: self.table + 1, ..Self::new(game) };
    }

    /// Starts a shot: all events from the tick `start` on belong to it.
    pub fn strike(&mut self, table: Snapshot<DVec2>, start: u64) {
        let before = self.state.clone();
        self.shots.push(PlayedShot { before, table, events: Vec::new(), start, end: None });
        self.state.phase = Phase::Rolling;
    }

    /// Judges the shot when all balls are at rest, and returns the balls that must be put back on their spot.
    pub fn judge(&mut self, end: u64) -> Vec<Ball> {
        let Some(shot) = self.shots.last_mut() else { return Vec::new() };
        shot.end = Some(end);
        let shot = Shot::new(shot.events.iter().map(|(_, event)| *event).collect());
        let Outcome { game, message, is_foul, hand, winner, respot } = self.state.game.judge(&shot);
        let place = match hand {
            None => "",
            Some(Placement::Anywhere) => " Ball in hand.",
            Some(Placement::BehindHeadString) => " Ball in hand behind the head string.",
        };
        let phase = match (winner, hand) {
            (Some(_), _) => Phase::Over,
            (None, Some(placement)) => Phase::Placing(placement),
            (None, None) => Phase::Aiming,
        };
        self.state = State { game, phase, message: message + place, foul: is_foul };
        respot
    }

    /// Undoes the last shot and returns the table to restore.
    pub fn undo(&mut self) -> Option<Snapshot<DVec2>> {
        let shot = self.shots.pop()?;
        self.table += 1;
        self.state = shot.before;
        Some(shot.table)
    }

    /// Adjusts the history after a rewind to `tick`: later shots are removed, and a shot that contains the
    /// tick rolls again.
    pub fn rewind_to(&mut self, tick: u64) {
        while self.shots.last().is_some_and(|shot| tick <= shot.start) {
            self.undo();
        }
        if let Some(shot) = self.shots.last_mut()
            && shot.end.is_none_or(|end| tick < end)
        {
            shot.end = None;
            shot.events.retain(|(event_tick, _)| *event_tick < tick);
            self.state = State { phase: Phase::Rolling, ..shot.before.clone() };
        }
    }
}
