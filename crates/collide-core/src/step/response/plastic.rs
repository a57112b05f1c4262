//! Slow touches in a pile: both bodies go on as after a plastic impact until the piles are solved again.
//!
//! If one of the two keeps its path, the other one joins the pile. A touch faster than the rest speed bounces, as
//! everywhere. A slower one is not reported as an impact, and two that hardly approach are suppressed: they are not looked
//! at until the piles are solved again.

use crate::step::engine::Engine;
use crate::step::no_room::over_budget::count_event;
use crate::step::prediction::suppressed::{
    NEGLIGIBLE_DEEPENING, NEGLIGIBLE_OVERLAP, PILE_EVENT_BUDGET, depth, overlap_is_reported,
};
use crate::step::response::deflect::{deflect, note_slow_touch};
use crate::step::response::join::meet_member;
use crate::step::state::event_queue::Prediction;
use crate::step::touch::classify::crowd_rest_speed;
use crate::step::touch::meeting::Meeting;
use crate::vector::Vector;
use crate::world::{BodyId, Environment, Slot, Support, World};

/// Whether two bodies approach so slowly that until the piles are solved again they overlap by a small share of their
/// size only, and slowly enough that the solver can hold them apart from then on.
fn approach_is_negligible<V: Vector>(
    world: &World<V>,
    meeting: &Meeting<V>,
    pair: [&Slot<V>; 2],
    dt: f64,
) -> bool {
    let Environment { gravity, period, .. } = world.environment();
    let flights = pair.map(|slot| slot.flight().velocity(meeting.time));
    let of = |velocities: [V; 2]| (velocities[1] - velocities[0]).dot(meeting.normal);
    let approach = of(meeting.velocities);
    let until = world.contacts.solved_again(pair).unwrap_or(dt);
    // The search for resting contacts uses the pull on the first body too.
    if approach > crowd_rest_speed(pair[0].resting_acceleration(gravity, dt), dt) {
        return false;
    }
    let movers = pair.into_iter().filter(|slot| slot.is_mover());
    let size = movers.map(Slot::size).fold(f64::INFINITY, f64::min);
    let shallow =
        || depth(pair, f64::max(until, meeting.time), period) <= 2.0 * NEGLIGIBLE_OVERLAP * size;
    // Position correction moves a body otherwise than its momentum does.
    let fastest = f64::max(approach, of(flights));
    let way = fastest * (until - meeting.time);
    way <= NEGLIGIBLE_OVERLAP * size
        && (!pair[1].is_mover()
            || way <= NEGLIGIBLE_DEEPENING * size
            || overlap_is_reported(pair)
            || shallow())
}

/// Two bodies of a pile meet slowly, and go on with the `velocities` of a plastic impact, or are suppressed.
pub(crate) fn apply_plastic<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    meeting: &Meeting<V>,
    velocities: [V; 2],
    dt: f64,
) {
    let Some(pair) = world.pair(prediction.bodies) else { return };
    let ids = pair.map(|slot| slot.id);
    let is_bent = pair[1].bends_under_paths();
    let path = path_along_wall(meeting, pair);
    let is_negligible = approach_is_negligible(world, meeting, pair, dt);
    if is_negligible && pair[1].is_mover() {
        // A change would have all bodies around both predicted anew, for nothing.
        world.contacts.suppressed.insert(ids, pair.map(|slot| slot.detach_count));
        // A body of which the touch has cut off a chord is predicted anew all the same, and may meet the other at once again.
        for index in prediction.bodies {
            if engine.rewritten.contains(&index) {
                count_event(engine, world, index, meeting.time, dt);
            }
        }
        return;
    }
    engine.report.contacts.count(meeting.energy_lost(velocities));
    note_slow_touch(engine, world, ids, meeting.time);
    if meet_member(engine, world, prediction, meeting, (velocities, false), dt) {
        return;
    }
    let support = |side: usize| {
        let normal = if side == 0 { meeting.normal } else { -meeting.normal };
        let velocity = if is_bent { velocities[1] } else { meeting.velocities[1 - side] };
        Support::smooth(ids[1 - side], prediction.feature, normal, velocity)
    };
    let change = |side: usize, slot: &mut Slot<V>| {
        if let Some(path) = path.filter(|_| is_negligible) {
            slot.graze(path, velocities[side]);
        } else if slot.has_joined() {
            slot.join_along(support(side), velocities[side]);
        } else if is_negligible {
            slot.nudge(velocities[side]);
        } else {
            slot.detach(velocities[side]);
        }
    };
    deflect(engine, world, prediction, meeting, change, dt);
}

/// The path along a wall of a member of a pile that comes into it, as it does by rounding where both are moved apart: a
/// member keeps its path, which leads elsewhere than its momentum where position correction moves it.
fn path_along_wall<V: Vector>(meeting: &Meeting<V>, [body, wall]: [&Slot<V>; 2]) -> Option<V> {
    if wall.is_mover() || wall.bends_under_paths() || !body.moves_as_solved() {
        return None;
    }
    let [path, surface] = [body, wall].map(|slot| slot.flight().velocity(meeting.time));
    let approach = (surface - path).dot(meeting.normal);
    Some(path + meeting.normal * f64::max(approach, 0.0))
}

/// The bodies, in order, that may belong to a suppressed pair of which a body is due.
pub(crate) fn suppressed_bodies<V: Vector>(world: &World<V>, is_due: &[bool]) -> Vec<u32> {
    let is_over_budget = |slot: &&Slot<V>| {
        is_due[slot.id.index()]
            && slot.is_mover()
            && slot.events() >= PILE_EVENT_BUDGET
            && !slot.is_held()
    };
    let over_budget = world.slots.iter().flatten().filter(is_over_budget).map(|slot| slot.id.index);
    let is_unchanged = |(pair, counts): &(&[BodyId; 2], &[u32; 2])| {
        let now = pair.map(|body| world.slot(body).map(|slot| slot.detach_count));
        now == counts.map(Some) && pair.iter().any(|body| is_due[body.index()])
    };
    let apart =
        world.contacts.suppressed.iter().filter(is_unchanged).map(|([first, _], _)| first.index);
    let mut suppressed_bodies: Vec<u32> = over_budget.chain(apart).collect();
    suppressed_bodies.sort_unstable();
    suppressed_bodies.dedup();
    suppressed_bodies
}
