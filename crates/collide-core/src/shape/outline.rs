//! What has straight edges in the plane: convex polygons and chains.
//!
//! An outline is a union of convex parts: a polygon is one, a chain has one for each of its segments,
//! a polygon with two edges, there and back. An edge is seen from outside only, and each part is a
//! convex shape by itself. What belongs to a part but lies on the way along a chain, like the end of a
//! segment that another one continues, is told by a **guard**: a direction into which the normal of an
//! impact cannot point, because the neighbour lies there. So nothing snags on a joint.
//!
//! ```text
//!            part 1         part 2
//!        o-----------><-----------o     at >< a round end would be met by a ball
//!        <-----------><----------->     that rolls along; the guards take it out
//! ```

use std::sync::Arc;

use super::frame::Frame;
use super::rounded_box::RoundedBox;
use crate::vector::Vector;

/// A polygon or a chain, grown by a radius.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline<V: Vector> {
    parts: Arc<[Part<V>]>,
    /// The radius by which it is grown, in length units.
    pub radius: f64,
}

/// A convex piece of an outline: its edges, counterclockwise.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Part<V: Vector> {
    /// The number of the first edge, counted over the parts.
    pub(crate) first: u32,
    pub(crate) edges: Vec<Edge<V>>,
    /// The middle of its bounds.
    pub(crate) centre: V,
    /// The half extents of its bounds.
    pub(crate) half: V,
}

/// An edge with the corner at its start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge<V: Vector> {
    /// Where it starts, relative to the body.
    pub(crate) start: V,
    /// The unit vector along it, with the inside on the left.
    pub(crate) along: V,
    pub(crate) length: f64,
    /// The unit vector out of the solid.
    pub(crate) normal: V,
    /// Whether it can be hit: not where a neighbour covers it.
    pub(crate) exposed: bool,
    /// Whether the corner at its start can be hit; of a joint that two parts share only one tells.
    pub(crate) corner: bool,
    /// The direction from that corner into a neighbour, or zero without one.
    pub(crate) guard: V,
}

/// A point of an outline.
#[derive(Clone, Copy)]
struct Corner<V: Vector> {
    point: V,
    /// Whether it can be hit.
    open: bool,
    guard: V,
}

impl<V: Vector> Corner<V> {
    /// A corner that nothing covers.
    fn free(point: V) -> Self {
        Self { point, open: true, guard: V::ZERO }
    }
}

/// Why points do not make an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidOutline {
    /// A polygon needs three points, a chain two, a closed chain three.
    TooFewPoints {
        /// How many were given.
        points: usize,
    },
    /// Outlines bound an area of the plane, and not a body in space.
    NotPlanar,
    /// A coordinate of the point is NaN or infinite, or the next point lies further away than 1e154.
    NotFinite {
        /// The number of the point, from 0.
        point: usize,
    },
    /// The point lies where the next one does, or within 1e-162 of it.
    Repeated {
        /// The number of the point, from 0.
        point: usize,
    },
    /// The polygon is not convex: the point lies on the wrong side of an edge.
    NotConvex {
        /// The number of the point, from 0.
        point: usize,
    },
}

impl core::fmt::Display for InvalidOutline {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::TooFewPoints { points } => write!(formatter, "{points} points are too few"),
            Self::NotPlanar => formatter.write_str("polygons and chains are of the plane"),
            Self::NotFinite { point } => write!(formatter, "point {point} is not finite"),
            Self::Repeated { point } => write!(formatter, "point {point} lies on the next one"),
            Self::NotConvex { point } => {
                write!(formatter, "the polygon is not convex at point {point}")
            }
        }
    }
}

impl core::error::Error for InvalidOutline {}

