//! Counts the events of bodies and the work of crowds, and holds bodies for which a budget is spent.

use crate::report::{Budget, LimitHit};
use crate::step::engine::Engine;
use crate::step::engine::wake::request_solution;
use crate::step::prediction::suppressed::PILE_EVENT_BUDGET;
use crate::step::touch::classify::{
    CLUSTER_EVENTS, THICK_EVENTS, endless_events, is_member_speed, may_join_pile,
};
use crate::vector::Vector;
use crate::world::{Held, Slot, World};

/// Counts an event of a body, and holds the body in place when its budget is spent.
pub(crate) fn count_event<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
    dt: f64,
) {
    let budget = engine.settings.event_budget(dt).in_step;
    let gravity = world.environment().gravity;
    let Some(slot) = &mut world.slots[index as usize] else { return };
    slot.set_events(slot.events().saturating_add(1));
    let is_spent =
        f64::from(slot.events()) > budget || slot.events() == u32::MAX && budget < f64::INFINITY;
    // On a cloth balls that press on each other bounce without end at any restitution.
    let cluster_events = match slot.is_on_cloth() {
        true => endless_events(budget),
        false => CLUSTER_EVENTS,
    };
    let is_clustered = slot.events() == cluster_events && slot.can_cluster(gravity);
    if is_clustered {
        slot.in_cluster = true;
        engine.search.moved.iter_mut().for_each(|moved| moved.push(index));
    }
    if is_spent {
        hold_over_budget(engine, world, index, Budget::OfBody, time);
    }
    // Outside of piles it meets no others until it is solved. A faster body bounces on: the solver would press it into others.
    let waits = |slot: &Slot<V>| {
        let is_slow = || is_member_speed(slot.velocity.length(), slot.size(), dt);
        let has_met_too_often =
            !slot.is_in_pile() && slot.events() == PILE_EVENT_BUDGET && is_slow();
        (is_clustered || has_met_too_often) && may_join_pile(slot)
    };
    if world.slots[index as usize].as_ref().is_some_and(waits) {
        request_solution(world, &[index], time, dt);
    }
}

/// Counts what a touch of two bodies that can be moved costs their crowd, and holds the crowded ones of them once the budget of
/// all crowds is spent. Returns whether one is held.
pub(crate) fn is_kept_waiting<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    bodies: [u32; 2],
    time: f64,
    dt: f64,
) -> bool {
    let Some(pair) = world.pair(bodies) else { return false };
    let are_thick = pair.map(is_thick);
    let thick = thick_bodies(pair);
    if thick == 0.0 || !spend_on_crowds(engine, world, thick, dt) {
        return false;
    }
    for side in [0, 1].into_iter().filter(|side| are_thick[*side]) {
        hold_over_budget(engine, world, bodies[side], Budget::OfCrowds, time);
    }
    true
}

/// Adds to what the crowds of the step have cost, and returns whether their budget is spent. A domain does not know the others,
/// and only counts.
pub(crate) fn spend_on_crowds<V: Vector>(
    engine: &Engine<V>,
    world: &mut World<V>,
    events: f64,
    dt: f64,
) -> bool {
    let budget = crowd_budget(engine, world, dt);
    let Some(progress) = &mut world.progress else { return false };
    progress.crowd_work += events;
    progress.crowd_work > budget && !engine.defers_contacts
}

/// What all crowds may cost together in a step of `dt` seconds, in events of a body.
pub(crate) fn crowd_budget<V: Vector>(engine: &Engine<V>, world: &World<V>, dt: f64) -> f64 {
    engine.settings.event_budget(dt).of_crowds(world.slots.len())
}

/// Holds a body for which this budget is spent, and reports it.
pub(crate) fn hold_over_budget<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    budget: Budget,
    time: f64,
) {
    if let Some(slot) = &world.slots[index as usize] {
        engine.report.limits.push(LimitHit { time, body: slot.id, budget });
        let held = match budget {
            Budget::OfBody => Held::Still,
            Budget::OfCrowds => Held::Waits,
        };
        hold(engine, world, index, held, time);
    }
}

/// Holds a body in place until the step ends. It keeps its velocity, but for what a member of a pile would have gained on the
/// way that it does not go.
pub(crate) fn hold<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    held: Held<V>,
    time: f64,
) {
    let gravity = world.environment().gravity;
    engine.rewrite(world, index, time, |slot| {
        slot.forgo_way(gravity, time);
        slot.leave_contacts();
        // Suppressed pairs of this body are looked at again.
        slot.detach_count = slot.detach_count.wrapping_add(1);
        slot.constraints_mut().held = held;
    });
}

/// Whether a body is in the thick of a crowd.
fn is_thick<V: Vector>(slot: &Slot<V>) -> bool {
    slot.is_mover() && slot.events() >= THICK_EVENTS
}

/// What a touch of two bodies costs their crowd: one event for each of them that is in the thick of it, nothing at a wall.
pub(crate) fn thick_bodies<V: Vector>([first, second]: [&Slot<V>; 2]) -> f64 {
    let count = |slot: &Slot<V>| if is_thick(slot) { 1.0 } else { 0.0 };
    if second.is_mover() { count(first) + count(second) } else { 0.0 }
}
