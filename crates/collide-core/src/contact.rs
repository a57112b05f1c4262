//! WHERE do a ball and a shape touch?
//!
//! The geometry at one instant: how far the ball's edge is from the shape, in which direction, and
//! by which feature (face, edge or corner) of the shape. WHEN they touch is asked of
//! [`impact`](crate::impact), which uses this to see whether they overlap already.

use crate::shape::Shape;
use crate::vector::Wide;

pub mod ball_arena;
pub mod ball_convex;

/// A face, an edge or a corner of a shape.
///
/// One digit in base 3 for each axis of the shape: 0, the feature extends along the axis; 1 or 2, it
/// lies on the positive or the negative side. A flat axis has a side always, and the negative one
/// only where it is the only one with a side, as on the two faces of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature(pub u8);

impl Feature {
    /// A shape with one feature only: the plane of a half-space.
    pub const PLANE: Self = Self(1);

    /// The feature of a face: the side of one axis.
    #[must_use]
    pub fn face(axis: usize, side: f64) -> Self {
        Self(3u8.pow(axis as u32) * if side < 0.0 { 2 } else { 1 })
    }

    /// The side on which the feature lies along an axis: 1, -1, or 0 where it extends along it.
    #[must_use]
    pub fn side(self, axis: usize) -> f64 {
        [0.0, 1.0, -1.0][usize::from(self.0 / 3u8.pow(axis as u32) % 3)]
    }

    /// Along how many axes of the space the feature has a side: 1 for a face, 2 for an edge (or a
    /// corner in the plane), 3 for a corner.
    #[must_use]
    pub fn sides<W: Wide>(self) -> usize {
        (0..W::DIMENSION).filter(|axis| self.side(*axis) != 0.0).count()
    }
}

/// How a ball and a shape lie to each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact<W: Wide> {
    /// The distance between their edges in length units; negative when they overlap.
    pub separation: f64,
    /// The unit vector from the shape to the ball.
    pub normal: W,
    /// The feature of the shape that is nearest.
    pub feature: Feature,
}

/// The contact of a ball of `radius` whose centre is at `offset` from the body of `shape`.
///
/// Where several features are equally near, as for a ball whose centre is inside a box, the first
/// axis and the positive side win; the normal of two concentric balls is the first axis.
///
/// # Example
/// ```
/// use collide_core::contact::contact;
/// use collide_core::shape::Shape;
/// use glam::DVec2;
///
/// let post = Shape::ball(1.0);
/// let touch = contact(&post, DVec2::new(0.0, 3.0), 0.5);
/// assert_eq!(touch.separation, 1.5);
/// assert_eq!(touch.normal, DVec2::Y);
/// ```
#[must_use]
pub fn contact<W: Wide>(shape: &Shape<W>, offset: W, radius: f64) -> Contact<W> {
    match shape {
        Shape::Convex(rounded) => ball_convex::contact(rounded, offset, radius),
        Shape::HalfSpace { normal } => Contact {
            separation: offset.dot(*normal) - radius,
            normal: *normal,
            feature: Feature::PLANE,
        },
        Shape::Arena { half } => ball_arena::contact(*half, offset, radius),
    }
}

/// The unit vector from `feature` of `shape` to a ball at `offset` that touches it there.
#[must_use]
pub fn normal<W: Wide>(shape: &Shape<W>, offset: W, feature: Feature) -> W {
    match shape {
        Shape::Convex(rounded) => ball_convex::normal(rounded, offset, feature),
        Shape::HalfSpace { normal } => *normal,
        Shape::Arena { .. } => ball_arena::normal(feature),
    }
}
