//! A ball inside a circle or sphere: a point that moves towards its edge from within.

use super::ball_ball;
use super::motion::Motion;
use crate::roots::quartic_descent;
use crate::vector::Vector;

/// When a ball of `radius` first touches the wall of a round arena of radius `room`, within `end` seconds.
///
/// Straight motion, `|p + v t| = R` from within, with `b = p.v` and `c = R^2 - p^2`: the later root of
/// the quadratic, `c / (b + sqrt(b^2 + v^2 c))` when the ball moves outwards and
/// `(sqrt(...) - b) / v^2` when it moves inwards first.
///
/// A ball that moves along the wall touches it all the time. It is taken to be a few roundings inside,
/// so it bounces in steps of about 1e-8 radii, as many as the event budget allows.
#[must_use]
pub fn touch<V: Vector>(
    room: f64,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
    bounced: bool,
) -> Option<f64> {
    let reach = room - radius;
    if motion.acceleration == V::ZERO {
        return straight(reach, motion, bounced).filter(|time| *time <= end);
    }
    let c = ball_ball::distance(motion, reach.abs()).map(|c| -c);
    let time = if bounced {
        quartic_descent([f64::max(c[1], 0.0), c[2], c[3], c[4], 0.0], 0.0, end)?
    } else {
        let inside = if reach < 0.0 { -motion.offset.length_squared() } else { c[0] };
        quartic_descent([inside, c[1], c[2], c[3], c[4]], 0.0, end)?
    };
    // The coefficients are as large as the square of the whole way, the vectors are not. The bounce at
    // the start is a root too.
    let near = if bounced { (0.5 * time, end.min(1.5 * time)) } else { (0.0, end) };
    Some(ball_ball::polished(motion, (reach.abs(), -1.0), time, near))
}

fn straight<V: Vector>(reach: f64, motion: &Motion<V>, bounced: bool) -> Option<f64> {
    let (outwards, speed) = (motion.offset.dot(motion.velocity), motion.velocity.length_squared());
    if speed == 0.0 {
        return None;
    }
    let c = reach * reach.abs() - motion.offset.length_squared();
    let square = outwards * outwards;
    if !bounced && c <= 0.0 && outwards > 0.0 {
        return Some(0.0);
    }
    // What moves along the wall is taken to be a few roundings inside.
    let grazing = square <= f64::EPSILON * speed * reach * reach;
    let room = if grazing && (bounced || c <= 0.0) {
        f64::max(c, 8.0 * f64::EPSILON * reach * reach)
    } else if bounced && speed * c < -0.01 * square {
        0.0
    } else {
        // A bounce too leaves the ball off the wall by rounding. The next chord takes it back, lest it
        // add up.
        c
    };
    // Inside nothing cancels in the sum.
    let root = f64::max(square + speed * room, 0.0).sqrt();
    let leads_out = outwards > 0.0 && !bounced;
    let time = if leads_out { room / (outwards + root) } else { (root - outwards) / speed };
    // What bounced may move outwards yet by rounding, and was at the wall before.
    Some(f64::max(time, 0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    fn at(offset: DVec2, velocity: DVec2) -> Motion<DVec2> {
        Motion { offset, velocity, acceleration: DVec2::ZERO }
    }

    #[test]
    fn a_ball_crosses_the_room_and_comes_back() {
        assert_eq!(touch(3.0, &at(DVec2::ZERO, DVec2::X), 1.0, 9.0, false), Some(2.0));
        assert_eq!(touch(3.0, &at(DVec2::X * 2.0, DVec2::NEG_X), 1.0, 9.0, true), Some(4.0));
        assert_eq!(touch(3.0, &at(DVec2::X, DVec2::NEG_X), 1.0, 9.0, false), Some(3.0));
        assert_eq!(touch(3.0, &at(DVec2::ZERO, DVec2::ZERO), 1.0, 9.0, false), None);
    }

    #[test]
    fn a_ball_that_is_outside_and_moves_out_is_hit_at_once() {
        assert_eq!(touch(3.0, &at(DVec2::X * 2.5, DVec2::X), 1.0, 9.0, false), Some(0.0));
        assert_eq!(touch(1.0, &at(DVec2::X * 0.5, DVec2::X), 2.0, 9.0, false), Some(0.0));
    }

    #[test]
    fn a_ball_that_moves_along_the_wall_is_hit_soon() {
        let time = touch(3.0, &at(DVec2::X * 2.0, DVec2::Y), 1.0, 9.0, true).unwrap();
        assert!(time > 0.0 && time < 1e-6, "{time}");
    }

    #[test]
    fn what_bounced_and_moves_outwards_by_rounding_is_at_the_wall_now() {
        let time = touch(3.0, &at(DVec2::X * (2.0 + 1e-15), DVec2::X), 1.0, 9.0, true).unwrap();
        assert!(time == 0.0, "{time}");
    }
}
