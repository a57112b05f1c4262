//! What is told to the solver of those who lie on each other?
//!
//! Their bodies, and their contacts from the ground up, with the impulses of the time before.

use crate::shape::Shape;
use crate::step::pair::margins::CORRECTION_RATE;
use crate::step::solver::scratch::FoundContact;
use crate::step::solver::velocities::{PileBody, PileContact};
use crate::vector::{Vector, Wide};
use crate::world::World;

/// Puts the contacts in order from the ground up, so that the first round carries the whole weight. Those of a body
/// were found one after the other.
pub(crate) fn from_the_ground<V: Vector>(
    world: &World<V>,
    found: &[FoundContact<V::Wide>],
    (runs, order): (&mut Vec<(u64, u32)>, &mut Vec<u32>),
) {
    let gravity = world.environment().gravity;
    let slot = |index: u32| world.slots[index as usize].as_ref();
    let key = |index: u32| slot(index).map_or(0, |slot| slot.key);
    let name = |place: &u32| {
        let found = &found[*place as usize];
        (found.pair.map(key), found.contact.feature)
    };
    runs.clear();
    let mut first = 0;
    for run in found.chunk_by(|one, next| one.pair[0] == next.pair[0]) {
        let depth = slot(run[0].pair[0]).map_or(0.0, |slot| slot.flight().origin.dot(gravity));
        runs.push((descending(depth), first));
        first += run.len() as u32;
    }
    runs.sort_unstable();
    order.clear();
    for deep in runs.chunk_by(|one, next| one.0 == next.0) {
        let start = order.len();
        for (_, first) in deep {
            let body = found[*first as usize].pair[0];
            let places = *first..found.len() as u32;
            order.extend(places.take_while(|place| found[*place as usize].pair[0] == body));
        }
        // Those who are equally deep are in the order of their names, wherever they are stored.
        let same = &mut order[start..];
        if !same.is_sorted_by_key(name) {
            same.sort_unstable_by_key(name);
        }
    }
}

/// A number that is the smaller, the larger this one is.
fn descending(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_positive() { !bits & (u64::MAX >> 1) } else { bits }
}

/// Lists the bodies of the contacts, and at which place among them each is.
pub(crate) fn list_bodies<V: Vector>(
    world: &World<V>,
    found: &[FoundContact<V::Wide>],
    [time, dt]: [f64; 2],
    (places, bodies): (&mut Vec<u32>, &mut Vec<PileBody<V::Wide>>),
) {
    let gravity = world.environment().gravity;
    places.clear();
    places.resize(world.slots.len(), u32::MAX);
    bodies.clear();
    for index in found.iter().flat_map(|found| found.pair) {
        let Some(slot) = &world.slots[index as usize] else { continue };
        if places[index as usize] == u32::MAX {
            places[index as usize] = bodies.len() as u32;
            let moves = slot.is_mover();
            bodies.push(PileBody {
                velocity: slot.flight().velocity(time),
                pull: if moves { slot.pull(gravity) } else { V::Wide::ZERO },
                strength: if moves { slot.crowd_pull(gravity, dt) } else { 0.0 },
                flown: V::Wide::ZERO,
                shift: V::Wide::ZERO,
                size: slot.size(),
                inverse_mass: if moves { 1.0 / slot.form.mass } else { 0.0 },
            });
        }
    }
}

/// A contact as the solver wants it, with the impulses of the time before.
pub(crate) fn touching<V: Vector>(
    world: &World<V>,
    places: &[u32],
    found: &FoundContact<V::Wide>,
    time: f64,
) -> PileContact<V::Wide> {
    let FoundContact { pair, contact, friction, rests, deep, .. } = *found;
    let (mut impulse, mut slide, mut hollow) = (0.0, V::Wide::ZERO, None);
    let slots = pair.map(|index| world.slots[index as usize].as_ref());
    if let [Some(first), Some(second)] = slots
        && let Shape::RoundArena { radius } = second.form.shape
    {
        let offset = first.flight().position(time) - second.flight().position(time);
        hollow = Some((offset, radius - first.form.mover.radius));
    }
    if let [Some(first), Some(second)] = slots
        && let Some(known) = world.contacts.known([first.id, second.id], contact.feature)
        // Where nothing presses the impulses of before would be given twice.
        && ![first, second].into_iter().any(|slot| slot.floats(world.environment().gravity))
    {
        (impulse, slide) = (known.impulse, known.slide);
    }
    PileContact {
        gap: contact.separation,
        friction,
        impulse,
        slide,
        hollow,
        bears: rests,
        push: if deep { CORRECTION_RATE } else { 0.0 },
        ..PileContact::new(pair.map(|index| places[index as usize]), contact.normal)
    }
}

/// How many powers of ten, at most four, lie between the masses of two that touch and can move.
pub(crate) fn unevenness<W: Wide>(bodies: &[PileBody<W>], contacts: &[PileContact<W>]) -> f64 {
    let mut moving = bodies.iter().map(|body| body.inverse_mass).filter(|inverse| *inverse > 0.0);
    let first = moving.next();
    if moving.all(|inverse| Some(inverse) == first) {
        return 0.0;
    }
    let ratio = |contact: &PileContact<W>| {
        let [one, two] = contact.bodies.map(|body| bodies[body as usize].inverse_mass);
        if two > 0.0 { f64::max(one / two, two / one) } else { 1.0 }
    };
    libm::log10(contacts.iter().map(ratio).fold(1.0, f64::max)).min(4.0)
}
