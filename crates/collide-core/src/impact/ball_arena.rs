//! A ball that moves inside a box: the walls are independent planes, and there are no corners to hit.

use super::motion::{Motion, Touch, along};
use super::plane;
use crate::contact::{Feature, ball_arena};
use crate::vector::Vector;

/// The first impact of a ball of `radius` with a wall of the arena, within `end` seconds. Of walls
/// hit at the same time, as in a corner, the first axis and the positive side come first.
#[must_use]
pub fn touch<V: Vector>(
    half: V,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    let mut first: Option<Touch> = None;
    for axis in 0..V::DIMENSION {
        for side in [1.0, -1.0] {
            let feature = Feature::face(axis, side);
            let distance =
                along(motion, ball_arena::normal(feature), radius - half.component(axis));
            let end = first.map_or(end, |touch| touch.time);
            match plane::touch(&distance, end, bounced == Some(feature)) {
                Some(time) if first.is_none_or(|touch| time < touch.time) => {
                    first = Some(Touch { time, feature });
                }
                _ => {}
            }
        }
    }
    first
}
