//! The discrete method of the textbooks: all bodies are moved first, and overlaps are corrected afterwards.
//!
//! ```text
//! move      each body flies to the end of the step as if it were alone
//! round     find the pairs that overlap there; in the order of keys, each pair: respond, if the two
//!           approach; separate; repeat until a round finds no pair that approaches
//! cross     find the bodies that have entered or left a sensor, an absorber or a gate
//! ```
//!
//! A flight is a function of time, so the end of the move is the flight at `dt`, and going back in time is
//! the same flight at an earlier time: nothing is stored for it.

use crate::body::Role;
use crate::broad::BoundingSphere;
use crate::contact::Contact;
use crate::impact::{Motion, leave};
use crate::report::Event;
use crate::response::restitution::fraction;
use crate::settings::{Discrete, Separation};
use crate::step::engine::Engine;
use crate::step::prediction::broad_phase::{bodies_near, rebuild_finder};
use crate::step::prediction::crossing::{CrossingNow, arrival};
use crate::step::prediction::predict::rank;
use crate::step::response::own_events::end_motion;
use crate::step::response::regions::{count_breaks, record_crossing, report_crossings};
use crate::step::state::event_queue::EventKind;
use crate::step::touch::meeting::{Meeting, TurningResponse};
use crate::step::touch::regions::overlaps;
use crate::step::touch::surfaces::{may_meet, pair_surface};
use crate::vector::Vector;
use crate::world::{Held, Obstacle, Slot, World};

/// The contact of a ball or a box with another body at `time`.
fn contact_at<V: Vector>(world: &World<V>, pair: [&Slot<V>; 2], time: f64) -> Contact<V> {
    let [ball, other] = pair;
    let offset = ball.flight().position(time) - other.flight().position(time);
    Obstacle::new(other, &ball.shared.mover, world.environment().period, time).contact(offset)
}

/// When two that overlap at `dt` began to, if that was on the paths that they are on now: the time at
/// which they part as they fly backwards. Nothing for a wall that turns.
fn began<V: Vector>(world: &World<V>, [ball, other]: [&Slot<V>; 2], dt: f64) -> Option<f64> {
    if other.is_turning() {
        return None;
    }
    let since = f64::max(ball.time, other.time);
    let forwards = Motion::between(&ball.flight(), &other.flight(), dt);
    let obstacle = Obstacle::new(other, &ball.shared.mover, world.environment().period, dt);
    let backwards = Motion {
        offset: obstacle.nearest(forwards.offset),
        velocity: -forwards.velocity,
        acceleration: forwards.acceleration,
    };
    let elapsed = leave::leave(obstacle.shape(), &backwards, obstacle.radius(), dt - since)?;
    Some(f64::max(dt - elapsed, since))
}

/// Whether two bodies meet as solid ones: a gate counts as solid until it is passed.
fn collides<V: Vector>(world: &World<V>, [ball, other]: [&Slot<V>; 2]) -> bool {
    match other.shared.role {
        Role::Solid => true,
        Role::OneWay { .. } => !world.is_inside(other.id, ball.id),
        Role::Sensor(_) | Role::Absorber(_) => false,
    }
}

/// Whether what meets is a gate, and moves through it.
fn passes<V: Vector>(role: &Role<V>, [ball, gate]: [V; 2]) -> bool {
    matches!(role, Role::OneWay { open } if ball.dot(*open) > gate.dot(*open))
}

/// How far each of two that overlap by `depth` is moved along the normal: by its share of the inverse
/// mass, so that the centre of mass stays.
fn shifts<V: Vector>(masses: [f64; 2], normal: V, depth: f64) -> [V; 2] {
    let share = |own: f64, other: f64| normal * (depth * fraction(own, other));
    [share(masses[0], masses[1]), -share(masses[1], masses[0])]
}

