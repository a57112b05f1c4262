//! Where is everyone when a part begins, and how does he move?
//!
//! Each of a pile lies against several others. What is asked of him for each of them is found out once, and lies in
//! a line of memory or little more.

use crate::step::pair::thresholds::CROWDED_REST_SPEED;
use crate::step::solver::scratch::CachedBody;
use crate::vector::{Vector, Wide};
use crate::world::{Slot, World};

/// Lists them, by number.
pub(crate) fn list_lying<V: Vector>(
    world: &World<V>,
    [time, dt]: [f64; 2],
    lying: &mut Vec<CachedBody<V::Wide>>,
) {
    let gravity = world.environment().gravity;
    lying.clear();
    lying.extend(world.slots.iter().map(|slot| {
        let Some(slot) = slot else { return CachedBody::NOWHERE };
        let flight = slot.flight();
        CachedBody {
            place: flight.position(time),
            velocity: flight.velocity(time),
            radius: if is_plain(slot) { slot.form.ball } else { f64::NAN },
            slow: CROWDED_REST_SPEED * dt * slot.crowd_pull(gravity, dt),
            size: slot.size(),
            far: slot.position.widen().max_magnitude(),
            events: slot.events(),
            sleeps: slot.ties().asleep.is_some(),
            floats: slot.floats(gravity),
        }
    }));
}

/// Whether it is a ball of which nothing special is to be thought of.
fn is_plain<V: Vector>(slot: &Slot<V>) -> bool {
    slot.is_mover() && !slot.crammed && slot.takes_part() && !slot.is_held()
}

impl<W: Wide> CachedBody<W> {
    const NOWHERE: Self = Self {
        place: W::ZERO,
        velocity: W::ZERO,
        radius: f64::NAN,
        slow: 0.0,
        size: 0.0,
        far: 0.0,
        events: 0,
        sleeps: false,
        floats: false,
    };
}
