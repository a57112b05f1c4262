//! Where is a body, roughly?

use crate::vector::Wide;

/// A ball that holds all of a body, along its path from an instant to another one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot<W: Wide> {
    /// The middle of the ball, in length units.
    pub middle: W,
    /// Its radius; infinite for what has no bounds.
    pub reach: f64,
}

impl<W: Wide> Spot<W> {
    /// The whole of space.
    pub(crate) const EVERYWHERE: Self = Self { middle: W::ZERO, reach: f64::INFINITY };

    /// That of a body that takes no part.
    pub(crate) const NOWHERE: Self = Self { middle: W::ZERO, reach: f64::NAN };

    /// Whether it is that of a body that takes part.
    pub(crate) fn is_somewhere(&self) -> bool {
        !self.reach.is_nan()
    }

    /// Whether it has bounds.
    pub(crate) fn is_bounded(&self) -> bool {
        self.reach < f64::INFINITY
    }

    /// Whether the two have a point in common, or nearly.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        let reach = self.reach + other.reach;
        (self.middle - other.middle).length_squared() <= reach * reach * (1.0 + 1e-9)
    }

    /// Whether the other lies inside.
    #[must_use]
    pub(crate) fn contains(&self, other: &Self) -> bool {
        let spare = self.reach - other.reach;
        spare >= 0.0 && (self.middle - other.middle).length_squared() <= spare * spare
    }

    /// The ball moved by `shift`.
    #[must_use]
    pub(crate) fn moved(&self, shift: W) -> Self {
        Self { middle: self.middle + shift, ..*self }
    }

    /// The ball, larger by `margin` on every side.
    #[must_use]
    pub(crate) fn grown(&self, margin: f64) -> Self {
        Self { reach: self.reach + margin, ..*self }
    }

    /// The corners of the box around it.
    pub(crate) fn corners(&self) -> [W; 2] {
        let reach = W::from_components(|_| self.reach);
        [self.middle - reach, self.middle + reach]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn balls_touch_or_do_not() {
        let spot = |x: f64, reach: f64| Spot { middle: dvec2(x, 0.0), reach };
        assert!(spot(0.0, 1.0).touches(&spot(3.0, 2.0)));
        assert!(!spot(0.0, 1.0).touches(&spot(3.1, 2.0)));
        assert!(Spot::<DVec2>::EVERYWHERE.touches(&spot(1e300, 0.0)));
        assert!(!spot(0.0, 1.0).touches(&Spot::NOWHERE));
        assert!(!Spot::<DVec2>::EVERYWHERE.touches(&Spot::NOWHERE));
        assert!(spot(0.0, 2.0).contains(&spot(1.0, 1.0)));
        assert!(!spot(0.0, 2.0).contains(&spot(1.1, 1.0)));
        assert!(!spot(0.0, 1.0).contains(&spot(0.0, 2.0)));
    }
}
