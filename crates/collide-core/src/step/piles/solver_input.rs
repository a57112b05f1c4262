//! Fills the input of the solver: the contacts from the ground up, their bodies, and warm-start impulses.

use super::tuning::Tuning;
use crate::contact::roundness;
use crate::response::spin::Spin;
use crate::shape::Shape;
use crate::step::pair::margins::CORRECTION_RATE;
use crate::step::solver::input::{PileBody, PileBounce, PileContact, PileSpin, RoundWall};
use crate::step::state::piles::{FoundContact, PileScratch};
use crate::vector::{Vector, Wide};
use crate::world::{Obstacle, Slot, World};

/// Two bodies are at one height if their normal rises by no more than this.
const LEVEL: f64 = 1e-6;

/// The ratio up to which two masses are alike.
const ALIKE_MASSES: f64 = 3.0;

/// Fills the bodies and the contacts of a sub-step that begins at `time` in a step of `dt` seconds.
pub(crate) fn fill_solver_input<V: Vector>(
    world: &World<V>,
    scratch: &mut PileScratch<V::Wide>,
    time: f64,
    dt: f64,
) {
    order_from_ground(world, scratch);
    list_bodies(world, scratch, time, dt);
    let PileScratch { ordered, places, contacts, bodies, .. } = scratch;
    contacts.clear();
    let is_wall_moving =
        |it: &PileBody<V::Wide>| it.inverse_mass == 0.0 && it.velocity != V::Wide::ZERO;
    // A body that was put deep into another presses a row without room together.
    let is_put_deep = |found: &FoundContact<V::Wide>| {
        let mut pair = found.pair.iter().filter_map(|index| world.slots[*index as usize].as_ref());
        found.contact.separation < -Tuning::DEEP_SHARE * found.size
            && pair.any(|slot| slot.may_overlap)
    };
    let is_driven = bodies.iter().any(is_wall_moving) || ordered.iter().any(is_put_deep);
    contacts
        .extend(ordered.iter().map(|found| pile_contact(world, places, found, is_driven, time)));
    turn_walls(world, scratch, time);
    list_spins(world, scratch, time);
    let PileScratch { contacts, bodies, .. } = scratch;
    limit_forces_of_moving_walls(bodies, contacts);
    free_bodies_without_room(bodies, contacts);
}

/// Puts the contacts in order from the ground up, so that the first iteration carries the whole weight. The
/// contacts of a body were found one after the other.
fn order_from_ground<V: Vector>(world: &World<V>, scratch: &mut PileScratch<V::Wide>) {
    let PileScratch { found, runs, order, ordered, .. } = scratch;
    let gravity = world.environment().gravity;
    let slot = |index: u32| world.slots[index as usize].as_ref();
    let key = |index: u32| slot(index).map_or(0, |slot| slot.key);
    let name = |place: &u32| {
        let found = &found[*place as usize];
        (found.pair.map(key), found.contact.feature)
    };
    runs.clear();
    let mut first = 0;
    for run in found.chunk_by(|one, next| one.pair[0] == next.pair[0]) {
        let depth = slot(run[0].pair[0]).map_or(0.0, |slot| slot.flight().origin.dot(gravity));
        runs.push((descending(depth), first));
        first += run.len() as u32;
    }
    runs.sort_unstable();
    order.clear();
    for same_height in runs.chunk_by(|one, next| one.0 == next.0) {
        let start = order.len();
        for (_, first) in same_height {
            let body = found[*first as usize].pair[0];
            let places = *first..found.len() as u32;
            order.extend(places.take_while(|place| found[*place as usize].pair[0] == body));
        }
        // At the same height contacts are in the order of their keys, wherever the bodies are stored.
        let contacts = &mut order[start..];
        if !contacts.is_sorted_by_key(name) {
            contacts.sort_unstable_by_key(name);
        }
    }
    ordered.clear();
    ordered.extend(order.iter().map(|place| found[*place as usize]));
}

/// An integer that is the smaller, the larger this number is.
fn descending(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_positive() { !bits & (u64::MAX >> 1) } else { bits }
}