impl<V: Vector> Outline<V> {
    /// The convex polygon with these corners, in either order.
    pub(super) fn polygon(points: &[V], radius: f64) -> Result<Self, InvalidOutline> {
        check_points(points, 3, true)?;
        let count = points.len();
        let area: f64 = (0..count).map(|i| cross(points[i], points[(i + 1) % count])).sum();
        let mut points = points.to_vec();
        if area < 0.0 {
            points.reverse();
        }
        let corners: Vec<_> = points.iter().map(|point| Corner::free(*point)).collect();
        let part = Part::new(0, &corners);
        if area == 0.0 {
            return Err(InvalidOutline::NotConvex { point: 0 });
        }
        // Every point is left of every edge, but for what rounding makes of points on a line.
        let size = part.half.length();
        let outside = |point: &V| {
            let beyond = |edge: &Edge<V>| (*point - edge.start).dot(edge.normal);
            part.edges.iter().map(beyond).fold(0.0, f64::max) > 1e-12 * size
        };
        if let Some(point) = points.iter().position(outside) {
            let point = if area < 0.0 { count - 1 - point } else { point };
            return Err(InvalidOutline::NotConvex { point });
        }
        Ok(Self { parts: [part].into(), radius })
    }

    /// The chain of segments from point to point, with two sides; a closed one returns to the first.
    pub(super) fn chain(points: &[V], closed: bool, radius: f64) -> Result<Self, InvalidOutline> {
        check_points(points, if closed { 3 } else { 2 }, closed)?;
        let count = points.len();
        let segments = if closed { count } else { count - 1 };
        let parts = (0..segments).map(|segment| {
            let (point, next) = (points[segment], points[(segment + 1) % count]);
            let (first, last) = (segment == 0 && !closed, segment + 1 == segments && !closed);
            let before = points[(segment + count - 1) % count] - point;
            let start = Corner { point, open: true, guard: if first { V::ZERO } else { before } };
            let end = Corner { point: next, open: last, guard: V::ZERO };
            Part::new(2 * segment as u32, &[start, end])
        });
        Ok(Self { parts: parts.collect(), radius })
    }

    /// The corners of each of its convex pieces, counterclockwise, without the radius. A chain has a piece for each segment.
    pub fn pieces(&self) -> impl Iterator<Item = Vec<V>> + '_ {
        self.parts.iter().map(|part| part.edges.iter().map(|edge| edge.start).collect())
    }

    /// A rounded box of the plane as a polygon with four edges, or two if it is flat.
    pub(super) fn from_box(shape: &RoundedBox<V>) -> Self {
        let corner = |x: f64, y: f64| {
            let half = V::from_components(|axis| [x, y, 0.0][axis] * shape.half.component(axis));
            shape.centre + shape.frame.to_global(half)
        };
        let mut corners =
            vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
        let [x, y] = [0, 1].map(|axis| shape.frame.axes()[axis]);
        if cross(x, y) < 0.0 {
            corners.reverse();
        }
        corners.dedup();
        if corners.first() == corners.last() {
            corners.pop();
        }
        let corners: Vec<_> = corners.into_iter().map(Corner::free).collect();
        Self { parts: [Part::new(0, &corners)].into(), radius: shape.radius }
    }

    /// The Minkowski sum with a box of these half extents along the axes.
    #[must_use]
    pub(super) fn grown_by(&self, half: V) -> Self {
        let mut first = 0;
        let parts = self.parts.iter().map(|part| {
            let grown = part.grown_by(first, half);
            first += grown.edges.len() as u32;
            grown
        });
        Self { parts: parts.collect(), radius: self.radius }
    }

    /// The outline turned about the position of its body.
    pub(super) fn turned(&self, turn: &Frame<V>) -> Self {
        let edge = |edge: &Edge<V>| {
            let along = turn.to_global(edge.along);
            let along = along / along.length();
            let (start, guard) = (turn.to_global(edge.start), turn.to_global(edge.guard));
            Edge { start, along, normal: clockwise(along), guard, ..*edge }
        };
        let part =
            |part: &Part<V>| Part::with_edges(part.first, part.edges.iter().map(edge).collect());
        Self { parts: self.parts.iter().map(part).collect(), radius: self.radius }
    }

    /// A distance from the position of its body that no point exceeds.
    pub(super) fn reach(&self) -> f64 {
        let corners = self.parts.iter().flat_map(|part| &part.edges);
        corners.map(|edge| edge.start.length()).fold(0.0, f64::max) + self.radius
    }

    /// The convex parts of which it is the union.
    pub(crate) fn parts(&self) -> &[Part<V>] {
        &self.parts
    }

    /// The part of the edge with a number.
    pub(crate) fn part_of(&self, number: u32) -> Option<&Part<V>> {
        let after = self.parts.partition_point(|part| part.first <= number);
        self.parts.get(after.checked_sub(1)?)
    }

    /// The edge with a number.
    pub(crate) fn edge(&self, number: u32) -> Option<&Edge<V>> {
        let part = self.part_of(number)?;
        part.edges.get((number - part.first) as usize)
    }
}

