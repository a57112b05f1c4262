//! Slow touches in a pile: the two go on as after a plastic impact until the piles are solved again.

use crate::step::engine::Engine;
use crate::step::pair::meeting::Meeting;
use crate::step::pair::thresholds::CROWD;
use crate::step::prediction::suppressed::{A_LITTLE, HARDLY, WORN_OUT, depth, has_no_room};
use crate::step::state::event_queue::Prediction;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Environment, Slot, World};

/// Whether two of a crowd approach so slowly that until the end of the part they would overlap by a small
/// share of their size only, and slowly enough to be held apart from then on.
fn hardly_approach<V: Vector>(
    meeting: &Meeting<V::Wide>,
    pair: [&Slot<V>; 2],
    Environment { gravity, period }: Environment<V::Wide>,
    dt: f64,
) -> bool {
    let flights = pair.map(|slot| slot.flight().velocity(meeting.time));
    let of = |velocities: [V::Wide; 2]| (velocities[1] - velocities[0]).dot(meeting.normal);
    let approach = of(meeting.velocities);
    let (mut size, mut until) = (f64::INFINITY, dt);
    // Who may rest against each other is asked of the first.
    if approach > CROWD * dt * pair[0].crowd_pull(gravity, dt) {
        return false;
    }
    for slot in pair.into_iter().filter(|slot| slot.is_mover()) {
        size = f64::min(size, slot.size());
        until = slot.ties().rest.map_or(until, |rest| f64::min(until, rest.until));
    }
    let shallow = || depth(pair, f64::max(until, meeting.time), period) <= 2.0 * HARDLY * size;
    // Who is moved apart from another flies otherwise than his momentum is.
    let fastest = f64::max(approach, of(flights));
    let way = fastest * (until - meeting.time);
    way <= HARDLY * size
        && (!pair[1].is_mover() || way <= A_LITTLE * size || has_no_room(pair) || shallow())
}

impl<V: Vector> Engine<V> {
    /// Two of a crowd meet slowly, and go on with the `velocities` of a plastic impact.
    pub(crate) fn yield_to(
        &mut self,
        world: &mut World<V>,
        prediction: &Prediction,
        meeting: &Meeting<V::Wide>,
        velocities: [V::Wide; 2],
        dt: f64,
    ) {
        let Some((ids, pair)) = pair(world, prediction) else { return };
        let hardly = hardly_approach(meeting, pair, world.environment(), dt);
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
    }
}

/// Those who may have another one with whom they are left alone until the piles are solved again, in order.
pub(crate) fn postponed<V: Vector>(world: &World<V>) -> Vec<u32> {
    let is_worn = |slot: &&Slot<V>| slot.is_mover() && slot.events() >= WORN_OUT && !slot.is_held();
    let worn = world.slots.iter().flatten().filter(is_worn).map(|slot| slot.id.index);
    let still = |(pair, thrown): &(&[BodyId; 2], &[u32; 2])| {
        let now = pair.map(|body| world.slot(body).map(|slot| slot.thrown));
        now == thrown.map(Some)
    };
    let apart = world.contacts.apart.iter().filter(still).map(|([first, _], _)| first.index);
    let mut postponed: Vec<u32> = worn.chain(apart).collect();
    postponed.sort_unstable();
    postponed.dedup();
    postponed
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
