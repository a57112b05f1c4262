//! Which of those who lie against each other are a pile?
//!
//! A pile begins with the bodies that rest on something that does not feel them, and goes on with those that
//! rest on one of the pile. A body that rests on walls alone is no pile: it is held exactly, where it
//! touches, unless friction is to brake it. A cluster that nothing pulls needs no ground. Those who are parted
//! from each other are treated with the piles, wherever they are.

use crate::step::solver::scratch::FoundContact;
use crate::vector::Vector;
use crate::world::{Islands, Slot, World};

/// A body that lies in more than so many others is parted from the deepest first.
const MANY: u32 = 32;

/// Keeps of those who lie in very many others the deepest contacts: a thousand in one place have half a million.
fn thin<V: Vector>(world: &World<V>, found: &mut Vec<FoundContact<V::Wide>>) {
    let mut counts = vec![0u32; world.slots.len()];
    let count = |counts: &mut [u32], found: &FoundContact<V::Wide>| {
        found.pair.iter().for_each(|index| counts[*index as usize] += 1);
    };
    found.iter().for_each(|found| count(&mut counts, found));
    let is_many =
        |counts: &[u32], pair: [u32; 2]| pair.iter().all(|index| counts[*index as usize] >= MANY);
    if !found.iter().any(|found| found.deep && is_many(&counts, found.pair)) {
        return;
    }
    let key = |index: u32| world.slots[index as usize].as_ref().map_or(0, |slot| slot.key);
    let mixed = |found: &FoundContact<V::Wide>| {
        let [one, two] = found.pair.map(key);
        // Of those who are equally deep nobody is to be everyone's first.
        (one ^ two.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let mut order: Vec<_> =
        found.iter().map(|found| (found.contact.separation, mixed(found))).zip(0u32..).collect();
    order.sort_unstable_by(|(one, first), (two, second)| {
        one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)).then(first.cmp(second))
    });
    counts.fill(0);
    let mut kept = Vec::new();
    for found in order.into_iter().map(|(_, place)| found[place as usize]) {
        if !is_many(&counts, found.pair) {
            count(&mut counts, &found);
            kept.push(found);
        }
    }
    *found = kept;
}

/// Keeps of these the contacts of those who rest on each other, and at last on something that does not feel them.
pub(crate) fn piled<V: Vector>(world: &World<V>, found: &mut Vec<FoundContact<V::Wide>>) {
    let count = world.slots.len();
    let is_mover = |index: u32| world.slots[index as usize].as_ref().is_some_and(Slot::is_mover);
    let gravity = world.environment().gravity;
    let floats =
        |index: u32| world.slots[index as usize].as_ref().is_some_and(|slot| slot.floats(gravity));
    found.retain(|found| found.rests || found.parts);
    thin(world, found);
    if !found.iter().any(|found| found.deep || found.rubs || is_mover(found.pair[1])) {
        return found.clear();
    }
    // The last number is that of all walls.
    let mut islands = Islands::new(count + 1);
    let walls = count as u32;
    let [mut in_crowd, mut parted] = [(); 2].map(|()| vec![false; count]);
    for FoundContact { pair: [first, second], rests, rubs, deep, .. } in &*found {
        if *rests {
            islands.join(*first, if is_mover(*second) { *second } else { walls });
        }
        if [*first, *second].into_iter().any(floats) {
            islands.join(*first, walls);
        }
        for index in [*first, *second] {
            in_crowd[index as usize] |= *rubs || *rests && is_mover(*second);
            parted[index as usize] |= *deep && is_mover(index);
        }
    }
    found.retain(|found| {
        let [first, second] = found.pair.map(|index| index as usize);
        let lies = found.rests && in_crowd[first] && islands.name(found.pair[0]) == walls;
        lies || parted[first] || parted[second]
    });
}
