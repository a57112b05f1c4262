//! The rules of eight-ball: pocket the own seven balls, then the eight.
//!
//! They follow the *World Standardized Rules* with three simplifications: no shot is called, a weak break
//! passes the turn with the balls as they lie, and on an open table the first pocketed ball decides the
//! groups.

use super::ball::{Ball, BallSet, Group};
use super::shot::Shot;
use super::verdict::{Foul, Placement, Player, Verdict, fouls_of, sentence};

/// A game of eight-ball between two shots.
#[derive(Clone, Debug, PartialEq)]
pub struct EightBall {
    /// The player of the next shot.
    pub turn: Player,
    /// The group of player one; `None` while the table is open.
    groups: Option<Group>,
    /// Object balls on the table.
    pub table: BallSet,
    /// Whether the break has been played.
    pub broken: bool,
    /// The winner, if the game is over.
    pub winner: Option<Player>,
}

impl EightBall {
    /// A game in which `breaker` plays first.
    #[must_use]
    pub fn new(breaker: Player) -> Self {
        Self { turn: breaker, groups: None, table: BallSet::full(), broken: false, winner: None }
    }

    /// The group of a player; `None` while the table is open.
    #[must_use]
    pub fn group(&self, player: Player) -> Option<Group> {
        match player {
            Player::One => self.groups,
            Player::Two => self.groups.map(Group::other),
        }
    }

    /// The balls that the cue ball may hit first: every ball on the break, all but the eight while the table
    /// is open, then the own group, and the eight when none of the group is left.
    #[must_use]
    pub fn legal_targets(&self) -> BallSet {
        let foreign = |ball: &Ball| match self.group(self.turn) {
            _ if !self.broken => false,
            None => *ball == Ball::EIGHT,
            Some(_) if self.on_the_eight(self.turn) => *ball != Ball::EIGHT,
            Some(group) => ball.group() != Some(group),
        };
        self.table.iter().filter(foreign).fold(self.table, BallSet::without)
    }

    /// The verdict on a shot of the current player, with the game after it.
    ///
    /// A finished game does not change, and its verdict names the winner.
    #[must_use]
    pub fn judge(&self, shot: &Shot) -> Verdict<Self> {
        if let Some(winner) = self.winner {
            return self.end(self.table, vec![], winner, "the game is over");
        }
        let fouls = fouls_of(shot, |ball| self.legal_targets().contains(ball), self.broken);
        let table = shot.pocketed().fold(self.table, BallSet::without);
        let eight = !table.contains(Ball::EIGHT);
        match (eight && self.broken).then_some((fouls.is_empty(), self.on_the_eight(self.turn))) {
            Some((true, true)) => self.end(table, fouls, self.turn, "pocketed the 8"),
            Some((_, false)) => {
                self.end(table, fouls, self.turn.other(), "the 8 dropped too early")
            }
            Some((false, true)) => self.end(table, fouls, self.turn.other(), "foul on the 8"),
            None => self.play_on(shot, table, fouls),
        }
    }

    /// Whether only the eight remains for the player.
    fn on_the_eight(&self, player: Player) -> bool {
        self.group(player).is_some_and(|group| self.table.of(group).next().is_none())
    }

    /// The verdict on a shot that did not end the game.
    fn play_on(&self, shot: &Shot, table: BallSet, fouls: Vec<Foul>) -> Verdict<Self> {
        let fair = fouls.is_empty();
        let respot = if table.contains(Ball::EIGHT) { vec![] } else { vec![Ball::EIGHT] };
        let table = table.with(Ball::EIGHT);
        let claimed = self.claimed(shot).filter(|_| fair);
        let groups = self.groups.or(claimed.map(|group| match self.turn {
            Player::One => group,
            Player::Two => group.other(),
        }));
        let mut next = Self { groups, table, broken: true, ..self.clone() };
        let scored = match next.group(self.turn) {
            Some(group) => shot.pocketed_of(group).next().is_some(),
            None => shot.pocketed().next().is_some(),
        };
        if !(fair && scored) {
            next.turn = self.turn.other();
        }
        let message = match claimed {
            Some(group) => format!("{} takes the {}.", self.turn.name(), group.name()),
            None => sentence(self.turn, next.turn, shot, &fouls),
        };
        let ball_in_hand = match fouls[..] {
            [] | [Foul::WeakBreak] => None,
            _ if self.broken => Some(Placement::Anywhere),
            _ => Some(Placement::BehindHeadString),
        };
        Verdict { next, fouls, message, ball_in_hand, respot, winner: None }
    }

    /// The group that the shot assigns to the player, if the table was open and the shot was not a break.
    fn claimed(&self, shot: &Shot) -> Option<Group> {
        let open = self.groups.is_none() && self.broken;
        shot.pocketed().find_map(Ball::group).filter(|_| open)
    }

    fn end(&self, table: BallSet, fouls: Vec<Foul>, winner: Player, why: &str) -> Verdict<Self> {
        let next = Self { table, winner: Some(winner), ..self.clone() };
        let message = format!("{} wins: {why}.", winner.name());
        Verdict { next, fouls, message, ball_in_hand: None, respot: vec![], winner: Some(winner) }
    }
}

#[cfg(test)]
mod tests;
