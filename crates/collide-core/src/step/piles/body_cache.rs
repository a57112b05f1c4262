//! The body cache: what the stages of a sub-step need of a body for each of its neighbours and contacts, worked out once.
//!
//! In the plane an entry takes two cache lines.

use std::sync::Arc;

use crate::step::state::piles::CachedBody;
use crate::step::state::search::Loose;
use crate::step::touch::classify::crowd_rest_speed;
use crate::vector::Vector;
use crate::world::{Resting, Slot, World};

/// Fills the cache with all bodies of the world at `time` in a step of `dt` seconds, by their numbers. Static ones are kept from
/// the step before, if they may be.
pub(crate) fn fill_cache<V: Vector>(
    world: &World<V>,
    cache: &mut Vec<CachedBody<V>>,
    loose: &Loose,
    time: f64,
    dt: f64,
) {
    let gravity = world.environment().gravity;
    let cached = |slot: &Option<Slot<V>>| {
        let Some(slot) = slot else { return CachedBody::NONE };
        let flight = slot.flight();
        CachedBody {
            id: slot.id,
            key: slot.key,
            shared_address: Arc::as_ptr(&slot.shared).addr(),
            height: descending(flight.origin.dot(gravity)),
            position: flight.position(time),
            velocity: flight.velocity(time),
            radius: if is_simple_ball(slot) { slot.shared.ball_radius } else { f64::NAN },
            rest_speed: crowd_rest_speed(slot.resting_acceleration(gravity, dt), dt),
            size: slot.size(),
            max_coordinate: slot.position.max_magnitude(),
            events: slot.events(),
            is_member: false,
            is_asleep: slot.constraints().asleep.is_some(),
            is_in_substep: slot.moves_evenly(),
            floats: slot.floats_in_cluster(gravity),
            is_mover: slot.is_mover(),
            may_overlap: slot.may_overlap,
        }
    };
    if loose.is_kept && loose.is_current && cache.len() == world.slots.len() {
        for index in loose.bodies.iter().map(|index| *index as usize) {
            cache[index] = cached(&world.slots[index]);
        }
    } else {
        cache.clear();
        cache.extend(world.slots.iter().map(cached));
    }
    let is_pressed = |resting: &&Resting<V>| resting.force > 0.0;
    let pressed = world.contacts.all().iter().filter(is_pressed).flat_map(|resting| resting.bodies);
    // Two that stay together since they met belong to the pile too.
    let joined = world.contacts.suppressed.keys().flatten().copied();
    for body in pressed.chain(joined) {
        // A stored contact may be of a body that is gone.
        if let Some(cached) = cache.get_mut(body.index()).filter(|cached| cached.id == body) {
            cached.is_member = cached.is_mover && !cached.floats;
        }
    }
}

/// An integer that is the smaller, the larger this number is.
fn descending(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_positive() { !bits & (u64::MAX >> 1) } else { bits }
}

/// Whether the contacts of a body, if it is a ball, follow from its place and its radius alone.
fn is_simple_ball<V: Vector>(slot: &Slot<V>) -> bool {
    slot.is_mover() && !slot.may_overlap && slot.takes_part() && !slot.is_held()
}
