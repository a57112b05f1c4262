//! For how long ahead is everyone looked for at once?
//!
//! Who has met someone is looked for again by himself, and that takes longer than to look for all in their order in
//! space; what is predicted for a time by which most have been turned is of no use. So a step in which bodies meet
//! more than about once is divided into watches. At the end of one everyone is made findable anew and predicted anew
//! for the next; no state is rewritten for it. What happens does not depend on it, because the time of an impact is a
//! function of the two stored states alone.

use super::paths::Ahead;
use super::stepper::Stepper;
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

    /// The watch that begins at `from`, in a step of `dt` seconds, which may be divided if `nothing_lies`.
    pub(super) fn next_watch(
        &self,
        world: &World<V>,
        [from, dt]: [f64; 2],
        nothing_lies: impl FnOnce() -> bool,
    ) -> Watch {
        let left = dt - from;
        let watches = f64::max((left / self.watch_length).round(), 1.0);
        let until = from + left / watches;
        let divides = until > from && until < dt && nothing_lies();
        let until = if divides { until } else { dt };
        let expected = f64::max(EVENTS * world.slots.len() as f64, LEAST);
        Watch { from, until, expected, ..Watch::default() }
    }

    /// Ends the present watch at `time`.
    pub(super) fn end_watch(&mut self, time: f64) {
        self.watch_length = self.watch.better(self.watch_length, time);
    }

    /// Looks for everyone anew, from `time` on, if there are no piles, of which there are parts.
    pub(super) fn watch_on(&mut self, world: &mut World<V>, time: f64, dt: f64) {
        // Where a step is divided already, that is known.
        let is_divided = self.watch.goes_on || self.watch.until < dt;
        let nothing_lies = is_divided && !has_piles(world) || nothing_lies(world);
        if !nothing_lies && self.watch.until >= dt {
            self.watch.expected = f64::INFINITY;
            return;
        }
        self.end_watch(time);
        let next = self.next_watch(world, [time, dt], || nothing_lies);
        self.enter_all(world, Watch { goes_on: true, ..next }, dt);
        self.predict_everyone(world, dt);
    }
}

fn has_piles<V: Vector>(world: &World<V>) -> bool {
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

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::step::Outcome;

    /// Balls on a lattice that fly about in a room, at this restitution.
    fn gas(restitution: f64) -> World<DVec2> {
        let mut world = World::new();
        for number in 0..400 {
            let place = dvec2(f64::from(number % 20), f64::from(number / 20));
            let velocity = DVec2::from_angle(f64::from(number)) * 3.0;
            let ball = Body::dynamic(Shape::ball(0.3), place);
            world.add(Body { velocity, restitution, ..ball }).unwrap();
        }
        world.add(Body::fixed(Shape::arena(DVec2::splat(14.0)), DVec2::splat(9.5))).unwrap();
        world
    }

    #[test]
    fn whether_there_are_watches_changes_nothing() {
        for restitution in [1.0, 0.9] {
            let (mut world, mut apart) = (gas(restitution), gas(restitution));
            let mut stepper = Stepper::new();
            for _ in 0..4 {
                let mut events = stepper.step(&mut world, 2.0).events.clone();
                let mut told = Vec::new();
                loop {
                    // He has no time for a second watch.
                    let mut another = Stepper::new();
                    another.integrate(&mut apart, 2.0);
                    another.detect(&mut apart);
                    let outcome = another.respond(&mut apart, 50);
                    told.append(&mut another.report.events);
                    if outcome == Outcome::Finished {
                        break;
                    }
                }
                assert_eq!(events.len(), told.len());
                assert!(events.len() > 500);
                events.retain(|event| !told.contains(event));
                assert_eq!(events, []);
                assert_eq!(world, apart);
            }
            assert_eq!(stepper.watch_length < 1.0, restitution == 1.0);
        }
    }
}
