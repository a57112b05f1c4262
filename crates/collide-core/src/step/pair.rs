//! When do these two touch?

use crate::contact::Feature;
use crate::impact::{Motion, Touch, touch};
use crate::vector::Vector;
use crate::world::Slot;

/// The next impact of a ball with a solid body, with its time in seconds from the start of the step:
/// a function of the two stored states alone.
pub(super) fn impact<V: Vector>(ball: &Slot<V>, other: &Slot<V>, dt: f64) -> Option<Touch> {
    let start = f64::max(ball.time, other.time);
    let end = dt.min(ball.flight.stop).min(other.flight.stop) - start;
    if end.is_nan() || end < 0.0 {
        return None;
    }
    let motion = Motion::between(&ball.flight, &other.flight, start);
    let mover = ball.mover();
    let shape = other.grown_by(&mover);
    let hit = touch(&shape, &motion, mover.radius, end, bounced(ball, other, start))?;
    Some(Touch { time: start + hit.time, feature: hit.feature })
}

/// The feature at which the two parted at `start`, if neither has had another event since.
fn bounced<V: Vector>(ball: &Slot<V>, other: &Slot<V>, start: f64) -> Option<Feature> {
    let (partner, feature) = ball.bounced?;
    let returned = !other.is_mover() || other.bounced == Some((ball.id, feature));
    (partner == other.id && ball.time == start && returned).then_some(feature)
}
