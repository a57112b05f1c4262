//! A ball inside a box: the nearest wall.

use super::feature::{Contact, Feature};
use crate::vector::Vector;

/// The contact of a ball of `radius` at `offset` from the centre of an arena with the nearest wall.
#[must_use]
pub fn contact<V: Vector>(half: V, offset: V, radius: f64) -> Contact<V> {
    let room = |axis: usize| half.component(axis) - offset.component(axis).abs();
    let axis =
        (1..V::DIMENSION).fold(0, |best, axis| if room(axis) < room(best) { axis } else { best });
    let feature = Feature::face(axis, offset.component(axis));
    Contact { separation: room(axis) - radius, normal: normal(feature), feature }
}

/// The contacts with all walls.
pub(super) fn contacts<V: Vector>(
    half: V,
    offset: V,
    radius: f64,
) -> impl Iterator<Item = Contact<V>> {
    (0..V::DIMENSION).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]).map(move |(axis, side)| {
        let feature = Feature::face(axis, side);
        let room = half.component(axis) - side * offset.component(axis);
        Contact { separation: room - radius, normal: normal(feature), feature }
    })
}

/// The unit vector from a wall into the arena.
#[must_use]
pub fn normal<V: Vector>(feature: Feature) -> V {
    V::from_components(|axis| -feature.side(axis))
}
