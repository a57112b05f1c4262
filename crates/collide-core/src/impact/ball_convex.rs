//! A ball that moves towards a rounded box: a point and a box grown by both radii.

use super::motion::{Motion, Touch};
use super::piece::{Course, Piece, Slab, first_entry, passes_by};
use crate::contact::{Feature, ball_convex};
use crate::shape::RoundedBox;
use crate::vector::Wide;

/// The feature of a shape that is a ball: a corner on the positive side of every axis.
#[must_use]
pub fn corner<W: Wide>() -> Feature {
    Feature((0..W::DIMENSION).map(|axis| Feature::face(axis, 1.0).0).sum())
}

/// The first impact of a ball of `radius` with the shape, within `end` seconds.
#[must_use]
pub fn touch<W: Wide>(
    shape: &RoundedBox<W>,
    motion: &Motion<W>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    let reach = shape.radius + radius;
    let local = localised(shape, motion);
    if passes_by(shape.half, &local, reach, end) {
        return None;
    }
    let start = ball_convex::contact(shape, motion.offset, radius);
    let parting = parts_until(shape.half, &local, reach);
    let course = Course { motion, start, end, bounced, parting, union: None, ground: 0.0 };
    first_entry(&course, pieces(shape.half, &local, reach), is_opposite::<W>)
}

/// If the motion begins on or before the plane of a face, to rounding, and does not approach it: when it
/// is back at the last of them. On an edge this is not told by the nearest face alone.
fn parts_until<W: Wide>(half: W, local: &Motion<W>, reach: f64) -> Option<f64> {
    let planes = (0..W::DIMENSION).filter_map(|axis| {
        let (half, offset) = (half.component(axis), local.offset.component(axis));
        let outside = offset.abs() - half - reach;
        let rounding = 2.0 * f64::EPSILON * offset.abs();
        let direction = W::unit(axis) * 1f64.copysign(offset);
        // Who is on a wall without thickness can cross it from either face.
        let leaves = (half > 0.0 || reach > 0.0) && outside >= -rounding;
        (leaves && local.departs(direction)).then(|| local.back(direction, rounding))
    });
    planes.reduce(f64::max)
}

/// Whether two features lie on opposite sides of the shape.
fn is_opposite<W: Wide>(one: Feature, other: Feature) -> bool {
    (0..W::DIMENSION).all(|axis| one.side(axis) == -other.side(axis))
}

/// The motion in the coordinates of the box.
fn localised<W: Wide>(shape: &RoundedBox<W>, motion: &Motion<W>) -> Motion<W> {
    Motion { offset: motion.offset - shape.centre, ..*motion }
        .map(|vector| shape.frame.to_local(vector))
}

/// The surfaces of the grown box, as the motion meets them.
pub(super) fn surfaces<W: Wide>(
    shape: &RoundedBox<W>,
    motion: &Motion<W>,
    radius: f64,
) -> impl Iterator<Item = Piece<W>> {
    pieces(shape.half, &localised(shape, motion), shape.radius + radius)
}

fn pieces<W: Wide>(
    half: W,
    local: &Motion<W>,
    reach: f64,
) -> impl Iterator<Item = Piece<W>> + Clone + use<W> {
    let local = *local;
    features(half).map(move |feature| piece(half, &local, reach, feature))
}

/// The features that a point may hit, each under one name. A wall has a face on either side.
fn features<W: Wide>(half: W) -> impl Iterator<Item = Feature> + Clone + use<W> {
    (1..3u32.pow(W::DIMENSION as u32)).map(Feature).filter(move |feature| {
        let alone = feature.sides::<W>() == 1;
        (0..W::DIMENSION).all(|axis| {
            let side = feature.side(axis);
            half.component(axis) > 0.0 || if alone { side != 0.0 } else { side > 0.0 }
        })
    })
}

/// The part of the grown box that belongs to one feature.
fn piece<W: Wide>(half: W, local: &Motion<W>, reach: f64, feature: Feature) -> Piece<W> {
    let side = |axis: usize| feature.side(axis);
    let sides = |vector: W| {
        W::from_components(|axis| if side(axis) == 0.0 { 0.0 } else { vector.component(axis) })
    };
    let origin = W::from_components(|axis| side(axis) * half.component(axis));
    let is_face = feature.sides::<W>() == 1;
    let mut beside = [None; 2];
    for (slot, axis) in (0..W::DIMENSION).filter(|axis| side(*axis) == 0.0).enumerate() {
        let high = half.component(axis);
        beside[slot] = Some(Slab { axis: W::unit(axis), low: -high, high });
    }
    Piece {
        feature,
        face: is_face.then(|| W::from_components(side)),
        reach,
        local: *local,
        across: Motion { offset: local.offset - origin, ..*local }.map(sides),
        beside,
    }
}
