//! The causal bound of a domain: which of its events can be handled without knowing the other domains.
//!
//! As long as no body is faster than a known bound, a body cannot be reached by an unknown one before a time that follows
//! from their distance. From then on it is deferred: no further event of it is handled, and the bodies that it may reach
//! are deferred in their turn. What happens before does not depend on the unknown bodies. (Conservative parallel
//! discrete-event simulation: Lubachevsky 1991.)

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::contact::Feature;
use crate::step::domains::tuning::Tuning;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::step::touch::classify::CROWDED_EVENTS;
use crate::vector::Vector;
use crate::world::{BodyId, Slot, World};

/// A body with so many events in a step may have other consequences than a bounce.
const MAX_EVENTS: u32 = CROWDED_EVENTS - 1;

/// The deferral time of a body that is deferred already.
const DEFERRED: f64 = f64::NEG_INFINITY;

/// When the bodies of a domain are deferred. The remainder, which knows all bodies that are left, defers
/// none.
#[derive(Clone, Debug)]
pub(crate) struct CausalBound<V: Vector> {
    /// The bound of speed.
    pub(crate) speed: f64,
    /// The latest time at which each body is deferred; [`DEFERRED`] if it is.
    deferral_times: Vec<f64>,
    /// The deferrals to come, some of them more than once. The bits of times that are not negative sort like the times.
    pending: BinaryHeap<Reverse<(u64, u32)>>,
    pub(crate) log: DomainLog<V>,
}

/// What was done in a domain, and what was deferred.
#[derive(Clone, Debug)]
pub(crate) struct DomainLog<V: Vector> {
    /// The events that were handled, in order.
    pub(crate) handled: Vec<HandledEvent>,
    /// The bodies that were deferred.
    pub(crate) deferred: Vec<u32>,
    /// The states of the rewritten bodies when the step began.
    undo_log: Vec<SavedBody<V>>,
    /// What the crowds of the domain have cost.
    pub(crate) crowd_work: f64,
    /// Whether an event came that a domain cannot handle: all is rolled back.
    pub(crate) has_failed: bool,
}

/// An event that was handled, and the lengths of the report after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandledEvent {
    pub(crate) prediction: Prediction,
    pub(crate) events: u32,
    pub(crate) legs: u32,
}

/// The state of a body when the step began.
#[derive(Clone, Debug)]
struct SavedBody<V: Vector> {
    index: u32,
    position: V,
    velocity: V,
    bounced: Option<(BodyId, Feature)>,
    detach_count: u32,
    revision: u32,
}

impl<V: Vector> Default for CausalBound<V> {
    fn default() -> Self {
        let (deferral_times, pending) = (Vec::new(), BinaryHeap::new());
        Self { speed: 0.0, deferral_times, pending, log: DomainLog::default() }
    }
}

impl<V: Vector> Default for DomainLog<V> {
    fn default() -> Self {
        Self {
            handled: Vec::new(),
            deferred: Vec::new(),
            undo_log: Vec::new(),
            crowd_work: 0.0,
            has_failed: false,
        }
    }
}

impl<V: Vector> CausalBound<V> {
    /// Begins a domain in which the first `bodies` bodies can be deferred; none in the remainder.
    pub(crate) fn begin(&mut self, speed: f64, bodies: usize) {
        self.speed = speed;
        self.deferral_times.clear();
        self.deferral_times.resize(bodies, f64::INFINITY);
        self.pending.clear();
        let DomainLog { handled, deferred, undo_log, has_failed, .. } = &mut self.log;
        handled.clear();
        deferred.clear();
        undo_log.clear();
        *has_failed = false;
    }

    /// Whether a body is deferred, or can never be.
    pub(crate) fn is_deferred(&self, body: u32) -> bool {
        self.deferral_time(body).is_none()
    }

    /// The latest time at which a body is deferred; nothing if it is deferred already, or can never be.
    pub(crate) fn deferral_time(&self, body: u32) -> Option<f64> {
        self.deferral_times.get(body as usize).copied().filter(|time| *time != DEFERRED)
    }

    /// Defers a body, and returns whether it was not deferred before.
    pub(crate) fn defer(&mut self, body: u32) -> bool {
        let is_new = !self.is_deferred(body);
        if is_new {
            self.deferral_times[body as usize] = DEFERRED;
            self.log.deferred.push(body);
            self.log.has_failed |=
                self.log.deferred.len() > self.deferral_times.len() / 2 + Tuning::SPARE_DEFERRALS;
        }
        is_new
    }

