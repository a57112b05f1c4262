//! The images of a body in a space that repeats.
//!
//! In a periodic space every body has copies, one period apart along each periodic axis, and what
//! leaves on one side comes in on the other. Positions are kept between minus and plus half a period.
//! A pair meets at whichever of its images touch first; at one instant it is the nearest image that
//! counts (the minimum image of molecular dynamics, after Allen and Tildesley, "Computer Simulation of
//! Liquids").

use crate::body::{InvalidBody, valid};
use crate::contact::contact;
use crate::impact::{Motion, Touch};
use crate::roots::quadratic_descent;
use crate::shape::Shape;
use crate::vector::Vector;

/// More images than this along an axis no path has.
const MOST_IMAGES: f64 = 64.0;

/// The lengths after which space repeats along each axis; zero along an axis that does not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Period<V: Vector> {
    pub(crate) lengths: V,
}

impl<V: Vector> Period<V> {
    /// Refuses bounds around a position if its images would overlap each other, or lie beside other images
    /// of it.
    pub(crate) fn admits(&self, [min, max]: [V; 2]) -> Result<(), InvalidBody> {
        (0..V::DIMENSION).try_for_each(|axis| {
            let (low, high) = (min.component(axis), max.component(axis));
            let (width, length) = (high - low, self.lengths.component(axis));
            // Half-spaces and arenas have no bounds and no images.
            let everywhere = length == 0.0 || low.is_infinite() || high.is_infinite();
            valid("width", width, everywhere || width <= length)?;
            let furthest = f64::max(-low, high);
            valid("reach", furthest, everywhere || furthest <= length)
        })
    }

    pub(crate) fn is_open(&self) -> bool {
        self.lengths == V::ZERO
    }

    /// The place with each coordinate between minus and plus half a period, exactly.
    pub(crate) fn wrap(&self, place: V) -> V {
        // The multiple of the periods nearest to a far place is rounded; what it leaves of a division
        // is not.
        let near = V::from_components(|axis| {
            let (far, length) = (place.component(axis), self.lengths.component(axis));
            if length > 0.0 && far.abs() > length { far % length } else { far }
        });
        near - self.shift_of(near)
    }

    /// How far the rounding of a place may move it, as long as it is less than a period.
    pub(crate) fn rounding(&self, place: V) -> V {
        V::from_components(|axis| {
            let (far, length) = (place.component(axis).abs(), self.lengths.component(axis));
            let rounding = 8.0 * f64::EPSILON * far;
            if length > 0.0 { rounding.min(length) } else { rounding }
        })
    }

    /// The multiple of the periods that lies nearest to an offset.
    fn shift_of(&self, offset: V) -> V {
        V::from_components(|axis| {
            let length = self.lengths.component(axis);
            if length > 0.0 { (offset.component(axis) / length).round() * length } else { 0.0 }
        })
    }

    /// Whether a motion certainly goes nowhere beyond one period within this time.
    pub(crate) fn is_wide_for(&self, motion: &Motion<V>, time: f64) -> bool {
        /// The share of a period that cannot be rounding.
        const SURE: f64 = 0.999;
        (0..V::DIMENSION).all(|axis| {
            let state = [motion.offset, motion.velocity, motion.acceleration];
            let [place, speed, pull] = state.map(|it| it.component(axis).abs());
            let length = self.lengths.component(axis);
            length == 0.0 || place + (speed + 0.5 * pull * time) * time < SURE * length
        })
    }

    /// When a motion from a place between minus and plus half a period first goes beyond one period,
    /// where it must be wrapped lest its images become countless.
    pub(crate) fn horizon(&self, motion: &Motion<V>) -> f64 {
        let mut first = f64::INFINITY;
        for axis in 0..V::DIMENSION {
            let length = self.lengths.component(axis);
            if length > 0.0 {
                for side in [V::unit(axis), -V::unit(axis)] {
                    let room = [
                        length - motion.offset.dot(side),
                        -motion.velocity.dot(side),
                        -0.5 * motion.acceleration.dot(side),
                    ];
                    let time = quadratic_descent(room, f64::INFINITY);
                    first = first.min(time.unwrap_or(f64::INFINITY));
                }
            }
        }
        first
    }

