//! Who rests on whom?
//!
//! Two rest against each other if they lose energy when they meet, are near, and neither approach nor
//! part faster than the rest speed. A pile begins with the bodies that rest on something that does not
//! feel them, and goes on with those that rest on one of the pile. A body that rests on walls alone is no
//! pile: it is held exactly, where it touches.

use crate::body::Role;
use crate::contact::{Contact, contacts_within};
use crate::step::predict::rank;
use crate::step::resting::CROWD;
use crate::step::stepper::Stepper;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Islands, Obstacle, Slot, World};

/// Two bodies that may rest against each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found<W: Wide> {
    /// The places of a mover and of what it lies against.
    pub(super) pair: [u32; 2],
    pub(super) contact: Contact<W>,
    pub(super) friction: f64,
}

impl<V: Vector> Stepper<V> {
    /// The contacts of all who rest at `time` in a step of `dt` seconds, of which a part is at most `part` seconds
    /// long, in no order.
    pub(super) fn gather(
        &mut self,
        world: &World<V>,
        time: f64,
        [dt, part]: [f64; 2],
    ) -> Vec<Found<V::Wide>> {
        self.look_for_neighbours(world, [dt, part]);
        let gravity = world.environment().gravity;
        let mut found = Vec::new();
        let mut last = (u32::MAX, 0.0);
        let sleeps = |index: u32| {
            world.slots[index as usize].as_ref().is_some_and(|slot| slot.asleep.is_some())
        };
        for pair in &self.neighbours {
            if pair.iter().all(|index| sleeps(*index)) {
                continue;
            }
            if last.0 != pair[0] {
                let strength = |slot: &Slot<V>| slot.pull(gravity).length();
                let slot = world.slots[pair[0] as usize].as_ref();
                last = (pair[0], CROWD * dt * slot.map_or(0.0, strength));
            }
            self.find(world, *pair, [last.1, last.1 * part, time], &mut found);
        }
        found
    }

    /// Lists the pairs that come near each other on the paths that were entered.
    fn look_for_neighbours(&mut self, world: &World<V>, [dt, part]: [f64; 2]) {
        let all = self.astray.is_none();
        let mut looking = self.astray.take().unwrap_or_default();
        if all {
            self.neighbours.clear();
            looking.extend(0..world.slots.len() as u32);
        } else if looking.is_empty() {
            self.astray = Some(looking);
            return;
        }
        let environment = world.environment();
        let mut pairs = std::mem::take(&mut self.neighbours);
        for index in looking.drain(..) {
            let Some(slot) = &world.slots[index as usize] else { continue };
            let strength = slot.pull(environment.gravity).length();
            if !slot.takes_part() || !slot.is_mover() || strength == 0.0 || slot.asleep.is_some() {
                continue;
            }
            let bounds = self.entered[index as usize].grown(CROWD * strength * dt * part);
            let near = self.near(&bounds, &environment.period, |other| other != index);
            for other in &near {
                let Some(second) = &world.slots[*other as usize] else { continue };
                if !second.may_carry() || !second.takes_part() {
                    continue;
                }
                if !second.is_mover() || rank(slot) < rank(second) {
                    pairs.push([index, *other]);
                } else if !all || second.asleep.is_some() {
                    pairs.push([*other, index]);
                }
            }
            self.found = near;
        }
        pairs.sort_unstable();
        pairs.dedup();
        self.neighbours = pairs;
        self.astray = Some(looking);
    }

    /// Adds the contacts of a pair that may rest at `speed`.
    fn find(
        &self,
        world: &World<V>,
        pair: [u32; 2],
        [speed, margin, time]: [f64; 3],
        found: &mut Vec<Found<V::Wide>>,
    ) {
        let [Some(mover), Some(other)] = pair.map(|index| world.slots[index as usize].as_ref())
        else {
            return;
        };
        if mover.frozen || other.frozen || !mover.takes_part() || !other.takes_part() {
            return;
        }
        let period = world.environment().period;
        let offset = mover.flight.position(time) - other.flight.position(time);
        if period.is_open() && is_far(offset, [mover, other], margin) {
            return;
        }
        let Some(surface) = self.surface([mover, other]) else { return };
        if surface.restitution >= 1.0 {
            return;
        }
        let relative = mover.flight.velocity(time) - other.flight.velocity(time);
        let obstacle = Obstacle::new(other, &mover.mover, period);
        let place = (obstacle.nearest(offset), obstacle.radius());
        let carries = |normal: V::Wide| match other.body.role {
            // What goes through a gate does not lie on it.
            Role::OneWay { open } => normal.dot(open) > 0.0 && !world.is_inside(other.id, mover.id),
            _ => true,
        };
        contacts_within(obstacle.shape(), place, margin, |contact| {
            if relative.dot(contact.normal).abs() <= speed && carries(contact.normal) {
                found.push(Found { pair, contact, friction: surface.friction });
            }
        });
    }
}

/// Who sleeps and would be touched by what rests in a pile or falls on it slowly.
pub(super) fn disturbed<V: Vector>(world: &World<V>, found: &[Found<V::Wide>]) -> Vec<BodyId> {
    let slots = found.iter().flat_map(|found| found.pair).map(|index| &world.slots[index as usize]);
    slots.flatten().filter(|slot| slot.asleep.is_some()).map(|slot| slot.id).collect()
}

/// Whether the bounds of two at this offset are further from each other than `margin`.
fn is_far<V: Vector>(offset: V::Wide, [one, two]: [&Slot<V>; 2], margin: f64) -> bool {
    let (min, max) = (one.reach.min + offset, one.reach.max + offset);
    (0..V::Wide::DIMENSION).any(|axis| {
        min.component(axis) > two.reach.max.component(axis) + margin
            || max.component(axis) < two.reach.min.component(axis) - margin
    })
}

/// Of these the contacts of those who rest on each other, and at last on something that does not feel them.
pub(super) fn piled<V: Vector>(
    world: &World<V>,
    mut found: Vec<Found<V::Wide>>,
) -> Vec<Found<V::Wide>> {
    let count = world.slots.len();
    let is_mover = |index: u32| world.slots[index as usize].as_ref().is_some_and(Slot::is_mover);
    if !found.iter().any(|found| is_mover(found.pair[1])) {
        return Vec::new();
    }
    // The last number is that of all walls.
    let mut islands = Islands::new(count + 1);
    let walls = count as u32;
    for Found { pair: [first, second], .. } in &found {
        islands.join(*first, if is_mover(*second) { *second } else { walls });
    }
    let mut in_crowd = vec![false; count];
    for Found { pair, .. } in &found {
        if is_mover(pair[1]) {
            pair.iter().for_each(|index| in_crowd[*index as usize] = true);
        }
    }
    found.retain(|found| in_crowd[found.pair[0] as usize] && islands.name(found.pair[0]) == walls);
    found
}
