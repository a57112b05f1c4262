//! For how long ahead is everyone looked for at once?
//!
//! Who has met someone is looked for again by himself, and that takes longer than to look for all in their order in
//! space; what is predicted for a time by which most have been turned is of no use. So a step in which bodies meet
//! more than about once is divided into watches. At the end of one everyone is made findable anew and predicted anew
//! for the next; no state is rewritten for it. What happens does not depend on it, because the time of an impact is a
//! function of the two stored states alone.

use crate::vector::Vector;
use crate::world::{Slot, World};

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

    /// The one that begins at `from`, with so many bodies, in a step of `dt` seconds; it should last for `length`, unless
    /// the step is not to be divided.
    pub(super) fn next(
        [from, dt]: [f64; 2],
        length: f64,
        bodies: usize,
        may_divide: impl FnOnce() -> bool,
    ) -> Self {
        let left = dt - from;
        let watches = f64::max((left / length).round(), 1.0);
        let until = from + left / watches;
        let divides = until > from && until < dt && may_divide();
        let until = if divides { until } else { dt };
        let expected = f64::max(EVENTS * bodies as f64, LEAST);
        Self { from, until, expected, ..Self::default() }
    }

    /// The same, if it goes on with the paths of the one before it.
    pub(super) fn going_on(self) -> Self {
        Self { goes_on: true, ..self }
    }

    /// The same, however many events there are in it.
    pub(super) fn endless(self) -> Self {
        Self { expected: f64::INFINITY, ..self }
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
    pub(super) fn better(&self, length: f64, time: f64) -> f64 {
        if !self.expected.is_finite() {
            return length;
        }
        let better = (time - self.from) * self.expected / self.events;
        let is_known = length > 0.0 && length.is_finite();
        if is_known { better.clamp(0.5 * length, 2.0 * length) } else { better }
    }
}

/// Whether there are piles.
pub(super) fn has_piles<V: Vector>(world: &World<V>) -> bool {
    world.progress.is_some_and(|progress| progress.has_piles())
}

/// Whether there are no piles, and can be none: who lies in one is judged by the moment at which that is asked.
pub(super) fn nothing_lies<V: Vector>(world: &World<V>) -> bool {
    let gravity = world.environment().gravity;
    let lies = |slot: &Slot<V>| {
        let is_parted = slot.fresh || slot.crammed || slot.squeezed;
        is_parted || slot.in_crowd || slot.may_lie() || slot.may_cluster(gravity)
    };
    world.is_open() && !has_piles(world) && !world.slots.iter().flatten().any(lies)
}
