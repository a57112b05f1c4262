//! Predicts the events of pairs and of single bodies, and pushes them into the queue.

use crate::broad::{BoundingSphere, is_clear};
use crate::contact::Feature;
use crate::impact::Touch;
use crate::step::engine::Engine;
use crate::step::prediction::broad_phase::{bodies_near, insert_body, reinsert_body};
use crate::step::prediction::crossing::crossing;
use crate::step::prediction::impact_time::impact;
use crate::step::prediction::support_end::support_end;
use crate::step::prediction::suppressed::is_suppressed;
use crate::step::state::body_motions::BodyMotions;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::step::state::motion_bounds::{Meets, MotionBounds};
use crate::step::state::predictions::Predictions;
use crate::step::state::search::Search;
use crate::step::touch::surfaces::may_meet;
use crate::vector::Vector;
use crate::world::{Slot, World};

/// The order of two movers: a ball comes before a box, and then the smaller key first.
pub(crate) fn rank<V: Vector>(slot: &Slot<V>) -> (bool, u64) {
    (!slot.shared.mover.is_ball(), slot.key)
}

/// Predicts anew all bodies that a response has rewritten.
pub(crate) fn predict_rewritten<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) {
    let mut rewritten = std::mem::take(&mut engine.rewritten);
    rewritten.sort_unstable();
    rewritten.dedup();
    for body in rewritten.drain(..) {
        engine.predictions.invalidate_body(body);
        if reinsert_body(engine, world, body, dt) {
            predict_body(engine, world, body, dt, |_| true);
        }
    }
    engine.rewritten = rewritten;
}

/// Predicts anew all bodies that were rewritten while the piles were solved, of which there may be
/// many.
pub(crate) fn predict_many_rewritten<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) {
    let mut rewritten = std::mem::take(&mut engine.rewritten);
    rewritten.sort_unstable();
    rewritten.dedup();
    predict_each(engine, world, &rewritten, dt);
    rewritten.clear();
    engine.rewritten = rewritten;
}

/// Predicts these bodies anew, which are sorted.
pub(crate) fn predict_each<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    changed: &[u32],
    dt: f64,
) {
    let mut is_pending = std::mem::take(&mut engine.piles.scratch.is_pending);
    is_pending.clear();
    is_pending.resize(engine.motions.bounds.len(), false);
    for index in changed {
        engine.predictions.invalidate_body(*index);
        reinsert_body(engine, world, *index, dt);
        is_pending[*index as usize] = true;
    }
    for index in changed {
        is_pending[*index as usize] = false;
        if engine.motions.spheres[*index as usize].is_somewhere() {
            // A pair of two such bodies is predicted with the later one.
            predict_body(engine, world, *index, dt, |other| !is_pending[other as usize]);
        }
    }
    engine.piles.scratch.is_pending = is_pending;
}

/// Looks for others along the path of a body from its horizon on.
pub(crate) fn extend_horizon<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    index: u32,
    time: f64,
    dt: f64,
) {
    let Some(slot) = &world.slots[index as usize] else { return };
    let period = world.environment().period;
    let (path, sphere) = MotionBounds::of(slot, time, &engine.motions.lookahead(dt), &period);
    engine.motions.bounds[index as usize] = path;
    engine.motions.spheres[index as usize] = sphere;
    insert_body(engine, world, (index, slot), dt);
    predict_body(engine, world, index, dt, |_| true);
}

/// Predicts the events of a body with all others near its path that are `wanted`.
pub(crate) fn predict_body<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    index: u32,
    dt: f64,
    wanted: impl Fn(u32) -> bool,
) {
    let sphere = engine.motions.spheres[index as usize];
    let found = if world.is_open() {
        predict_free_impacts(engine, world, &sphere, index, wanted)
    } else {
        let wanted = |other: u32| other != index && wanted(other);
        bodies_near(engine, &sphere, &world.environment().period, wanted)
    };
    for other in &found {
        predict_pair(engine, world, index, *other, dt);
    }
    engine.search.found = found;
    predict_own_events(engine, world, index, dt);
}