/// Moves all bodies to the end of the step of `dt` seconds, and corrects the overlaps there.
pub(crate) fn move_and_correct<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    discrete: Discrete,
    dt: f64,
) {
    let indices: Vec<u32> = world.ids().map(|id| id.index).collect();
    for index in indices {
        stop_rolling(engine, world, index, dt);
    }
    for _ in 0..discrete.rounds {
        let mut approached = false;
        for pair in overlapping(engine, world, dt) {
            approached |= correct(engine, world, pair, discrete.separation, dt);
        }
        if !approached {
            break;
        }
    }
    report_regions(engine, world, dt);
}

/// Stops a ball if rolling resistance ends its motion inside the step, and ends its sliding on a cloth before. A force
/// that moves it on acts from the next step on.
fn stop_rolling<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>, index: u32, dt: f64) {
    let environment = world.environment();
    let slides = |slot: &Slot<V>| slot.slide_end() <= dt;
    loop {
        let (stop, slid) = match &world.slots[index as usize] {
            Some(slot) if slot.takes_part() && slot.own_stop() <= dt => {
                (slot.own_stop(), slides(slot))
            }
            _ => return,
        };
        end_motion(engine, world, index, stop);
        if let Some(slot) = &mut world.slots[index as usize]
            && (!slid || slot.is_at_rest())
        {
            slot.constraints_mut().held = Held::Still;
            return slot.update_flight(&environment);
        }
    }
}

/// The pairs that collide and overlap at the end of the step, in the order of their keys.
fn overlapping<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) -> Vec<[u32; 2]> {
    let mut pairs = candidates(engine, world, dt);
    pairs.retain(|pair| {
        world.pair(*pair).is_some_and(|pair| {
            collides(world, pair) && contact_at(world, pair, dt).separation < 0.0
        })
    });
    let key = |index: u32| world.slots[index as usize].as_ref().map(|slot| slot.key);
    pairs.sort_unstable_by_key(|pair| pair.map(key));
    pairs
}

/// The pairs of a mover and another body that meet, with bounds that overlap at the end of the
/// step, in any order. Of two movers a ball comes before a box, and then the smaller key.
fn candidates<V: Vector>(engine: &mut Engine<V>, world: &World<V>, dt: f64) -> Vec<[u32; 2]> {
    let period = world.environment().period;
    let place = |slot: &Option<Slot<V>>| match slot.as_ref().filter(|it| it.takes_part()) {
        Some(slot) => slot.bounding_sphere(period.wrap(slot.flight().position(dt))),
        None => BoundingSphere::NOWHERE,
    };
    let spheres: Vec<BoundingSphere<V>> = world.slots.iter().map(place).collect();
    rebuild_finder(engine, world, &spheres, |_| 0.0);
    let mut pairs = Vec::new();
    for (index, sphere) in (0u32..).zip(&spheres).filter(|(_, sphere)| sphere.is_somewhere()) {
        if !world.slots[index as usize].as_ref().is_some_and(Slot::is_mover) {
            continue;
        }
        let found = bodies_near(engine, sphere, &period, |other| other != index);
        pairs.extend(found.iter().map(|other| [index, *other]).filter(|pair| {
            world.pair(*pair).is_some_and(|[mover, other]| {
                let once = !other.is_mover() || rank(mover) < rank(other);
                once && may_meet(engine, [mover, other])
            })
        }));
        engine.search.found = found;
    }
    pairs
}

