//! The end of a step: all bodies are flown to it, and what lasts for one step only is cleared.
//!
//! Most bodies need nothing but their flight. They are flown in one pass over memory, divided among threads. The
//! others, of which more is to be done, are collected in that pass and follow in the order of their keys.

mod impulses;
pub(crate) mod contact_report;

use crate::body::Kind;
use crate::executor::{map_beside, pieces};
use crate::report::{Event, Leg, Legs};
use crate::response::Surface;
use crate::step::domains::merge_reports::merge_reports;
use crate::step::domains::partition::{DomainStats, Partition};
use crate::step::domains::state::Domains;
use crate::step::engine::Engine;
use crate::step::engine::legs::{leg, turn_leg};
use crate::step::prediction::prefetch::prefetch_slot;
use crate::step::touch::classify::CLUSTER_EVENTS;
use crate::step::touch::surfaces::pair_surface;
use crate::vector::Vector;
use crate::world::{Dynamics, Environment, Epoch, Held, Resting, Slot, World};

/// Ends steps, and keeps the memory for it from one to the next.
#[derive(Clone, Debug)]
pub(crate) struct StepEnd<V: Vector> {
    /// The keys and numbers of the bodies that need more than their flight.
    others: Vec<(u64, u32)>,
    /// What each thread has found in its piece of the bodies.
    flown: Vec<Flown<V>>,
}

impl<V: Vector> Default for StepEnd<V> {
    fn default() -> Self {
        Self { others: Vec::new(), flown: Vec::new() }
    }
}

/// What one thread has found in its piece of the bodies.
#[derive(Clone, Debug)]
struct Flown<V: Vector> {
    /// The keys and numbers of the bodies that need more than their flight.
    others: Vec<(u64, u32)>,
    /// The legs of all other bodies.
    legs: Vec<Leg<V>>,
    /// Whether the legs are in the order of keys.
    are_in_order: bool,
    /// The statistics of the piece, for the domains of the next step.
    part: DomainStats<V>,
}

impl<V: Vector> Default for Flown<V> {
    fn default() -> Self {
        Self {
            others: Vec::new(),
            legs: Vec::new(),
            are_in_order: true,
            part: DomainStats::default(),
        }
    }
}

impl<V: Vector> StepEnd<V> {
    /// Flies all bodies to the end of the step. What was reported in domains is merged into the report.
    pub(crate) fn finish(
        &mut self,
        engine: &mut Engine<V>,
        domains: &mut Domains<V>,
        world: &mut World<V>,
        dt: f64,
    ) {
        world.progress = None;
        world.epoch = Epoch::new();
        let environment = world.environment();
        let (mut first, mut are_in_order) = (engine.report.legs.len(), true);
        let mut others = std::mem::take(&mut self.others);
        others.clear();
        if environment.period.is_open() {
            (first, are_in_order) = self.fly_on(engine, domains, world, &mut others, dt);
        } else {
            others.extend(world.ids.keys.iter().map(|(key, id)| (*key, id.index)));
        }
        if !others.is_sorted() {
            others.sort_unstable();
        }
        let flown = engine.report.legs.len();
        let (mut supports, mut may_sleep) = (Vec::new(), false);
        for (_, index) in &others {
            let place = world.slots.place(*index);
            let Some(slot) = &mut world.slots[place] else { continue };
            // A body at rest has a leg if an event of this step has stopped it.
            let last = if slot.time > 0.0 { engine.ended_leg(slot, dt) } else { leg(slot, dt) };
            engine.report.legs.extend(last.filter(|_| engine.settings.legs != Legs::None));
            if slot.is_turning_ball() && engine.settings.legs != Legs::None {
                engine.report.turns.extend(turn_leg(slot, dt));
            }
            arrive(slot, &environment, dt, &mut supports);
            may_sleep |= slot.may_fall_asleep() && slot.constraints().asleep.is_none();
        }
        self.others = others;
        let legs = &mut engine.report.legs;
        if !are_in_order || flown > first && legs.len() > flown {
            legs[first..].sort_by_key(|leg| world.key(leg.body));
        }
        if engine.settings.sleep {
            world.add_resting(supports);
        }
        if engine.settings.sleep && may_sleep {
            let has_friction = |surface: Surface| surface.friction > 0.0;
            let asleep =
                world.fall_asleep(|pair| pair_surface(engine, pair).is_some_and(has_friction));
            let events = asleep.into_iter().map(|body| Event::FellAsleep { time: dt, body });
            engine.report.events.extend(events);
        }
        world.contacts.requested.clear();
        world.regions.last_crossings.retain(|_, crossed| crossed.time == dt);
        world.regions.last_crossings.values_mut().for_each(|crossed| crossed.time = 0.0);
    }

