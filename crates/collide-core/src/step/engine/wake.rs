//! Reports the bodies that have been woken, and notes bodies around which piles are to be solved within a step.

use super::record::Engine;
use crate::report::Event;
use crate::vector::Vector;
use crate::world::{Progress, Slot, World};

impl<V: Vector> Engine<V> {
    /// Reports the bodies that have been woken since the last call, in the order of keys.
    pub(crate) fn report_woken(&mut self, world: &mut World<V>, time: f64) {
        let mut woken = std::mem::take(&mut world.woken);
        woken.sort_unstable_by_key(|body| world.key(*body));
        for body in woken {
            if let Some(moved) = &mut self.search.moved {
                moved.push(body.index);
            }
            self.report.events.push(Event::Woke { time, body });
        }
    }
}

/// Has piles solved around the first of these bodies, soon after `time` in a step of `dt` seconds: it is in a crowd,
/// has woken or overlaps others. The farther any of them moves in a step, the sooner.
pub(crate) fn request_solution<V: Vector>(
    world: &mut World<V>,
    bodies: &[u32],
    time: f64,
    dt: f64,
) {
    let slots = bodies.iter().filter_map(|index| world.slots[*index as usize].as_ref());
    let travel = |slot: &Slot<V>| slot.flight().velocity(time).length() * dt / slot.size();
    let farthest = slots.clone().filter(|slot| slot.is_mover()).map(travel).fold(0.0, f64::max);
    let first = slots.map(|slot| slot.id).next();
    let substeps = u32::max(Progress::REQUESTED_SUBSTEPS, Progress::substeps_for(farthest, dt));
    if let Some(id) = first
        && let Some(progress) = &mut world.progress
        && let Some(start) = progress.next_solver_substep(time, substeps)
    {
        progress.solve_at(start);
        world.contacts.requested.entry(id).or_insert(start);
    }
}
