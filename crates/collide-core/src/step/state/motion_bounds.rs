//! On which stretch of its path does a body look for others, and which two balls surely do not meet there?
//!
//! A body that flies far in a step looks for others on a first stretch of its way only, and further when it
//! comes to the end of that: most are turned before. What is found does not depend on it, because the time of
//! an impact is a function of the two stored states alone.
//!
//! Of those that come near each other most do not meet. That is told from what is needed for it alone, which
//! fits into few lines of memory.

use crate::broad::Spot;
use crate::flight::Flight;
use crate::impact::{Approach, Motion};
use crate::period::Period;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// A body has no more than so many stretches in a step.
const MAX_HORIZONS: f64 = 16.0;

/// How many of its sizes a body flies in a stretch, where the cubes around bodies would fill this share of the
/// space in which most are: so far that it comes near one other or two.
pub(crate) fn horizon(filled: f64) -> f64 {
    /// How many it comes near on the way, and that is at least and at most this many sizes long.
    const OTHERS: f64 = 0.3;
    const LEAST: f64 = 1.0;
    const MOST: f64 = 3.0;
    let sizes = OTHERS / filled;
    if sizes > LEAST { f64::min(sizes, MOST) } else { LEAST }
}

/// What tells whom a body may meet from its last event on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MotionBounds<W: Wide> {
    /// Where the way begins, how fast and when; it is the whole flight of what flies straight.
    origin: W,
    launch: W,
    start: f64,
    /// Where the stretch has_end.
    until: f64,
    /// NaN of what is no solid ball.
    radius: f64,
    /// Off whom it bounced_off where the way begins.
    bounced_off: u32,
    /// Of what kind it is.
    shape: PathShape,
    /// Whether the way goes on as it is after the stretch.
    continues: bool,
    /// Whether it has_end by itself in the step.
    has_end: bool,
    /// Whether it is that of a ball that flies freely, lies on nothing and meets everyone.
    is_free: bool,
}

/// How far ahead paths are looked at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookahead {
    /// How long the step is.
    pub(crate) dt: f64,
    /// How many of its sizes a body flies in a stretch.
    pub(crate) horizon: f64,
}

/// Of what kind the way is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum PathShape {
    /// That of a solid ball which nothing bends.
    Straight,
    /// That of something else which nothing bends.
    StraightOther,
    Bent,
}

/// Whether two meet on the stretches of their paths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Meets {
    No,
    /// At this time, if nothing else is in the way.
    At(f64),
    /// That takes a closer look.
    Perhaps,
}

/// Those who may meet, with what is known of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairList {
    pub(crate) list: Vec<([u32; 2], Meets)>,
    /// Some who are near each other and wait to be judged.
    pub(crate) near: Vec<[u32; 2]>,
}

