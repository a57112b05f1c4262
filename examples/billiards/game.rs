//! What is being played, by whom, and what came before.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::snapshot::Snapshot;

use crate::rules::ball::Ball;
use crate::rules::eight_ball::EightBall;
use crate::rules::practice::Practice;
use crate::rules::shot::{Happening, Shot};
use crate::rules::verdict::{Placement, Player};

/// Which game.
#[derive(Clone, Debug)]
pub enum Game {
    /// Two players, seven balls each, and the eight.
    EightBall(EightBall),
    /// No fouls, only a count.
    Practice(Practice),
}

impl Game {
    fn greeting(&self) -> &'static str {
        match self {
            Self::EightBall(_) => "Player 1 breaks.",
            Self::Practice(_) => "Free practice: every shot is fair.",
        }
    }
}

/// What the player is asked to do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Phase {
    /// To place the cue ball.
    Placing(Placement),
    /// To aim and shoot.
    Aiming,
    /// To watch.
    Rolling,
    /// To begin a new game.
    Over,
}

/// The state of the game between shots; a copy is all that undo needs besides the table.
#[derive(Clone, Debug)]
pub struct State {
    /// The rules with their score.
    pub game: Game,
    /// What the player is asked to do.
    pub phase: Phase,
    /// What was said last.
    pub message: String,
    /// Whether it was about a foul.
    pub foul: bool,
}

impl State {
    /// A new game, the cue ball on the head spot.
    #[must_use]
    pub fn new(game: Game) -> Self {
        let message = game.greeting().to_owned();
        Self { game, phase: Phase::Aiming, message, foul: false }
    }
}

/// A shot that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The state of the game before it.
    pub before: State,
    /// The table before it.
    pub table: Snapshot<DVec2>,
    /// What happened, with the number of the tick.
    pub happenings: Vec<(u64, Happening)>,
    /// The number of its first tick.
    pub start: u64,
    /// The number of the tick in which all came to rest, once it has.
    pub end: Option<u64>,
}

/// The game and all shots of it.
#[derive(Resource, Clone, Debug)]
pub struct Parlour {
    /// The state of the game.
    pub state: State,
    /// The shots since the rack.
    pub shots: Vec<Played>,
}

impl Default for Parlour {
    fn default() -> Self {
        Self { state: State::new(Game::EightBall(EightBall::new(Player::One))), shots: Vec::new() }
    }
}

impl Parlour {
    /// The player strikes: all that happens from the tick `start` on belongs to the shot.
    pub fn strike(&mut self, table: Snapshot<DVec2>, start: u64) {
        let before = self.state.clone();
        self.shots.push(Played { before, table, happenings: Vec::new(), start, end: None });
        self.state.phase = Phase::Rolling;
    }

    /// The balls lie still: judges the shot and tells which balls are to be put back on their spot.
    pub fn judge(&mut self, end: u64) -> Vec<Ball> {
        let Some(shot) = self.shots.last_mut() else { return Vec::new() };
        shot.end = Some(end);
        let shot = Shot::new(shot.happenings.iter().map(|(_, happening)| *happening).collect());
        let (game, message, fouls, hand, winner, respot) = match &self.state.game {
            Game::EightBall(game) => {
                let verdict = game.judge(&shot);
                let fouls = !verdict.fouls.is_empty();
                let game = Game::EightBall(verdict.next);
                (game, verdict.message, fouls, verdict.ball_in_hand, verdict.winner, verdict.respot)
            }
            Game::Practice(game) => {
                let verdict = game.judge(&shot);
                let game = Game::Practice(verdict.next);
                (game, verdict.message, false, verdict.ball_in_hand, None, verdict.respot)
            }
        };
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
        self.state = State { game, phase, message: message + place, foul: fouls };
        respot
    }

    /// Takes the last shot back; tells the table to restore.
    pub fn undo(&mut self) -> Option<Snapshot<DVec2>> {
        let shot = self.shots.pop()?;
        self.state = shot.before;
        Some(shot.table)
    }

    /// The clock went back to `tick`: forgets the shots after it, and watches one that it is inside of.
    pub fn rewound(&mut self, tick: u64) {
        while self.shots.last().is_some_and(|shot| tick <= shot.start) {
            self.undo();
        }
        if let Some(shot) = self.shots.last_mut()
            && shot.end.is_none_or(|end| tick < end)
        {
            shot.end = None;
            shot.happenings.retain(|(when, _)| *when < tick);
            self.state = State { phase: Phase::Rolling, ..shot.before.clone() };
        }
    }
}
