//! A ball that leaves a shape, as sensors ask.

use super::motion::{Motion, along};
use super::{ball_ball, ball_convex, ball_outline};
use crate::contact::{Feature, ball_arena, contact};
use crate::roots::quartic_descent;
use crate::shape::Shape;
use crate::vector::Vector;

/// When a ball of `radius` that is inside `shape` first leaves it, within `end` seconds.
///
/// The ball leaves through the surface of one of the pieces of the shape, at a time when no other
/// piece covers that place. Without such a time it is still inside at the end. What has no inside,
/// as a segment for the centre of a ball, is left at once.
///
/// # Accuracy
/// As [`touch`](super::touch); at a seam between two pieces, a billionth of the ball's offset.
#[must_use]
pub fn leave<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
) -> Option<f64> {
    if let Shape::Convex(rounded) = shape
        && rounded.radius + radius == 0.0
        && (0..V::DIMENSION).any(|axis| rounded.half.component(axis) == 0.0)
    {
        return Some(0.0);
    }
    let outside = |time: f64| {
        let now = Edge::at(shape, motion, radius, time);
        now.separation >= -now.rounding && now.parting_speed >= 0.0
    };
    let mut first: Option<f64> = None;
    surfaces(shape, motion, radius, |distance| {
        let end = first.unwrap_or(end);
        let mut from = 0.0;
        // A quartic rises through zero at most twice.
        for _ in 0..2 {
            let Some(out) = quartic_descent(distance.map(|c| -c), from, end) else { return };
            if outside(out) {
                first = Some(out);
                return;
            }
            let Some(back) = quartic_descent(distance, out, end) else { return };
            from = back;
        }
    });
    first
}

/// When a ball of `radius` that has just left `shape` enters it again, within `end` seconds.
///
/// The surface through which it went, or both of a shape without thickness, must be left behind
/// before they count again.
#[must_use]
pub fn enter_again<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
) -> Option<f64> {
    let convex = matches!(shape, Shape::Convex(_) | Shape::HalfSpace { .. });
    if motion.acceleration == V::ZERO && convex {
        return None;
    }
    let mut first: Option<f64> = None;
    surfaces(shape, motion, radius, |distance| {
        let end = first.unwrap_or(end);
        let scale = motion.offset.max_magnitude() + radius;
        let mut from = 0.0;
        let mut behind = distance[0] <= ROUNDING * (scale + scale * scale);
        for _ in 0..2 {
            if behind {
                let out = quartic_descent(distance.map(|c| -c), from, end);
                let Some(out) = out else { return };
                from = out;
            }
            let Some(back) = quartic_descent(distance, from, end) else { return };
            let now = Edge::at(shape, motion, radius, back);
            if now.separation <= now.rounding && now.parting_speed <= 0.0 {
                first = Some(back);
                return;
            }
            (from, behind) = (back, true);
        }
    });
    first
}

/// A distance below this share of the offset may be rounding.
const ROUNDING: f64 = 1e-9;

/// How a ball lies to the edge of a shape.
struct Edge {
    /// How far it is from the shape.
    separation: f64,
    /// What of that may be rounding.
    rounding: f64,
    /// How fast it goes away from the shape. Where one piece of the surface ends and the next begins
    /// a ball crosses both, and only this tells in which direction.
    parting_speed: f64,
}

impl Edge {
    fn at<V: Vector>(shape: &Shape<V>, motion: &Motion<V>, radius: f64, time: f64) -> Self {
        let now = motion.after(time);
        let contact = contact(shape, now.offset, radius);
        Self {
            separation: contact.separation,
            rounding: ROUNDING * (now.offset.max_magnitude() + radius),
            parting_speed: now.velocity.dot(contact.normal),
        }
    }
}

/// Calls `each` with the distance of the ball from each piece of the surface, a polynomial of time.
fn surfaces<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    radius: f64,
    mut each: impl FnMut([f64; 5]),
) {
    match shape {
        Shape::Convex(rounded) => {
            ball_convex::surfaces(rounded, motion, radius).for_each(each);
        }
        Shape::Outline(outline) => {
            ball_outline::surfaces(outline, motion, radius).for_each(each);
        }
        Shape::HalfSpace { normal, level } => {
            each(widened(along(motion, *normal, radius + level)));
        }
        Shape::RoundArena { radius: room } => {
            each(ball_ball::distance(motion, room - radius).map(|c| -c));
        }
        Shape::Arena { half } => {
            for axis in 0..V::DIMENSION {
                for side in [1.0, -1.0] {
                    let inwards = ball_arena::normal(Feature::face(axis, side));
                    each(widened(along(motion, inwards, radius - half.component(axis))));
                }
            }
        }
    }
}

fn widened([c0, c1, c2]: [f64; 3]) -> [f64; 5] {
    [c0, c1, c2, 0.0, 0.0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn a_ball_leaves_a_box_by_its_trailing_edge() {
        let motion = Motion {
            offset: DVec2::new(-1.0, 0.25),
            velocity: DVec2::X,
            acceleration: DVec2::ZERO,
        };
        let time = leave(&Shape::cuboid(DVec2::new(2.0, 1.0)), &motion, 0.5, 99.0).unwrap();
        assert!((time - 3.5).abs() < 1e-15);
    }

    #[test]
    fn a_centre_leaves_a_circle() {
        let motion = Motion { offset: DVec2::ZERO, velocity: DVec2::X, acceleration: DVec2::X };
        let time = leave(&Shape::ball(1.5), &motion, 0.0, 99.0).unwrap();
        assert!((time - 1.0).abs() < 1e-15);
    }
}
