//! Which events of some of the bodies can be handled without knowing what the others do?
//!
//! Where nobody flies faster than is known, nobody is touched sooner than another could have come to him. So what
//! happens to a body does not depend on those who are unknown, until one of them, or one whom they may have touched,
//! can have reached it. From then on it is lost: nothing more is handled of it, and others are lost in their turn.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::contact::Feature;
use crate::step::pair::thresholds::CROWDED;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Slot, World};

/// Who has had so many events in a step is in no simple case any more.
const OFTEN: u32 = CROWDED - 1;

/// For each body that is seen, so many may wait to be lost, and half of all may be lost, besides a few.
const MANIFOLD: usize = 4;
const FEW: usize = 256;

/// The share of a time that may be rounding.
const ROUNDING: f64 = 1e-9;

/// Before all times.
const LOST: f64 = f64::NEG_INFINITY;

/// What is handled of a step, and what is not, by one who sees some of the bodies, or who sees all.
#[derive(Clone, Debug)]
pub(crate) struct Fence<V: Vector> {
    /// Nobody is to fly faster.
    pub(crate) speed: f64,
    /// When those come to be lost at the latest who can be; of those who are it is before all times.
    losses: Vec<f64>,
    /// The same of those who wait for it, perhaps more than once. Times are not below zero, and so their bits are in
    /// their order.
    losing: BinaryHeap<Reverse<(u64, u32)>>,
    pub(crate) done: Done<V>,
}

/// What was done of a step, and what was not.
#[derive(Clone, Debug)]
pub(crate) struct Done<V: Vector> {
    /// What was handled.
    pub(crate) handled: Vec<Handled>,
    /// Those who are lost.
    pub(crate) lost: Vec<u32>,
    /// How those were when the step began who have been rewritten.
    kept: Vec<Kept<V>>,
    /// Whether something came that is not for here: all is to be undone.
    pub(crate) is_broken: bool,
}

/// An event that was handled, and how much had been told when it was.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Handled {
    pub(crate) prediction: Prediction,
    pub(crate) events: u32,
    pub(crate) legs: u32,
}

/// A body as it was when the step began.
#[derive(Clone, Debug)]
struct Kept<V: Vector> {
    index: u32,
    position: V,
    velocity: V,
    bounced: Option<(BodyId, Feature)>,
    thrown: u32,
    revision: u32,
}

impl<V: Vector> Default for Fence<V> {
    fn default() -> Self {
        let (losses, losing) = (Vec::new(), BinaryHeap::new());
        Self { speed: 0.0, losses, losing, done: Done::default() }
    }
}

impl<V: Vector> Default for Done<V> {
    fn default() -> Self {
        Self { handled: Vec::new(), lost: Vec::new(), kept: Vec::new(), is_broken: false }
    }
}

impl<V: Vector> Fence<V> {
    /// Begins anew, where so many bodies can be lost, the first of all; or none, if nobody else has a part.
    pub(crate) fn begin(&mut self, speed: f64, bodies: usize) {
        self.speed = speed;
        self.losses.clear();
        self.losses.resize(bodies, f64::INFINITY);
        self.losing.clear();
        let Done { handled, lost, kept, is_broken } = &mut self.done;
        handled.clear();
        lost.clear();
        kept.clear();
        *is_broken = false;
    }

    /// Whether a body is lost, or is none of those who can be.
    pub(crate) fn is_lost(&self, body: u32) -> bool {
        self.loss(body).is_none()
    }

    /// When a body that is not lost is to be at the latest, if it can be lost at all.
    pub(crate) fn loss(&self, body: u32) -> Option<f64> {
        self.losses.get(body as usize).copied().filter(|time| *time != LOST)
    }

    /// Loses a body, and tells whether it was not lost yet.
    pub(crate) fn lose(&mut self, body: u32) -> bool {
        let is_new = !self.is_lost(body);
        if is_new {
            self.losses[body as usize] = LOST;
            self.done.lost.push(body);
            self.done.is_broken |= self.done.lost.len() > self.losses.len() / 2 + FEW;
        }
        is_new
    }

