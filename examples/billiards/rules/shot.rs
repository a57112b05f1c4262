//! The events of one shot.
//!
//! The rules of pool are predicates over this list of events; they need neither positions nor speeds.

use super::ball::{Ball, Group};

/// The number of object balls that must reach a cushion in a legal break without a pocketed ball.
const LEGAL_BREAK_BALLS: usize = 4;

/// An event of a shot, with its time in seconds since the stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShotEvent {
    /// Two balls collided.
    Contact {
        /// One of the balls.
        a: Ball,
        /// The other ball.
        b: Ball,
        /// Seconds since the stroke.
        time: f64,
    },
    /// A ball hit a cushion or a jaw.
    Cushion {
        /// The ball.
        ball: Ball,
        /// Seconds since the stroke.
        time: f64,
    },
    /// A ball dropped into a pocket.
    Pocketed {
        /// The ball.
        ball: Ball,
        /// Number of the pocket.
        pocket: usize,
        /// Seconds since the stroke.
        time: f64,
    },
}

impl ShotEvent {
    /// Seconds since the stroke.
    #[must_use]
    pub fn time(&self) -> f64 {
        match *self {
            Self::Contact { time, .. }
            | Self::Cushion { time, .. }
            | Self::Pocketed { time, .. } => time,
        }
    }
}

/// All events from the stroke until all balls are at rest, in order of time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shot {
    events: Vec<ShotEvent>,
}

impl Shot {
    /// The shot with these events, given in any order. Events at the same time keep their order.
    #[must_use]
    pub fn new(mut events: Vec<ShotEvent>) -> Self {
        events.sort_by(|one, other| one.time().total_cmp(&other.time()));
        Self { events }
    }

    /// The first ball that the cue ball hit.
    #[must_use]
    pub fn first_contact(&self) -> Option<Ball> {
        self.contact().map(|(_, ball)| ball)
    }

    /// Whether any ball hit a cushion or dropped after the first contact of the cue ball.
    #[must_use]
    pub fn cushion_after_contact(&self) -> bool {
        self.contact().is_some_and(|(index, _)| {
            let after = &self.events[index + 1..];
            after.iter().any(|event| !matches!(event, ShotEvent::Contact { .. }))
        })
    }

    /// Whether the cue ball dropped.
    #[must_use]
    pub fn scratch(&self) -> bool {
        self.dropped().any(|ball| ball == Ball::CUE)
    }

    /// The object balls that dropped, in order of time.
    pub fn pocketed(&self) -> impl Iterator<Item = Ball> {
        self.dropped().filter(|&ball| ball != Ball::CUE)
    }

    /// The balls of one group that dropped, in order of time.
    pub fn pocketed_of(&self, group: Group) -> impl Iterator<Item = Ball> {
        self.pocketed().filter(move |ball| ball.group() == Some(group))
    }

    /// Number of different object balls that hit a cushion.
    #[must_use]
    pub fn balls_to_cushion(&self) -> usize {
        let met = |ball| {
            self.events.iter().any(
                |event| matches!(event, ShotEvent::Cushion { ball: other, .. } if *other == ball),
            )
        };
        Ball::all().filter(|&ball| ball != Ball::CUE && met(ball)).count()
    }

    /// Whether the shot is a legal break: an object ball dropped, or four object balls hit a cushion.
    #[must_use]
    pub fn legal_break(&self) -> bool {
        self.pocketed().next().is_some() || self.balls_to_cushion() >= LEGAL_BREAK_BALLS
    }

    /// The index of the first contact of the cue ball, and the other ball.
    fn contact(&self) -> Option<(usize, Ball)> {
        self.events.iter().enumerate().find_map(|(index, event)| match *event {
            ShotEvent::Contact { a: Ball::CUE, b: ball, .. }
            | ShotEvent::Contact { a: ball, b: Ball::CUE, .. } => Some((index, ball)),
            _ => None,
        })
    }

    fn dropped(&self) -> impl Iterator<Item = Ball> {
        self.events.iter().filter_map(|event| match *event {
            ShotEvent::Pocketed { ball, .. } => Some(ball),
            _ => None,
        })
    }
}

/// A shot from a line of text, for tests: `"c3 r3 p3"` is a contact of the cue ball with the 3, the 3 at a
/// rail, the 3 in a pocket; the events are a tenth of a second apart.
#[cfg(test)]
pub(super) fn shot(line: &str) -> Shot {
    let event = |(index, word): (usize, &str)| {
        let (kind, number) = word.split_at(1);
        let (ball, time) = (Ball(number.parse().expect("a number")), (index + 1) as f64 / 10.0);
        match kind {
            "c" => ShotEvent::Contact { a: Ball::CUE, b: ball, time },
            "r" => ShotEvent::Cushion { ball, time },
            "p" => ShotEvent::Pocketed { ball, pocket: 0, time },
            _ => panic!("unknown event {word}"),
        }
    };
    Shot::new(line.split_whitespace().enumerate().map(event).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_shot_has_no_contact() {
        let shot = Shot::default();
        assert_eq!(shot.first_contact(), None);
        assert!(!shot.cushion_after_contact() && !shot.scratch() && !shot.legal_break());
    }

    #[test]
    fn first_contact_is_earliest_in_any_order() {
        let late = ShotEvent::Contact { a: Ball::CUE, b: Ball(2), time: 0.9 };
        let early = ShotEvent::Contact { a: Ball(11), b: Ball::CUE, time: 0.4 };
        let other = ShotEvent::Contact { a: Ball(5), b: Ball(6), time: 0.1 };
        assert_eq!(Shot::new(vec![late, early, other]).first_contact(), Some(Ball(11)));
    }

    #[test]
    fn cushion_counts_only_after_contact() {
        assert!(!shot("r0 c1").cushion_after_contact());
        assert!(!shot("c1 c2").cushion_after_contact());
        assert!(shot("r0 c1 r0").cushion_after_contact());
        assert!(shot("c1 r7").cushion_after_contact());
        assert!(shot("c1 p1").cushion_after_contact(), "a pocketed ball counts as well");
        assert!(!shot("r0 r0 p0").cushion_after_contact());
    }

    #[test]
    fn pocketed_excludes_cue_ball() {
        let shot = shot("c1 p12 p0 p1 p8");
        assert!(shot.scratch());
        assert!(shot.pocketed().eq([Ball(12), Ball(1), Ball(8)]));
        assert!(shot.pocketed_of(Group::Solids).eq([Ball(1)]));
        assert!(shot.pocketed_of(Group::Stripes).eq([Ball(12)]));
    }

    #[test]
    fn legal_break_needs_four_balls_at_cushion_or_one_pocketed() {
        assert!(!shot("c1 r1 r2 r3 r3 r0 r1").legal_break());
        assert!(shot("c1 r1 r2 r3 r4").legal_break());
        assert!(shot("c1 p9").legal_break());
        assert!(!shot("c1 p0").legal_break(), "the cue ball does not count");
    }
}
