//! Reports the bodies that have been woken, and lets a step have piles that had none when it began.

use super::record::Engine;
use crate::report::Event;
use crate::vector::Vector;
use crate::world::{Slot, World};

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

/// Divides a step of `dt` seconds that had no piles when it began, because the first of these bodies has come into a crowd
/// or woken and can rest in a pile.
pub(crate) fn divide_for_pile<V: Vector>(world: &mut World<V>, bodies: &[u32], time: f64, dt: f64) {
    let slots = bodies.iter().filter_map(|index| world.slots[*index as usize].as_ref());
    let travel = |slot: &Slot<V>| slot.flight().velocity(time).length() * dt / slot.size();
    let farthest = slots.clone().filter(|slot| slot.is_mover()).map(travel).fold(0.0, f64::max);
    let may_rest = slots.take(1).any(|slot| slot.shared.restitution < 1.0 && slot.can_rest());
    if may_rest && let Some(progress) = &mut world.progress {
        progress.divide_after(time, farthest);
    }
}