    /// A body is to be lost at this time, if it is not to be before; nothing comes of it after a step of `dt` seconds.
    /// If that is told far more often than there are bodies, most of them reach each other, and there is no use in
    /// going on.
    pub(crate) fn lose_at(&mut self, body: u32, time: f64, dt: f64) {
        let Some(earliest) = self.losses.get_mut(body as usize) else { return };
        if time < *earliest {
            *earliest = time;
            if time <= dt {
                self.done.is_broken |= self.losing.len() > MANIFOLD * self.losses.len() + FEW;
                self.losing.push(Reverse((f64::max(time, 0.0).to_bits(), body)));
            }
        }
    }

    /// Whether a body is to be lost later, if the step is long enough.
    pub(crate) fn is_waiting(&self, body: u32) -> bool {
        self.losses.get(body as usize).is_some_and(|time| time.is_finite())
    }

    /// A body is to be lost sooner if it has become faster at this time. In what was left until then it would have
    /// come near to another who flies as fast as anyone.
    pub(crate) fn hasten(&mut self, body: u32, time: f64, speeds: [f64; 2], dt: f64) {
        let [before, now] = speeds.map(|speed| self.speed + speed);
        let left = (self.losses[body as usize] - time) * before / now;
        if now > before {
            self.lose_at(body, time + left * (1.0 - ROUNDING), dt);
        }
    }

    /// Loses the next body that is to be by this time, and tells who it is and since when.
    pub(crate) fn next_lost(&mut self, until: f64) -> Option<(u32, f64)> {
        loop {
            let Reverse((time, body)) = *self.losing.peek()?;
            let time = f64::from_bits(time);
            if time > until {
                return None;
            }
            self.losing.pop();
            if self.lose(body) {
                return Some((body, time));
            }
        }
    }

    /// Whether an event can be handled.
    pub(crate) fn admits(&self, world: &World<V>, prediction: &Prediction) -> bool {
        let is_simple = matches!(
            prediction.kind,
            EventKind::Impact | EventKind::Stop | EventKind::HorizonReached
        );
        let sees_all = self.losses.is_empty();
        let admits = |body: u32| match &world.slots[body as usize] {
            Some(slot) if slot.is_mover() => {
                slot.events() < OFTEN && (sees_all || !self.is_lost(body))
            }
            slot => slot.is_some(),
        };
        is_simple && prediction.bodies.into_iter().all(admits)
    }

    /// What nobody else will handle cannot be left.
    pub(crate) fn break_if_all_are_seen(&mut self) {
        self.done.is_broken |= self.losses.is_empty();
    }

    /// Keeps a body as it was when the step began.
    pub(crate) fn keep(&mut self, index: u32, slot: &Slot<V>) {
        self.done.kept.push(Kept {
            index,
            position: slot.position,
            velocity: slot.velocity,
            bounced: slot.bounced(),
            thrown: slot.thrown,
            revision: slot.revision,
        });
    }

    /// Notes that an event was handled, when so much had been told.
    pub(crate) fn note(&mut self, world: &World<V>, handled: Handled) {
        self.done.handled.push(handled);
        for slot in handled.prediction.bodies.map(|it| world.slots[it as usize].as_ref()) {
            let speed = slot.map_or(0.0, |slot| slot.flight().launch.length_squared());
            self.done.is_broken |= speed.is_nan() || speed > self.speed * self.speed;
        }
    }
}

impl<V: Vector> Done<V> {
    /// Brings those back who were kept, as they were, each from the place that he has now.
    pub(crate) fn undo(&mut self, world: &mut World<V>, place: impl Fn(u32) -> usize) {
        let environment = world.environment();
        for kept in self.kept.drain(..) {
            let Some(slot) = &mut world.slots[place(kept.index)] else { continue };
            (slot.position, slot.velocity) = (kept.position, kept.velocity);
            (slot.thrown, slot.revision) = (kept.thrown, kept.revision);
            slot.set_bounced(kept.bounced);
            slot.time = 0.0;
            slot.forget_events();
            slot.renew(&environment);
        }
    }
}
