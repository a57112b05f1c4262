//! For how long ahead is everyone looked for at once?
//!
//! Who has met someone is looked for again by himself, and that takes longer than to look for all in their order in
//! space; what is predicted for a time by which most have been turned is of no use. So a step in which bodies meet
//! more than about once is divided into watches. At the end of one everyone is made findable anew and predicted anew
//! for the next; no state is rewritten for it. What happens does not depend on it, because the time of an impact is a
//! function of the two stored states alone.

use super::paths::Ahead;
use super::stepper::Stepper;
use crate::vector::{Vector, Wide};
use crate::world::World;

/// How many events there are in a watch for each body, and in the least.
const EVENTS: f64 = 0.35;
const LEAST: f64 = 64.0;

/// A part of a step in which everyone has been made findable once.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    /// From when until when, in seconds from the start of the step.
    pub(super) from: f64,
    pub(super) until: f64,
    /// Whether it goes on with the paths of the one before it.
    pub(super) goes_on: bool,
    /// How many events there have been in it, and how many are expected.
    events: f64,
    expected: f64,
}

impl Watch {
    /// The whole of a step of `dt` seconds.
    pub(super) fn whole(dt: f64) -> Self {
        Self { until: dt, expected: f64::INFINITY, ..Self::default() }
    }

    /// When it ends, if that is before an event that comes at `time`.
    pub(super) fn end_before(&self, time: f64, dt: f64) -> Option<f64> {
        /// So many times as many events as expected end it at once.
        const MANY: f64 = 2.0;
        let ends = self.until < dt && time > self.until || self.events > MANY * self.expected;
        ends.then(|| f64::min(self.until, time))
    }

    /// Counts an event.
    pub(super) fn count(&mut self) {
        self.events += 1.0;
    }

    /// How long one should last after this that ends at `time`, which should have lasted for `length`.
    fn better(&self, length: f64, time: f64) -> f64 {
        if !self.expected.is_finite() {
            return length;
        }
        let better = (time - self.from) * self.expected / self.events;
        let is_known = length > 0.0 && length.is_finite();
        if is_known { better.clamp(0.5 * length, 2.0 * length) } else { better }
    }
}

impl<V: Vector> Stepper<V> {
    /// How far ahead paths are looked at, in a step of `dt` seconds.
    pub(super) fn ahead(&self, dt: f64) -> Ahead {
        Ahead { dt, until: self.watch.until, stretch: self.stretch }
    }

    /// The watch that begins at `from`, in a step of `dt` seconds.
    pub(super) fn next_watch(&self, world: &World<V>, from: f64, dt: f64) -> Watch {
        // In piles there are parts.
        let has_piles = world.progress.is_some_and(|progress| progress.has_piles());
        if has_piles || !world.is_open() || world.environment().gravity != V::Wide::ZERO {
            return Watch::whole(dt);
        }
        let left = dt - from;
        let watches = f64::max((left / self.watch_length).round(), 1.0);
        let until = from + left / watches;
        let until = if until > from && until < dt { until } else { dt };
        let expected = f64::max(EVENTS * world.slots.len() as f64, LEAST);
        Watch { from, until, expected, ..Watch::default() }
    }

    /// Ends the present watch at `time`.
    pub(super) fn end_watch(&mut self, time: f64) {
        self.watch_length = self.watch.better(self.watch_length, time);
    }

    /// Looks for everyone anew, from `time` on.
    pub(super) fn watch_on(&mut self, world: &mut World<V>, time: f64, dt: f64) {
        self.end_watch(time);
        let watch = Watch { goes_on: true, ..self.next_watch(world, time, dt) };
        self.enter_all(world, watch, dt);
        self.predict_everyone(world, dt);
    }
}
