//! Fills the input of the solver: the contacts of an island, their bodies, and warm-start impulses.

use crate::contact::roundness;
use crate::response::spin::Spin;
use crate::rounding;
use crate::shape::Shape;
use crate::step::no_room::moving_walls::limit_forces_of_moving_walls;
use crate::step::no_room::parting::{free_bodies_without_room, parting_direction};
use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, PileContact, PileSpin, RoundWall};
use crate::step::state::piles::{CachedBody, FoundContact, PileScratch};
use crate::vector::Vector;
use crate::world::{Obstacle, Resting, Slot, World};

/// Fills the bodies and the contacts of an island, of a sub-step that begins at `time` in a step of `dt` seconds.
/// Returns for which length of a solver sub-step the springs of the island were made when it was solved last, the shortest of
/// all parts; nothing if none was.
pub(crate) fn fill_solver_input<V: Vector>(
    world: &World<V>,
    scratch: &mut PileScratch<V>,
    time: f64,
    dt: f64,
) -> Option<f64> {
    list_bodies(world, scratch, time, dt);
    let PileScratch { cache, found, order, places, contacts, bodies, solver, .. } = scratch;
    let mut springs_before = f64::INFINITY;
    contacts.clear();
    solver.round_walls.clear();
    let is_wall_moving = |it: &PileBody<V>| it.inverse_mass == 0.0 && it.velocity != V::ZERO;
    // A body that was put deep into another presses a row without room together.
    let is_put_deep = |found: &FoundContact<V>| {
        found.contact.separation < -Tuning::DEEP_SHARE * found.size
            && found.pair.into_iter().any(|index| cache[index as usize].may_overlap)
    };
    let presses_in = bodies.iter().any(is_wall_moving) || found.iter().any(is_put_deep);
    for place in &*order {
        let found = &found[*place as usize];
        let pair = found.pair.map(|index| &cache[index as usize]);
        if !pair[1].is_mover
            && let Some(wall) = round_wall(world, found, time)
        {
            solver.round_walls.push((contacts.len() as u32, wall));
        }
        let places = found.pair.map(|index| places[index as usize]);
        let bodies = pair.map(|body| body.id);
        let stored = world.contacts.find(bodies, found.contact.feature);
        if let Some(stored) = stored.filter(|stored| stored.spring_dt > 0.0) {
            springs_before = f64::min(springs_before, stored.spring_dt);
        }
        contacts.push(pile_contact(world, (found, pair, places), stored, presses_in));
    }
    turn_walls(world, scratch, time);
    list_spins(world, scratch, time);
    let PileScratch { contacts, bodies, .. } = scratch;
    limit_forces_of_moving_walls(bodies, contacts);
    free_bodies_without_room(bodies, contacts);
    springs_before.is_finite().then_some(springs_before)
}

/// Lists the bodies of the contacts, and the place of each in the list.
fn list_bodies<V: Vector>(world: &World<V>, scratch: &mut PileScratch<V>, time: f64, dt: f64) {
    let PileScratch { found, order, places, bodies, numbers, .. } = scratch;
    let gravity = world.environment().gravity;
    for number in numbers.drain(..) {
        places[number as usize] = u32::MAX;
    }
    places.resize(world.slots.len(), u32::MAX);
    bodies.clear();
    for index in order.iter().flat_map(|place| found[*place as usize].pair) {
        if places[index as usize] == u32::MAX
            && let Some(slot) = &world.slots[index as usize]
        {
            places[index as usize] = bodies.len() as u32;
            numbers.push(index);
            let is_mover = slot.is_mover();
            bodies.push(PileBody {
                velocity: slot.flight().velocity(time),
                surface_velocity: slot.surface_velocity(),
                pull: if is_mover { slot.external_acceleration(gravity) } else { V::ZERO },
                reference_pull: if is_mover { slot.resting_acceleration(gravity, dt) } else { 0.0 },
                velocity_displacement: V::ZERO,
                displacement: V::ZERO,
                size: slot.size(),
                inverse_mass: if is_mover { 1.0 / slot.shared.mass } else { 0.0 },
                turn_rate: if is_mover { 0.0 } else { turn_rate(slot) },
            });
        }
    }
}

/// Lists how each of the bodies turns, if one of them may.
fn list_spins<V: Vector>(world: &World<V>, scratch: &mut PileScratch<V>, time: f64) {
    let PileScratch { numbers, solver, .. } = scratch;
    let spins = &mut solver.spins;
    let slots = || numbers.iter().filter_map(|index| world.slots[*index as usize].as_ref());
    spins.clear();
    if slots().any(Slot::is_turning_ball) {
        spins.extend(slots().map(|slot| {
            let spin = slot.impact_spin(time);
            let Spin { angular_velocity, radius, inertia_factor } = spin;
            let inertia = inertia_factor * slot.mass() * radius * radius;
            PileSpin {
                angular_velocity,
                radius,
                inverse_inertia: if slot.is_turning_ball() { 1.0 / inertia } else { 0.0 },
                rolling_friction: slot.shared.rolling_friction,
            }
        }));
    }
}

