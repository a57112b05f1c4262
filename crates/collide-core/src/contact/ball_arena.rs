//! A ball inside a box: the nearest wall.

use super::feature::{Contact, Feature};
use crate::vector::Wide;

/// The contact of a ball of `radius` at `offset` from the centre of an arena with the nearest wall.
#[must_use]
pub fn contact<W: Wide>(half: W, offset: W, radius: f64) -> Contact<W> {
    let room = |axis: usize| half.component(axis) - offset.component(axis).abs();
    let axis =
        (1..W::DIMENSION).fold(0, |best, axis| if room(axis) < room(best) { axis } else { best });
    let feature = Feature::face(axis, offset.component(axis));
    Contact { separation: room(axis) - radius, normal: normal(feature), feature }
}

/// The contacts with all walls.
pub(super) fn contacts<W: Wide>(
    half: W,
    offset: W,
    radius: f64,
) -> impl Iterator<Item = Contact<W>> {
    (0..W::DIMENSION).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]).map(move |(axis, side)| {
        let feature = Feature::face(axis, side);
        let room = half.component(axis) - side * offset.component(axis);
        Contact { separation: room - radius, normal: normal(feature), feature }
    })
}

/// The unit vector from a wall into the arena.
#[must_use]
pub fn normal<W: Wide>(feature: Feature) -> W {
    W::from_components(|axis| -feature.side(axis))
}
