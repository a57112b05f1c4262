//! The motion of one body relative to another.

use crate::contact::Feature;
use crate::exact::parabola;
use crate::flight::Flight;
use crate::roots::quadratic_descent;
use crate::vector::Vector;

/// The motion of one body relative to another, from an instant on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion<V: Vector> {
    /// The position of the first relative to the second, in length units.
    pub offset: V,
    /// The velocity of the first relative to the second.
    pub velocity: V,
    /// The acceleration of the first relative to the second; exactly zero when both feel the same.
    pub acceleration: V,
}

impl<V: Vector> Motion<V> {
    /// The motion of `first` relative to `second` from `time` on.
    #[must_use]
    pub fn between(first: &Flight<V>, second: &Flight<V>, time: f64) -> Self {
        Self {
            offset: first.position(time) - second.position(time),
            velocity: first.velocity(time) - second.velocity(time),
            acceleration: first.acceleration - second.acceleration,
        }
    }

    /// The offset after `elapsed` seconds.
    #[must_use]
    pub fn offset_after(&self, elapsed: f64) -> V {
        self.offset + (self.velocity + self.acceleration * (0.5 * elapsed)) * elapsed
    }

    /// The offset after `elapsed` seconds to the rounding of the offset then, not of the way to it.
    pub(super) fn place_after(&self, elapsed: f64) -> V {
        let place = V::from_components(|axis| {
            let state = [self.offset, self.velocity, self.acceleration];
            parabola(state.map(|it| it.component(axis)), elapsed)
        });
        if place.is_finite() { place } else { self.offset_after(elapsed) }
    }

    /// The motion seen `elapsed` seconds later.
    #[must_use]
    pub fn after(&self, elapsed: f64) -> Self {
        Self {
            offset: self.offset_after(elapsed),
            velocity: self.velocity + self.acceleration * elapsed,
            acceleration: self.acceleration,
        }
    }

    /// The least and the greatest coordinates of the offset within `end` seconds.
    #[must_use]
    pub fn bounds(&self, end: f64) -> [V; 2] {
        let last = self.offset_after(end);
        let (mut low, mut high) = (self.offset, self.offset);
        let mut include = |point: V| (low, high) = (low.least(point), high.greatest(point));
        include(last);
        if self.acceleration == V::ZERO {
            return [low, high];
        }
        // A parabola reaches further than its ends where it turns.
        for axis in 0..V::DIMENSION {
            let turn = -self.velocity.component(axis) / self.acceleration.component(axis);
            if turn > 0.0 && turn < end {
                include(self.offset_after(turn));
            }
        }
        [low, high]
    }

    /// Whether the motion does not begin against a direction, nor turn against it at once.
    pub(super) fn departs(&self, direction: V) -> bool {
        let speed = self.velocity.dot(direction);
        speed > 0.0 || (speed == 0.0 && self.acceleration.dot(direction) >= 0.0)
    }

    /// When a motion that departs in a direction is back where it began, or a little earlier, so that the
    /// rounding of a return at that very time does not count; infinite if never.
    pub(super) fn back(&self, direction: V) -> f64 {
        let [speed, pull] = [self.velocity, self.acceleration].map(|it| it.dot(direction));
        let back = quadratic_descent([0.0, f64::max(speed, 0.0), 0.5 * pull], f64::INFINITY);
        back.unwrap_or(f64::INFINITY) * (1.0 - 1e-6)
    }

    /// By how much faster time should go where the square of the speed of a straight motion is too large
    /// or too small a number; a power of two, so that nothing is rounded.
    pub(crate) fn pace(&self) -> Option<f64> {
        const BIAS: u64 = 1023;
        const FAR: u64 = 380;
        let speed = self.velocity.max_magnitude();
        let exponent = (speed.to_bits() >> 52).clamp(1, 2 * BIAS - 1);
        let usual = exponent.abs_diff(BIAS) < FAR;
        if usual || speed == 0.0 || self.acceleration != V::ZERO {
            return None;
        }
        Some(f64::from_bits((2 * BIAS - exponent) << 52))
    }

    /// How much of the offset after `elapsed` seconds may be rounding.
    pub(super) fn rounding(&self, elapsed: f64) -> f64 {
        let turn = 0.5 * elapsed * self.acceleration.max_magnitude();
        let way = (self.velocity.max_magnitude() + turn) * elapsed;
        f64::EPSILON * (self.offset.max_magnitude() + way)
    }

    /// The same motion with every vector passed through a linear map.
    pub(super) fn map(&self, linear: impl Fn(V) -> V) -> Self {
        Self {
            offset: linear(self.offset),
            velocity: linear(self.velocity),
            acceleration: linear(self.acceleration),
        }
    }
}

/// The next impact of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// When, in seconds after the start of the motion.
    pub time: f64,
    /// Which feature of the shape is hit.
    pub feature: Feature,
}

/// The distance to a plane as a polynomial of time: the part of the motion along `normal`, less `radius`.
pub(super) fn along<V: Vector>(motion: &Motion<V>, normal: V, radius: f64) -> [f64; 3] {
    [
        motion.offset.dot(normal) - radius,
        motion.velocity.dot(normal),
        0.5 * motion.acceleration.dot(normal),
    ]
}
