//! The time of impact of a ball and a shape.
//!
//! An impact is a touch at which the two approach (after Bannerman, "stable event detection"): a pair
//! that overlaps and approaches is hit now, one that overlaps and parts is left alone. There is no
//! margin, no push-apart distance and no tolerance on time.
//!
//! Each file answers for one kind of surface, in the coordinates of the shape: the ball's centre is a
//! point that moves along a parabola, and the shape is grown by the ball's radius.

use crate::contact::{Feature, has_any};
use crate::shape::{Part, Shape};
use crate::vector::Vector;

mod motion;
pub mod plane;
pub mod ball_ball;
mod walk;
pub mod ball_convex;
pub mod ball_outline;
pub mod ball_arena;
pub mod ball_round_arena;
pub mod turning_wall;
pub mod leave;
mod face_end;

pub(crate) use ball_ball::Approach;
pub(crate) use face_end::face_end;
pub use motion::{Motion, Touch};

/// The first impact of a ball of `radius` with `shape` within `end` seconds.
///
/// `bounced` names the feature off which the ball has bounced at the start of the motion; the root of
/// that bounce is divided out, so that rounding cannot make it hit again.
///
/// # Accuracy
/// The time is the root of the polynomial of the stored states to rounding: its error times the
/// approach speed is a few units in the last place of the largest coordinate.
///
/// # Example
/// ```
/// use collide_core::impact::{Motion, touch};
/// use collide_core::shape::Shape;
/// use glam::DVec2;
///
/// let motion = Motion { offset: DVec2::new(0.0, 3.0), velocity: DVec2::new(1.0, -4.0), acceleration: DVec2::ZERO };
/// let floor = Shape::half_space(DVec2::Y);
/// assert_eq!(touch(&floor, &motion, 1.0, 10.0, None).unwrap().time, 0.5);
/// ```
#[must_use]
pub fn touch<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    if let Some(pace) = motion.pace() {
        let paced = Motion { velocity: motion.velocity * pace, ..*motion };
        let hit = touch_at_pace(shape, &paced, radius, end / pace, bounced)?;
        return Some(Touch { time: hit.time * pace, ..hit });
    }
    touch_at_pace(shape, motion, radius, end, bounced)
}

/// The same for a motion at a speed of which the square is a number.
fn touch_at_pace<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    match shape {
        Shape::Convex(rounded) if rounded.half == V::ZERO => {
            let centred = Motion { offset: motion.offset - rounded.centre, ..*motion };
            let time = ball_ball::touch(&centred, rounded.radius + radius, end, bounced.is_some())?;
            Some(Touch { time, feature: Feature::corner::<V>() })
        }
        Shape::Convex(rounded) => ball_convex::touch(rounded, motion, radius, end, bounced),
        Shape::Outline(outline) => ball_outline::touch(outline, motion, radius, end, bounced),
        Shape::HalfSpace { normal, level } => {
            let time = plane::touch(
                &motion::along(motion, *normal, radius + level),
                end,
                bounced.is_some(),
            )?;
            Some(Touch { time, feature: Feature::PLANE })
        }
        Shape::Arena { half } => ball_arena::touch(*half, motion, radius, end, bounced),
        Shape::RoundArena { radius: room } => {
            let time = ball_round_arena::touch(*room, motion, radius, end, bounced.is_some())?;
            Some(Touch { time, feature: Feature::PLANE })
        }
    }
}

/// The first impact as [`touch`] finds it, with those convex parts of the shape that have none of these features, along which
/// the ball moves.
pub(crate) fn touch_beside<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    (radius, end): (f64, f64),
    bounced: Option<Feature>,
    along: &[Feature],
) -> Option<Touch> {
    match shape {
        _ if along.is_empty() => touch(shape, motion, radius, end, bounced),
        Shape::Outline(outline) => {
            let is_beside = |part: &Part<V>| !has_any(part, along);
            ball_outline::touch_parts(outline, motion, (radius, end), bounced, is_beside)
        }
        // It touches another shape along which it moves in one place, or along planes.
        _ => None,
    }
}
