//! Who has no room?

use crate::report::Event;
use crate::step::engine::Engine;
use crate::vector::Vector;
use crate::world::{BodyId, World};

/// Who lies deeper in another than this share of the smaller one's size is told to have no room.
const TOLD: f64 = 0.05;

/// Two that overlap, and how deep, as a share of the smaller one's size and in length units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    pub(crate) bodies: [BodyId; 2],
    pub(crate) share: f64,
    pub(crate) depth: f64,
}

impl<V: Vector> Engine<V> {
    /// Notes who has room at the start of a step, and tells who has none.
    pub(crate) fn look_for_room(
        &mut self,
        world: &mut World<V>,
        mut overlaps: Vec<Overlap>,
        begins: bool,
        time: f64,
    ) {
        let mut deepest = vec![0f64; if begins { world.slots.len() } else { 0 }];
        for overlap in overlaps.iter().filter(|_| begins) {
            for body in overlap.bodies {
                deepest[body.index()] = deepest[body.index()].max(overlap.share);
            }
        }
        for slot in world.slots.iter_mut().flatten().filter(|_| begins) {
            let share = deepest[slot.id.index()];
            slot.crammed &= share > 0.0;
            slot.squeezed &= share > 0.5 * TOLD;
        }
        overlaps.retain(|overlap| overlap.share > TOLD);
        overlaps.sort_unstable_by_key(|overlap| overlap.bodies.map(|body| world.key(body)));
        for Overlap { bodies: [one, two], depth, .. } in overlaps {
            self.tell_squeezed(world, (one, two, depth), time);
            self.tell_squeezed(world, (two, one, depth), time);
        }
    }

    /// Tells that a body has no room, if it is one that needs some and this has not been told.
    pub(crate) fn tell_squeezed(
        &mut self,
        world: &mut World<V>,
        (body, by, depth): (BodyId, BodyId, f64),
        time: f64,
    ) {
        if let Some(slot) = world.slot_mut(body).filter(|slot| slot.is_mover() && !slot.squeezed) {
            slot.squeezed = true;
            self.report.events.push(Event::Squeezed { time, body, by, depth });
        }
    }
}
