//! Wakes the bodies of a world that sleep.

use super::id::BodyId;
use super::resting::Rest;
use super::slot::Slot;
use super::store::{ConservativeFlag, World};
use crate::vector::{Vector, Wide};

impl<V: Vector> World<V> {
    /// Whether the body sleeps: it rests in a pile, and does not move until something touches it or what
    /// it lies on changes.
    #[must_use]
    pub fn is_asleep(&self, id: BodyId) -> bool {
        self.slot(id).is_some_and(|slot| slot.constraints().asleep.is_some())
    }

    /// Wakes the body and all that it touches, or does nothing if it does not sleep.
    pub fn wake(&mut self, id: BodyId) {
        if let Some(island) = self.slot(id).and_then(|slot| slot.constraints().asleep) {
            self.wake_islands(|asleep| asleep == island);
        }
    }

    /// Wakes all bodies.
    pub(crate) fn wake_all(&mut self) {
        if self.flags.sleeps.0 {
            self.wake_islands(|_| true);
            self.flags.sleeps = ConservativeFlag(false);
        }
    }

    /// Wakes the islands that touch a body which is to change.
    pub(crate) fn wake_around(&mut self, id: BodyId) {
        let islands: Vec<u64> = self
            .contacts
            .all()
            .iter()
            .filter(|resting| resting.bodies.contains(&id))
            .flat_map(|resting| resting.bodies)
            .chain([id])
            .filter_map(|body| self.slot(body)?.constraints().asleep)
            .collect();
        if !islands.is_empty() {
            self.wake_islands(|island| islands.contains(&island));
        }
    }

    /// Wakes the bodies at a place where a wall has been put.
    pub(crate) fn wake_where(&mut self, id: BodyId) {
        let Some(wall) = self.slot(id).filter(|slot| !slot.is_mover() && slot.is_solid()) else {
            return;
        };
        let bounds = |slot: &Slot<V>| slot.shared.local_bounds.moved(slot.position.widen());
        let place = bounds(wall);
        // In a space that repeats the wall may be there by an image.
        let meets = |slot: &&Slot<V>| !self.is_open() || place.overlaps(&bounds(slot));
        let islands: Vec<u64> = self
            .slots
            .iter()
            .flatten()
            .filter(meets)
            .filter_map(|slot| slot.constraints().asleep)
            .collect();
        if !islands.is_empty() {
            self.wake_islands(|island| islands.contains(&island));
        }
    }

    fn wake_islands(&mut self, wakes: impl Fn(u64) -> bool) {
        let environment = self.environment();
        let progress = self.progress;
        for slot in self.slots.iter_mut().flatten() {
            if slot.constraints().asleep.is_some_and(&wakes) {
                slot.constraints_mut().asleep = None;
                slot.constraints_mut().still = 0.0;
                // Until the piles are solved again it stays as it lay.
                if let Some(until) = progress.map(|progress| progress.substep_end()) {
                    let velocity = V::Wide::ZERO;
                    slot.constraints_mut().rest =
                        Some(Rest { until, velocity, laid: true, nudged: false });
                    slot.in_pile = true;
                }
                slot.update_flight(&environment);
                self.woken.push(slot.id);
            }
        }
    }
}