    /// Has a body deferred at this time, unless it is deferred earlier; later than `dt` it has no effect.
    /// If deferrals are far more than bodies, most bodies reach each other, and the domain fails.
    pub(crate) fn defer_at(&mut self, body: u32, time: f64, dt: f64) {
        let Some(earliest) = self.deferral_times.get_mut(body as usize) else { return };
        if time < *earliest {
            *earliest = time;
            if time <= dt {
                self.log.has_failed |= self.pending.len()
                    > Tuning::PENDING_PER_BODY * self.deferral_times.len()
                        + Tuning::SPARE_DEFERRALS;
                self.pending.push(Reverse((f64::max(time, 0.0).to_bits(), body)));
            }
        }
    }

    /// Whether a body is deferred later, if the step is long enough.
    pub(crate) fn is_waiting(&self, body: u32) -> bool {
        self.deferral_times.get(body as usize).is_some_and(|time| time.is_finite())
    }

    /// Has a body deferred sooner that has become faster at this time: it comes nearer to others that fly
    /// as fast as the bound allows.
    pub(crate) fn tighten_bound(&mut self, body: u32, time: f64, speeds: [f64; 2], dt: f64) {
        let [before, now] = speeds.map(|speed| self.speed + speed);
        let left = (self.deferral_times[body as usize] - time) * before / now;
        if now > before {
            self.defer_at(body, time + left * (1.0 - Tuning::TIME_ROUNDING), dt);
        }
    }

    /// Defers the next body that is due by `until`, and returns it with its time.
    pub(crate) fn next_deferred(&mut self, until: f64) -> Option<(u32, f64)> {
        loop {
            let Reverse((time, body)) = *self.pending.peek()?;
            let time = f64::from_bits(time);
            if time > until {
                return None;
            }
            self.pending.pop();
            if self.defer(body) {
                return Some((body, time));
            }
        }
    }

    /// Whether an event can be handled in the domain.
    pub(crate) fn admits(&self, world: &World<V>, prediction: &Prediction) -> bool {
        let is_simple = matches!(
            prediction.kind,
            EventKind::Impact | EventKind::Stop | EventKind::HorizonReached
        );
        let is_remainder = self.deferral_times.is_empty();
        let admits = |body: u32| match &world.slots[body as usize] {
            Some(slot) if slot.is_mover() => {
                slot.events() < MAX_EVENTS && (is_remainder || !self.is_deferred(body))
            }
            slot => slot.is_some(),
        };
        is_simple && prediction.bodies.into_iter().all(admits)
    }

    /// Fails in the remainder: no other one handles what is deferred there.
    pub(crate) fn fail_if_complete(&mut self) {
        self.log.has_failed |= self.deferral_times.is_empty();
    }

    /// Saves the state of a body when the step began.
    pub(crate) fn save(&mut self, index: u32, slot: &Slot<V>) {
        self.log.undo_log.push(SavedBody {
            index,
            position: slot.position,
            velocity: slot.velocity,
            bounced: slot.bounced(),
            detach_count: slot.detach_count,
            revision: slot.revision,
        });
    }

    /// Records an event that was handled, and fails if a body has become faster than the bound.
    pub(crate) fn record(&mut self, world: &World<V>, handled: HandledEvent) {
        self.log.handled.push(handled);
        for slot in handled.prediction.bodies.map(|it| world.slots[it as usize].as_ref()) {
            let speed = slot.map_or(0.0, |slot| slot.flight().launch.length_squared());
            self.log.has_failed |= speed.is_nan() || speed > self.speed * self.speed;
        }
    }
}

impl<V: Vector> DomainLog<V> {
    /// Restores the saved bodies, each at the place that it has now.
    pub(crate) fn roll_back(&mut self, world: &mut World<V>, place: impl Fn(u32) -> usize) {
        let environment = world.environment();
        for saved in self.undo_log.drain(..) {
            let Some(slot) = &mut world.slots[place(saved.index)] else { continue };
            (slot.position, slot.velocity) = (saved.position, saved.velocity);
            (slot.detach_count, slot.revision) = (saved.detach_count, saved.revision);
            slot.set_bounced(saved.bounced);
            slot.time = 0.0;
            slot.reset_events();
            slot.update_flight(&environment);
        }
    }
}