/// Lists the bodies of the contacts, and the place of each in the list.
fn list_bodies<V: Vector>(
    world: &World<V>,
    scratch: &mut PileScratch<V::Wide>,
    time: f64,
    dt: f64,
) {
    let PileScratch { ordered, places, bodies, numbers, .. } = scratch;
    let gravity = world.environment().gravity;
    places.clear();
    places.resize(world.slots.len(), u32::MAX);
    bodies.clear();
    numbers.clear();
    for index in ordered.iter().flat_map(|found| found.pair) {
        let Some(slot) = &world.slots[index as usize] else { continue };
        if places[index as usize] == u32::MAX {
            places[index as usize] = bodies.len() as u32;
            numbers.push(index);
            let is_mover = slot.is_mover();
            bodies.push(PileBody {
                velocity: slot.flight().velocity(time),
                surface_velocity: slot.surface_velocity(),
                pull: if is_mover { slot.external_acceleration(gravity) } else { V::Wide::ZERO },
                reference_pull: if is_mover { slot.resting_acceleration(gravity, dt) } else { 0.0 },
                velocity_displacement: V::Wide::ZERO,
                displacement: V::Wide::ZERO,
                size: slot.size(),
                inverse_mass: if is_mover { 1.0 / slot.shared.mass } else { 0.0 },
                turn_rate: if is_mover { 0.0 } else { turn_rate(slot) },
            });
        }
    }
}

/// Lists how each of the bodies turns, if one of them may.
fn list_spins<V: Vector>(world: &World<V>, scratch: &mut PileScratch<V::Wide>, time: f64) {
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
    wall.turn_rate().map_or(0.0, V::Wide::magnitude)
}

