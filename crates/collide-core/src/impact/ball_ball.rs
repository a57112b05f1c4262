//! A point that moves towards a sphere: two balls, or a ball and the rounding of a corner or an edge.

use super::motion::Motion;
use crate::roots::{bracketed, falling_root, first_fall};
use crate::vector::Vector;

/// When the length of the offset first falls to `radius`, within `end` seconds.
///
/// Straight relative motion, `|dr + dv t| = R`: with `b = dr.dv < 0` and `c = dr^2 - R^2` the time is
/// `c / (-b + sqrt(dv^2 R^2 - |dr x dv|^2))`. The cross form keeps grazing hits from afar that
/// `b^2 - dv^2 c` loses to cancellation, and no form of the quotient subtracts like numbers.
///
/// With relative acceleration the distance is a quartic in time, see `descent`.
#[must_use]
pub fn touch<V: Vector>(motion: &Motion<V>, radius: f64, end: f64, bounced: bool) -> Option<f64> {
    if motion.acceleration == V::ZERO {
        return if bounced { None } else { Approach::of(motion, radius).touch(end) };
    }
    if out_of_reach(motion, radius, end) {
        return None;
    }
    let [height, rise, ..] = distance(motion, radius);
    if !bounced && height <= 0.0 && rise < 0.0 && end > 0.0 {
        // They overlap and approach, even if in the time left the distance does not fall by a bit.
        return Some(0.0);
    }
    descent(motion, radius, (0.0, end), bounced)
}

/// When the length of the offset first falls to `radius` between two times, on a curved path.
///
/// The expanded quartic has the same roots in principle, but its coefficients are as large as the
/// square of the whole way, and their rounding hides a small ball at the end of a long one. So only
/// the extrema and a first guess are taken from it; the signs between which the root lies and the
/// root itself are those of the vectors.
pub(super) fn descent<V: Vector>(
    motion: &Motion<V>,
    radius: f64,
    (start, end): (f64, f64),
    bounced: bool,
) -> Option<f64> {
    let mut c = distance(motion, radius);
    // After a bounce the distance at the start is rounding, and its root is divided out.
    let ground = if bounced { c[0] } else { 0.0 };
    let height = |time: f64| motion.offset_after(time).length_squared() - radius * radius - ground;
    let turn = |time: f64| turn_near(|time| motion.after(time), time);
    let (left, right) = if bounced {
        c = [f64::max(c[1], 0.0), c[2], c[3], c[4], 0.0];
        let clamp = c[0] - 2.0 * motion.offset.dot(motion.velocity);
        // |r|^2 - |r0|^2 = (r - r0).(r + r0), of which the first is the mean velocity times time.
        let rise = |time: f64| {
            let mean = motion.velocity + motion.acceleration * (0.5 * time);
            mean.dot(motion.offset * 2.0 + mean * time) + clamp
        };
        first_fall(c, start, end, rise, |time| time)?
    } else {
        first_fall(c, start, end, height, turn)?
    };
    if left == right {
        return Some(left);
    }
    let time = polished(motion, (radius, 1.0), falling_root(&c, left, right), (left, right));
    if (height(time) + ground).abs() <= 2.0 * radius * motion.rounding(time) {
        return Some(time);
    }
    let with_slope = |time: f64| {
        let now = motion.after(time);
        (height(time), 2.0 * now.offset.dot(now.velocity))
    };
    Some(bracketed(with_slope, true, (left, right), time))
}

/// When a path is nearest to, or farthest from, the origin, near a time: two steps of Newton on the
/// vectors, taken only while they lead nearer to it.
pub(super) fn turn_near<V: Vector>(at: impl Fn(f64) -> Motion<V>, time: f64) -> f64 {
    let slope = |now: &Motion<V>| now.offset.dot(now.velocity);
    let (mut best, mut now) = (time, at(time));
    for _ in 0..2 {
        let bend = now.velocity.length_squared() + now.offset.dot(now.acceleration);
        let next = best - slope(&now) / bend;
        let then = at(next);
        if slope(&then).is_nan() || slope(&then).abs() >= slope(&now).abs() {
            break;
        }
        (best, now) = (next, then);
    }
    best
}

/// The polynomial `|offset(t)|^2 - radius^2`.
#[must_use]
pub fn distance<V: Vector>(motion: &Motion<V>, radius: f64) -> [f64; 5] {
    let (r, v, h) = (motion.offset, motion.velocity, motion.acceleration * 0.5);
    [
        r.length_squared() - radius * radius,
        2.0 * r.dot(v),
        v.length_squared() + 2.0 * r.dot(h),
        2.0 * v.dot(h),
        h.length_squared(),
    ]
}

/// How a point that flies straight comes near a sphere around the origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Approach {
    /// The scalar product of offset and velocity: below zero if it comes nearer.
    b: f64,
    /// By how much the square of the offset exceeds that of the radius.
    c: f64,
    /// The square of the speed, and of that times half the chord on which it flies through.
    square: f64,
    discriminant: f64,
}

impl Approach {
    #[inline(always)]
    pub(crate) fn of<V: Vector>(motion: &Motion<V>, radius: f64) -> Self {
        let square = motion.velocity.length_squared();
        Self {
            b: motion.offset.dot(motion.velocity),
            c: motion.offset.length_squared() - radius * radius,
            square,
            discriminant: square * (radius * radius) - motion.offset.cross_squared(motion.velocity),
        }
    }

