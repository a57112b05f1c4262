//! Sleep: islands of bodies that rest on each other and have been quiet for a while.
//!
//! Bodies that rest on each other fall asleep together when all of them have been quiet for a while. They neither move
//! nor take time until something touches one of them, or takes away what it rests on. All bodies that touch each other
//! sleep and wake as one island, which is named by the smallest key in it.

mod balance;

use super::collections::Islands;
use super::constraints::{EvenMotion, PileState, Resting};
use super::id::BodyId;
use super::journal::Change;
use super::progress::Progress;
use super::slot::Slot;
use super::store::{ConservativeFlag, World};
use crate::vector::Vector;

/// From when on the time counts for which a body that wakes has been quiet.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quiet {
    FromNow,
    AsBefore,
}

impl<V: Vector> World<V> {
    /// Adds contacts of bodies that are about to fall asleep.
    pub(crate) fn add_resting(&mut self, more: Vec<Resting<V>>) {
        if !more.is_empty() {
            let mut resting = self.contacts.take();
            resting.extend(more);
            self.contacts.set(resting);
        }
    }

    /// Lets the islands fall asleep of which all bodies have been quiet for long enough. Returns the bodies that fell
    /// asleep, in the order of their keys. `have_friction` is whether there is friction between two bodies.
    pub(crate) fn fall_asleep(
        &mut self,
        have_friction: impl Fn([&Slot<V>; 2]) -> bool,
    ) -> Vec<BodyId> {
        let mut names = Islands::new(self.slots.len());
        let mut is_carried = vec![false; self.slots.len()];
        let carries = |first: &Slot<V>, wall: &Slot<V>| {
            wall.is_in_motion()
                || wall.surface_velocity() != V::ZERO && have_friction([first, wall])
        };
        for resting in self.contacts.all() {
            let [first, second] = resting.bodies.map(|body| self.slot(body));
            let Some(first) = first else { continue };
            match second {
                Some(second) if second.is_mover() => {
                    names.join(first.id.index, second.id.index);
                }
                Some(wall) if wall.takes_part() && !carries(first, wall) => {}
                // A body that a moving wall or a conveyor carries stays awake.
                _ => is_carried[first.id.index()] = true,
            }
        }
        let mut islands = vec![Some(u64::MAX); self.slots.len()];
        for slot in self.slots.iter().flatten().filter(|slot| slot.is_mover()) {
            let island = &mut islands[names.name(slot.id.index) as usize];
            let sleeps =
                slot.may_fall_asleep() && !is_carried[slot.id.index()] && slot.takes_part();
            *island = island.filter(|_| sleeps).map(|key| u64::min(key, slot.key));
        }
        // A sleeping body is in balance already.
        let is_candidate = |slot: &Slot<V>, island: Option<u64>| {
            slot.is_mover() && slot.constraints().asleep.is_none() && island.is_some()
        };
        let candidates: Vec<bool> = (0..self.slots.len() as u32)
            .map(|index| {
                let island = islands[names.name(index) as usize];
                self.slots[index as usize].as_ref().is_some_and(|slot| is_candidate(slot, island))
            })
            .collect();
        if !candidates.contains(&true) {
            return Vec::new();
        }
        for index in self.unbalanced(|index| candidates[index as usize]) {
            islands[names.name(index) as usize] = None;
        }
        let mut asleep = Vec::new();
        self.flags.sleeps = ConservativeFlag(true);
        let environment = self.environment();
        let ids: Vec<BodyId> = self.ids().collect();
        for id in ids {
            let island = islands[names.name(id.index) as usize];
            let Some(slot) = self.slot_mut(id) else { continue };
            if slot.is_mover() && slot.constraints().asleep.is_none() && island.is_some() {
                slot.constraints_mut().asleep = island;
                slot.velocity = V::default();
                slot.set_angular_velocity(Default::default());
                slot.set_bounced(None);
                slot.update_flight(&environment);
                asleep.push(id);
            }
        }
        asleep
    }
}

impl<V: Vector> World<V> {
    /// Wakes the body and all bodies of its island, or does nothing if it does not sleep.
    pub fn wake(&mut self, id: BodyId) {
        if self.is_asleep(id) {
            self.journal.note(|| Change::Wake(id));
            self.wake_hit(id);
        }
    }

    /// The same, of a body that is hit in a step.
    pub(crate) fn wake_hit(&mut self, id: BodyId) {
        self.wake_island(id, Quiet::FromNow);
    }

    /// The same, of a body that a body of a pile touches. If that does not move it, it may fall asleep again as soon as the
    /// other one may: if it had to be quiet from now on, two bodies that touch by rounding would wake each other in turn,
    /// without end.
    pub(crate) fn wake_touched(&mut self, id: BodyId) {
        self.wake_island(id, Quiet::AsBefore);
    }

    fn wake_island(&mut self, id: BodyId, quiet: Quiet) {
        if let Some(island) = self.slot(id).and_then(|slot| slot.constraints().asleep) {
            self.wake_islands(|asleep| asleep == island, quiet);
        }
    }

    /// Wakes all bodies.
    pub(crate) fn wake_all(&mut self) {
        if self.flags.sleeps.0 {
            self.wake_islands(|_| true, Quiet::FromNow);
            self.flags.sleeps = ConservativeFlag(false);
        }
    }

    /// Wakes the islands that touch a body before it is changed.
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
            self.wake_islands(|island| islands.contains(&island), Quiet::FromNow);
        }
    }

    /// Wakes the islands at the place where a wall has been put.
    pub(super) fn wake_where(&mut self, id: BodyId) {
        let Some(wall) = self.slot(id).filter(|slot| !slot.is_mover() && slot.is_solid()) else {
            return;
        };
        let bounds = |slot: &Slot<V>| slot.shared.local_bounds.moved(slot.position);
        let place = bounds(wall);
        // Where the space repeats, an image of the wall may be anywhere.
        let meets = |slot: &&Slot<V>| !self.is_open() || place.overlaps(&bounds(slot));
        let islands: Vec<u64> = self
            .slots
            .iter()
            .flatten()
            .filter(meets)
            .filter_map(|slot| slot.constraints().asleep)
            .collect();
        if !islands.is_empty() {
            self.wake_islands(|island| islands.contains(&island), Quiet::FromNow);
        }
    }

    fn wake_islands(&mut self, wakes: impl Fn(u64) -> bool, quiet: Quiet) {
        let environment = self.environment();
        for slot in self.slots.iter_mut().flatten() {
            if slot.constraints().asleep.is_some_and(&wakes) {
                slot.constraints_mut().asleep = None;
                if quiet == Quiet::FromNow {
                    slot.constraints_mut().quiet_time = 0.0;
                }
                // Within a step it stays in place until its pile is solved.
                if let Some(progress) = &mut self.progress {
                    let next =
                        progress.next_solver_substep(progress.now, Progress::REQUESTED_SUBSTEPS);
                    let until = next.unwrap_or(progress.dt);
                    progress.solve_at(until);
                    slot.move_evenly(PileState::Member, EvenMotion::none(until));
                }
                slot.update_flight(&environment);
                self.woken.push(slot.id);
            }
        }
    }
}
