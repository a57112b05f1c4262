//! What does a body look like?
//!
//! Every convex shape here is one shape, the rounded box: a box that may be flat in any direction,
//! grown by a radius.
//!
//! ```text
//!   ball           half extents (0, 0)      .-.
//!                                          (   )
//!                                           '-'
//!   segment        half extents (l, 0)     -------
//!   capsule        ... and a radius       (=======)
//!   box            half extents (w, h)     +-----+
//!                                          |     |
//!                                          +-----+
//! ```
//!
//! Half-spaces and arenas are no rounded boxes: the first is unbounded, the second is hollow.

use crate::vector::Wide;

/// Orthonormal axes that turn a shape in its space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame<W: Wide> {
    axes: [W; 3],
}

impl<W: Wide> Frame<W> {
    /// The frame that turns nothing.
    #[must_use]
    pub fn identity() -> Self {
        Self { axes: core::array::from_fn(W::unit) }
    }

    /// The frame with these axes, of which the first [`Wide::DIMENSION`] count; they must be
    /// orthonormal to rounding, which [`validate`](crate::body::Body::validate) checks.
    #[must_use]
    pub fn from_axes(axes: [W; 3]) -> Self {
        Self { axes }
    }

    /// A frame whose first axis points along `direction`, or the identity for a zero vector.
    #[must_use]
    pub fn along(direction: W) -> Self {
        let length = direction.length();
        if length == 0.0 {
            return Self::identity();
        }
        let first = direction / length;
        let mut axes = [first; 3];
        for count in 1..W::DIMENSION {
            axes[count] = perpendicular(&axes[..count]);
        }
        Self { axes }
    }

    /// The axes of the frame; the first [`Wide::DIMENSION`] count.
    #[must_use]
    pub fn axes(&self) -> &[W; 3] {
        &self.axes
    }

    /// A vector of the space, seen from the frame.
    #[must_use]
    pub fn to_local(&self, vector: W) -> W {
        W::from_components(|axis| vector.dot(self.axes[axis]))
    }

    /// A vector of the frame, seen from the space.
    #[must_use]
    pub fn to_global(&self, vector: W) -> W {
        (0..W::DIMENSION).fold(W::ZERO, |sum, axis| sum + self.axes[axis] * vector.component(axis))
    }

    /// How far from orthonormal the axes are: the largest error of any scalar product of two.
    #[must_use]
    pub fn skew(&self) -> f64 {
        let mut skew = 0.0;
        for i in 0..W::DIMENSION {
            for j in 0..=i {
                let wanted = if i == j { 1.0 } else { 0.0 };
                let error = (self.axes[i].dot(self.axes[j]) - wanted).abs();
                // NaN counts as skew, and stays.
                skew = if error <= skew || skew.is_nan() { skew } else { error };
            }
        }
        skew
    }
}

/// A unit vector perpendicular to all of `taken`: the coordinate axis that they cover least, with
/// their share taken out (Gram-Schmidt).
fn perpendicular<W: Wide>(taken: &[W]) -> W {
    let remainder =
        |axis: usize| taken.iter().fold(W::unit(axis), |rest, unit| rest - *unit * rest.dot(*unit));
    let widest = (0..W::DIMENSION).map(remainder).fold(W::ZERO, |best, rest| {
        if rest.length_squared() > best.length_squared() { rest } else { best }
    });
    widest / widest.length()
}

/// A box, turned and shifted against its body, and grown by a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedBox<W: Wide> {
    /// The centre of the box, relative to the position of the body, in length units.
    pub centre: W,
    /// The half extents before rounding, in length units; zero along an axis makes the box flat there.
    pub half: W,
    /// The radius by which it is grown, in length units.
    pub radius: f64,
    /// The directions of its edges.
    pub frame: Frame<W>,
}

/// The form of a body, in its own coordinates and in f64.
///
/// # Example
/// ```
/// use collide_core::shape::Shape;
/// use glam::DVec2;
///
/// let cushion = Shape::capsule(DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0), 0.05);
/// assert_eq!(cushion.ball_radius(), None);
/// assert_eq!(Shape::<DVec2>::ball(0.5).ball_radius(), Some(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape<W: Wide> {
    /// Every convex shape: ball, segment, capsule, box.
    Convex(RoundedBox<W>),
    /// All points behind the plane through the body's position; `normal` is the unit vector out of it.
    HalfSpace {
        /// The unit vector that points out of the solid.
        normal: W,
    },
    /// All points outside a box around the body's position: balls live inside.
    Arena {
        /// The half extents of the free room, in length units.
        half: W,
    },
}

impl<W: Wide> Shape<W> {
    /// A circle or sphere.
    #[must_use]
    pub fn ball(radius: f64) -> Self {
        Self::Convex(RoundedBox {
            centre: W::ZERO,
            half: W::ZERO,
            radius,
            frame: Frame::identity(),
        })
    }

    /// A box with these half extents along the axes.
    #[must_use]
    pub fn cuboid(half: W) -> Self {
        Self::turned_cuboid(half, Frame::identity())
    }

    /// A box with these half extents along the axes of `frame`.
    #[must_use]
    pub fn turned_cuboid(half: W, frame: Frame<W>) -> Self {
        Self::Convex(RoundedBox { centre: W::ZERO, half, radius: 0.0, frame })
    }

    /// A straight wall without thickness between two points relative to the body; both sides count.
    #[must_use]
    pub fn segment(start: W, end: W) -> Self {
        Self::capsule(start, end, 0.0)
    }

    /// A segment grown by `radius`.
    #[must_use]
    pub fn capsule(start: W, end: W, radius: f64) -> Self {
        let along = end - start;
        let half_length = 0.5 * along.length();
        Self::Convex(RoundedBox {
            centre: (start + end) * 0.5,
            half: W::unit(0) * half_length,
            radius,
            frame: Frame::along(along),
        })
    }

    /// Everything behind a plane. `normal` points out of the solid and is made a unit vector; a zero
    /// normal stays zero and is refused when the body is added.
    #[must_use]
    pub fn half_space(normal: W) -> Self {
        let length = normal.length();
        Self::HalfSpace { normal: if length > 0.0 { normal / length } else { normal } }
    }

    /// The inside of a box with these half extents.
    #[must_use]
    pub fn arena(half: W) -> Self {
        Self::Arena { half }
    }

    /// The radius if the shape is a ball centred on its body, and nothing otherwise.
    #[must_use]
    pub fn ball_radius(&self) -> Option<f64> {
        match self {
            Self::Convex(shape) if shape.half == W::ZERO && shape.centre == W::ZERO => {
                Some(shape.radius)
            }
            _ => None,
        }
    }
}
