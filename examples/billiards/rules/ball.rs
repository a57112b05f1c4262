//! Balls by number, their groups, and sets of balls.

/// A ball by number: 0 is the cue ball, 1 to 7 are solids, 8 is the eight, 9 to 15 are stripes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ball(pub u8);

impl Ball {
    /// The white ball that the cue strikes.
    pub const CUE: Self = Self(0);
    /// The ball that decides eight-ball.
    pub const EIGHT: Self = Self(8);
    /// The ball that decides nine-ball.
    pub const NINE: Self = Self(9);

    /// All sixteen balls by number, the cue ball first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..16).map(Self)
    }

    /// The group of the ball; the cue ball and the eight have none.
    #[must_use]
    pub fn group(self) -> Option<Group> {
        match self.0 {
            1..=7 => Some(Group::Solids),
            9..=15 => Some(Group::Stripes),
            _ => None,
        }
    }
}

/// The seven balls that a player has to pocket before the eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Balls 1 to 7.
    Solids,
    /// Balls 9 to 15.
    Stripes,
}

impl Group {
    /// The group of the opponent.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Solids => Self::Stripes,
            Self::Stripes => Self::Solids,
        }
    }

    /// The name in a sentence.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solids => "solids",
            Self::Stripes => "stripes",
        }
    }
}

/// A set of object balls, one bit a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BallSet(u16);

impl BallSet {
    /// The fifteen object balls.
    #[must_use]
    pub fn full() -> Self {
        Self(0xFFFE)
    }

    /// The object balls up to a number.
    #[must_use]
    pub fn up_to(last: Ball) -> Self {
        Ball::all().skip_while(|ball| *ball <= last).fold(Self::full(), Self::without)
    }

    /// Whether the ball is in the set.
    #[must_use]
    pub fn contains(self, ball: Ball) -> bool {
        self.0 & (1 << ball.0) != 0
    }

    /// The set without the ball.
    #[must_use]
    pub fn without(self, ball: Ball) -> Self {
        Self(self.0 & !(1 << ball.0))
    }

    /// The set with the ball.
    #[must_use]
    pub fn with(self, ball: Ball) -> Self {
        Self(self.0 | (1 << ball.0))
    }

    /// Whether no ball is left.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The balls of the set by number.
    pub fn iter(self) -> impl Iterator<Item = Ball> {
        Ball::all().filter(move |&ball| self.contains(ball))
    }

    /// The balls of one group by number.
    pub fn of(self, group: Group) -> impl Iterator<Item = Ball> {
        self.iter().filter(move |ball| ball.group() == Some(group))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_seven_balls_each() {
        let count = |group| Ball::all().filter(|ball| ball.group() == group).count();
        assert_eq!(count(Some(Group::Solids)), 7);
        assert_eq!(count(Some(Group::Stripes)), 7);
        assert_eq!(count(None), 2);
    }

    #[test]
    fn ball_set_removes_and_adds_balls() {
        let set = BallSet::full().without(Ball(3));
        assert!(!set.contains(Ball(3)) && set.contains(Ball(4)) && !set.contains(Ball::CUE));
        assert_eq!(set.of(Group::Solids).count(), 6);
        assert_eq!(set.with(Ball(3)), BallSet::full());
        assert!(Ball::all().fold(set, BallSet::without).is_empty());
    }
}
