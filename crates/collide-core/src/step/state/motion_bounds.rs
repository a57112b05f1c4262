//! Bounds of the motion of each body, and the test of two balls on straight paths.
//!
//! A body that flies far in a step looks for others only up to a horizon of one to three of its sizes, and again when it
//! reaches that: most bodies collide before. No result depends on it, because the time of an impact is a function of the
//! two stored states alone.
//!
//! Most pairs that come near each other do not meet. The test needs only what is kept here, which fits into few lines of
//! memory.

use crate::broad::BoundingSphere;
use crate::flight::Flight;
use crate::impact::{Approach, Motion};
use crate::period::Period;
use crate::rounding;
use crate::vector::Vector;
use crate::world::Slot;

/// The largest number of horizons that a body reaches in a step.
const MAX_HORIZONS: f64 = 16.0;

/// The horizon in sizes of a body, where the cubes around all bodies fill this share of the space that they
/// occupy: so far that a body comes near one or two others.
pub(crate) fn horizon(filled: f64) -> f64 {
    /// The share of the space that a body sweeps up to its horizon. With half or one and a half of it gases took as
    /// long or longer.
    const SWEPT_SHARE: f64 = 0.3;
    /// The shortest horizon, in sizes of a body.
    const MIN_SIZES: f64 = 1.0;
    /// The longest one.
    const MAX_SIZES: f64 = 3.0;
    let sizes = SWEPT_SHARE / filled;
    // NaN gives the least.
    if sizes > MIN_SIZES { f64::min(sizes, MAX_SIZES) } else { MIN_SIZES }
}

/// The motion of a body from its last event on, as far as it decides which others it may meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionBounds<V: Vector> {
    /// The position, the velocity and the time at which the path begins.
    origin: V,
    launch: V,
    start: f64,
    /// The time up to which others are looked for.
    until: f64,
    /// NaN if the body is no solid ball.
    radius: f64,
    /// The number of the body off which it bounced where the path begins.
    bounced_off: u32,
    shape: PathShape,
    /// Whether the path goes on after the horizon.
    continues: bool,
    /// Whether the path ends by itself in the step: the body stops, ceases to slide, or wraps around a
    /// periodic space.
    has_end: bool,
    /// Whether the body is a ball that flies freely, rests on nothing and collides with all layers.
    is_free: bool,
}

/// How far ahead others are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookahead {
    /// The length of the step, in seconds.
    pub(crate) dt: f64,
    /// The horizon, in sizes of a body.
    pub(crate) horizon: f64,
}

/// The shape of a path, and whether it is that of a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PathShape {
    /// The straight path of a solid ball.
    Straight,
    /// The straight path of any other body.
    StraightOther,
    /// A parabola, or that of a wall that turns.
    Bent,
}

/// Whether two bodies meet before either reaches its horizon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meets {
    /// They do not.
    No,
    /// They meet at this time, unless an earlier event prevents it.
    At(f64),
    /// It is to be found from their states.
    Perhaps,
}

/// Pairs that may meet.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairList {
    /// The pairs, with what is known of their meeting.
    pub(crate) list: Vec<([u32; 2], Meets)>,
    /// A batch of pairs that are near each other and not tested yet.
    pub(crate) near: Vec<[u32; 2]>,
}

impl<V: Vector> MotionBounds<V> {
    /// The bounds of a body that takes no part.
    pub(crate) fn none() -> Self {
        Self {
            origin: V::ZERO,
            launch: V::ZERO,
            start: 0.0,
            until: 0.0,
            radius: f64::NAN,
            bounced_off: u32::MAX,
            shape: PathShape::StraightOther,
            continues: false,
            has_end: false,
            is_free: false,
        }
    }

