//! The least distance from a point, or along a line, to anything inside of bounds.

use super::probe::Sweep;
use crate::broad::Aabb;
use crate::vector::Vector;

/// The share of the largest coordinate by which bounds are grown, so that no rounding of the exact
/// geometry finds a body where its bounds are not.
const SLACK: f64 = 1e-11;

/// By how much bounds are grown for a question that is asked at `point`, if `extent` is the largest
/// coordinate of any bounds.
pub fn slack<V: Vector>(point: V, reach: f64, extent: f64) -> f64 {
    SLACK * (point.max_magnitude() + reach + extent)
}

/// A sweep as bounds see it.
#[derive(Clone, Copy, Debug)]
pub struct Line<V: Vector> {
    origin: V,
    direction: V,
    /// One over each component of the direction.
    inverse: V,
    length: f64,
    /// By how much bounds are grown along each axis.
    grown: V,
}

impl<V: Vector> Line<V> {
    /// The line of a sweep among bounds with `extent` as their largest coordinate.
    pub fn new(sweep: &Sweep<V>, extent: f64) -> Self {
        let Sweep { centre: origin, mover, direction, length, .. } = *sweep;
        let inverse = V::from_components(|axis| 1.0 / direction.component(axis));
        let reach = mover.half.max_magnitude() + mover.radius;
        let rounded = mover.radius + slack(origin, reach, extent);
        let grown = V::from_components(|axis| mover.half.component(axis) + rounded);
        Self { origin, direction, inverse, length, grown }
    }

    /// The way until the sweep comes into the bounds, if it does.
    pub fn entry(&self, bounds: &Aabb<V>) -> Option<f64> {
        let (mut enter, mut leave) = (0.0, self.length);
        for axis in 0..V::DIMENSION {
            let origin = self.origin.component(axis);
            let low = bounds.min.component(axis) - self.grown.component(axis) - origin;
            let high = bounds.max.component(axis) + self.grown.component(axis) - origin;
            if self.direction.component(axis) == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let inverse = self.inverse.component(axis);
            let (one, other) = (low * inverse, high * inverse);
            // Of a number and NaN these take the number.
            enter = f64::max(enter, f64::min(one, other));
            leave = f64::min(leave, f64::max(one, other));
        }
        (enter <= leave).then_some(enter)
    }
}

/// The distance from `point` to bounds grown by `slack`; inside of them anything may be found.
pub fn distance<V: Vector>(point: V, bounds: &Aabb<V>, slack: f64) -> f64 {
    let outside = V::from_components(|axis| {
        let place = point.component(axis);
        let below = bounds.min.component(axis) - place;
        let above = place - bounds.max.component(axis);
        f64::max(f64::max(below, above), 0.0)
    });
    let distance = outside.length() - slack;
    if distance > 0.0 { distance } else { f64::NEG_INFINITY }
}