impl<V: Vector> Part<V> {
    /// The part with these corners, counterclockwise.
    fn new(first: u32, corners: &[Corner<V>]) -> Self {
        let edges = (0..corners.len()).map(|index| {
            let Corner { point: start, open: corner, guard } = corners[index];
            let way = corners[(index + 1) % corners.len()].point - start;
            let length = way.length();
            let along = way / length;
            let normal = clockwise(along);
            Edge { start, along, length, normal, exposed: true, corner, guard }
        });
        Self::with_edges(first, edges.collect())
    }

    fn with_edges(first: u32, edges: Vec<Edge<V>>) -> Self {
        let origin = edges.first().map_or(V::ZERO, |edge| edge.start);
        let bound = |pick: fn(f64, f64) -> f64| {
            V::from_components(|axis| {
                let values = edges.iter().map(|edge| edge.start.component(axis));
                values.fold(origin.component(axis), pick)
            })
        };
        let (min, max) = (bound(f64::min), bound(f64::max));
        Self { first, edges, centre: (min + max) * 0.5, half: (max - min) * 0.5 }
    }

    /// The sum with a box: every edge moves out by the corner of the box that lies furthest along its
    /// normal, and faces of the box fill in where the outline turns from one edge to the next.
    fn grown_by(&self, first: u32, half: V) -> Self {
        let mut edges = Vec::with_capacity(self.edges.len() + 4);
        for (index, edge) in self.edges.iter().enumerate() {
            let before = &self.edges[(index + self.edges.len() - 1) % self.edges.len()];
            for normal in axes_between(before.normal, edge.normal).into_iter().flatten() {
                let along = -clockwise(normal);
                let exposed = edge.corner && normal.dot(edge.guard) <= 0.0;
                edges.extend(moved(&Edge { along, length: 0.0, normal, exposed, ..*edge }, half));
            }
            edges.extend(moved(edge, half));
        }
        Self::with_edges(first, edges)
    }
}

/// The edge as it bounds the sum with a box, if it is not a point there.
fn moved<V: Vector>(edge: &Edge<V>, half: V) -> Option<Edge<V>> {
    // Along an axis that the normal does not see, the whole box bounds the sum.
    let furthest = |end: f64| {
        V::from_components(|axis| {
            let seen = edge.normal.component(axis);
            let side = if seen == 0.0 { end * edge.along.component(axis) } else { seen };
            half.component(axis) * f64::from((side > 0.0) as i8 - (side < 0.0) as i8)
        })
    };
    let (low, high) = (furthest(-1.0), furthest(1.0));
    let length = edge.length + (high - low).dot(edge.along);
    (length > 0.0).then(|| Edge { start: edge.start + low, length, ..*edge })
}

/// The directions of the axes, both ways, that lie strictly between two normals, counterclockwise.
/// The normals are at most half a turn apart.
fn axes_between<V: Vector>(from: V, to: V) -> [Option<V>; 2] {
    let opposite = cross(from, to) == 0.0;
    let mut between = [V::unit(0), V::unit(1), -V::unit(0), -V::unit(1)]
        .into_iter()
        .filter(|axis| cross(from, *axis) > 0.0 && (opposite || cross(*axis, to) > 0.0));
    match [between.next(), between.next()] {
        [Some(one), Some(two)] if cross(one, two) < 0.0 => [Some(two), Some(one)],
        found => found,
    }
}

/// The vector turned by a quarter of a turn to the right.
fn clockwise<V: Vector>(vector: V) -> V {
    V::from_components(|axis| match axis {
        0 => vector.component(1),
        1 => -vector.component(0),
        _ => 0.0,
    })
}

fn cross<V: Vector>(one: V, two: V) -> f64 {
    one.component(0) * two.component(1) - one.component(1) * two.component(0)
}

