//! What is said of two bodies that lie beside each other.

use crate::vector::Vector;

/// A face, an edge or a corner of a shape.
///
/// Of a box, one digit in base 3 for each axis: 0, the feature extends along the axis; 1 or 2, it
/// lies on the positive or the negative side. A flat axis has a side always, and the negative one
/// only where it is the only one with a side, as on the two faces of a wall.
///
/// Of an outline, twice the number of an edge for its face, and one more for the corner at its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Feature(pub u32);

impl Feature {
    /// A shape with one feature only: the plane of a half-space, the inside of a ball.
    pub const PLANE: Self = Self(1);

    /// The feature of a face: the side of one axis.
    #[must_use]
    pub fn face(axis: usize, side: f64) -> Self {
        Self(3u32.pow(axis as u32) * if side < 0.0 { 2 } else { 1 })
    }

    /// The feature of a shape that is a ball: a corner on the positive side of every axis.
    #[must_use]
    pub fn corner<V: Vector>() -> Self {
        const POSITIVE: [u32; 4] = [0, 1, 1 + 3, 1 + 3 + 9];
        Self(POSITIVE[V::DIMENSION])
    }

    /// The side on which the feature lies along an axis: 1, -1, or 0 where it extends along it.
    #[must_use]
    pub fn side(self, axis: usize) -> f64 {
        const POWERS: [u32; 3] = [1, 3, 9];
        [0.0, 1.0, -1.0][(self.0 / POWERS[axis] % 3) as usize]
    }

    /// The face of an edge of an outline.
    pub(crate) fn face_of(edge: u32) -> Self {
        Self(2 * edge)
    }

    /// The corner at the start of an edge of an outline.
    pub(crate) fn corner_of(edge: u32) -> Self {
        Self(2 * edge + 1)
    }

    /// The edge of an outline, and whether it is the corner at its start that is meant.
    pub(crate) fn of_edge(self) -> (u32, bool) {
        (self.0 / 2, self.0 % 2 == 1)
    }

    /// Along how many axes of the space the feature has a side: 1 for a face, 2 for an edge (or a
    /// corner in the plane), 3 for a corner.
    #[must_use]
    pub fn sides<V: Vector>(self) -> usize {
        (0..V::DIMENSION).filter(|axis| self.side(*axis) != 0.0).count()
    }
}

/// How a ball and a shape lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<V: Vector> {
    /// The distance between their edges in length units; negative when they overlap.
    pub separation: f64,
    /// The unit vector from the shape to the ball.
    pub normal: V,
    /// The feature of the shape that is nearest.
    pub feature: Feature,
}
