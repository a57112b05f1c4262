//! On which stretch of its path does a body look for others, and which two balls surely do not meet there?
//!
//! A body that flies far in a step looks for others on a first stretch of its way only, and further when it
//! comes to the end of that: most are turned before. What is found does not depend on it, because the time of
//! an impact is a function of the two stored states alone.
//!
//! Of those that come near each other most do not meet. That is told from what is needed for it alone, which
//! fits into few lines of memory.

use crate::body::Layers;
use crate::broad::Spot;
use crate::flight::Flight;
use crate::impact::{Motion, ball_ball};
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// A body has no more than so many stretches in a step.
const STRETCHES: f64 = 16.0;

/// How many of its sizes a body flies in a stretch, where the cubes around bodies would fill this share of the
/// space in which most are: so far that it comes near one other or two.
pub(super) fn stretch(filled: f64) -> f64 {
    /// How many it comes near on the way, and that is at least and at most this many sizes long.
    const OTHERS: f64 = 0.2;
    const LEAST: f64 = 1.0;
    const MOST: f64 = 3.0;
    let sizes = OTHERS / filled;
    if sizes > LEAST { f64::min(sizes, MOST) } else { LEAST }
}

/// What tells, with its flight, whom a body may meet from its last event on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    /// Where the stretch ends.
    until: f64,
    /// NaN of what is no solid ball.
    radius: f64,
    key: u64,
    layers: Layers,
    /// Off whom it bounced where the way begins.
    bounced: u32,
    /// Whether the way goes on as it is after the stretch.
    goes_on: bool,
    /// Whether it ends by itself in the step.
    ends: bool,
    /// Whether it changes the place of the body.
    moves: bool,
    /// Whether it is that of a ball that flies freely and lies on nothing.
    free: bool,
}

/// Whether two meet on the stretches of their paths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meets {
    No,
    /// At this time, if nothing else is in the way.
    At(f64),
    /// That takes a closer look.
    Perhaps,
}

/// Those who may meet, with what is known of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub(super) list: Vec<([u32; 2], Meets)>,
    /// Some who are near each other and wait to be judged.
    pub(super) near: Vec<[u32; 2]>,
}

impl Path {
    /// That of a body that takes no part, of which nothing is told.
    pub(super) fn none() -> Self {
        Self {
            until: 0.0,
            radius: f64::NAN,
            key: 0,
            layers: Layers::ALL,
            bounced: u32::MAX,
            goes_on: false,
            ends: false,
            moves: false,
            free: false,
        }
    }

    /// The way of a body in a step of `dt` seconds, with the stretch of so many of its sizes that begins
    /// at `time`, and where it is on that.
    #[inline]
    pub(super) fn of<V: Vector>(
        slot: &Slot<V>,
        time: f64,
        (dt, stretch): (f64, f64),
    ) -> (Self, Spot<V::Wide>) {
        if !slot.takes_part() {
            return (Self::none(), Spot::NOWHERE);
        }
        let (flight, end) = (&slot.flight, slot.horizon(dt));
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
            let far = stretch * slot.size();
            // In a space that repeats a way ends after a period.
            if fastest * left > far && slot.is_mover() && slot.wraps == f64::INFINITY {
                until = f64::min(end, time + f64::max(far / fastest, dt / STRETCHES));
            }
            let half = if until > time { 0.5 * (until - time) } else { 0.0 };
            middle = if is_straight {
                flight.origin + flight.launch * (elapsed + half)
            } else {
                flight.position(time + half)
            };
            way = fastest * half;
        }
        // A place is known to the rounding of the way to it.
        let far = |place: V::Wide| {
            (0..V::Wide::DIMENSION).fold(0.0, |sum, axis| sum + place.component(axis).abs())
        };
        let far = far(flight.origin) + far(middle) + way;
        let reach = slot.form.girth + way + 8.0 * f64::EPSILON * far;
        let spot = if far < f64::INFINITY { Spot { middle, reach } } else { Spot::EVERYWHERE };
        let path = Self {
            until,
            radius: slot.form.ball,
            key: slot.key,
            layers: slot.form.layers,
            bounced: slot.bounced.map_or(u32::MAX, |(partner, _)| partner.index),
            goes_on: until < end,
            ends: (flight.stop <= dt) | (slot.wraps <= dt),
            moves,
            free: slot.is_mover() && (slot.is_untied() || slot.flies()),
        };
        (path, spot)
    }

    /// Where the stretch ends.
    pub(super) fn until(&self) -> f64 {
        self.until
    }

    /// Whether it changes the place of the body.
    pub(super) fn is_moving(&self) -> bool {
        self.moves
    }

    /// When it is to be looked further along the way.
    pub(super) fn look(&self) -> Option<f64> {
        self.goes_on.then_some(self.until)
    }

    /// Whether something is to be done about the body by itself.
    pub(super) fn is_own(&self) -> bool {
        self.goes_on || self.ends
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// Whether two balls on these flights are further from each other at `time` than `margin` and this share of
    /// the larger one's size, if that is easily told.
    pub(super) fn is_beyond<W: Wide>(
        [one, other]: [&Self; 2],
        flights: [&Flight<W>; 2],
        time: f64,
        [margin, share]: [f64; 2],
    ) -> bool {
        let larger = f64::max(one.radius, other.radius);
        let reach = one.radius + other.radius + f64::max(margin, 2.0 * share * larger);
        let [place, others] = flights.map(|flight| flight.position(time));
        // Of what is no ball the reach is no number.
        (place - others).length_squared() > reach * reach * (1.0 + 1e-9)
    }

    /// Whether two balls on these flights meet on their stretches; the second is the one of the number `index`.
    pub(super) fn meets<W: Wide>(
        [one, other]: [&Self; 2],
        [flight, others]: [&Flight<W>; 2],
        index: u32,
    ) -> Meets {
        let radius = one.radius + other.radius;
        if radius.is_nan() || flight.acceleration != others.acceleration {
            return Meets::Perhaps;
        }
        let start = f64::max(flight.start, others.start);
        let left = f64::min(one.until, other.until) - start;
        if left < 0.0 {
            return Meets::No;
        }
        let motion = Motion::between(flight, others, start);
        if motion.pace().is_some() {
            return Meets::Perhaps;
        }
        match ball_ball::touch(&motion, radius, left, false) {
            None => Meets::No,
            Some(_) if !one.free || !other.free || one.bounced == index => Meets::Perhaps,
            Some(time) if one.layers.meets(other.layers) => Meets::At(start + time),
            Some(_) => Meets::No,
        }
    }
}
