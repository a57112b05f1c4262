//! A ball inside a circle or sphere: the wall is as far as the radius that is left.

use super::feature::{Contact, Feature};
use crate::vector::Vector;

/// The contact of a ball of `radius` at `offset` from the centre of a round arena.
#[must_use]
pub fn contact<V: Vector>(room: f64, offset: V, radius: f64) -> Contact<V> {
    let separation = room - radius - offset.length();
    Contact { separation, normal: normal(offset), feature: Feature::PLANE }
}

/// The unit vector from the nearest point of the wall to the centre; in the centre the first axis.
#[must_use]
pub fn normal<V: Vector>(offset: V) -> V {
    let distance = offset.length();
    if distance > 0.0 { -offset / distance } else { V::unit(0) }
}
