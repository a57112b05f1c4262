//! The contact of a ball and a shape: the nearest feature, the separation and the normal.
//!
//! The geometry at one instant: how far the ball's edge is from the shape, in which direction, and
//! by which feature (face, edge or corner) of the shape. WHEN they touch is asked of
//! [`impact`](crate::impact), which uses this to see whether they overlap already.

use crate::shape::{Part, Shape};
use crate::vector::Vector;

mod feature;
pub mod ball_arena;
pub mod ball_convex;
pub mod ball_outline;
pub mod ball_round_arena;
mod side;

pub use feature::{Contact, Feature};
pub(crate) use side::extent;
pub use side::side;

/// The contact of a ball of `radius` with its centre at `offset` from the body of `shape`.
///
/// Where several features are equally near, as for a ball with its centre inside a box, the first
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
pub fn contact<V: Vector>(shape: &Shape<V>, offset: V, radius: f64) -> Contact<V> {
    match shape {
        Shape::Convex(rounded) => ball_convex::contact(rounded, offset, radius),
        Shape::Outline(outline) => ball_outline::contact(outline, offset, radius),
        Shape::HalfSpace { normal, level } => Contact {
            separation: offset.dot(*normal) - level - radius,
            normal: *normal,
            feature: Feature::PLANE,
        },
        Shape::Arena { half } => ball_arena::contact(*half, offset, radius),
        Shape::RoundArena { radius: room } => ball_round_arena::contact(*room, offset, radius),
    }
}

/// Calls `found` with the contacts of a ball that are no further away than `margin`: more than one where
/// it lies in a corner of an arena or of a chain.
pub(crate) fn contacts_within<V: Vector>(
    shape: &Shape<V>,
    (offset, radius): (V, f64),
    margin: f64,
    mut found: impl FnMut(Contact<V>),
) {
    let near = |contact: &Contact<V>| contact.separation <= margin;
    match shape {
        Shape::Outline(outline) => {
            ball_outline::contacts(outline, offset, radius).filter(near).for_each(found);
        }
        Shape::Arena { half } => {
            ball_arena::contacts(*half, offset, radius).filter(near).for_each(found);
        }
        _ => Some(contact(shape, offset, radius)).filter(near).into_iter().for_each(&mut found),
    }
}

/// Whether a feature is a face, which has one normal everywhere.
pub(crate) fn is_face<V: Vector>(shape: &Shape<V>, feature: Feature) -> bool {
    match shape {
        Shape::Convex(rounded) => rounded.half != V::ZERO && feature.sides::<V>() == 1,
        Shape::Outline(_) => !feature.of_edge().1,
        Shape::HalfSpace { .. } | Shape::Arena { .. } => true,
        Shape::RoundArena { .. } => false,
    }
}

/// The normals of all faces of a shape that has an end.
pub(crate) fn faces<V: Vector>(shape: &Shape<V>) -> impl Iterator<Item = V> {
    let (rounded, outline) = match shape {
        Shape::Convex(rounded) => (Some(rounded), None),
        Shape::Outline(outline) => (None, Some(outline)),
        _ => (None, None),
    };
    let axes = move |rounded| {
        let faces =
            (0..V::DIMENSION).flat_map(|axis| [1.0, -1.0].map(|side| Feature::face(axis, side)));
        faces.map(move |face| ball_convex::normal(rounded, V::ZERO, face))
    };
    let edges = |outline| ball_outline::edges(outline).map(|edge| edge.normal);
    rounded.into_iter().flat_map(axes).chain(outline.into_iter().flat_map(edges))
}