    /// Flies the bodies that need nothing else, in a space that does not repeat, and lists the others. Returns the place of
    /// the first new leg in the report, and whether the new legs are in the order of keys. The reports of domains are
    /// merged beside it.
    fn fly_on(
        &mut self,
        engine: &mut Engine<V>,
        domains: &mut Domains<V>,
        world: &mut World<V>,
        others: &mut Vec<(u64, u32)>,
        dt: f64,
    ) -> (usize, bool) {
        let legs = engine.settings.legs;
        let pieces = pieces(&*engine.executor, world.slots.len());
        if pieces == 1 && world.slots.pieces() == 0 {
            domains.partition = None;
            let reported = std::mem::take(&mut engine.report.legs);
            let first = reported.len();
            let others_so_far = std::mem::take(others);
            let mut flown = Flown { others: others_so_far, legs: reported, ..Flown::default() };
            if engine.search.loose.is_current {
                // Walls that no step has changed stay as they are.
                let mut last = 0;
                for index in engine.search.loose.bodies.iter().map(|index| *index as usize) {
                    if let Some(slot) = &mut world.slots[index] {
                        fly_slot_on(slot, legs, dt, &mut flown, &mut last);
                    }
                }
            } else {
                fly_on(world.slots.items_mut(), legs, dt, (&mut flown, |_, _| {}));
            }
            (*others, engine.report.legs) = (flown.others, flown.legs);
            return (first, flown.are_in_order);
        }
        let partition = domains.partition.take().filter(|_| world.slots.pieces() > 0);
        let mut parts = partition.iter().flat_map(Partition::next_domains);
        let runs = world.slots.runs_mut(pieces).into_iter();
        let runs = runs.map(|slots| (slots, parts.next()));
        let Engine { executor, report, .. } = engine;
        let Domains { results, remainder, .. } = &*domains;
        let flown = &mut self.flown;
        flown.resize_with(runs.len(), Flown::default);
        let merge = partition.is_some().then_some(|| merge_reports(results, remainder, report));
        let pieces = runs.zip(&mut *flown);
        map_beside(&**executor, merge, pieces, |((slots, part), flown)| {
            flown.clear();
            let Some((mut part, near)) = part else {
                return fly_on(slots, legs, dt, (flown, |_, _| {}));
            };
            let note = |slot: Option<&Slot<V>>, is_free| {
                slot.into_iter().for_each(prefetch_slot);
                part.add((slot, is_free), &near);
            };
            fly_on(slots, legs, dt, (flown, note));
            flown.part = part;
        });
        let parts = flown.iter_mut().map(|piece| std::mem::take(&mut piece.part)).collect();
        domains.partition =
            partition.as_ref().and_then(|partition| partition.next(parts, world.epoch));
        let first = engine.report.legs.len();
        for piece in &*flown {
            others.extend(&piece.others);
            engine.report.legs.extend(&piece.legs);
        }
        let ends = flown.iter().filter_map(|piece| Some([piece.legs.first()?, piece.legs.last()?]));
        let keys = ends.flatten().map(|leg| world.key(leg.body));
        (first, keys.is_sorted() && flown.iter().all(|piece| piece.are_in_order))
    }
}

impl<V: Vector> Flown<V> {
    /// Empties the lists and keeps their memory.
    fn clear(&mut self) {
        self.others.clear();
        self.legs.clear();
        self.are_in_order = true;
    }
}

