//! Two of a crowd touch: how do they go on until the piles are solved again?
//!
//! What meets faster than the rest speed bounces, as everywhere. What meets more slowly goes on as after a
//! plastic impact, which is not told; and what hardly approaches is left alone.

use crate::period::Period;
use crate::step::pair::meeting::Meeting;
use crate::step::pair::thresholds::{CROWD, is_crowded};
use crate::step::state::event_queue::Prediction;
use crate::step::stepper::Stepper;
use crate::vector::{Vector, Wide};
use crate::world::{BodyId, Environment, Obstacle, Slot, World};

/// How deep two of a crowd may come to overlap, as a share of the smaller one's size, by being left alone.
const HARDLY: f64 = 0.003;

/// How much deeper two may come without question, as a share of the smaller one's size: in a row of many that touch
/// one goes on to give way to another without end.
const A_LITTLE: f64 = 0.001;

/// Whether one of the two is in a pile, or both are of a crowd. Where nothing pulls there are clusters only.
pub(crate) fn is_in_pile<V: Vector>([first, second]: [&Slot<V>; 2]) -> bool {
    let either = first.ties().rest.is_some() || second.ties().rest.is_some();
    let crowded = second.is_mover() && (is_crowded(first) || is_crowded(second));
    either || crowded && (first.may_lie() || second.may_lie())
}

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

/// A body of a pile that has had so many events in a step meets no other of them until the piles are solved
/// again,
const WORN_OUT: u32 = 512;

/// unless the two would overlap by more than this share of the smaller one's size until then.
const BY_THEN: f64 = 0.02;

/// Less in a cluster: who comes to a wall there within a part bounces, and what presses him against it goes on
/// to do so in every part.
fn by_then<V: Vector>(pair: [&Slot<V>; 2], gravity: V::Wide) -> f64 {
    if pair.into_iter().any(|slot| slot.floats(gravity)) { 0.25 * BY_THEN } else { BY_THEN }
}

/// Two that move further against each other than this share of the smaller one's size are never left alone.
const FAR: f64 = 0.25;

impl<V: Vector> Stepper<V> {
    /// Whether two look for no impacts with each other until the piles are solved again: they rest together,
    /// hardly approach or have met too often, and will not come deep into each other by then.
    pub(crate) fn are_left_alone(&self, world: &World<V>, pair: [&Slot<V>; 2]) -> bool {
        let [first, second] = pair;
        let worn = self.is_worn_out(world, pair);
        if !worn && !world.contacts.rest_together(pair) {
            return false;
        }
        let as_laid = |slot: &Slot<V>| slot.is_laid() && !slot.is_nudged();
        if !second.is_mover() || has_no_room(pair) || as_laid(first) && as_laid(second) {
            return true;
        }
        let Some(progress) = world.progress else { return true };
        let period = world.environment().period;
        let start = f64::max(first.time, second.time);
        let end = f64::max(progress.part_end(), start);
        let size = f64::min(first.size(), second.size());
        let gravity = world.environment().gravity;
        let share = if worn { by_then(pair, gravity) } else { HARDLY };
        let later = depth(pair, end, period);
        let shallow = later <= 2.0 * share * size || later <= depth(pair, start, period);
        // Who goes far could come out on the other side.
        let relative = first.flight().velocity(end) - second.flight().velocity(end);
        shallow && relative.length() * (end - start) <= FAR * size
    }

    /// Whether two of a pile have met so often in the step that their touches are left to the next time
    /// when it is solved.
    pub(crate) fn is_worn_out(&self, world: &World<V>, pair: [&Slot<V>; 2]) -> bool {
        let [first, second] = pair;
        if !second.is_mover()
            || u32::max(first.events(), second.events()) < WORN_OUT
            || first.is_held()
            || second.is_held()
        {
            return false;
        }
        let Some(progress) = world.progress.filter(|progress| progress.has_piles()) else {
            return false;
        };
        let gravity = world.environment().gravity;
        let start = f64::max(first.time, second.time);
        let relative = first.flight().velocity(start) - second.flight().velocity(start);
        let left = progress.part_end() - start;
        let way = relative.length() * left;
        // Whoever is let go while the piles are solved knows of no end yet.
        left > 0.0
            && way <= by_then(pair, gravity) * f64::min(first.size(), second.size())
            && is_in_pile(pair)
            && self.surface(pair).is_some_and(|surface| surface.restitution < 1.0)
    }

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
        self.go_on(world, prediction, meeting, dt);
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

/// Whether one of the two has been told to have no room: who is crushed comes deep in any case, and would only
/// spend its events on touches.
fn has_no_room<V: Vector>(pair: [&Slot<V>; 2]) -> bool {
    pair.into_iter().any(|slot| slot.squeezed)
}

/// How deep two overlap at `time`.
fn depth<V: Vector>([first, second]: [&Slot<V>; 2], time: f64, period: Period<V::Wide>) -> f64 {
    let obstacle = Obstacle::new(second, &first.form.mover, period);
    let offset = first.flight().position(time) - second.flight().position(time);
    f64::max(-obstacle.contact(offset).separation, 0.0)
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