/// Lets one pair respond and separates it, and returns whether it approached.
fn correct<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    indices: [u32; 2],
    separation: Separation,
    dt: f64,
) -> bool {
    // An earlier pair of the round may have moved or broken one of the two, or let it pass.
    let Some(pair) = world.pair(indices) else { return false };
    let overlap = contact_at(world, pair, dt);
    let there = pair[0].takes_part() && pair[1].takes_part() && collides(world, pair);
    if !there || overlap.separation.is_nan() || overlap.separation >= 0.0 {
        return false;
    }
    let Some(surface) = pair_surface(engine, pair) else { return false };
    let began = match separation {
        Separation::Projection => None,
        Separation::Rewind => began(world, pair, dt),
    };
    for time in began.into_iter().chain([dt]) {
        let feature = contact_at(world, pair, time).feature;
        let period = world.environment().period;
        let meeting = Meeting::new(pair, time, feature, period, surface);
        if passes(&pair[1].shared.role, meeting.velocities) {
            let_through(engine, world, indices, dt);
            return false;
        }
        let bounce = meeting.bounce(pair);
        if let Some(response) = bounce.and_then(|bounce| meeting.response(bounce, pair)) {
            let depth = if began == Some(time) { 0.0 } else { -overlap.separation };
            push_apart(engine, world, indices, &meeting, &response, depth);
            return true;
        }
    }
    if separation == Separation::Projection {
        let masses = pair.map(Slot::mass);
        let shifts = shifts(masses, overlap.normal, -overlap.separation);
        for side in [0, 1].into_iter().filter(|side| masses[*side].is_finite()) {
            displace(engine, world, indices[side], dt, shifts[side], |_| {});
        }
    }
    false
}

/// Two bodies respond, and are moved apart by `depth`.
fn push_apart<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    indices: [u32; 2],
    meeting: &Meeting<V>,
    TurningResponse { response, change }: &TurningResponse<V>,
    depth: f64,
) {
    let Some(pair) = world.pair(indices) else { return };
    let ids = pair.map(|slot| slot.id);
    engine.report.events.push(Event::Impact(meeting.impact(response, ids)));
    let velocities = [response.first, response.second];
    let shifts = shifts(meeting.masses, meeting.normal, depth);
    for side in [0, 1].into_iter().filter(|side| meeting.masses[*side].is_finite()) {
        displace(engine, world, indices[side], meeting.time, shifts[side], |slot| {
            slot.velocity = velocities[side];
            slot.turn_by(change, side);
            slot.release();
        });
    }
    count_breaks(engine, world, ids, meeting.time);
    for index in indices {
        stop_rolling(engine, world, index, engine.report.dt);
    }
}

/// Moves a body aside at `time`, and changes it there.
fn displace<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    index: u32,
    time: f64,
    shift: V,
    change: impl FnOnce(&mut Slot<V>),
) {
    let Some(slot) = &world.slots[index as usize] else { return };
    // The shift begins where the flight is, before its place is rounded to be kept.
    let position = slot.flight().position(time) + shift;
    engine.rewrite(world, index, time, |slot| {
        slot.position = position;
        change(slot);
    });
}

/// Lets a ball through a gate, if it overlaps by more than the rounding of a bounce.
fn let_through<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    indices: [u32; 2],
    dt: f64,
) {
    let Some([ball, gate]) = world.pair(indices) else { return };
    if overlaps(world, ball, gate, dt) {
        let pair = [ball.id, gate.id];
        record_crossing(engine, world, EventKind::Enter, pair, dt);
    }
}

/// Reports the bodies that have entered a sensor or an absorber by the end of the step, and those that have
/// left a sensor or a gate.
fn report_regions<V: Vector>(engine: &mut Engine<V>, world: &mut World<V>, dt: f64) {
    let left = |(region, ball)| -> Option<CrossingNow> {
        let [ball, region] = [world.slot(ball)?, world.slot(region)?];
        let pair = [ball.id, region.id];
        (!overlaps(world, ball, region, dt)).then_some((
            EventKind::Leave,
            [ball.key, region.key],
            pair,
        ))
    };
    let mut crossings: Vec<CrossingNow> =
        world.regions.inside.iter().copied().filter_map(left).collect();
    let is_region =
        |slot: &Slot<V>| matches!(slot.shared.role, Role::Sensor(_) | Role::Absorber(_));
    if world.slots.iter().flatten().any(is_region) {
        for pair in candidates(engine, world, dt) {
            let Some([ball, other]) = world.pair(pair) else { continue };
            if is_region(other) {
                crossings.extend(arrival(world, [ball, other], dt));
            }
        }
    }
    report_crossings(engine, world, crossings, dt);
}
