//! The state of the game, and the history of its shots.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::snapshot::Snapshot;

use crate::rules::ball::Ball;
use crate::rules::eight_ball::EightBall;
use crate::rules::practice::Practice;
use crate::rules::shot::{Shot, ShotEvent};
use crate::rules::verdict::{Placement, Player};

/// The rules that are played, with their score.
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
}

impl Default for Session {
    fn default() -> Self {
        Self { state: State::new(Game::EightBall(EightBall::new(Player::One))), shots: Vec::new() }
    }
}

impl Session {
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

    /// Undoes the last shot and returns the table to restore.
    pub fn undo(&mut self) -> Option<Snapshot<DVec2>> {
        let shot = self.shots.pop()?;
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
