//! WHO might touch? Bodies whose swept bounds overlap.

use crate::flight::Flight;
use crate::shape::Shape;
use crate::vector::Wide;

pub mod brute;
pub mod grid;

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

/// How candidates are found; the choice changes the speed and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// A uniform grid, or everyone against everyone where that is faster.
    #[default]
    Grid,
    /// Everyone against everyone.
    Brute,
}

/// Finds the bodies whose bounds overlap given ones.
#[derive(Clone, Debug)]
pub(crate) enum Finder<W: Wide> {
    Grid(grid::Grid<W>),
    Brute(brute::Brute<W>),
}

impl<W: Wide> Finder<W> {
    /// A finder with these bodies; the absent ones are passed over.
    pub(crate) fn rebuild(&mut self, method: Method, bounds: &[Option<Aabb<W>>]) {
        /// Below this many bodies a grid costs more than it saves.
        const FEW: usize = 64;
        match (method, &mut *self) {
            (Method::Grid, Self::Grid(grid)) if bounds.len() > FEW => grid.rebuild(bounds),
            (Method::Grid, _) if bounds.len() > FEW => {
                let mut grid = grid::Grid::default();
                grid.rebuild(bounds);
                *self = Self::Grid(grid);
            }
            (_, Self::Brute(brute)) => brute.rebuild(bounds),
            _ => {
                let mut brute = brute::Brute::default();
                brute.rebuild(bounds);
                *self = Self::Brute(brute);
            }
        }
    }

    /// Enters a body with further bounds, because its path has changed.
    pub(crate) fn enter(&mut self, body: u32, bounds: &Aabb<W>) {
        match self {
            Self::Grid(grid) => grid.enter(body, bounds),
            Self::Brute(brute) => brute.enter(body, bounds),
        }
    }

    /// Calls `found` once for each body that may overlap the bounds, in any order.
    pub(crate) fn query(&mut self, bounds: &Aabb<W>, found: impl FnMut(u32)) {
        match self {
            Self::Grid(grid) => grid.query(bounds, found),
            Self::Brute(brute) => brute.query(bounds, found),
        }
    }
}
