//! Two of a crowd touch: how do they go on until the piles are solved again?
//!
//! What meets faster than the rest speed bounces, as everywhere. What meets more slowly goes on as after a
//! plastic impact, which is not told; and what hardly approaches is left alone.

use super::meeting::Meeting;
use super::queue::Prediction;
use super::resting::{CROWD, is_crowded};
use super::stepper::Stepper;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Slot, World};

/// How deep two of a crowd may come to overlap, as a share of the smaller one's size, by being left alone.
const HARDLY: f64 = 0.008;

/// Whether one of the two is in a pile, or both are of a crowd. Where nothing pulls there are neither.
pub(super) fn is_in_pile<V: Vector>([first, second]: [&Slot<V>; 2], gravity: V::Wide) -> bool {
    let pulled = |slot: &Slot<V>| slot.is_mover() && slot.pull(gravity) != V::Wide::ZERO;
    let either = first.rest.is_some() || second.rest.is_some();
    let crowded = second.is_mover() && (is_crowded(first) || is_crowded(second));
    either || crowded && (pulled(first) || pulled(second))
}

/// Whether two of a crowd approach so slowly that until the end of the part they would overlap by a small
/// share of their size only, and slowly enough to be held apart from then on.
fn hardly_approach<V: Vector>(
    meeting: &Meeting<V::Wide>,
    pair: [&Slot<V>; 2],
    gravity: V::Wide,
    dt: f64,
) -> bool {
    let approach = (meeting.velocities[1] - meeting.velocities[0]).dot(meeting.normal);
    let (mut size, mut until) = (f64::INFINITY, dt);
    // Who may rest against each other is asked of the first.
    if approach > CROWD * dt * pair[0].pull(gravity).length() {
        return false;
    }
    for slot in pair.into_iter().filter(|slot| slot.is_mover()) {
        size = f64::min(size, slot.size());
        until = slot.rest.map_or(until, |rest| f64::min(until, rest.until));
    }
    approach * (until - meeting.time) <= HARDLY * size
}

/// A body of a pile that has had so many events in a step meets no other of them until the piles are solved
/// again,
const WORN_OUT: u64 = 512;

/// unless the two would overlap by more than this share of the smaller one's size until then.
const BY_THEN: f64 = 0.02;

impl<V: Vector> Stepper<V> {
    /// Whether two of a pile have met so often in the step that their touches are left to the next time
    /// when it is solved.
    pub(super) fn is_worn_out(&self, world: &World<V>, pair: [&Slot<V>; 2]) -> bool {
        let [first, second] = pair;
        if !second.is_mover()
            || u64::max(first.events, second.events) < WORN_OUT
            || first.is_held()
            || second.is_held()
        {
            return false;
        }
        let Some(progress) = world.progress.filter(|progress| progress.is_divided()) else {
            return false;
        };
        let start = f64::max(first.time, second.time);
        let relative = first.flight.velocity(start) - second.flight.velocity(start);
        let way = relative.length() * (progress.part_end() - start);
        way <= BY_THEN * f64::min(first.size(), second.size())
            && is_in_pile(pair, world.environment().gravity)
            && self.surface(pair).is_some_and(|surface| surface.restitution < 1.0)
    }

    /// Two of a crowd meet slowly, and go on with the `velocities` of a plastic impact.
    pub(super) fn yield_to(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
        velocities: [V::Wide; 2],
        dt: f64,
    ) {
        let Some((ids, pair)) = pair(world, prediction) else { return };
        let hardly = hardly_approach(meeting, pair, world.environment().gravity, dt);
        if hardly && pair[1].is_mover() {
            // Whatever changed one of them would have to be looked at by all around it, for nothing.
            world.contacts.apart.insert(ids, pair.map(|slot| slot.thrown));
            return;
        }
        self.report.contacts.count(meeting.energy_lost(velocities));
        let change = |side: usize, slot: &mut Slot<V>| {
            if hardly {
                slot.nudge(velocities[side]);
            } else {
                slot.throw(velocities[side]);
            }
        };
        self.deflect(world, prediction, meeting, change, dt);
        self.go_on(world, prediction, meeting, dt);
    }
}

/// The two bodies of a prediction.
fn pair<'a, V: Vector>(
    world: &'a World<V>,
    prediction: &Prediction,
) -> Option<([BodyId; 2], [&'a Slot<V>; 2])> {
    let [first, second] = prediction.bodies.map(|index| world.slots[index as usize].as_ref());
    let pair = [first?, second?];
    Some((pair.map(|slot| slot.id), pair))
}
