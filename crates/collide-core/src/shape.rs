//! The shapes of bodies.
//!
//! A ball, a box, a segment and a capsule are one shape, the rounded box: a box that may be flat in any
//! direction, grown by a radius.
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
//! Polygons and chains of the plane are [outlines](Outline). Half-spaces are unbounded, and arenas are
//! hollow.
//!
//! What moves by itself looks the same however it turns, so such a body is to others a **point**: what it is made of, a
//! box with edges along the axes and a radius, is added to the other shape (their Minkowski sum).
//! [`grown_by`](Shape::grown_by) does that, and no other file knows of two shapes at once.

use std::borrow::Cow;

use crate::vector::Vector;

mod frame;
mod rounded_box;
mod outline;
#[cfg(feature = "serde")]
mod stored_outline;

pub use frame::Frame;
pub(crate) use outline::{Edge, Part};
pub use outline::{InvalidOutline, Outline};
pub use rounded_box::{Mover, RoundedBox};

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
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
pub enum Shape<V: Vector> {
    /// A ball, segment, capsule or box.
    Convex(RoundedBox<V>),
    /// A convex polygon or a chain, in the plane.
    Outline(Outline<V>),
    /// All points behind a plane.
    HalfSpace {
        /// The unit vector that points out of the solid.
        normal: V,
        /// How far along the normal the plane lies from the body's position, in length units.
        level: f64,
    },
    /// All points outside a box around the body's position: balls live inside.
    Arena {
        /// The half extents of the free room, in length units.
        half: V,
    },
    /// All points outside a circle or sphere around the body's position: balls live inside.
    RoundArena {
        /// The radius of the free room, in length units.
        radius: f64,
    },
}

impl<V: Vector> Shape<V> {
    /// A circle or sphere.
    #[must_use]
    pub fn ball(radius: f64) -> Self {
        Self::rounded_cuboid(V::ZERO, radius)
    }

    /// A box with these half extents along the axes.
    #[must_use]
    pub fn cuboid(half: V) -> Self {
        Self::rounded_cuboid(half, 0.0)
    }

    /// A box with these half extents along the axes, grown by `radius`.
    #[must_use]
    pub fn rounded_cuboid(half: V, radius: f64) -> Self {
        Self::Convex(RoundedBox { centre: V::ZERO, half, radius, frame: Frame::identity() })
    }

    /// A box with these half extents along the axes of `frame`.
    #[must_use]
    pub fn turned_cuboid(half: V, frame: Frame<V>) -> Self {
        Self::Convex(RoundedBox { centre: V::ZERO, half, radius: 0.0, frame })
    }

    /// A straight wall without thickness between two points relative to the body; both sides count.
    #[must_use]
    pub fn segment(start: V, end: V) -> Self {
        Self::capsule(start, end, 0.0)
    }

    /// A segment grown by `radius`.
    #[must_use]
    pub fn capsule(start: V, end: V, radius: f64) -> Self {
        let along = end - start;
        let half_length = 0.5 * along.length();
        Self::Convex(RoundedBox {
            centre: (start + end) * 0.5,
            half: V::unit(0) * half_length,
            radius,
            frame: Frame::along(along),
        })
    }

    /// Everything behind a plane through the body's position. `normal` points out of the solid and is
    /// made a unit vector; a zero normal stays zero and is refused when the body is added.
    #[must_use]
    pub fn half_space(normal: V) -> Self {
        let length = normal.length();
        let normal = if length > 0.0 { normal / length } else { normal };
        Self::HalfSpace { normal, level: 0.0 }
    }

    /// The inside of a box with these half extents.
    #[must_use]
    pub fn arena(half: V) -> Self {
        Self::Arena { half }
    }

    /// The inside of a circle or sphere.
    #[must_use]
    pub fn round_arena(radius: f64) -> Self {
        Self::RoundArena { radius }
    }

    /// The radius if the shape is a ball centred on its body, and nothing otherwise.
    #[must_use]
    pub fn ball_radius(&self) -> Option<f64> {
        self.mover().filter(|mover| mover.half == V::ZERO).map(|mover| mover.radius)
    }

    /// What the shape is to those it meets when it moves, if it can: a ball, or a box, perhaps rounded
    /// or flat, with edges along the axes, centred on its body.
    #[must_use]
    pub fn mover(&self) -> Option<Mover<V>> {
        match self {
            Self::Convex(rounded) => rounded.mover(),
            _ => None,
        }
    }

    /// The shape turned about the position of its body; nothing of the inside of a box, which keeps to the axes.
    ///
    /// # Example
    /// ```
    /// use collide_core::shape::{Frame, Shape};
    /// use glam::DVec2;
    ///
    /// let quarter = Frame::from_axes([DVec2::Y, DVec2::NEG_X, DVec2::ZERO]);
    /// let wall = Shape::half_space(DVec2::X).turned(&quarter);
    /// assert_eq!(wall, Some(Shape::half_space(DVec2::Y)));
    /// ```
    #[must_use]
    pub fn turned(&self, turn: &Frame<V>) -> Option<Self> {
        match self {
            Self::Convex(rounded) => Some(Self::Convex(RoundedBox {
                centre: turn.to_global(rounded.centre),
                frame: rounded.frame.turned_by(turn),
                ..*rounded
            })),
            Self::Outline(outline) => Some(Self::Outline(outline.turned(turn))),
            Self::HalfSpace { normal, level } => {
                Some(Self::HalfSpace { normal: turn.to_global(*normal), level: *level })
            }
            Self::Arena { .. } => None,
            Self::RoundArena { .. } => Some(self.clone()),
        }
    }

