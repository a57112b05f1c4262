//! Crossings of the edges of sensors, absorbers and gates, and bodies that break.
//!
//! A crossing of a sensor rewrites no state. Absorption, breaking, and leaving a gate do.

use crate::body::Role;
use crate::contact::Feature;
use crate::report::{Crossing, Event};
use crate::step::engine::Engine;
use crate::step::no_room::over_budget::count_event;
use crate::step::no_room::overlaps::is_put_onto;
use crate::step::prediction::broad_phase::bodies_near;
use crate::step::prediction::crossing::{CrossingNow, arrival};
use crate::step::prediction::predict::predict_pair;
use crate::step::response::deflect::ids;
use crate::step::state::event_queue::{EventKind, Prediction};
use crate::step::state::piles::PossibleContacts;
use crate::step::touch::regions::overlaps;
use crate::step::touch::surfaces::may_meet;
use crate::vector::Vector;
use crate::world::{BodyId, LastCrossing, Obstacle, Slot, World};

/// Counts an impact of two bodies towards their breaking, and breaks those that have had enough.
pub(crate) fn count_breaks<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    ids: [BodyId; 2],
    time: f64,
) {
    for [body, by] in [ids, [ids[1], ids[0]]] {
        let Some(slot) = world.slot_mut(body) else { continue };
        match slot.shared.breaks_after {
            0 => {}
            1 => {
                engine.report.events.push(Event::Broken { time, body, by });
                remove_from_play(engine, world, body, by, time);
            }
            left => slot.update_shared(|body| body.breaks_after = left - 1),
        }
    }
}

/// Reports the bodies that the game has put into a sensor or an absorber, and marks those that it has put into others,
/// or onto which it has put a wall.
pub(crate) fn report_arrivals<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>) {
    let time = world.now();
    let (mut arrivals, mut overlapping) = (Vec::new(), Vec::new());
    for (index, slot) in (0u32..).zip(world.slots.iter()) {
        let Some(fresh) = slot.as_ref().filter(|slot| slot.edited) else { continue };
        let sphere = engine.motions.spheres[index as usize];
        if sphere.is_somewhere() {
            let found = bodies_near(engine, &sphere, &world.environment().period, |_| true);
            for slot in found.iter().filter_map(|other| world.slots[*other as usize].as_ref()) {
                for pair in [[fresh, slot], [slot, fresh]] {
                    // A hook is asked about the ball first.
                    if pair[0].is_mover() && !pair[1].is_solid() && may_meet(engine, pair) {
                        arrivals.extend(arrival(world, pair, time));
                    }
                }
                if is_put_onto(world, fresh, slot, time) && may_meet(engine, [slot, fresh]) {
                    overlapping.push(slot.id.index);
                }
            }
            engine.search.found = found;
        }
    }
    report_crossings(engine, world, arrivals, time);
    for slot in world.slots.iter_mut().flatten() {
        // That of a wall has done its part.
        slot.may_overlap = slot.is_mover() && (slot.may_overlap || slot.edited);
        slot.edited = false;
    }
    for index in overlapping {
        world.slots[index as usize].iter_mut().for_each(|slot| slot.may_overlap = true);
    }
    engine.piles.possible = PossibleContacts::ALL;
}

/// Reports simultaneous crossings. A body that is absorbed takes no part in the later ones.
pub(crate) fn report_crossings<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    mut crossings: Vec<CrossingNow>,
    time: f64,
) {
    crossings.sort_unstable();
    crossings.dedup();
    for (kind, _, [ball, region]) in crossings {
        match kind {
            _ if world.absorbed_by(ball).is_some() => {}
            EventKind::Absorb => absorb_ball(engine, world, ball, region, time),
            _ => record_crossing(engine, world, kind, [ball, region], time),
        }
    }
}

/// Reports the bodies that are no longer inside a sensor, because the game moved or removed one of the two.
pub(crate) fn report_departures<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>) {
    let time = world.now();
    for (region, ball) in std::mem::take(&mut world.regions.departed) {
        engine.report.events.push(Event::Exited(Crossing { time, region, ball }));
    }
    let mut gone: Vec<(BodyId, BodyId)> = world
        .regions
        .inside
        .iter()
        .copied()
        .filter(|(region, ball)| match (world.slot(*region), world.slot(*ball)) {
            (Some(region), Some(ball)) => {
                (region.edited || ball.edited)
                    && !(ball.is_mover()
                        && !matches!(region.shared.role, Role::Absorber(_))
                        && may_meet(engine, [ball, region])
                        && overlaps(world, ball, region, time))
            }
            _ => true,
        })
        .collect();
    world.sort_by_key(&mut gone);
    for (region, ball) in gone {
        world.regions.inside.remove(&(region, ball));
        engine.report.events.push(Event::Exited(Crossing { time, region, ball }));
    }
}

