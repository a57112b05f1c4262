//! A ball that moves towards a wall that turns.
//!
//! In the frame of the wall the path of the ball is no parabola, and the distance `f` of the two has no polynomial. But a
//! distance from a convex shape is convex, and only the acceleration `A` of the ball in that frame bends it downwards:
//!
//! ```text
//! f(t + h) >= f + f' h - A h^2 / 2,      A <= |a| + 2 |w| |v| + |w|^2 |x|
//! f(t + h) >= f - L h,                   L <= |v| + |w| reach
//! ```
//!
//! So there is a time in which the two surely do not touch. The search goes from one such time to the next (conservative
//! advancement), by at least a small piece of the way, and looks into each piece in which they may touch. There the sign of
//! the slope brackets an extremum, and the sign of the distance the root. An outline is searched part by part.
//!
//! Source: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems (1996).

use super::motion::{Motion, Touch};
use crate::contact::{Contact, Feature, ball_convex, ball_outline, has_any};
use crate::roots::bracketed;
use crate::shape::{Frame, Shape};
use crate::vector::Vector;

/// The number of pieces of the way, and how many more there are for each radian by which the wall turns meanwhile.
const PIECES: f64 = 1024.0;
const PIECES_PER_RADIAN: f64 = 64.0;

/// The largest number of pieces, which bounds the search. A wall that turns by more than a thousand radians may miss a ball.
const MAX_PIECES: f64 = 65_536.0;

/// The first touch of a ball of `radius` with a wall of this shape that turns about its position with `angular_velocity`,
/// within `end` seconds. The shape is as it is turned at the start.
///
/// `bounced` names the feature off which the ball has bounced at the start of the motion; that bounce does not count.
///
/// # Accuracy
/// As that of the distance of the two, some units in the last place of the largest coordinate, divided by the approach speed.
/// A touch shallower than that may go either way.
///
/// # Example
/// ```
/// use collide_core::impact::{Motion, turning_wall};
/// use collide_core::shape::Shape;
/// use glam::DVec2;
///
/// // A bar that stands up falls over to the left, onto a point that lies on the ground.
/// let bar = Shape::segment(DVec2::ZERO, DVec2::Y);
/// let point = Motion { offset: DVec2::new(-0.5, 0.0), velocity: DVec2::ZERO, acceleration: DVec2::ZERO };
/// let touch = turning_wall::touch(&bar, 2.0, &point, 0.0, 9.0, None).unwrap();
/// assert!((touch.time - core::f64::consts::FRAC_PI_4).abs() < 1e-12);
/// ```
#[must_use]
pub fn touch<V: Vector>(
    shape: &Shape<V>,
    angular_velocity: V::Cross,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
    bounced: Option<Feature>,
) -> Option<Touch> {
    touch_beside(shape, angular_velocity, motion, (radius, end), bounced, &[])
}

/// The first touch as [`touch`] finds it, with those convex parts of the shape that have none of these features, along which the
/// ball moves.
pub(crate) fn touch_beside<V: Vector>(
    shape: &Shape<V>,
    angular_velocity: V::Cross,
    motion: &Motion<V>,
    (radius, end): (f64, f64),
    bounced: Option<Feature>,
    along: &[Feature],
) -> Option<Touch> {
    let speed = V::magnitude(angular_velocity);
    let search = Search { angular_velocity, speed, motion, reach: shape.reach(), end };
    let has_bounced = bounced.is_some();
    match shape {
        Shape::Convex(_) if !along.is_empty() => None,
        Shape::Convex(rounded) => {
            search.first(has_bounced, |offset| ball_convex::contact(rounded, offset, radius))
        }
        Shape::Outline(outline) => {
            let beside = outline.parts().iter().filter(|part| !has_any(part, along));
            let touches = beside.filter_map(|part| {
                let reach = outline.radius + radius;
                search.first(has_bounced, |offset| ball_outline::part_contact(part, offset, reach))
            });
            touches.reduce(|one, other| if other.time < one.time { other } else { one })
        }
        // These have no bounds, and do not turn.
        Shape::HalfSpace { .. } | Shape::Arena { .. } | Shape::RoundArena { .. } => None,
    }
}

/// The acceleration that the frame of a wall that turns adds to that of a ball at `offset`, which moves with `velocity`
/// relative to the position of the wall: that of Coriolis and the centrifugal one.
pub(crate) fn frame_acceleration<V: Vector>(
    angular_velocity: V::Cross,
    offset: V,
    velocity: V,
) -> V {
    offset.swept(angular_velocity).swept(angular_velocity) - velocity.swept(angular_velocity) * 2.0
}

/// A search for a touch.
struct Search<'a, V: Vector> {
    angular_velocity: V::Cross,
    /// Its magnitude.
    speed: f64,
    /// The motion of the ball relative to the position of the wall.
    motion: &'a Motion<V>,
    /// How far the wall reaches from its position.
    reach: f64,
    /// The time at which the search ends.
    end: f64,
}