    /// Calls `each` with every multiple of the periods by which an interval of offsets can be moved to
    /// overlap the bounds `low` to `high`; with zero along axes on which the bounds are infinite.
    pub(crate) fn shifts(&self, [from, to]: [V; 2], [low, high]: [V; 2], mut each: impl FnMut(V)) {
        let counts: [[i64; 2]; 3] = core::array::from_fn(|axis| {
            if axis >= V::DIMENSION {
                return [0, 0];
            }
            let length = self.lengths.component(axis);
            let first = ((from.component(axis) - high.component(axis)) / length).ceil();
            let last = ((to.component(axis) - low.component(axis)) / length).floor();
            // Infinite bounds are everywhere. Paths end after a period, so their images are few, unless
            // numbers beyond their range made the path; then they could not be counted.
            if length > 0.0 && last - first <= MOST_IMAGES {
                [first as i64, last as i64]
            } else {
                [0, 0]
            }
        });
        for x in counts[0][0]..=counts[0][1] {
            for y in counts[1][0]..=counts[1][1] {
                for z in counts[2][0]..=counts[2][1] {
                    let count = [x, y, z];
                    each(V::from_components(|axis| {
                        count[axis] as f64 * self.lengths.component(axis)
                    }));
                }
            }
        }
    }

    /// Calls `each` with the shifts by none and by one period to either side along every axis. Of two balls
    /// with middles inside the period the images nearest to each other are among those, and if any touch
    /// these do.
    pub(crate) fn beside(&self, mut each: impl FnMut(V)) {
        let counts = |axis: usize| {
            let repeats = axis < V::DIMENSION && self.lengths.component(axis) > 0.0;
            if repeats { -1..=1 } else { 0..=0 }
        };
        for x in counts(0) {
            for y in counts(1) {
                for z in counts(2) {
                    let count = [x, y, z].map(f64::from);
                    each(V::from_components(|axis| count[axis] * self.lengths.component(axis)));
                }
            }
        }
    }

    /// The offset of a ball of `radius` from the image of a shape that is nearest to it. `reach` are
    /// the bounds of the shape.
    pub(crate) fn nearest(&self, shape: &Shape<V>, offset: V, radius: f64, reach: [V; 2]) -> V {
        if self.is_open() {
            return offset;
        }
        let mut best = offset - self.shift_of(offset);
        if !reach[0].is_finite() || !reach[1].is_finite() {
            return offset;
        }
        let mut least = contact(shape, best, radius).separation;
        // A shape wider than half a period may be nearer at another image than at that of its centre.
        let grown = V::from_components(|_| radius);
        self.shifts([offset, offset], [reach[0] - grown, reach[1] + grown], |shift| {
            let separation = contact(shape, offset - shift, radius).separation;
            if separation < least {
                (best, least) = (offset - shift, separation);
            }
        });
        best
    }

    /// The first of the touches that `touch` finds with the images of a shape with the bounds `reach`,
    /// within `end` seconds.
    pub(crate) fn first_touch(
        &self,
        motion: &Motion<V>,
        reach: [V; 2],
        end: f64,
        mut touch: impl FnMut(&Motion<V>, f64) -> Option<Touch>,
    ) -> Option<Touch> {
        if self.is_open() {
            return touch(motion, end);
        }
        let path = motion.bounds(end);
        let mut first: Option<Touch> = None;
        self.shifts(path, reach, |shift| {
            let image = Motion { offset: motion.offset - shift, ..*motion };
            let end = first.map_or(end, |touch| touch.time);
            match touch(&image, end) {
                Some(found) if first.is_none_or(|best| found.time < best.time) => {
                    first = Some(found);
                }
                _ => {}
            }
        });
        first
    }
}
