//! A ball that moves towards a rounded box: a point and a box grown by both radii.

use super::motion::{Motion, Touch};
use super::walk::{Regions, Side, View, first_touch, passes_by, return_after};
use crate::contact::{Feature, ball_convex};
use crate::roots::quadratic_roots;
use crate::shape::RoundedBox;
use crate::vector::Vector;

/// The first impact of a ball of `radius` with the shape, within `end` seconds.
#[must_use]
pub fn touch<V: Vector>(
    shape: &RoundedBox<V>,
    motion: &Motion<V>,
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
    let straight = motion.acceleration == V::ZERO;
    let away = bounced.map(|feature| ball_convex::normal(shape, motion.offset, feature));
    // Nothing can be hit before the path is back at a plane that it left with the shape behind.
    let back = away.map(|away| motion.back(away)).into_iter();
    let slack = if start.separation > 0.0 { 1.0 } else { 2.0 };
    let back = back.chain(parts_until(shape.half, &local, reach, slack)).reduce(f64::max);
    if back.is_some_and(|back| straight || back > end) {
        return None;
    }
    let inside = back.is_none() && start.separation <= 0.0;
    if inside && !motion.departs(start.normal) {
        return Some(Touch { time: 0.0, feature: start.feature });
    }
    if inside && straight {
        return None;
    }
    let (centre, frame) = (shape.centre, Some(&shape.frame));
    let view = View { motion, local, centre, frame, ground: 0.0 };
    let regions = BoxRegions::new(shape.half, &local, reach, end);
    let Some(back) = back else {
        let leaving = inside.then(|| side(shape.half, reach, start.feature));
        return first_touch(&view, &regions, (0.0, end), leaving);
    };
    let from = bounced.map(|feature| side(shape.half, reach, feature));
    return_after(&view, &regions, (back, end), from)
}

/// If the motion begins on or before the plane of a face, to rounding, and does not approach it: when it
/// is back at the last of them. On an edge this is not told by the nearest face alone.
fn parts_until<V: Vector>(half: V, local: &Motion<V>, reach: f64, slack: f64) -> Option<f64> {
    let planes = (0..V::DIMENSION).filter_map(|axis| {
        let (half, offset) = (half.component(axis), local.offset.component(axis));
        let outside = offset.abs() - half - reach;
        let rounding = slack * f64::EPSILON * offset.abs();
        let direction = V::unit(axis) * 1f64.copysign(offset);
        // A body on a wall without thickness can cross it from either face.
        let leaves = (half > 0.0 || reach > 0.0) && outside >= -rounding;
        (leaves && local.departs(direction)).then(|| local.back(direction))
    });
    planes.reduce(f64::max)
}

/// The regions around a box.
struct BoxRegions<V: Vector> {
    half: V,
    reach: f64,
    /// When the path comes to the planes of the faces, in order.
    borders: [f64; 12],
    /// When it comes to that in which the box is flat.
    flat: [f64; 2],
}

impl<V: Vector> BoxRegions<V> {
    fn new(half: V, local: &Motion<V>, reach: f64, end: f64) -> Self {
        let (mut borders, mut count, mut flat) = ([f64::INFINITY; 12], 0, [f64::INFINITY; 2]);
        for axis in 0..V::DIMENSION {
            let [offset, speed, pull] = [local.offset, local.velocity, local.acceleration]
                .map(|vector| vector.component(axis));
            let half = half.component(axis);
            for (number, side) in [1.0, -1.0].into_iter().enumerate() {
                let (times, found) =
                    quadratic_roots([offset - side * half, speed, 0.5 * pull], 0.0, end);
                if half == 0.0 && number == 1 {
                    continue;
                }
                for (time, slot) in times[..found].iter().zip(0..) {
                    borders[count] = *time;
                    count += 1;
                    if half == 0.0 {
                        flat[slot as usize] = *time;
                    }
                }
            }
        }
        borders[..count].sort_unstable_by(f64::total_cmp);
        Self { half, reach, borders, flat }
    }
}

impl<V: Vector> Regions<V> for BoxRegions<V> {
    fn next_border(&self, after: f64) -> f64 {
        self.borders.into_iter().find(|border| *border > after).unwrap_or(f64::INFINITY)
    }

