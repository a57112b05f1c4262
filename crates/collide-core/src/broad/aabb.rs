//! Boxes along the axes, and the box that a body sweeps in the rest of the step.

use super::bounding_sphere::BoundingSphere;
use crate::flight::Flight;
use crate::impact::Motion;
use crate::shape::Shape;
use crate::vector::Vector;

/// An axis-aligned box that holds all of a body from an instant to the end of the step; infinite for
/// shapes without bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<V: Vector> {
    /// The least coordinates.
    pub min: V,
    /// The greatest coordinates.
    pub max: V,
}

impl<V: Vector> Aabb<V> {
    /// Bounds that hold nothing.
    pub const EMPTY: Self = Self { min: V::ZERO, max: V::ZERO };

    /// The bounds of what is nowhere, which overlap nothing.
    pub(crate) fn nothing() -> Self {
        let corner = V::from_components(|_| f64::NAN);
        Self { min: corner, max: corner }
    }

    /// The whole of space.
    pub(crate) fn everything() -> Self {
        let [min, max] = [f64::NEG_INFINITY, f64::INFINITY].map(|it| V::from_components(|_| it));
        Self { min, max }
    }

    /// The bounds of a shape around the position of its body.
    #[must_use]
    pub fn around(shape: &Shape<V>) -> Self {
        Self {
            min: V::from_components(|axis| extents(shape, axis).0),
            max: V::from_components(|axis| extents(shape, axis).1),
        }
    }

    /// The bounds moved by `shift`.
    #[must_use]
    pub fn moved(&self, shift: V) -> Self {
        Self { min: self.min + shift, max: self.max + shift }
    }

    /// The bounds, further by `margin` on every side.
    #[must_use]
    pub(crate) fn grown(&self, margin: f64) -> Self {
        let margin = V::from_components(|_| margin);
        Self { min: self.min - margin, max: self.max + margin }
    }

    /// The least bounds that hold both.
    #[must_use]
    pub fn joined(&self, other: &Self) -> Self {
        Self { min: self.min.least(other.min), max: self.max.greatest(other.max) }
    }

    /// Whether it is bounded along every axis.
    #[must_use]
    pub fn is_finite(&self) -> bool {
        self.min.is_finite() && self.max.is_finite()
    }

    /// These bounds, which are around the position of a body, along its `flight` until `end` or until
    /// it stops.
    #[must_use]
    pub fn swept(&self, flight: &Flight<V>, end: f64) -> Self {
        let (mut low, mut high) = (flight.origin, flight.origin);
        if flight.is_moving() {
            let Flight { origin, launch, acceleration, .. } = *flight;
            let motion = Motion { offset: origin, velocity: launch, acceleration };
            [low, high] = motion.bounds(f64::max(end.min(flight.stop) - flight.start, 0.0));
        }
        // Rounding of a position must not put it outside its bounds.
        let slack = |axis: usize| {
            let far = low.component(axis).abs().max(high.component(axis).abs());
            let wide = self.min.component(axis).abs() + self.max.component(axis).abs();
            8.0 * f64::EPSILON * (far + wide)
        };
        Self {
            min: V::from_components(|axis| {
                low.component(axis) + self.min.component(axis) - slack(axis)
            }),
            max: V::from_components(|axis| {
                high.component(axis) + self.max.component(axis) + slack(axis)
            }),
        }
    }

    /// The box that holds this point too, by one instruction for each side: of a point that is no number nothing is
    /// certain.
    #[inline(always)]
    pub(crate) fn holding(&self, point: V) -> Self {
        let lesser = |one: f64, other: f64| if one < other { one } else { other };
        let greater = |one: f64, other: f64| if one > other { one } else { other };
        let (min, max) = (self.min, self.max);
        Self {
            min: V::from_components(|axis| lesser(min.component(axis), point.component(axis))),
            max: V::from_components(|axis| greater(max.component(axis), point.component(axis))),
        }
    }

    /// Whether a point is in the box.
    pub(crate) fn holds(&self, point: V) -> bool {
        // Whether it is is hard to foresee: no branches.
        (0..V::DIMENSION).fold(true, |so_far, axis| {
            let place = point.component(axis);
            so_far & (self.min.component(axis) <= place) & (place <= self.max.component(axis))
        })
    }

    /// Whether a place reaches into the box, or nearly.
    #[must_use]
    pub fn touches(&self, sphere: &BoundingSphere<V>) -> bool {
        let reach = sphere.reach();
        (0..V::DIMENSION).fold(true, |so_far, axis| {
            let place = sphere.centre.component(axis);
            so_far
                & (self.min.component(axis) <= place + reach)
                & (place - reach <= self.max.component(axis))
        })
    }

    /// Whether the two have a point in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        // Whether it does is hard to foresee: no branches.
        (0..V::DIMENSION).fold(true, |so_far, axis| {
            so_far
                & (self.min.component(axis) <= other.max.component(axis))
                & (other.min.component(axis) <= self.max.component(axis))
        })
    }
}

/// How far a shape reaches along an axis from the position of its body, downwards and upwards.
fn extents<V: Vector>(shape: &Shape<V>, axis: usize) -> (f64, f64) {
    let rounded = match shape {
        Shape::Convex(rounded) => rounded,
        Shape::Outline(outline) => {
            let bounds = outline.parts().iter().map(|part| {
                let (centre, half) = (part.centre.component(axis), part.half.component(axis));
                (centre - half - outline.radius, centre + half + outline.radius)
            });
            return bounds.fold((f64::INFINITY, f64::NEG_INFINITY), |all, part| {
                (all.0.min(part.0), all.1.max(part.1))
            });
        }
        _ => return (f64::NEG_INFINITY, f64::INFINITY),
    };
    let across = (0..V::DIMENSION).fold(rounded.radius, |sum, edge| {
        sum + (rounded.frame.axes()[edge].component(axis) * rounded.half.component(edge)).abs()
    });
    let centre = rounded.centre.component(axis);
    (centre - across, centre + across)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn a_place_reaches_into_a_box_or_does_not() {
        let wall = Aabb { min: dvec2(-10.0, 0.0), max: dvec2(10.0, 1.0) };
        let sphere = |x: f64, y: f64| BoundingSphere { centre: dvec2(x, y), radius: 0.5 };
        assert!(wall.touches(&sphere(9.0, 1.5)));
        assert!(!wall.touches(&sphere(9.0, 1.6)));
        assert!(!wall.touches(&sphere(0.0, -0.6)));
        assert!(wall.touches(&BoundingSphere::EVERYWHERE));
        assert!(!wall.touches(&BoundingSphere::NOWHERE));
        assert!(Aabb::everything().touches(&sphere(1e300, 0.0)));
        assert!(!Aabb::<DVec2>::nothing().touches(&sphere(0.0, 0.0)));
        assert!(!Aabb::<DVec2>::nothing().overlaps(&Aabb::everything()));
    }
}
