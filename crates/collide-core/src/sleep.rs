//! Sleep: islands of bodies that rest on each other and have been quiet for a while.
//!
//! Bodies that have lain on each other quietly for a while fall asleep together, and neither move nor cost
//! time until something touches one of them or takes away what it lies on. All that touch each other sleep
//! and wake as one island, which is named by the smallest key in it.

use crate::vector::Vector;
use crate::world::{BodyId, ConservativeFlag, Islands, Resting, World};

impl<V: Vector> World<V> {
    /// Stores further contacts of bodies that are about to fall asleep.
    pub(crate) fn add_resting(&mut self, more: Vec<Resting<V::Wide>>) {
        if !more.is_empty() {
            let mut resting = self.contacts.take();
            resting.extend(more);
            self.contacts.keep(resting);
        }
    }

    /// Lets the bodies fall asleep that have been quiet for long, with all that touch them, and returns them in the order
    /// of their keys.
    pub(crate) fn fall_asleep(&mut self) -> Vec<BodyId> {
        let mut names = Islands::new(self.slots.len());
        let mut restless = vec![false; self.slots.len()];
        for resting in self.contacts.all() {
            let [first, second] = resting.bodies.map(|body| self.slot(body));
            let Some(first) = first else { continue };
            match second {
                Some(second) if second.is_mover() => {
                    names.join(first.id.index, second.id.index);
                }
                Some(second) if !second.flight().is_moving() && second.takes_part() => {}
                // What a moving wall carries stays awake.
                _ => restless[first.id.index()] = true,
            }
        }
        let mut islands = vec![Some(u64::MAX); self.slots.len()];
        for slot in self.slots.iter().flatten().filter(|slot| slot.is_mover()) {
            let island = &mut islands[names.name(slot.id.index) as usize];
            let sleeps = slot.may_fall_asleep() && !restless[slot.id.index()] && slot.takes_part();
            *island = island.filter(|_| sleeps).map(|key| u64::min(key, slot.key));
        }
        let mut asleep = Vec::new();
        self.flags.sleeps = ConservativeFlag(true);
        let environment = self.environment();
        let ids: Vec<BodyId> = self.ids.keys.values().copied().collect();
        for id in ids {
            let island = islands[names.name(id.index) as usize];
            let Some(slot) = self.slot_mut(id) else { continue };
            if slot.is_mover() && slot.constraints().asleep.is_none() && island.is_some() {
                slot.constraints_mut().asleep = island;
                slot.velocity = V::default();
                slot.set_bounced(None);
                slot.update_flight(&environment);
                asleep.push(id);
            }
        }
        asleep
    }
}