    /// Whether the square of the speed is surely neither too large nor too small a number, nor zero.
    #[inline(always)]
    pub(crate) fn is_usual(&self) -> bool {
        (self.square > 1e-200) & (self.square < 1e200)
    }

    /// Whether it touches the sphere within `end` seconds, or nearly: that is told without a root.
    #[inline(always)]
    pub(crate) fn may_touch(&self, end: f64) -> bool {
        // The root is at most `-b`. Which of the conditions fails is hard to foresee, and one branch is cheaper than
        // three.
        let comes = (self.discriminant > 0.0) & (self.c <= -2.0 * self.b * end * (1.0 + 1e-9));
        (self.b < 0.0) & (comes | (self.c <= 0.0))
    }

    /// Whether it touches the sphere at any time, or nearly.
    #[inline(always)]
    pub(crate) fn may_ever_touch(&self) -> bool {
        (self.b < 0.0) & ((self.discriminant > 0.0) | (self.c <= 0.0))
    }

    /// The same if the offset is known up to a small error: inside of the sphere, of this radius, the sign of a slow
    /// motion may be wrong, as where bodies have come to rest against each other.
    #[inline(always)]
    pub(crate) fn may_ever_touch_inexactly(&self, radius: f64) -> bool {
        /// The square of a share of the speed that the error of an offset cannot reach.
        const SLOW: f64 = 1e-16;
        let is_slow = self.b * self.b <= SLOW * (self.square * (radius * radius));
        self.may_ever_touch() | (is_slow & (self.c <= 0.0))
    }

    /// When it touches the sphere, if it does within `end` seconds.
    #[inline(always)]
    pub(crate) fn touch(&self, end: f64) -> Option<f64> {
        if self.may_touch(end) { self.time(end) } else { None }
    }

    /// The same, if it may.
    #[inline(always)]
    pub(crate) fn time(&self, end: f64) -> Option<f64> {
        if self.c <= 0.0 {
            return Some(0.0);
        }
        let time = self.c / (-self.b + self.discriminant.sqrt());
        (time <= end).then_some(time)
    }
}

/// Whether the point is too far away to reach the sphere at all, however it turns.
fn out_of_reach<V: Vector>(motion: &Motion<V>, radius: f64, end: f64) -> bool {
    let way = (motion.velocity.length() + motion.acceleration.length() * (0.5 * end)) * end;
    // The factor covers the rounding of the bound itself.
    let reach = (radius + way) * (1.0 + 1e-12);
    motion.offset.length_squared() > reach * reach
}

/// The root after Newton steps on the vectors, taken only while they bring the point nearer. It comes
/// from outside of the sphere, of which `side` is 1, or from within, -1.
pub(super) fn polished<V: Vector>(
    motion: &Motion<V>,
    (radius, side): (f64, f64),
    time: f64,
    (left, right): (f64, f64),
) -> f64 {
    let error = |time: f64| {
        let now = motion.after(time);
        let excess = now.offset.length_squared() - radius * radius;
        (side * excess, 2.0 * side * now.offset.dot(now.velocity))
    };
    let mut best = time;
    let (mut residual, mut slope) = error(best);
    for _ in 0..2 {
        let next = best - residual / slope;
        if slope >= 0.0 || best == 0.0 || !(left..=right).contains(&next) {
            break;
        }
        let (next_residual, next_slope) = error(next);
        if next_residual.abs() >= residual.abs() {
            break;
        }
        (best, residual, slope) = (next, next_residual, next_slope);
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    fn flying(offset: [f64; 2], velocity: [f64; 2], acceleration: [f64; 2]) -> Motion<DVec2> {
        Motion {
            offset: offset.into(),
            velocity: velocity.into(),
            acceleration: acceleration.into(),
        }
    }

    #[test]
    fn head_on_and_overlapping() {
        assert_eq!(touch(&flying([3.0, 0.0], [-1.0, 0.0], [0.0; 2]), 1.0, 9.0, false), Some(2.0));
        assert_eq!(touch(&flying([0.5, 0.0], [-1.0, 0.0], [0.0; 2]), 1.0, 9.0, false), Some(0.0));
        assert_eq!(touch(&flying([0.5, 0.0], [1.0, 0.0], [0.0; 2]), 1.0, 9.0, false), None);
    }

    #[test]
    fn a_graze_a_hundred_radii_away_is_told_from_a_miss() {
        for miss in [1e-9, -1e-9] {
            let hit = touch(&flying([100.0, 1.0 + miss], [-1.0, 0.0], [0.0; 2]), 1.0, 1e3, false);
            assert_eq!(hit.is_some(), miss < 0.0);
        }
    }

    #[test]
    fn a_thrown_ball_comes_down_on_a_post() {
        // Up at 3 m/s under 2 m/s^2 from 4 m above a sphere of radius 2: 4 + 3 t - t^2 = 2.
        let time = touch(&flying([0.0, 4.0], [0.0, 3.0], [0.0, -2.0]), 2.0, 9.0, false).unwrap();
        assert!((time - (3.0 + 17f64.sqrt()) / 2.0).abs() < 1e-15);
    }

    #[test]
    fn after_a_bounce_the_next_root_counts() {
        let time = touch(&flying([0.0, 2.0], [0.0, 3.0], [0.0, -2.0]), 2.0, 9.0, true).unwrap();
        assert!((time - 3.0).abs() < 1e-14);
    }
}
