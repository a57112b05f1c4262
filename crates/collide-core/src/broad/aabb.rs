//! Which part of space does a body sweep in the rest of the step?

use crate::flight::Flight;
use crate::shape::Shape;
use crate::vector::Wide;

/// An axis-aligned box that holds all of a body from an instant to the end of the step; infinite for
/// shapes without bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb<W: Wide> {
    /// The least coordinates.
    pub min: W,
    /// The greatest coordinates.
    pub max: W,
}

impl<W: Wide> Aabb<W> {
    /// The bounds of `shape` along `flight` until `end`, or until it stops.
    #[must_use]
    pub fn swept(shape: &Shape<W>, flight: &Flight<W>, end: f64) -> Self {
        let end = f64::min(end, flight.stop);
        let (from, to) = (flight.origin, flight.position(end));
        let bounds = |axis: usize| {
            let (a, b) = (from.component(axis), to.component(axis));
            let (mut low, mut high) = (f64::min(a, b), f64::max(a, b));
            // A parabola reaches further than its ends where it turns.
            let turn =
                flight.start - flight.launch.component(axis) / flight.acceleration.component(axis);
            if turn > flight.start && turn < end {
                let top = flight.position(turn).component(axis);
                (low, high) = (low.min(top), high.max(top));
            }
            let (below, above) = extents(shape, axis);
            // Rounding of a position must not put it outside its bounds.
            let slack =
                8.0 * f64::EPSILON * (low.abs().max(high.abs()) + below.abs() + above.abs());
            (low + below - slack, high + above + slack)
        };
        Self {
            min: W::from_components(|axis| bounds(axis).0),
            max: W::from_components(|axis| bounds(axis).1),
        }
    }

    /// Whether the two have a point in common.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        (0..W::DIMENSION).all(|axis| {
            self.min.component(axis) <= other.max.component(axis)
                && other.min.component(axis) <= self.max.component(axis)
        })
    }
}

/// How far a shape reaches along an axis from the position of its body, downwards and upwards.
fn extents<W: Wide>(shape: &Shape<W>, axis: usize) -> (f64, f64) {
    let Shape::Convex(rounded) = shape else {
        return (f64::NEG_INFINITY, f64::INFINITY);
    };
    let across = (0..W::DIMENSION).fold(rounded.radius, |sum, edge| {
        sum + (rounded.frame.axes()[edge].component(axis) * rounded.half.component(edge)).abs()
    });
    let centre = rounded.centre.component(axis);
    (centre - across, centre + across)
}
