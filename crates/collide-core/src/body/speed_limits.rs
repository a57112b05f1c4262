//! The limits of the speed with which a body leaves an impact.

use crate::vector::Vector;

/// The least and the most speed of a body after each of its impacts, in length units a second.
///
/// What an impact gives or takes beyond them is changed at its instant, so the rest of the step and every forecast know it: the
/// velocity is made longer or shorter and keeps its direction. Between impacts forces change the speed as ever. A body that
/// an impact leaves at rest stays so. By default there are no limits.
///
/// Momentum is not conserved where a limit acts; what it gives or takes of the energy is in
/// [`Impact::energy_lost`](crate::report::Impact::energy_lost), and the impulse is that of the impact without it. Two bodies
/// that would go on into each other by their limits get one speed along the normal, and what is missing across it; if they
/// move along the normal only, they have that speed whatever the limits are.
///
/// # Example
/// ```
/// use collide_core::body::{Body, SpeedLimits};
/// use collide_core::shape::Shape;
/// use collide_core::step::Stepper;
/// use collide_core::world::World;
/// use glam::{DVec2, dvec2};
///
/// let mut world = World::<DVec2>::new();
/// world.add(Body::fixed(Shape::half_space(-DVec2::X), dvec2(2.0, 0.0))).unwrap();
/// let ball = Body::dynamic(Shape::ball(1.0), DVec2::ZERO);
/// let speed_limits = SpeedLimits { least: 0.0, most: 3.0 };
/// let ball = world.add(Body { velocity: dvec2(4.0, 0.0), speed_limits, ..ball }).unwrap();
/// Stepper::new().step(&mut world, 1.0);
/// assert_eq!(world.velocity(ball), Some(dvec2(-3.0, 0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpeedLimits {
    /// The least speed, zero or above.
    pub least: f64,
    /// The most, at least as much, and finite.
    pub most: f64,
}

impl SpeedLimits {
    /// No limits.
    pub const NONE: Self = Self { least: 0.0, most: f64::MAX };

    /// The same speed after each impact.
    #[must_use]
    pub const fn keep(speed: f64) -> Self {
        Self { least: speed, most: speed }
    }

    /// Whether a body can have these limits.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        0.0 <= self.least && self.least <= self.most && self.most.is_finite()
    }

    /// The velocity in the same direction within the limits; zero stays zero.
    #[must_use]
    pub fn limit<V: Vector>(&self, velocity: V) -> V {
        let speed = velocity.length();
        let wanted = if speed > self.most { self.most } else { self.least };
        let keeps = speed >= self.least && speed <= self.most;
        if keeps || speed == 0.0 { velocity } else { velocity * (wanted / speed) }
    }
}

impl Default for SpeedLimits {
    fn default() -> Self {
        Self::NONE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn speeds_come_within_their_limits_and_keep_their_direction() {
        let limits = SpeedLimits { least: 2.0, most: 10.0 };
        let limited = |x, y| limits.limit(dvec2(x, y));
        assert_eq!(limited(3.0, 4.0), dvec2(3.0, 4.0));
        assert_eq!(limited(0.6, 0.8), dvec2(1.2, 1.6));
        assert_eq!(limited(30.0, 40.0), dvec2(6.0, 8.0));
        assert_eq!(limited(0.0, 0.0), DVec2::ZERO);
        assert_eq!(SpeedLimits::keep(5.0).limit(dvec2(0.0, -1.0)), dvec2(0.0, -5.0));
        assert_eq!(SpeedLimits::NONE.limit(dvec2(1e-300, 1e150)), dvec2(1e-300, 1e150));
    }

    #[test]
    fn impossible_limits_are_not_valid() {
        assert!(SpeedLimits::NONE.is_valid() && SpeedLimits::keep(0.0).is_valid());
        let limits = |least, most| SpeedLimits { least, most };
        for (least, most) in [(-1.0, 1.0), (2.0, 1.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert!(!limits(least, most).is_valid(), "{least} {most}");
        }
    }
}
