//! How a body is held in place until the step ends.

use crate::vector::Vector;

/// How a body is held in place after its event budget or that of all crowds is spent, or after it has touched a body that is
/// held. It keeps its velocity, and goes on with it in the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Held<V> {
    /// It is not held.
    Free,
    /// The same as `Still`, for nothing but the budget of all crowds: it has not come into others.
    Waits,
    /// It stands still, until a moving body hits it.
    Still,
    /// It moves with a wall, at this velocity.
    Carried(V),
    /// It stands still, hit from two sides, and moving walls may pass through it.
    Pinned,
}

impl<V: Vector> Held<V> {
    /// The velocity with which it moves while it is held; `None` if it is free.
    pub(crate) fn velocity(&self) -> Option<V> {
        match self {
            Self::Free => None,
            Self::Waits | Self::Still | Self::Pinned => Some(V::ZERO),
            Self::Carried(velocity) => Some(*velocity),
        }
    }

    /// How a body is held after it touches another held body, or a wall.
    pub(crate) fn after(self, other: Self) -> Self {
        match (self, other) {
            // A body that can be carried along stops no other one.
            (_, Self::Free) | (Self::Pinned, _) => self,
            (Self::Free, Self::Pinned) => Self::Still,
            (Self::Free, _) => other,
            (_, Self::Waits | Self::Still) => self,
            (Self::Waits | Self::Still, Self::Carried(_)) => other,
            (Self::Waits | Self::Still, Self::Pinned) => self,
            (Self::Carried(one), Self::Carried(two)) if one == two => self,
            (Self::Carried(_), _) => Self::Pinned,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn held_state_changes_three_times_at_most() {
        let [left, right] = [DVec2::NEG_X, DVec2::X].map(Held::Carried);
        let all = [Held::Free, Held::Waits, Held::Still, left, right, Held::Pinned];
        let rank = |held: Held<DVec2>| match held {
            Held::Free => 0,
            Held::Waits | Held::Still => 1,
            Held::Carried(_) => 2,
            Held::Pinned => 3,
        };
        for one in all {
            for two in all {
                let after = one.after(two);
                assert!(after == one || rank(after) > rank(one), "{one:?} {two:?} {after:?}");
                assert!(two == Held::Free || after != Held::Free);
            }
        }
        assert_eq!(Held::Still.after(left), left);
        assert_eq!(left.after(right), Held::Pinned);
        assert_eq!(left.after(left), left);
    }
}