    fn side(&self, feature: Feature) -> Side<V> {
        side(self.half, self.reach, feature)
    }

    fn is_open(&self, _: &Side<V>, _: f64, _: bool) -> bool {
        true
    }

    fn nearest(&self, place: V) -> Option<Side<V>> {
        let beyond = |axis: usize| {
            let (here, half) = (place.component(axis), self.half.component(axis));
            if here > half || (half == 0.0 && here == 0.0) {
                1.0
            } else if here < -half {
                -1.0
            } else {
                0.0
            }
        };
        let only = (0..V::DIMENSION).filter(|axis| beyond(*axis) != 0.0).count() == 1;
        let code = (0..V::DIMENSION).filter(|axis| beyond(*axis) != 0.0).map(|axis| {
            // A flat axis counts as positive beside another one, so that a corner has one name.
            let signed = self.half.component(axis) > 0.0 || only;
            Feature::face(axis, if signed { beyond(axis) } else { 1.0 }).0
        });
        let feature = Feature(code.sum());
        (feature.0 > 0).then(|| side(self.half, self.reach, feature))
    }

    fn entered(&self, _: f64, now: &Motion<V>, falls: bool) -> Side<V> {
        let depth = |axis: usize| self.half.component(axis) - now.offset.component(axis).abs();
        let counts = |axis: &usize| {
            !falls || now.offset.component(*axis) * now.velocity.component(*axis) < 0.0
        };
        let nearest =
            |best: usize, axis: usize| if depth(axis) < depth(best) { axis } else { best };
        let axis = (0..V::DIMENSION).filter(counts).reduce(nearest).unwrap_or(0);
        side(self.half, self.reach, Feature::face(axis, now.offset.component(axis)))
    }

    fn crossed(&self, time: f64, now: &Motion<V>) -> Option<Feature> {
        if self.reach > 0.0 || !self.flat.contains(&time) {
            return None;
        }
        let axis = (0..V::DIMENSION).find(|axis| self.half.component(*axis) == 0.0)?;
        let beside = |other: usize| now.offset.component(other).abs() <= self.half.component(other);
        let speed = now.velocity.component(axis);
        ((0..V::DIMENSION).all(|other| other == axis || beside(other)) && speed != 0.0)
            .then(|| Feature::face(axis, -speed))
    }
}

/// A feature of the grown box.
fn side<V: Vector>(half: V, reach: f64, feature: Feature) -> Side<V> {
    let side = |axis: usize| feature.side(axis);
    Side {
        feature,
        face: (feature.sides::<V>() == 1).then(|| V::from_components(side)),
        origin: V::from_components(|axis| side(axis) * half.component(axis)),
        across: V::from_components(|axis| side(axis).abs()),
        reach,
    }
}

/// The motion in the coordinates of the box.
pub(super) fn localised<V: Vector>(shape: &RoundedBox<V>, motion: &Motion<V>) -> Motion<V> {
    Motion { offset: motion.offset - shape.centre, ..*motion }
        .map(|vector| shape.frame.to_local(vector))
}

/// The distances from the surfaces of the grown box, as polynomials of time.
pub(super) fn surfaces<V: Vector>(
    shape: &RoundedBox<V>,
    motion: &Motion<V>,
    radius: f64,
) -> impl Iterator<Item = [f64; 5]> {
    let (half, reach, local) = (shape.half, shape.radius + radius, localised(shape, motion));
    features(half).map(move |feature| {
        let (centre, frame) = (shape.centre, Some(&shape.frame));
        let view = View { motion, local, centre, frame, ground: 0.0 };
        side(half, reach, feature).distance(&view)
    })
}

/// The features that a point may hit, each under one name. A wall has a face on either side.
fn features<V: Vector>(half: V) -> impl Iterator<Item = Feature> {
    (1..3u32.pow(V::DIMENSION as u32)).map(Feature).filter(move |feature| {
        let alone = feature.sides::<V>() == 1;
        (0..V::DIMENSION).all(|axis| {
            let side = feature.side(axis);
            half.component(axis) > 0.0 || if alone { side != 0.0 } else { side > 0.0 }
        })
    })
}