    /// A distance from the position of its body that no point of the shape exceeds; infinite for what has no bounds.
    #[must_use]
    pub fn reach(&self) -> f64 {
        match self {
            Self::Convex(rounded) => {
                rounded.centre.length() + rounded.half.length() + rounded.radius
            }
            Self::Outline(outline) => outline.reach(),
            _ => f64::INFINITY,
        }
    }

    /// The Minkowski sum with a box of these half extents along the axes: what the centre of such a
    /// box cannot enter. The sum with a point is the shape itself.
    ///
    /// ```text
    ///     +--+                   +--------+     the box touches the wall
    ///     |  |  and a box +--+   |        |     exactly when its centre, a point,
    ///     |  |            +--+   |        |     touches the wall grown by the box
    ///     +--+                   |        |
    ///     wall                   +--------+
    /// ```
    ///
    /// Nothing comes back for a round arena, and in space for a turned box or capsule: their sums with
    /// a box have faces that no shape here has.
    ///
    /// # Example
    /// ```
    /// use collide_core::shape::Shape;
    /// use glam::DVec2;
    ///
    /// let sum = Shape::cuboid(DVec2::new(1.0, 2.0)).grown_by(DVec2::ONE).unwrap().into_owned();
    /// assert_eq!(sum, Shape::cuboid(DVec2::new(2.0, 3.0)));
    /// ```
    #[must_use]
    pub fn grown_by(&self, half: V) -> Option<Cow<'_, Self>> {
        if half == V::ZERO {
            return Some(Cow::Borrowed(self));
        }
        let grown = match self {
            Self::Convex(rounded) => match rounded.grown_by(half) {
                Some(sum) => Self::Convex(sum),
                None if V::DIMENSION == 2 => {
                    Self::Outline(Outline::from_box(rounded).grown_by(half))
                }
                None => return None,
            },
            Self::Outline(outline) => Self::Outline(outline.grown_by(half)),
            Self::HalfSpace { normal, level } => {
                let support = |axis: usize| normal.component(axis).abs() * half.component(axis);
                let support: f64 = (0..V::DIMENSION).map(support).sum();
                Self::HalfSpace { normal: *normal, level: level + support }
            }
            Self::Arena { half: room } => Self::Arena { half: *room - half },
            Self::RoundArena { .. } => return None,
        };
        Some(Cow::Owned(grown))
    }
}

impl<V: Vector> Shape<V> {
    /// Whether the shape has a sum with every box, so that a box that moves can meet it.
    #[must_use]
    pub fn meets_boxes(&self) -> bool {
        match self {
            Self::Convex(rounded) => {
                V::DIMENSION == 2 || rounded.frame.aligned(rounded.half).is_some()
            }
            Self::RoundArena { .. } => false,
            _ => true,
        }
    }
}

/// Polygons and chains, which are of the plane; in space each is refused.
impl<V: Vector> Shape<V> {
    /// A convex polygon with these corners relative to the body, in either order.
    ///
    /// # Errors
    /// If there are fewer than three points, two that follow each other are the same, one is not
    /// finite, or the polygon is not convex; in space always.
    ///
    /// # Example
    /// ```
    /// use collide_core::shape::Shape;
    /// use glam::dvec2;
    ///
    /// let roof = Shape::polygon(&[dvec2(-1.0, 0.0), dvec2(1.0, 0.0), dvec2(0.0, 1.0)]);
    /// assert!(roof.is_ok());
    /// let boomerang = [dvec2(0.0, 0.0), dvec2(2.0, -1.0), dvec2(0.0, 2.0), dvec2(-2.0, -1.0)];
    /// assert!(Shape::polygon(&boomerang).is_err());
    /// ```
    pub fn polygon(points: &[V]) -> Result<Self, InvalidOutline> {
        Outline::polygon(points, 0.0).map(Self::Outline)
    }

    /// A chain of walls without thickness from point to point; both sides count, and its joints are
    /// smooth: what rolls along does not snag on them.
    ///
    /// # Errors
    /// If there are fewer than two points, two that follow each other are the same, or one is not
    /// finite.
    pub fn chain(points: &[V]) -> Result<Self, InvalidOutline> {
        Outline::chain(points, false, 0.0).map(Self::Outline)
    }

    /// A chain that returns from the last point to the first.
    ///
    /// # Errors
    /// If there are fewer than three points, two that follow each other are the same, or one is not
    /// finite.
    pub fn closed_chain(points: &[V]) -> Result<Self, InvalidOutline> {
        Outline::chain(points, true, 0.0).map(Self::Outline)
    }
}