fn check_points<V: Vector>(points: &[V], least: usize, closed: bool) -> Result<(), InvalidOutline> {
    if V::DIMENSION != 2 {
        return Err(InvalidOutline::NotPlanar);
    }
    if points.len() < least {
        return Err(InvalidOutline::TooFewPoints { points: points.len() });
    }
    if let Some(point) = points.iter().position(|point| !point.is_finite()) {
        return Err(InvalidOutline::NotFinite { point });
    }
    let count = points.len();
    let pairs = if closed { count } else { count - 1 };
    // A length gives the edge no direction if its square underflows or overflows.
    let length = |point: usize| (points[(point + 1) % count] - points[point]).length();
    match (0..pairs).find(|point| !(length(*point) > 0.0 && length(*point).is_finite())) {
        Some(point) if length(point) > 0.0 => Err(InvalidOutline::NotFinite { point }),
        Some(point) => Err(InvalidOutline::Repeated { point }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    fn points<V: Vector>(part: &Part<V>) -> Vec<V> {
        part.edges.iter().map(|edge| edge.start).collect()
    }

    #[test]
    fn a_square_and_a_box_make_a_larger_square() {
        let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
        let sum = Outline::polygon(&square, 0.0).unwrap().grown_by(DVec2::new(2.0, 3.0));
        let part = &sum.parts()[0];
        let corners = [[-2.0, -3.0], [3.0, -3.0], [3.0, 4.0], [-2.0, 4.0]].map(DVec2::from);
        assert_eq!(points(part), corners);
        let lengths: Vec<f64> = part.edges.iter().map(|edge| edge.length).collect();
        assert_eq!(lengths, [5.0, 7.0, 5.0, 7.0]);
    }

    #[test]
    fn a_slanted_segment_and_a_box_make_a_hexagon() {
        let slanted = [DVec2::ZERO, DVec2::new(3.0, 4.0)];
        let chain = Outline::chain(&slanted, false, 0.0).unwrap();
        let sum = chain.grown_by(DVec2::ONE);
        let corners = [[-1.0, -1.0], [1.0, -1.0], [4.0, 3.0], [4.0, 5.0], [2.0, 5.0], [-1.0, 1.0]];
        let mut found = points(&sum.parts()[0]);
        let start = found.iter().position(|point| *point == DVec2::NEG_ONE).unwrap();
        found.rotate_left(start);
        assert_eq!(found, corners.map(DVec2::from));
    }

    #[test]
    fn a_joint_of_a_chain_on_a_line_offers_no_face() {
        let line = [DVec2::ZERO, DVec2::X, DVec2::X * 2.0];
        let sum = Outline::chain(&line, false, 0.0).unwrap().grown_by(DVec2::ONE);
        let upright = |part: &Part<DVec2>| {
            let faces = part.edges.iter().filter(|edge| edge.normal.x != 0.0);
            faces.map(|edge| (edge.normal.x, edge.exposed)).collect::<Vec<_>>()
        };
        assert_eq!(upright(&sum.parts()[0]), [(-1.0, true), (1.0, false)]);
        assert_eq!(upright(&sum.parts()[1]), [(-1.0, false), (1.0, true)]);
    }

    #[test]
    fn what_is_no_outline_is_refused() {
        let star: Vec<DVec2> =
            (0..5).map(|i| DVec2::from_angle(f64::from(i) * 2.0 * 72f64.to_radians())).collect();
        assert!(matches!(Outline::polygon(&star, 0.0), Err(InvalidOutline::NotConvex { .. })));
        let same = [DVec2::X, DVec2::X];
        let refused = Outline::chain(&same, false, 0.0).err();
        assert_eq!(refused, Some(InvalidOutline::Repeated { point: 0 }));
        // These had edges with NaN directions.
        let close = Outline::chain(&[DVec2::ZERO, DVec2::X * 1e-300], false, 0.0).err();
        assert_eq!(close, Some(InvalidOutline::Repeated { point: 0 }));
        let far = Outline::chain(&[DVec2::ZERO, DVec2::X * 1e300], false, 0.0).err();
        assert_eq!(far, Some(InvalidOutline::NotFinite { point: 0 }));
        let few = Outline::polygon(&same, 0.0).err();
        assert_eq!(few, Some(InvalidOutline::TooFewPoints { points: 2 }));
        let flat = [DVec2::ZERO, DVec2::X, DVec2::X * 0.5];
        assert!(Outline::polygon(&flat, 0.0).is_err());
    }
}
