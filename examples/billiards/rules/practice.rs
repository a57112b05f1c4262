//! The rules of free practice: every shot is fair, and shots and pocketed balls are counted.

use super::ball::BallSet;
use super::shot::Shot;
use super::verdict::{Placement, Verdict};

/// A player alone at the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Practice {
    /// Number of shots played.
    pub shots: u32,
    /// Number of object balls pocketed.
    pub pocketed: u32,
    /// Object balls on the table.
    pub table: BallSet,
}

impl Default for Practice {
    fn default() -> Self {
        Self { shots: 0, pocketed: 0, table: BallSet::full() }
    }
}

impl Practice {
    /// The verdict on a shot. A dropped cue ball is placed anywhere.
    #[must_use]
    pub fn judge(&self, shot: &Shot) -> Verdict<Self> {
        let dropped = shot.pocketed().count();
        let next = Self {
            shots: self.shots + 1,
            pocketed: self.pocketed + dropped as u32,
            table: shot.pocketed().fold(self.table, BallSet::without),
        };
        let message = match dropped {
            _ if next.table.is_empty() => format!("Table cleared; shots played: {}.", next.shots),
            _ if shot.scratch() => "The cue ball dropped: place it anywhere.".to_owned(),
            0 => "Nothing pocketed.".to_owned(),
            1 => "One ball pocketed.".to_owned(),
            _ => format!("{dropped} balls pocketed."),
        };
        let ball_in_hand = shot.scratch().then_some(Placement::Anywhere);
        Verdict { next, fouls: vec![], message, ball_in_hand, respot: vec![], winner: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::ball::Ball;
    use crate::rules::shot::shot;

    #[test]
    fn practice_counts_shots_and_balls() {
        let first = Practice::default().judge(&shot("c1 p1 p12")).next;
        let second = first.judge(&shot("c3 r3")).next;
        assert_eq!((second.shots, second.pocketed), (2, 2));
        assert!(!second.table.contains(Ball(12)) && second.table.contains(Ball(3)));
    }

    #[test]
    fn scratch_gives_ball_in_hand_without_foul() {
        let verdict = Practice::default().judge(&shot("c8 p8 p0"));
        assert!(verdict.fouls.is_empty() && verdict.winner.is_none());
        assert_eq!(verdict.ball_in_hand, Some(Placement::Anywhere));
        assert_eq!(verdict.next.pocketed, 1);
    }

    #[test]
    fn last_ball_clears_table() {
        let all: Vec<String> = (1..16).map(|ball| format!("p{ball}")).collect();
        let verdict = Practice::default().judge(&shot(&all.join(" ")));
        assert_eq!(verdict.message, "Table cleared; shots played: 1.");
    }
}