    /// The motion of a body in a step, with a horizon from `time` on, and the sphere that holds it until
    /// then.
    #[inline(always)]
    pub(crate) fn of(
        slot: &Slot<V>,
        time: f64,
        &Lookahead { dt, horizon }: &Lookahead,
        period: &Period<V>,
    ) -> (Self, BoundingSphere<V>) {
        if !slot.takes_part() {
            return (Self::none(), BoundingSphere::NOWHERE);
        }
        let (flight, wraps) = (slot.flight(), slot.wrap_time(period, dt));
        let end = slot.path_end([flight.stop, wraps], dt);
        let (mut until, mut way, mut middle) = (end, 0.0, flight.origin);
        let pull = flight.acceleration;
        let is_straight = pull == V::ZERO;
        let moves = !is_straight || flight.launch != V::ZERO;
        if moves {
            let (elapsed, left) = (time - flight.start, end - time);
            let fastest = if is_straight {
                flight.launch.length()
            } else {
                (flight.launch + pull * elapsed).length() + pull.length() * left
            };
            let far = horizon * slot.size();
            // In a periodic space a path ends after a period, and has no other horizon.
            if fastest * left > far && slot.is_mover() && period.is_open() {
                until = horizon_end_time(time, [far / fastest, dt], end);
            }
            let half = if until > time { 0.5 * (until - time) } else { 0.0 };
            middle = if is_straight {
                flight.origin + flight.launch * (elapsed + half)
            } else {
                flight.position(time + half)
            };
            way = fastest * half;
        }
        let sphere = bounding_sphere(slot.shared.bounding_radius, [flight.origin, middle], way);
        let path = Self {
            origin: flight.origin,
            launch: flight.launch,
            start: flight.start,
            until,
            radius: slot.shared.ball_radius,
            bounced_off: slot.bounced_off_index(),
            shape: match is_straight && !slot.shared.is_turning {
                true if slot.shared.ball_radius.is_nan() => PathShape::StraightOther,
                true => PathShape::Straight,
                false => PathShape::Bent,
            },
            continues: until < end,
            has_end: (flight.stop <= dt) | (wraps <= dt)
                || slot.ride_end().is_some()
                || slot.chord().is_some()
                || slot.own_stop() <= dt,
            is_free: slot.shared.meets_all
                && slot.is_mover()
                && (slot.is_unconstrained() || slot.is_airborne()),
        };
        (path, sphere)
    }

    /// The same for a ball that flies freely in a space that does not repeat.
    #[inline(always)]
    pub(crate) fn of_free(
        slot: &Slot<V>,
        time: f64,
        ahead: &Lookahead,
    ) -> (Self, BoundingSphere<V>) {
        let mut path = Self::whole(slot, ahead.dt);
        let sphere = path.extend(time, ahead);
        (path, sphere)
    }

    /// The motion of a ball that flies freely in a space that does not repeat, with `until` as its horizon.
    #[inline(always)]
    pub(crate) fn whole(slot: &Slot<V>, until: f64) -> Self {
        Self {
            origin: slot.position,
            launch: slot.velocity,
            start: slot.time,
            until,
            radius: slot.shared.ball_radius,
            bounced_off: slot.bounced_off_index(),
            shape: PathShape::Straight,
            continues: false,
            has_end: false,
            is_free: slot.shared.meets_all,
        }
    }

    /// Sets the horizon of a free ball from `time` on, and returns the sphere that holds it until then.
    #[inline(always)]
    fn extend(&mut self, time: f64, &Lookahead { dt, horizon }: &Lookahead) -> BoundingSphere<V> {
        let (left, fastest) = (dt - time, self.launch.length());
        let far = horizon * (2.0 * self.radius);
        let mut until = dt;
        if fastest * left > far {
            until = horizon_end_time(time, [far / fastest, dt], dt);
        }
        let half = if until > time { 0.5 * (until - time) } else { 0.0 };
        (self.until, self.continues) = (until, until < dt);
        let middle = self.origin + self.launch * (time - self.start + half);
        bounding_sphere(self.radius, [self.origin, middle], fastest * half)
    }

    /// The time up to which others are looked for.
    pub(crate) fn horizon_end(&self) -> f64 {
        self.until
    }

    /// Whether the body changes its position.
    pub(crate) fn is_moving(&self) -> bool {
        self.shape == PathShape::Bent || self.launch != V::ZERO
    }

    /// The position at `time`, the velocity and the radius, if the body is a ball on a straight path.
    pub(crate) fn ball_at(&self, time: f64) -> Option<(V, V, f64)> {
        let is_simple = self.shape == PathShape::Straight;
        let place = self.origin + self.launch * (time - self.start);
        is_simple.then_some((place, self.launch, self.radius))
    }

    /// The time at which others are to be looked for again, if there is one.
    pub(crate) fn next_horizon(&self) -> Option<f64> {
        self.continues.then_some(self.until)
    }

    /// Whether the body has an event by itself in the step.
    pub(crate) fn has_own_event(&self) -> bool {
        self.continues || self.has_end
    }

    /// Whether two balls on these flights are known to be further from each other at `time` than `margin`
    /// and than this share of the larger one's size.
    pub(crate) fn are_beyond(
        [one, other]: [&Self; 2],
        flights: [Flight<V>; 2],
        time: f64,
        margin: f64,
        share: f64,
    ) -> bool {
        let larger = f64::max(one.radius, other.radius);
        let reach = one.radius + other.radius + f64::max(margin, 2.0 * share * larger);
        let [place, others] = flights.map(|flight| flight.position(time));
        // The reach of a body that is no ball is NaN, and the comparison false.
        (place - others).length_squared() > reach * reach * (1.0 + rounding::TO_SPARE)
    }

