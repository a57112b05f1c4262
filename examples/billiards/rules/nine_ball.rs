//! The rules of nine-ball: always hit the lowest ball first; a fair shot that pockets the nine wins.
//!
//! They follow the *World Standardized Rules* with three simplifications: there is no push-out, three fouls in a row do not
//! lose, and a weak break passes the turn with the balls as they lie.

use super::ball::{Ball, BallSet};
use super::shot::Shot;
use super::verdict::{Foul, Placement, Player, Verdict, fouls_of, sentence};

/// A game of nine-ball between two shots.
#[derive(Clone, Debug, PartialEq)]
pub struct NineBall {
    /// The player of the next shot.
    pub turn: Player,
    /// Object balls on the table.
    pub table: BallSet,
    /// Whether the break has been played.
    pub broken: bool,
    /// The winner, if the game is over.
    pub winner: Option<Player>,
}

impl NineBall {
    /// A game in which `breaker` plays first.
    #[must_use]
    pub fn new(breaker: Player) -> Self {
        Self { turn: breaker, table: BallSet::up_to(Ball::NINE), broken: false, winner: None }
    }

    /// The ball that the cue ball must hit first.
    #[must_use]
    pub fn legal_target(&self) -> Option<Ball> {
        self.table.iter().next()
    }

    /// The verdict on a shot of the current player, with the game after it.
    ///
    /// A finished game does not change, and its verdict names the winner.
    #[must_use]
    pub fn judge(&self, shot: &Shot) -> Verdict<Self> {
        if let Some(winner) = self.winner {
            return self.end(self.table, winner, "the game is over");
        }
        let is_legal = |ball| self.legal_target() == Some(ball);
        let fouls = fouls_of(shot, is_legal, self.broken);
        let left = shot.pocketed().fold(self.table, BallSet::without);
        let is_fair = fouls.is_empty();
        let has_nine = left.contains(Ball::NINE);
        if is_fair && !has_nine {
            return self.end(left, self.turn, "pocketed the 9");
        }
        let respot = if has_nine { vec![] } else { vec![Ball::NINE] };
        let scored = is_fair && shot.pocketed().next().is_some();
        let turn = if scored { self.turn } else { self.turn.other() };
        let next = Self { turn, table: left.with(Ball::NINE), broken: true, winner: None };
        let message = sentence(self.turn, turn, shot, &fouls);
        let ball_in_hand = match fouls[..] {
            [] | [Foul::WeakBreak] => None,
            _ => Some(Placement::Anywhere),
        };
        Verdict { next, fouls, message, ball_in_hand, respot, winner: None }
    }

    fn end(&self, table: BallSet, winner: Player, why: &str) -> Verdict<Self> {
        let next = Self { table, winner: Some(winner), ..self.clone() };
        let message = format!("{} wins: {why}.", winner.name());
        let (fouls, respot) = (vec![], vec![]);
        Verdict { next, fouls, message, ball_in_hand: None, respot, winner: Some(winner) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::shot::shot;

    /// A game after a fair break in which nothing dropped.
    fn broken() -> NineBall {
        NineBall::new(Player::Two).judge(&shot("c1 r1 r2 r3 r4")).next
    }

    #[test]
    fn lowest_ball_must_be_hit_first() {
        let game = broken();
        assert_eq!((game.turn, game.legal_target()), (Player::One, Some(Ball(1))));
        let verdict = game.judge(&shot("c3 r3"));
        assert_eq!(verdict.fouls, [Foul::WrongBallFirst]);
        assert_eq!(verdict.ball_in_hand, Some(Placement::Anywhere));
        let verdict = game.judge(&shot("c1 c3 p3 p1"));
        assert!(verdict.fouls.is_empty() && verdict.next.turn == Player::One);
        assert_eq!(verdict.next.legal_target(), Some(Ball(2)));
    }

    #[test]
    fn nine_wins_by_fair_shot_at_any_time_and_else_comes_back() {
        assert_eq!(broken().judge(&shot("c1 c9 p9")).winner, Some(Player::One));
        assert_eq!(NineBall::new(Player::One).judge(&shot("c1 p9")).winner, Some(Player::One));
        let verdict = broken().judge(&shot("c1 p9 p0"));
        assert_eq!((verdict.winner, &verdict.respot[..]), (None, &[Ball::NINE][..]));
        assert!(verdict.next.table.contains(Ball::NINE) && verdict.next.turn == Player::Two);
    }

    #[test]
    fn finished_game_does_not_change() {
        let over = broken().judge(&shot("c1 p9")).next;
        let again = over.judge(&shot("c4 r4"));
        assert_eq!((again.winner, &again.next), (Some(Player::One), &over));
    }

    #[test]
    fn weak_break_passes_the_turn() {
        let verdict = NineBall::new(Player::One).judge(&shot("c1 r1 r2"));
        assert_eq!((verdict.fouls, verdict.ball_in_hand), (vec![Foul::WeakBreak], None));
        assert!(verdict.next.broken && verdict.next.turn == Player::Two);
    }
}
