//! Bounding spheres: a sphere that holds a body along a piece of its path.

use crate::vector::Vector;

/// A sphere that holds all of a body, along its path from one instant to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingSphere<V: Vector> {
    /// The centre, in length units.
    pub centre: V,
    /// The radius, in length units; infinite for an unbounded body.
    pub radius: f64,
}

impl<V: Vector> BoundingSphere<V> {
    /// The whole of space.
    pub(crate) const EVERYWHERE: Self = Self { centre: V::ZERO, radius: f64::INFINITY };

    /// The sphere of a body that takes no part.
    pub(crate) const NOWHERE: Self = Self { centre: V::ZERO, radius: f64::NAN };

    /// Whether it is the sphere of a body that takes part.
    pub(crate) fn is_somewhere(&self) -> bool {
        !self.radius.is_nan()
    }

    /// Whether it has bounds.
    pub(crate) fn is_bounded(&self) -> bool {
        self.radius < f64::INFINITY
    }

    /// How far it reaches along an axis from its centre, and a little more.
    pub(super) fn reach(&self) -> f64 {
        self.radius * (1.0 + 1e-9)
    }

    /// Whether the two have a point in common, or nearly.
    #[must_use]
    pub fn touches(&self, other: &Self) -> bool {
        let reach = self.radius + other.radius;
        (self.centre - other.centre).length_squared() <= reach * reach * (1.0 + 1e-9)
    }

    /// Whether the other lies inside.
    #[must_use]
    pub(crate) fn contains(&self, other: &Self) -> bool {
        if !self.is_bounded() {
            return self.is_somewhere() && other.is_somewhere();
        }
        let spare = self.radius - other.radius;
        spare >= 0.0 && (self.centre - other.centre).length_squared() <= spare * spare
    }

    /// The ball moved by `shift`.
    #[must_use]
    pub(crate) fn moved(&self, shift: V) -> Self {
        Self { centre: self.centre + shift, ..*self }
    }

    /// The ball, larger by `margin` on every side.
    #[must_use]
    pub(crate) fn grown(&self, margin: f64) -> Self {
        Self { radius: self.radius + margin, ..*self }
    }

    /// The corners of the box around it.
    pub(crate) fn corners(&self) -> [V; 2] {
        let reach = V::from_components(|_| self.radius);
        [self.centre - reach, self.centre + reach]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn balls_touch_or_do_not() {
        let sphere = |x: f64, radius: f64| BoundingSphere { centre: dvec2(x, 0.0), radius };
        assert!(sphere(0.0, 1.0).touches(&sphere(3.0, 2.0)));
        assert!(!sphere(0.0, 1.0).touches(&sphere(3.1, 2.0)));
        assert!(BoundingSphere::<DVec2>::EVERYWHERE.touches(&sphere(1e300, 0.0)));
        assert!(!sphere(0.0, 1.0).touches(&BoundingSphere::NOWHERE));
        assert!(!BoundingSphere::<DVec2>::EVERYWHERE.touches(&BoundingSphere::NOWHERE));
        assert!(sphere(0.0, 2.0).contains(&sphere(1.0, 1.0)));
        assert!(!sphere(0.0, 2.0).contains(&sphere(1.1, 1.0)));
        assert!(!sphere(0.0, 1.0).contains(&sphere(0.0, 2.0)));
        let everywhere = BoundingSphere::<DVec2>::EVERYWHERE;
        assert!(everywhere.contains(&everywhere) && everywhere.contains(&sphere(1e300, 1.0)));
        assert!(!everywhere.contains(&BoundingSphere::NOWHERE));
        assert!(!BoundingSphere::NOWHERE.contains(&sphere(0.0, 1.0)));
    }
}
