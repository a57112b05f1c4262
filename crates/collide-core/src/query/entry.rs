//! How far is it at least to anything inside of bounds?

use super::probe::Sweep;
use crate::broad::Aabb;
use crate::vector::Wide;

/// The share of the largest coordinate by which bounds are grown, so that no rounding of the exact
/// geometry finds a body where its bounds are not.
const SLACK: f64 = 1e-12;

/// By how much bounds are grown for a question that is asked at `point`, if `extent` is the largest
/// coordinate of any bounds.
pub fn slack<W: Wide>(point: W, reach: f64, extent: f64) -> f64 {
    SLACK * (point.max_magnitude() + reach + extent)
}

/// The way of a sweep until it comes into the bounds grown by its radius and by `slack`, if it does.
pub fn of_sweep<W: Wide>(sweep: &Sweep<W>, bounds: &Aabb<W>, slack: f64) -> Option<f64> {
    let grown = sweep.radius + slack;
    let (mut enter, mut leave) = (0.0, sweep.length);
    for axis in 0..W::DIMENSION {
        let low = bounds.min.component(axis) - grown - sweep.centre.component(axis);
        let high = bounds.max.component(axis) + grown - sweep.centre.component(axis);
        let speed = sweep.direction.component(axis);
        if speed == 0.0 {
            if low > 0.0 || high < 0.0 {
                return None;
            }
            continue;
        }
        let (one, other) = (low / speed, high / speed);
        // Of a number and NaN these take the number.
        enter = f64::max(enter, f64::min(one, other));
        leave = f64::min(leave, f64::max(one, other));
    }
    (enter <= leave).then_some(enter)
}

/// The distance from `point` to the bounds grown by `slack`; inside of them anything may be found.
pub fn of_point<W: Wide>(point: W, bounds: &Aabb<W>, slack: f64) -> f64 {
    let outside = W::from_components(|axis| {
        let place = point.component(axis);
        let below = bounds.min.component(axis) - place;
        let above = place - bounds.max.component(axis);
        f64::max(f64::max(below, above), 0.0)
    });
    let distance = outside.length() - slack;
    if distance > 0.0 { distance } else { f64::NEG_INFINITY }
}