/// Predicts the impacts of a body with the free balls near its path, and returns the other bodies that
/// it may meet. The list should be given back as `search.found`.
fn predict_free_impacts<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    sphere: &BoundingSphere<V>,
    index: u32,
    wanted: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let mut left = std::mem::take(&mut engine.search.found);
    left.clear();
    let suppresses_no_pair = suppresses_no_pair(engine, world);
    let Engine { search, motions: BodyMotions { bounds: paths, .. }, predictions, .. } = engine;
    let Search { finder, candidates: near, .. } = search;
    let Predictions { queue, versions, .. } = predictions;
    let own = &paths[index as usize];
    let slot = |body: u32| world.slots[body as usize].as_ref();
    // Large walls are found everywhere, and most bodies are far from them.
    let is_far_from_wall =
        |body: u32| slot(body).is_some_and(|wall| is_far_from_wall(wall, sphere));
    near.clear();
    finder.collect_candidates(sphere, index, near);
    finder.query_large(sphere, |body| {
        if !is_far_from_wall(body) {
            near.add(body);
        }
    });
    for &other in near.all() {
        if other == index || !wanted(other) {
            continue;
        }
        let flights = || Some([slot(index)?.flight(), slot(other)?.flight()]);
        let number = || Some(slot(other)?.id.index);
        match MotionBounds::meets([own, &paths[other as usize]], number, flights) {
            Meets::No => {}
            Meets::At(time) if suppresses_no_pair => {
                queue.push(free_impact(world, versions, time, [index, other]));
            }
            Meets::Perhaps if is_far_from_wall(other) => {}
            _ => left.push(other),
        }
    }
    left
}

/// Predicts the next event of a pair of which it is known whether the two meet as free balls.
pub(crate) fn predict_judged<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    meets: Meets,
    [one, two]: [u32; 2],
    dt: f64,
) {
    let time = match meets {
        Meets::No => return,
        Meets::At(time) if suppresses_no_pair(engine, world) => time,
        _ => return predict_pair(engine, world, one, two, dt),
    };
    engine.predictions.queue.push(free_impact(
        world,
        &engine.predictions.versions,
        time,
        [one, two],
    ));
}

/// Whether no pair is suppressed and there is no hook, so that free balls that meet surely collide.
fn suppresses_no_pair<V: Vector>(engine: &Engine<V>, world: &World<V>) -> bool {
    engine.hook.is_none()
        && world.contacts.suppressed.is_empty()
        && world.progress.is_some_and(|progress| !progress.has_piles())
}

/// Predicts the next event of a pair, if the two can have one.
pub(crate) fn predict_pair<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    one: u32,
    two: u32,
    dt: f64,
) {
    // Most pairs in a pile are of this kind, and the rest of the function would find the same.
    if world.pair([one, two]).is_some_and(|pair| world.contacts.rest_together(pair)) {
        return;
    }
    let Some((pair, bodies)) = ordered_pair(world, [one, two]) else { return };
    if world.is_open() && are_separated(engine, pair, bodies) {
        return;
    }
    // A later event is found when a horizon is reached.
    let until = bodies.map(|body| engine.motions.bounds[body as usize].horizon_end());
    let until = f64::min(until[0], until[1]);
    if let Some((kind, touch)) = next_event(engine, world, pair, dt)
        && touch.time <= until
    {
        // Before a touch a body begins a short chord, along which the touch is exact.
        for first in 0..2 {
            let second = 1 - first;
            let slot = pair[first];
            if kind == EventKind::Impact
                && let Some(exact_for) = slot.chord().and_then(|chord| chord.exact_for)
            {
                let time = f64::max(touch.time - 0.5 * exact_for, slot.time);
                let near = Touch { time, feature: Feature::PLANE };
                // The chord ends for this touch: not if the other body has changed its path by then.
                let bodies = [bodies[first], bodies[second]];
                return push_event(engine, EventKind::ChordEnd, near, [slot, pair[second]], bodies);
            }
        }
        push_event(engine, kind, touch, pair, bodies);
    }
}

/// The next event of a mover with another body in the step, if there is one.
pub(crate) fn next_event<V: Vector>(
    engine: &Engine<V>,
    world: &World<V>,
    [ball, other]: [&Slot<V>; 2],
    dt: f64,
) -> Option<(EventKind, Touch)> {
    if !may_meet(engine, [ball, other])
        || is_suppressed(engine, world, [ball, other])
        || world.contacts.is_passed_over([ball, other])
    {
        return None;
    }
    let next = if other.is_solid() {
        impact(world, ball, other, dt).map(|touch| (EventKind::Impact, touch))
    } else {
        crossing(world, ball, other, dt)
    };
    let Some(end) = support_end(world, [ball, other], dt) else { return next };
    Some(next.filter(|(_, touch)| touch.time < end.time).unwrap_or((EventKind::FaceEnd, end)))
}