/// Flies the bodies that need nothing else, in a space that does not repeat, and lists the others. `then` is called with
/// each body and whether it flies freely.
fn fly_on<V: Vector>(
    slots: &mut [Option<Slot<V>>],
    legs: Legs,
    dt: f64,
    (flown, mut then): (&mut Flown<V>, impl FnMut(Option<&Slot<V>>, bool)),
) {
    let mut last = 0;
    for slot in slots {
        let Some(slot) = slot else {
            then(None, false);
            continue;
        };
        let is_free = fly_slot_on(slot, legs, dt, flown, &mut last);
        then(Some(slot), is_free);
    }
}

/// Flies a body if it needs nothing else, or lists it, and returns whether it flies freely. `last` is the key of the last leg.
#[inline(always)]
fn fly_slot_on<V: Vector>(
    slot: &mut Slot<V>,
    legs: Legs,
    dt: f64,
    flown: &mut Flown<V>,
    last: &mut u64,
) -> bool {
    let dynamics = slot.dynamics();
    let is_free = dynamics == Dynamics::FreeBall;
    if is_free || dynamics == Dynamics::Ballistic {
        if slot.time < dt {
            slot.set_bounced(None);
        }
        if legs == Legs::All
            && let Some(leg) = leg(slot, dt)
        {
            flown.legs.push(leg);
            flown.are_in_order &= *last <= slot.key;
            *last = slot.key;
        }
        if is_free {
            slot.fly_straight_to_end(dt);
        } else {
            slot.fly_to_end(dt);
        }
    } else if was_touched(slot) || slot.shared.kind != Kind::Static && !lies_still(slot) {
        flown.others.push((slot.key, slot.id.index));
    }
    is_free
}

/// Whether a body that no event of the step has touched is as it was at the step's start: it neither moves nor turns, no wall
/// bears it, it is in no pile or cluster, and neither a bounce nor a time of rest is kept of it.
fn lies_still<V: Vector>(slot: &Slot<V>) -> bool {
    slot.shared.kind == Kind::Dynamic
        && !slot.is_in_motion()
        && slot.spin_rates().is_none()
        && slot.is_airborne()
        && !slot.is_in_pile()
        && !slot.in_cluster
        && slot.bounced().is_none()
        && slot.constraints().quiet_time == 0.0
}

/// Whether a step has changed a body that never moves: a wall that the game made of a ball within this step still has the
/// step's state of the ball.
fn was_touched<V: Vector>(slot: &Slot<V>) -> bool {
    slot.time != 0.0 || slot.events() > 0 || slot.is_held()
}

/// Brings a body to the end of the step, and lists the walls that support it if it is about to fall asleep.
fn arrive<V: Vector>(
    slot: &mut Slot<V>,
    environment: &Environment<V>,
    dt: f64,
    supports: &mut Vec<Resting<V>>,
) {
    if slot.shared.kind == Kind::Static && !was_touched(slot) {
        return;
    }
    // A bounce at the very end of the step is kept for the next one, so that its root is not found again.
    if slot.time < dt {
        slot.set_bounced(None);
    }
    if slot.is_in_motion() || slot.is_turning_ball() {
        slot.fly_to(dt);
    }
    slot.update_quiet_time(environment.gravity, dt);
    supports.extend(slot.sleep_contacts());
    let is_crowded = slot.is_in_pile() || slot.events() >= CLUSTER_EVENTS;
    // A body that was solved with a cluster belongs to it, however few events it has had. If it bounced instead, the
    // bodies on both sides of it would pass on their pressure only once in each sub-step.
    slot.in_cluster |= slot.moves_evenly();
    slot.in_cluster &= is_crowded && slot.can_cluster(environment.gravity);
    let was_in_crowd = slot.is_in_pile();
    slot.leave_contacts();
    slot.finish_position(environment);
    slot.time = 0.0;
    slot.reset_events();
    slot.may_overlap |= slot.is_held() && slot.constraints().held != Held::Waits;
    slot.release();
    if !was_in_crowd {
        slot.drop_empty_constraints();
    }
    slot.update_flight(environment);
}