/// By how much a wall turns, in radians a second.
fn turn_rate<V: Vector>(wall: &Slot<V>) -> f64 {
    wall.turn_rate().map_or(0.0, V::magnitude)
}

/// Gives each contact with a wall that turns a wall of its own, which has the velocity of the point that is touched.
fn turn_walls<V: Vector>(world: &World<V>, scratch: &mut PileScratch<V>, time: f64) {
    let PileScratch { found, order, contacts, bodies, numbers, .. } = scratch;
    if bodies.iter().all(|body| body.turn_rate == 0.0) {
        return;
    }
    for (place, contact) in order.iter().zip(contacts) {
        let pair = found[*place as usize].pair;
        let Some([ball, wall]) = world.pair(pair) else {
            continue;
        };
        if !wall.is_turning() {
            continue;
        }
        let mover = ball.shared.mover;
        let obstacle = Obstacle::new(wall, &mover, world.environment().period, time);
        let offset = ball.flight().position(time) - wall.flight().position(time);
        let arm = obstacle.nearest(offset) - contact.normal * mover.radius;
        let whole = bodies[contact.bodies[1] as usize];
        contact.bodies[1] = bodies.len() as u32;
        numbers.push(pair[1]);
        bodies.push(PileBody { velocity: whole.velocity + wall.turn_velocity(arm), ..whole });
    }
}

/// A contact as the solver takes it, with the forces that were stored for it. `presses_in` is whether a wall moves or a body
/// has been put deep into another.
fn pile_contact<V: Vector>(
    world: &World<V>,
    (found, pair, places): (&FoundContact<V>, [&CachedBody<V>; 2], [u32; 2]),
    stored: Option<&Resting<V>>,
    presses_in: bool,
) -> PileContact<V> {
    let FoundContact { contact, friction, restitution, rests, is_deep, .. } = *found;
    let [first, second] = pair;
    // In a cluster, where nothing presses, impulses that were given before would be given twice.
    let floats = first.floats || second.floats;
    let (force, friction_force) = stored
        .filter(|_| !floats)
        .map_or((0.0, V::ZERO), |stored| (stored.force, stored.friction_force));
    // Soft contacts overlap by less at rest, which is no fault; walls are rigid.
    let is_deeper = !second.is_mover || contact.separation < -Tuning::FORCED_SHARE * found.size;
    let may_overlap = first.may_overlap || second.may_overlap;
    let is_forced = is_deep && is_deeper && (presses_in || may_overlap);
    let normal = if is_forced && restitution == 0.0 {
        parting_direction(world, found.pair, contact.normal)
    } else {
        contact.normal
    };
    PileContact {
        separation: contact.separation,
        friction,
        restitution,
        force,
        friction_force,
        gives_way: found.is_passed_over,
        is_bearing: rests,
        correction_rate: if is_deep { Tuning::CORRECTION_RATE } else { 0.0 },
        is_forced,
        ..PileContact::new(places, normal)
    }
}

/// The second body of a contact, a wall, if it is round there: a round arena, a corner, an edge, or a ball that cannot be moved.
fn round_wall<V: Vector>(
    world: &World<V>,
    FoundContact { pair, contact, .. }: &FoundContact<V>,
    time: f64,
) -> Option<RoundWall<V>> {
    let [first, second] = world.pair(*pair)?;
    let shape = &second.shared.shape;
    let mover = &first.shared.mover;
    let obstacle = Obstacle::new(second, mover, world.environment().period, time);
    let offset = first.flight().position(time) - second.flight().position(time);
    if let Shape::RoundArena { radius } = shape {
        let (offset, touch_distance) = (obstacle.nearest(offset), radius - mover.radius);
        return Some(RoundWall { offset, axis: V::ZERO, touch_distance, is_hollow: true });
    }
    if second.is_turning() && shape.ball_radius().is_none() {
        return None;
    }
    let (radius, axis) = roundness(obstacle.shape(), contact.feature)?;
    let touch_distance = radius + mover.radius;
    let outwards = obstacle.normal(offset, contact.feature);
    // Not if the contact has taken the normal of a face.
    (contact.normal.dot(outwards) >= 1.0 - rounding::ALIKE).then(|| RoundWall {
        offset: outwards * (touch_distance + contact.separation),
        axis,
        touch_distance,
        is_hollow: false,
    })
}