impl<W: Wide> MotionBounds<W> {
    /// That of a body that takes no part, of which nothing is told.
    pub(crate) fn none() -> Self {
        Self {
            origin: W::ZERO,
            launch: W::ZERO,
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

    /// The way of a body in a step, with the stretch that begins at `time`, and where it is on that.
    #[inline(always)]
    pub(crate) fn of<V: Vector<Wide = W>>(
        slot: &Slot<V>,
        time: f64,
        &Lookahead { dt, horizon }: &Lookahead,
        period: &Period<W>,
    ) -> (Self, Spot<W>) {
        if !slot.takes_part() {
            return (Self::none(), Spot::NOWHERE);
        }
        let (flight, wraps) = (slot.flight(), slot.wraps(period, dt));
        let end = slot.horizon([flight.stop, wraps], dt);
        let (mut until, mut way, mut middle) = (end, 0.0, flight.origin);
        let pull = flight.acceleration;
        let is_straight = pull == V::Wide::ZERO;
        let moves = !is_straight || flight.launch != V::Wide::ZERO;
        if moves {
            let (elapsed, left) = (time - flight.start, end - time);
            let fastest = if is_straight {
                flight.launch.length()
            } else {
                (flight.launch + pull * elapsed).length() + pull.length() * left
            };
            let far = horizon * slot.size();
            // In a space that repeats a way has_end after a period.
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
        let spot = bounding_sphere(slot.form.girth, [flight.origin, middle], way);
        let path = Self {
            origin: flight.origin,
            launch: flight.launch,
            start: flight.start,
            until,
            radius: slot.form.ball,
            bounced_off: slot.partner(),
            shape: match is_straight {
                true if slot.form.ball.is_nan() => PathShape::StraightOther,
                true => PathShape::Straight,
                false => PathShape::Bent,
            },
            continues: until < end,
            has_end: (flight.stop <= dt) | (wraps <= dt),
            is_free: slot.form.meets_all && slot.is_mover() && (slot.is_untied() || slot.flies()),
        };
        (path, spot)
    }

    /// The same of a free ball in a space that does not repeat.
    #[inline(always)]
    pub(crate) fn of_free<V: Vector<Wide = W>>(
        slot: &Slot<V>,
        time: f64,
        ahead: &Lookahead,
    ) -> (Self, Spot<W>) {
        let mut path = Self::whole(slot, ahead.dt);
        let spot = path.extend(time, ahead);
        (path, spot)
    }

    /// The way of a free ball in a space that does not repeat, as one stretch.
    #[inline(always)]
    pub(crate) fn whole<V: Vector<Wide = W>>(slot: &Slot<V>, until: f64) -> Self {
        Self {
            origin: slot.position.widen(),
            launch: slot.velocity.widen(),
            start: slot.time,
            until,
            radius: slot.form.ball,
            bounced_off: slot.partner(),
            shape: PathShape::Straight,
            continues: false,
            has_end: false,
            is_free: slot.form.meets_all,
        }
    }

    /// The stretch of a free ball that begins at `time`.
    #[inline(always)]
    fn extend(&mut self, time: f64, &Lookahead { dt, horizon }: &Lookahead) -> Spot<W> {
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

    /// Where the stretch has_end.
    pub(crate) fn horizon_end(&self) -> f64 {
        self.until
    }

    /// Whether it changes the place of the body.
    pub(crate) fn is_moving(&self) -> bool {
        self.shape == PathShape::Bent || self.launch != W::ZERO
    }

    /// Where it is at a time, how fast, and how large, if it is a ball that flies straight.
    pub(crate) fn ball_at(&self, time: f64) -> Option<(W, W, f64)> {
        let is_simple = self.shape == PathShape::Straight;
        let place = self.origin + self.launch * (time - self.start);
        is_simple.then_some((place, self.launch, self.radius))
    }

    /// When it is to be looked further along the way.
    pub(crate) fn next_horizon(&self) -> Option<f64> {
        self.continues.then_some(self.until)
    }

    /// Whether something is to be done about the body by itself.
    pub(crate) fn has_own_event(&self) -> bool {
        self.continues || self.has_end
    }

    /// Whether two balls on these flights are further from each other at `time` than `margin` and this share of
    /// the larger one's size, if that is easily told.
    pub(crate) fn are_beyond(
        [one, other]: [&Self; 2],
        flights: [Flight<W>; 2],
        time: f64,
        [margin, share]: [f64; 2],
    ) -> bool {
        let larger = f64::max(one.radius, other.radius);
        let reach = one.radius + other.radius + f64::max(margin, 2.0 * share * larger);
        let [place, others] = flights.map(|flight| flight.position(time));
        // Of what is no ball the reach is no number.
        (place - others).length_squared() > reach * reach * (1.0 + 1e-9)
    }

    /// Whether two balls meet on their stretches. Where a way is bent, their flights are asked for, and if they
    /// seem to meet, the number of the second.
    ///
    /// Most who are near each other fly straight and do not meet, which is told by one branch.
    #[inline(always)]
    pub(crate) fn meets(
        [one, other]: [&Self; 2],
        number: impl FnOnce() -> Option<u32>,
        flights: impl FnOnce() -> Option<[Flight<W>; 2]>,
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

    /// When both are under way, and for how long their stretches last then.
    #[inline(always)]
    fn together([one, other]: [&Self; 2]) -> (f64, f64) {
        let start = if one.start > other.start { one.start } else { other.start };
        let until = if one.until < other.until { one.until } else { other.until };
        (start, until - start)
    }

    /// How one moves as the other sees it, if both fly straight.
    #[inline(always)]
    fn motion([one, other]: [&Self; 2], start: f64) -> Motion<W> {
        let [place, others] =
            [one, other].map(|path| path.origin + path.launch * (start - path.start));
        let (offset, velocity) = (place - others, one.launch - other.launch);
        Motion { offset, velocity, acceleration: W::ZERO }
    }

    /// The same of those of whom one is no ball, is bent, or flies so fast or so slowly that squares are no numbers. They
    /// are few, and this is kept out of what is asked of all.
    #[inline(never)]
    fn meets_in_general(
        [one, other]: [&Self; 2],
        number: impl FnOnce() -> Option<u32>,
        flights: impl FnOnce() -> Option<[Flight<W>; 2]>,
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

    /// Two balls touch at a time, if nothing else is in the way.
    #[inline(always)]
    fn outcome([one, other]: [&Self; 2], time: f64, number: impl FnOnce() -> Option<u32>) -> Meets {
        let is_free = one.is_free && other.is_free && Some(one.bounced_off) != number();
        if is_free { Meets::At(time) } else { Meets::Perhaps }
    }
}

/// When a stretch has_end that begins at `time` and should last for so long, of a path that has_end at `end` in a step of
/// `dt` seconds.
#[inline(always)]
fn horizon_end_time(time: f64, [length, dt]: [f64; 2], end: f64) -> f64 {
    f64::min(end, time + f64::max(length, dt / MAX_HORIZONS))
}

/// Where a body of this girth is that came from the first place, and goes this way to either side of the second.
#[inline(always)]
fn bounding_sphere<W: Wide>(girth: f64, [origin, middle]: [W; 2], way: f64) -> Spot<W> {
    // A place is known to the rounding of the way to it.
    let far = |place: W| (0..W::DIMENSION).fold(0.0, |sum, axis| sum + place.component(axis).abs());
    let far = far(origin) + far(middle) + way;
    let reach = girth + way + 8.0 * f64::EPSILON * far;
    if far < f64::INFINITY { Spot { middle, reach } } else { Spot::EVERYWHERE }
}
