//! What happened during one shot?
//!
//! The rules of pool are predicates over a list of happenings. The list is all they see; they know
//! nothing of places and speeds.

use super::ball::{Ball, Group};

/// Object balls that must reach a cushion to make a break legal when none is pocketed.
const LEGAL_BREAK: usize = 4;

/// One thing that happened during a shot, with its time in seconds since the cue struck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Happening {
    /// Two balls met.
    Contact {
        /// One of the balls.
        a: Ball,
        /// The other ball.
        b: Ball,
        /// Seconds since the cue struck.
        time: f64,
    },
    /// A ball met a cushion or a jaw.
    Cushion {
        /// The ball.
        ball: Ball,
        /// Seconds since the cue struck.
        time: f64,
    },
    /// A ball dropped.
    Pocketed {
        /// The ball.
        ball: Ball,
        /// Number of the pocket.
        pocket: usize,
        /// Seconds since the cue struck.
        time: f64,
    },
}

impl Happening {
    /// Seconds since the cue struck.
    #[must_use]
    pub fn time(&self) -> f64 {
        match *self {
            Self::Contact { time, .. }
            | Self::Cushion { time, .. }
            | Self::Pocketed { time, .. } => time,
        }
    }
}

/// What happened from the stroke of the cue until all balls rest, in the order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shot {
    happenings: Vec<Happening>,
}

impl Shot {
    /// The shot with these happenings, in any order. Those of one time keep the order given.
    #[must_use]
    pub fn new(mut happenings: Vec<Happening>) -> Self {
        happenings.sort_by(|one, other| one.time().total_cmp(&other.time()));
        Self { happenings }
    }

    /// The first ball that the cue ball met.
    #[must_use]
    pub fn first_contact(&self) -> Option<Ball> {
        self.contact().map(|(_, ball)| ball)
    }

    /// Whether any ball met a cushion or dropped after the cue ball's first contact.
    #[must_use]
    pub fn cushion_after_contact(&self) -> bool {
        self.contact().is_some_and(|(index, _)| {
            let after = &self.happenings[index + 1..];
            after.iter().any(|happening| !matches!(happening, Happening::Contact { .. }))
        })
    }

    /// Whether the cue ball dropped.
    #[must_use]
    pub fn scratch(&self) -> bool {
        self.dropped().any(|ball| ball == Ball::CUE)
    }

    /// The object balls that dropped, in the order of time.
    pub fn pocketed(&self) -> impl Iterator<Item = Ball> {
        self.dropped().filter(|&ball| ball != Ball::CUE)
    }

    /// The balls of one group that dropped, in the order of time.
    pub fn pocketed_of(&self, group: Group) -> impl Iterator<Item = Ball> {
        self.pocketed().filter(move |ball| ball.group() == Some(group))
    }

    /// Number of different object balls that met a cushion.
    #[must_use]
    pub fn balls_to_cushion(&self) -> usize {
        let met = |ball| {
            self.happenings
                .iter()
                .any(|happening| matches!(happening, Happening::Cushion { ball: other, .. } if *other == ball))
        };
        Ball::all().filter(|&ball| ball != Ball::CUE && met(ball)).count()
    }

    /// Whether the shot is enough for a break: an object ball dropped or four of them met a cushion.
    #[must_use]
    pub fn legal_break(&self) -> bool {
        self.pocketed().next().is_some() || self.balls_to_cushion() >= LEGAL_BREAK
    }

    /// Place in the list and partner of the cue ball's first contact.
    fn contact(&self) -> Option<(usize, Ball)> {
        self.happenings.iter().enumerate().find_map(|(index, happening)| match *happening {
            Happening::Contact { a: Ball::CUE, b: ball, .. }
            | Happening::Contact { a: ball, b: Ball::CUE, .. } => Some((index, ball)),
            _ => None,
        })
    }

    fn dropped(&self) -> impl Iterator<Item = Ball> {
        self.happenings.iter().filter_map(|happening| match *happening {
            Happening::Pocketed { ball, .. } => Some(ball),
            _ => None,
        })
    }
}

/// Shots in one line, for tests: `"c3 r3 p3"` is a contact of the cue ball with the 3, the 3 at a
/// rail, the 3 in a pocket; the happenings are a tenth of a second apart.
#[cfg(test)]
pub(super) fn shot(line: &str) -> Shot {
    let happening = |(index, word): (usize, &str)| {
        let (kind, number) = word.split_at(1);
        let (ball, time) = (Ball(number.parse().expect("a number")), (index + 1) as f64 / 10.0);
        match kind {
            "c" => Happening::Contact { a: Ball::CUE, b: ball, time },
            "r" => Happening::Cushion { ball, time },
            "p" => Happening::Pocketed { ball, pocket: 0, time },
            _ => panic!("unknown happening {word}"),
        }
    };
    Shot::new(line.split_whitespace().enumerate().map(happening).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_shot_met_nothing() {
        let shot = Shot::default();
        assert_eq!(shot.first_contact(), None);
        assert!(!shot.cushion_after_contact() && !shot.scratch() && !shot.legal_break());
    }

    #[test]
    fn the_first_contact_is_the_earliest_whatever_the_order_given() {
        let late = Happening::Contact { a: Ball::CUE, b: Ball(2), time: 0.9 };
        let early = Happening::Contact { a: Ball(11), b: Ball::CUE, time: 0.4 };
        let other = Happening::Contact { a: Ball(5), b: Ball(6), time: 0.1 };
        assert_eq!(Shot::new(vec![late, early, other]).first_contact(), Some(Ball(11)));
    }

    #[test]
    fn a_cushion_counts_only_after_the_contact() {
        assert!(!shot("r0 c1").cushion_after_contact());
        assert!(!shot("c1 c2").cushion_after_contact());
        assert!(shot("r0 c1 r0").cushion_after_contact());
        assert!(shot("c1 r7").cushion_after_contact());
        assert!(shot("c1 p1").cushion_after_contact(), "a pocketed ball counts as well");
        assert!(!shot("r0 r0 p0").cushion_after_contact());
    }

    #[test]
    fn the_cue_ball_is_not_among_the_pocketed() {
        let shot = shot("c1 p12 p0 p1 p8");
        assert!(shot.scratch());
        assert!(shot.pocketed().eq([Ball(12), Ball(1), Ball(8)]));
        assert!(shot.pocketed_of(Group::Solids).eq([Ball(1)]));
        assert!(shot.pocketed_of(Group::Stripes).eq([Ball(12)]));
    }

    #[test]
    fn a_break_wants_four_different_balls_at_a_cushion_or_one_pocketed() {
        assert!(!shot("c1 r1 r2 r3 r3 r0 r1").legal_break());
        assert!(shot("c1 r1 r2 r3 r4").legal_break());
        assert!(shot("c1 p9").legal_break());
        assert!(!shot("c1 p0").legal_break(), "the cue ball does not count");
    }
}