/// A body enters or leaves a sensor or a gate.
pub(crate) fn cross_edge<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
    dt: f64,
) {
    let Some(pair) = ids(world, prediction) else { return };
    record_crossing(engine, world, prediction.kind, pair, prediction.time);
    let [ball, region] = prediction.bodies;
    let left_gate = world.slot(pair[1]).and_then(|gate| {
        let feature = left_by(world, world.slot(pair[0])?, gate, prediction)?;
        Some((gate.id, feature))
    });
    if left_gate.is_some() {
        // It touches the gate as if it had bounced off it, and may come back down on it.
        engine.rewrite(world, ball, prediction.time, |slot| slot.set_bounced(left_gate));
        count_event(engine, world, ball, prediction.time, dt);
    } else {
        predict_pair(engine, world, ball, region, dt);
    }
}

/// Records and reports that a body has entered or left a region.
pub(crate) fn record_crossing<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    kind: EventKind,
    [ball, region]: [BodyId; 2],
    time: f64,
) {
    let crossing = Crossing { time, region, ball };
    engine.report.events.push(if kind == EventKind::Enter {
        world.regions.inside.insert((region, ball));
        Event::Entered(crossing)
    } else {
        world.regions.inside.remove(&(region, ball));
        Event::Exited(crossing)
    });
    if let (Some(one), Some(two)) = (world.slot(region), world.slot(ball)) {
        let revisions = [one.revision, two.revision];
        world.regions.last_crossings.insert((region, ball), LastCrossing { time, revisions });
    }
}

/// A body enters an absorber.
pub(crate) fn absorb<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    prediction: &Prediction,
) {
    let Some([ball, region]) = ids(world, prediction) else { return };
    absorb_ball(engine, world, ball, region, prediction.time);
}

/// Reports that a body is absorbed, and takes it out of the game.
fn absorb_ball<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    ball: BodyId,
    region: BodyId,
    time: f64,
) {
    engine.report.events.push(Event::Absorbed(Crossing { time, region, ball }));
    remove_from_play(engine, world, ball, region, time);
}

/// Takes a body out of the game: from now on it takes part in nothing. `by` is the absorber, or what broke it.
pub(crate) fn remove_from_play<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    ball: BodyId,
    by: BodyId,
    time: f64,
) {
    world.wake_around(ball);
    engine.report_woken(world, time);
    engine.rewrite(world, ball.index, time, |slot| slot.constraints_mut().absorbed_by = Some(by));
    release_supported(engine, world, ball, time);
    // A region that broke contains no body any more, and a body that left is in no region.
    let ends = |pair: &(BodyId, BodyId)| pair.0 == ball || pair.1 == ball;
    let mut left: Vec<_> = world.regions.inside.iter().copied().filter(ends).collect();
    world.sort_by_key(&mut left);
    for (region, ball) in left {
        world.regions.inside.remove(&(region, ball));
        engine.report.events.push(Event::Exited(Crossing { time, region, ball }));
    }
}

/// Ends the support of all bodies that lie on this wall.
fn release_supported<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    wall: BodyId,
    time: f64,
) {
    let is_supported = |slot: &Slot<V>| {
        let walls = &slot.constraints().supports.walls;
        !slot.moves_evenly() && walls.iter().any(|support| support.wall == wall)
    };
    let mut supported: Vec<(u64, u32)> = if engine.piles.possible.may_rest() {
        let slots = world.slots.iter().flatten().filter(|slot| is_supported(slot));
        slots.map(|slot| (slot.key, slot.id.index)).collect()
    } else {
        Vec::new()
    };
    supported.sort_unstable();
    for (_, index) in supported {
        engine.rewrite(world, index, time, |slot| slot.retain_walls(|it| it.wall != wall));
    }
}

/// The feature of a gate by which a body has just left it; nothing for other crossings.
fn left_by<V: Vector>(
    world: &World<V>,
    ball: &Slot<V>,
    gate: &Slot<V>,
    prediction: &Prediction,
) -> Option<Feature> {
    let is_gate = matches!(gate.shared.role, Role::OneWay { .. });
    let [place, origin] = [ball, gate].map(|slot| slot.flight().position(prediction.time));
    (is_gate && prediction.kind == EventKind::Leave).then(|| {
        let period = world.environment().period;
        let obstacle = Obstacle::new(gate, &ball.shared.mover, period, prediction.time);
        obstacle.contact(place - origin).feature
    })
}
