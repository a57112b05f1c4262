//! Reports the bodies that have been woken, and lets a step have piles that had none when it began.

use crate::report::Event;
use crate::step::engine::Engine;
use crate::vector::Vector;
use crate::world::World;

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

/// Divides a step that had no piles when it began, because a body that can rest in one has come into a crowd.
pub(crate) fn divide_for_pile<V: Vector>(world: &mut World<V>, index: u32, time: f64) {
    let slot = world.slots[index as usize].as_ref();
    let may_rest = slot.is_some_and(|slot| slot.shared.restitution < 1.0 && slot.can_rest());
    if may_rest && let Some(progress) = &mut world.progress {
        progress.divide_after(time);
    }
}