    /// Whether two balls meet before either reaches its horizon. The flights are asked for only where a
    /// path is bent, and the number of the second body only where the two seem to meet.
    ///
    /// Most pairs that are near each other fly straight and do not meet. One branch finds that.
    #[inline(always)]
    pub(crate) fn meets(
        [one, other]: [&Self; 2],
        number: impl FnOnce() -> Option<u32>,
        flights: impl FnOnce() -> Option<[Flight<V>; 2]>,
    ) -> Meets {
        if (one.shape == PathShape::Straight) & (other.shape == PathShape::Straight) {
            let (start, left) = Self::together([one, other]);
            let approach =
                Approach::of(&Self::motion([one, other], start), one.radius + other.radius);
            let is_usual = approach.is_usual();
            if is_usual & !approach.may_touch(left) {
                return Meets::No;
            }
            if is_usual {
                return match approach.time(left) {
                    Some(time) if left >= 0.0 => Self::outcome([one, other], start + time, number),
                    _ => Meets::No,
                };
            }
            if one.launch == other.launch {
                return Meets::No;
            }
        }
        Self::meets_in_general([one, other], number, flights)
    }

    /// The later of the two start times, and the time from then until the first horizon.
    #[inline(always)]
    fn together([one, other]: [&Self; 2]) -> (f64, f64) {
        let start = if one.start > other.start { one.start } else { other.start };
        let until = if one.until < other.until { one.until } else { other.until };
        (start, until - start)
    }

    /// The motion of the first body relative to the second from `start` on, if both fly straight.
    #[inline(always)]
    fn motion([one, other]: [&Self; 2], start: f64) -> Motion<V> {
        let [place, others] =
            [one, other].map(|path| path.origin + path.launch * (start - path.start));
        let (offset, velocity) = (place - others, one.launch - other.launch);
        Motion { offset, velocity, acceleration: V::ZERO }
    }

    /// The same for pairs of which one is no ball, has a bent path, or is so fast or slow that squares
    /// overflow or vanish. Such pairs are few, and the code is kept out of the common path.
    #[inline(never)]
    fn meets_in_general(
        [one, other]: [&Self; 2],
        number: impl FnOnce() -> Option<u32>,
        flights: impl FnOnce() -> Option<[Flight<V>; 2]>,
    ) -> Meets {
        let radius = one.radius + other.radius;
        if radius.is_nan() {
            let moves = one.is_moving() || other.is_moving();
            return if moves { Meets::Perhaps } else { Meets::No };
        }
        let (start, left) = Self::together([one, other]);
        if left < 0.0 {
            return Meets::No;
        }
        let motion = if one.shape != PathShape::Bent && other.shape != PathShape::Bent {
            Self::motion([one, other], start)
        } else {
            match flights() {
                Some([flight, others]) if flight.acceleration == others.acceleration => {
                    Motion::between(&flight, &others, start)
                }
                Some(_) => return Meets::Perhaps,
                None => return Meets::No,
            }
        };
        if motion.pace().is_some() {
            return Meets::Perhaps;
        }
        match Approach::of(&motion, radius).touch(left) {
            Some(time) => Self::outcome([one, other], start + time, number),
            None => Meets::No,
        }
    }

    /// Two balls touch at `time`: that is their impact if both fly freely and have not just bounced off
    /// each other.
    #[inline(always)]
    fn outcome([one, other]: [&Self; 2], time: f64, number: impl FnOnce() -> Option<u32>) -> Meets {
        let is_free = one.is_free && other.is_free && Some(one.bounced_off) != number();
        if is_free { Meets::At(time) } else { Meets::Perhaps }
    }
}

/// The end of a horizon that begins at `time` and should last for `length` seconds, on a path that ends at
/// `end` in a step of `dt` seconds.
#[inline(always)]
fn horizon_end_time(time: f64, [length, dt]: [f64; 2], end: f64) -> f64 {
    f64::min(end, time + f64::max(length, dt / MAX_HORIZONS))
}

/// The sphere that holds a body of this bounding radius which came from `origin` and moves up to `way` to
/// either side of `middle`.
#[inline(always)]
fn bounding_sphere<V: Vector>(
    bounding_radius: f64,
    [origin, middle]: [V; 2],
    way: f64,
) -> BoundingSphere<V> {
    // A position is known to the rounding of the path that leads to it.
    let far = |place: V| (0..V::DIMENSION).fold(0.0, |sum, axis| sum + place.component(axis).abs());
    let far = far(origin) + far(middle) + way;
    let reach = bounding_radius + way + rounding::PLACE * far;
    if far < f64::INFINITY {
        BoundingSphere { centre: middle, radius: reach }
    } else {
        BoundingSphere::EVERYWHERE
    }
}