/// Gives each contact with a wall that turns a wall of its own, which has the velocity of the point that is touched.
fn turn_walls<V: Vector>(world: &World<V>, scratch: &mut PileScratch<V::Wide>, time: f64) {
    let PileScratch { ordered, contacts, bodies, numbers, .. } = scratch;
    if bodies.iter().all(|body| body.turn_rate == 0.0) {
        return;
    }
    for (found, contact) in ordered.iter().zip(contacts) {
        let [Some(ball), Some(wall)] = found.pair.map(|index| world.slots[index as usize].as_ref())
        else {
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
        numbers.push(found.pair[1]);
        bodies.push(PileBody { velocity: whole.velocity + wall.turn_velocity(arm), ..whole });
    }
}

/// Limits the forces of moving walls by the weight of the heaviest body, so that a wall which presses bodies together that
/// have no room gives way before they overlap deeply.
fn limit_forces_of_moving_walls<W: Wide>(bodies: &[PileBody<W>], contacts: &mut [PileContact<W>]) {
    let is_moving_wall = |contact: &PileContact<W>| {
        let second = &bodies[contact.bodies[1] as usize];
        contact.gives_way || second.inverse_mass == 0.0 && second.velocity != W::ZERO
    };
    let mut moving = contacts.iter_mut().filter(|contact| is_moving_wall(contact)).peekable();
    if moving.peek().is_none() {
        return;
    }
    let weight = |body: &PileBody<W>| {
        if body.inverse_mass > 0.0 { body.reference_pull / body.inverse_mass } else { 0.0 }
    };
    let heaviest = bodies.iter().map(weight).fold(0.0, f64::max);
    moving.for_each(|contact| {
        let share = if contact.gives_way { Tuning::PASSING_SHARE } else { 1.0 };
        contact.max_force = share * Tuning::MAX_WALL_FORCE * heaviest;
    });
}

/// Takes the friction from the contacts of bodies that have no room: over which a moving wall passes, or which were put or
/// driven into each other. It would keep them where they are.
fn free_bodies_without_room<W: Wide>(bodies: &[PileBody<W>], contacts: &mut [PileContact<W>]) {
    let has_no_room = |contact: &PileContact<W>| contact.gives_way || contact.is_forced;
    if !contacts.iter().any(has_no_room) {
        return;
    }
    let is_mover = |body: &u32| bodies[*body as usize].inverse_mass > 0.0;
    let mut is_freed = vec![false; bodies.len()];
    for contact in contacts.iter().filter(|contact| has_no_room(contact)) {
        contact
            .bodies
            .iter()
            .filter(|body| is_mover(body))
            .for_each(|body| is_freed[*body as usize] = true);
    }
    for contact in contacts {
        if contact.bodies.into_iter().any(|body| is_freed[body as usize]) {
            (contact.friction, contact.friction_force) = (0.0, W::ZERO);
        }
    }
}

/// A contact as the solver takes it, with the impulses that were stored for it. `is_driven` is whether a wall moves or a body
/// has been put deep into another.
fn pile_contact<V: Vector>(
    world: &World<V>,
    places: &[u32],
    found: &FoundContact<V::Wide>,
    is_driven: bool,
    time: f64,
) -> PileContact<V::Wide> {
    let FoundContact { pair, contact, friction, restitution, rests, is_deep, .. } = *found;
    let (mut force, mut friction_force) = (0.0, V::Wide::ZERO);
    let slots = pair.map(|index| world.slots[index as usize].as_ref());
    if let [Some(first), Some(second)] = slots
        && let Some(stored) = world.contacts.find([first.id, second.id], contact.feature)
        // In a cluster, where nothing presses, impulses that were given before would be given twice.
        && ![first, second].into_iter().any(|slot| slot.floats_in_cluster(world.environment().gravity))
    {
        (force, friction_force) = (stored.force, stored.friction_force);
    }
    // Soft contacts overlap by less at rest, which is no fault; walls are rigid.
    let is_at_wall = slots[1].is_some_and(|second| !second.is_mover());
    let is_deeper = is_at_wall || contact.separation < -Tuning::FORCED_SHARE * found.size;
    let may_overlap = slots.iter().flatten().any(|slot| slot.may_overlap);
    let is_forced = is_deep && is_deeper && (is_driven || may_overlap);
    let normal = match slots {
        [Some(first), Some(second)] if is_forced && restitution == 0.0 => {
            parting_direction(world.environment().gravity, [first, second], contact.normal)
        }
        _ => contact.normal,
    };
    PileContact {
        separation: contact.separation,
        friction,
        bounce: PileBounce { restitution, ..PileBounce::default() },
        force,
        friction_force,
        round_wall: round_wall(world, found, time),
        gives_way: found.is_passed_over,
        is_bearing: rests,
        correction_rate: if is_deep { CORRECTION_RATE } else { 0.0 },
        is_forced,
        ..PileContact::new(pair.map(|index| places[index as usize]), normal)
    }
}

/// The second body of a contact, if it is a round wall: an arena, or a corner, an edge or a ball that cannot be moved.
fn round_wall<V: Vector>(
    world: &World<V>,
    FoundContact { pair, contact, .. }: &FoundContact<V::Wide>,
    time: f64,
) -> Option<RoundWall<V::Wide>> {
    let [first, second] = pair.map(|index| world.slots[index as usize].as_ref());
    let (first, second) = (first?, second?);
    let shape = &second.shared.shape;
    if second.is_mover() {
        return None;
    }
    let mover = &first.shared.mover;
    let obstacle = Obstacle::new(second, mover, world.environment().period, time);
    let offset = first.flight().position(time) - second.flight().position(time);
    if let Shape::RoundArena { radius } = shape {
        let (offset, touch_distance) = (obstacle.nearest(offset), radius - mover.radius);
        return Some(RoundWall { offset, axis: V::Wide::ZERO, touch_distance, is_hollow: true });
    }
    if second.is_turning() && shape.ball_radius().is_none() {
        return None;
    }
    let (radius, axis) = roundness(obstacle.shape(), contact.feature)?;
    let touch_distance = radius + mover.radius;
    let outwards = obstacle.normal(offset, contact.feature);
    // Not if the contact has taken the normal of a face.
    (contact.normal.dot(outwards) >= 1.0 - 1e-9).then(|| RoundWall {
        offset: outwards * (touch_distance + contact.separation),
        axis,
        touch_distance,
        is_hollow: false,
    })
}

/// The unit vector along which two bodies that overlap deeply are moved apart. Bodies that fill a row from wall to wall have
/// no way along it, so it is turned a little out of the horizontal: the upper body gives way upwards, and of two at one height
/// the one that was added later.
fn parting_direction<V: Vector>(
    gravity: V::Wide,
    [first, second]: [&Slot<V>; 2],
    normal: V::Wide,
) -> V::Wide {
    let pull = first.external_acceleration(gravity);
    let strength = pull.length();
    let [one, two] = [first.mass(), second.mass()];
    // A heavy body would shoot a light one away.
    let are_alike = f64::max(one, two) <= ALIKE_MASSES * f64::min(one, two);
    if !second.is_mover() || !are_alike || strength == 0.0 {
        return normal;
    }
    let up = pull * (-1.0 / strength);
    let height = normal.dot(up);
    let is_upper = if height.abs() > LEVEL { height > 0.0 } else { first.key > second.key };
    let turned = normal + up * if is_upper { Tuning::DEEP_TURN } else { -Tuning::DEEP_TURN };
    turned / turned.length()
}
