//! Bodies that a moving wall presses against what does not give way: they are squeezed, and the wall passes over them.
//!
//! ```text
//! static wall     nothing moves it
//! moving wall     moves on in any case, and pushes what it meets out of its way; what has no way it passes over
//! movable body    gives way to both
//! ```
//!
//! A wall that passes over a body does not collide with it until the two have come apart, or the wall stands. In a pile it
//! pushes the body with a small force until then, and nothing brakes the body; elsewhere, and out of a wall that stands, the
//! body is moved as out of any overlap.

use crate::contact::Contact;
use crate::report::{Event, Impact};
use crate::step::engine::Engine;
use crate::step::prediction::suppressed::depth;
use crate::step::state::piles::{FoundContact, PileScratch};
use crate::step::touch::margins::PLACED_SHARE;
use crate::vector::Vector;
use crate::world::{BodyId, World};

/// Lets walls and bodies collide again that have come apart at `time`, and bodies come out of walls that stand.
pub(crate) fn release_passed_over<V: Vector>(world: &mut World<V>, time: f64) {
    let mut passed_over = std::mem::take(&mut world.contacts.passed_over);
    let (period, mut inside) = (world.environment().period, Vec::new());
    passed_over.retain(|pair| match pair.map(|body| world.slot(body)) {
        [Some(body), Some(wall)] => {
            let overlaps = body.is_mover()
                && body.takes_part()
                && wall.takes_part()
                && depth([body, wall], time, period) > 0.0;
            let stands = !wall.flight().is_moving() && !wall.is_turning();
            inside.extend((overlaps && stands).then_some(body.id));
            overlaps && !stands
        }
        _ => false,
    });
    world.contacts.passed_over = passed_over;
    for body in inside {
        if let Some(slot) = world.slot_mut(body) {
            slot.may_overlap = true;
        }
    }
}

/// Lets a moving wall pass over a body.
pub(crate) fn pass_over<V: Vector>(world: &mut World<V>, [body, wall]: [BodyId; 2]) {
    world.contacts.passed_over.insert([body, wall]);
    if let Some(body) = world.slot_mut(body) {
        body.may_overlap |= !body.can_rest();
    }
}

/// Lets the moving walls pass over the bodies that they have been found to squeeze.
pub(crate) fn pass_over_squeezed<V: Vector>(world: &mut World<V>, scratch: &PileScratch<V>) {
    for (found, contact) in scratch.in_order() {
        if contact.gives_way && !found.is_passed_over {
            pass_over(world, found.pair.map(|index| scratch.cache[index as usize].id));
        }
    }
}

/// The contact of a body of this size with a moving wall that passes over it, if it overlaps the wall: it neither bounces nor
/// is it braked.
pub(crate) fn contact_passed_over<V: Vector>(
    pair: [u32; 2],
    contact: Contact<V>,
    may_rest: bool,
    size: f64,
) -> Option<FoundContact<V>> {
    (contact.separation < 0.0).then_some(FoundContact {
        pair,
        contact,
        friction: 0.0,
        restitution: 0.0,
        rests: may_rest,
        is_corrected: !may_rest,
        is_deep: contact.separation < -PLACED_SHARE * size,
        is_passed_over: true,
        size,
    })
}

/// Takes the velocity of a body that is held between a moving wall and what does not give way, and reports that as an
/// impact with the wall. Otherwise it would fly through the wall when that passes over it.
pub(crate) fn stop_squeezed<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    [body, wall]: [BodyId; 2],
    time: f64,
) {
    let Some(slot) = world.slot_mut(body) else { return };
    let (velocity, mass) = (slot.velocity, slot.shared.mass);
    let speed = velocity.length();
    if speed == 0.0 {
        return;
    }
    slot.velocity = V::default();
    engine.report.events.push(Event::Impact(Impact {
        time,
        bodies: [body, wall],
        point: slot.flight().position(time),
        normal: -velocity / speed,
        approach_speed: speed,
        impulse: mass * speed,
        friction: V::ZERO,
        energy_lost: 0.5 * mass * speed * speed,
    }));
}