/// Whether two bodies, of which one is no ball, are surely apart up to their horizons.
fn are_separated<V: Vector>(
    engine: &Engine<V>,
    [one, two]: [&Slot<V>; 2],
    bodies: [u32; 2],
) -> bool {
    let [here, there] = bodies.map(|body| engine.motions.spheres[body as usize]);
    if is_far_from_wall(two, &here) {
        return true;
    }
    let round = one.shared.is_ball && two.shared.is_ball;
    !round && !one.shared.bounds(&here).overlaps(&two.shared.bounds(&there))
}

/// Predicts the events that a body has by itself.
pub(crate) fn predict_own_events<V: Vector>(
    engine: &mut Engine<V>,
    world: &World<V>,
    index: u32,
    dt: f64,
) {
    let path = &engine.motions.bounds[index as usize];
    if !path.has_own_event() {
        return;
    }
    let look = path.next_horizon().unwrap_or(f64::INFINITY);
    let Some(slot) = &world.slots[index as usize] else { return };
    let (stop, wraps) = (slot.own_stop(), slot.wrap_time(&world.environment().period, dt));
    let sticks = slot.ride_end().map_or(f64::INFINITY, |(time, _)| time);
    let own = [
        (EventKind::Stop, stop),
        (EventKind::Stick, sticks),
        (EventKind::ChordEnd, slot.chord_end()),
        (EventKind::Wrap, wraps),
        (EventKind::HorizonReached, look),
    ];
    for (kind, time) in own {
        if time <= dt {
            let touch = Touch { time, feature: Feature::PLANE };
            push_event(engine, kind, touch, [slot, slot], [index; 2]);
        }
    }
}

/// Adds a prediction to the queue.
pub(crate) fn push_event<V: Vector>(
    engine: &mut Engine<V>,
    kind: EventKind,
    touch: Touch,
    pair: [&Slot<V>; 2],
    bodies: [u32; 2],
) {
    engine.predictions.queue.push(Prediction {
        time: touch.time,
        kind,
        keys: pair.map(|slot| slot.key),
        bodies,
        versions: bodies.map(|body| engine.predictions.versions[body as usize]),
        feature: touch.feature,
    });
}

/// Two bodies that can have an event with each other and their numbers, the mover first; of two movers the
/// one of lower rank.
pub(crate) fn ordered_pair<V: Vector>(
    world: &World<V>,
    [one, two]: [u32; 2],
) -> Option<([&Slot<V>; 2], [u32; 2])> {
    let slot = |body: u32| world.slots[body as usize].as_ref().filter(|slot| slot.takes_part());
    let (a, b) = (slot(one)?, slot(two)?);
    match (a.is_mover(), b.is_mover()) {
        (true, true) if rank(a) > rank(b) => Some(([b, a], [two, one])),
        (true, _) => Some(([a, b], [one, two])),
        (false, true) => Some(([b, a], [two, one])),
        (false, false) => None,
    }
}

/// Whether this sphere is far from an unbounded wall that does not move.
fn is_far_from_wall<V: Vector>(wall: &Slot<V>, sphere: &BoundingSphere<V>) -> bool {
    let flight = wall.flight();
    !flight.is_moving()
        && !wall.is_turning()
        && is_clear(&wall.shared.shape, &sphere.moved(-flight.origin))
}

/// The impact of two free balls at `time`.
#[inline]
pub(crate) fn free_impact<V: Vector>(
    world: &World<V>,
    versions: &[u32],
    time: f64,
    [one, two]: [u32; 2],
) -> Prediction {
    let key = |body: u32| world.slots[body as usize].as_ref().map_or(0, |slot| slot.key);
    let bodies = if key(one) < key(two) { [one, two] } else { [two, one] };
    Prediction {
        time,
        kind: EventKind::Impact,
        keys: bodies.map(key),
        bodies,
        versions: bodies.map(|body| versions[body as usize]),
        feature: Feature::corner::<V>(),
    }
}