/// How the two lie to each other at an instant.
#[derive(Clone, Copy)]
struct Instant {
    time: f64,
    separation: f64,
    /// The rate at which the separation changes.
    slope: f64,
    feature: Feature,
}

impl Instant {
    fn is_touch(&self) -> bool {
        self.separation <= 0.0 && self.slope < 0.0
    }

    fn touch(&self) -> Touch {
        Touch { time: self.time, feature: self.feature }
    }
}

impl<V: Vector> Search<'_, V> {
    /// The first touch with a convex shape, the contacts of which are as if it did not turn.
    fn first(&self, has_bounced: bool, contact: impl Fn(V) -> Contact<V>) -> Option<Touch> {
        let at = |time: f64| self.instant(time, &contact);
        let radians = self.speed * self.end;
        let pieces = f64::min(PIECES + PIECES_PER_RADIAN * radians, MAX_PIECES);
        let piece = self.end / pieces;
        let mut now = at(0.0);
        if has_bounced {
            now.slope = f64::max(now.slope, 0.0);
        }
        while !now.is_touch() {
            let left = self.end - now.time;
            if left.is_nan() || left <= 0.0 {
                return None;
            }
            let free = self.free_time(&now, left);
            if free > piece {
                now = at(f64::min(now.time + free, self.end));
                continue;
            }
            let next_time = now.time + piece;
            let is_inside = next_time > now.time && next_time < self.end;
            let next = at(if is_inside { next_time } else { self.end });
            let touch = self.touch_between([&now, &next], at);
            if touch.is_some() {
                return touch;
            }
            now = next;
        }
        Some(now.touch())
    }

    /// The two at `time`, as the frame of the wall has them.
    fn instant(&self, time: f64, contact: impl Fn(V) -> Contact<V>) -> Instant {
        let turn = Frame::turning(self.angular_velocity * time);
        let offset = turn.to_local(self.motion.offset_after(time));
        let velocity = turn.to_local(self.motion.velocity + self.motion.acceleration * time);
        let Contact { separation, normal, feature } = contact(offset);
        let slope = (velocity - offset.swept(self.angular_velocity)).dot(normal);
        Instant { time, separation, slope, feature }
    }

    /// A time for which the two surely do not touch, of the `left` seconds; infinite if they do not in all of it.
    fn free_time(&self, now: &Instant, left: f64) -> f64 {
        let Motion { velocity, acceleration, .. } = *self.motion;
        let offset = self.motion.offset_after(now.time).length();
        let pull = acceleration.length();
        let fastest = (velocity + acceleration * now.time).length() + pull * left;
        // The bound of the acceleration holds for so long.
        let horizon = (offset + self.reach) / fastest;
        let farthest = offset + fastest * f64::min(horizon, left);
        let bend = pull + self.speed * (2.0 * fastest + self.speed * farthest);
        let Instant { separation, slope, .. } = *now;
        if separation <= 0.0 {
            return f64::min(slope / bend, horizon);
        }
        let root = (slope * slope + 2.0 * bend * separation).sqrt();
        let by_bend =
            if slope < 0.0 { 2.0 * separation / (root - slope) } else { (slope + root) / bend };
        let by_speed = separation / (fastest + self.speed * self.reach);
        f64::max(f64::min(by_bend, horizon), by_speed)
    }

    /// The first touch between two instants that are so near to each other that the distance has at most one extremum there.
    fn touch_between(
        &self,
        [one, two]: [&Instant; 2],
        at: impl Fn(f64) -> Instant,
    ) -> Option<Touch> {
        let root = |left: f64, right: f64| {
            let with_slope = |time: f64| {
                let now = at(time);
                (now.separation, now.slope)
            };
            let middle = left + 0.5 * (right - left);
            Some(at(bracketed(with_slope, true, (left, right), middle)).touch())
        };
        let is_apart = one.separation > 0.0;
        if is_apart && two.separation <= 0.0 {
            return root(one.time, two.time);
        }
        let falls_first = is_apart && one.slope < 0.0 && two.slope > 0.0;
        let rises_first = !is_apart && two.slope < 0.0;
        if !falls_first && !rises_first {
            return None;
        }
        let (mut left, mut right) = (*one, *two);
        loop {
            let middle = left.time + 0.5 * (right.time - left.time);
            if middle <= left.time || middle >= right.time {
                break;
            }
            let now = at(middle);
            if falls_first && now.separation <= 0.0 {
                return root(one.time, middle);
            }
            let is_before = if falls_first { now.slope < 0.0 } else { now.slope >= 0.0 };
            if is_before { left = now } else { right = now }
        }
        if falls_first {
            // What has no thickness is touched by what has none, and not entered.
            let far = self.motion.offset_after(left.time).max_magnitude() + self.reach;
            return (left.separation <= 4.0 * f64::EPSILON * far).then(|| left.touch());
        }
        match right.separation <= 0.0 {
            true => Some(right.touch()),
            false if two.separation <= 0.0 => root(right.time, two.time),
            false => None,
        }
    }
}