/// The radius of the ball around one point, or of the cylinder around one line, of which a feature is part, and the direction of
/// the line, which is zero for a point. The radius of a sharp corner or edge is zero; a face is none of them.
pub(crate) fn roundness<V: Vector>(shape: &Shape<V>, feature: Feature) -> Option<(f64, V)> {
    match shape {
        Shape::Convex(rounded) => {
            let mut along = (0..V::DIMENSION).filter(|axis| feature.side(*axis) == 0.0);
            let axis = along.next().map_or(V::ZERO, |axis| rounded.frame.to_global(V::unit(axis)));
            (feature.sides::<V>() > 1).then_some((rounded.radius, axis))
        }
        Shape::Outline(outline) => {
            (V::DIMENSION == 2 && feature.of_edge().1).then_some((outline.radius, V::ZERO))
        }
        Shape::HalfSpace { .. } | Shape::Arena { .. } | Shape::RoundArena { .. } => None,
    }
}

/// The contact of a ball with the convex part of a shape to which a feature belongs, or with the only surface of another shape.
pub(crate) fn contact_of_part<V: Vector>(
    shape: &Shape<V>,
    (offset, radius): (V, f64),
    feature: Feature,
) -> Contact<V> {
    match shape {
        Shape::Outline(outline) => match outline.part_of(feature.of_edge().0) {
            Some(part) => ball_outline::part_contact(part, offset, outline.radius + radius),
            None => contact(shape, offset, radius),
        },
        _ => contact(shape, offset, radius),
    }
}

/// The contact of a ball with one feature of a shape as if that had no end, or with the only surface of another shape.
pub(crate) fn contact_of_feature<V: Vector>(
    shape: &Shape<V>,
    (offset, radius): (V, f64),
    feature: Feature,
) -> Contact<V> {
    let separation = match shape {
        Shape::Convex(rounded) => {
            Some(ball_convex::distance(rounded, offset, feature) - rounded.radius - radius)
        }
        Shape::Outline(outline) => ball_outline::distance(outline, offset, feature)
            .map(|distance| distance - outline.radius - radius),
        _ => None,
    };
    let at = |separation| Contact { separation, normal: normal(shape, offset, feature), feature };
    separation.map_or_else(|| contact(shape, offset, radius), at)
}

/// Whether a part of an outline has any of these features.
pub(crate) fn has_any<V: Vector>(part: &Part<V>, features: &[Feature]) -> bool {
    let numbers = part.first..part.first + part.edges.len() as u32;
    features.iter().any(|feature| numbers.contains(&feature.of_edge().0))
}

/// The rate at which the normal at a feature of a shape turns under a ball that moves along it with this velocity, and the
/// curvature there, one over the distance of the centre of the ball from that of the curve: both are zero on a face.
///
/// At the velocity `v` it is `v / r` around an edge or a corner, and `-v / r` inside a round wall.
pub(crate) fn normal_rate<V: Vector>(
    shape: &Shape<V>,
    (velocity, radius): (V, f64),
    feature: Feature,
) -> (V, f64) {
    let (across, reach) = match shape {
        Shape::Convex(rounded) if feature.sides::<V>() > 1 => {
            let local = rounded.frame.to_local(velocity);
            let counts = |axis: usize| feature.side(axis).abs() * local.component(axis);
            (rounded.frame.to_global(V::from_components(counts)), rounded.radius + radius)
        }
        Shape::Outline(outline) if feature.of_edge().1 => (velocity, outline.radius + radius),
        Shape::RoundArena { radius: room } => (velocity, radius - room),
        _ => return (V::ZERO, 0.0),
    };
    let rate = if across == V::ZERO { V::ZERO } else { across / reach };
    (rate, 1.0 / reach.abs())
}

/// The unit vector from `feature` of `shape` to a ball at `offset` that touches it there.
#[must_use]
pub fn normal<V: Vector>(shape: &Shape<V>, offset: V, feature: Feature) -> V {
    match shape {
        Shape::Convex(rounded) => ball_convex::normal(rounded, offset, feature),
        Shape::Outline(outline) => ball_outline::normal(outline, offset, feature),
        Shape::HalfSpace { normal, .. } => *normal,
        Shape::Arena { .. } => ball_arena::normal(feature),
        Shape::RoundArena { .. } => ball_round_arena::normal(offset),
    }
}
