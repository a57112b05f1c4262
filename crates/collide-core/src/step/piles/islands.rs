//! Keeps of all contacts those that belong to piles, to clusters, or to bodies that overlap.
//!
//! A pile consists of the bodies that rest on a wall, and of those that rest on a body of the pile. A body
//! that rests on walls alone is no pile: it moves along them by the law of a body on walls. A cluster that nothing
//! pulls needs no wall. Bodies that are moved out of each other are solved with the piles, wherever they are.

use crate::step::no_room::overlaps::limit_deep_contacts;
use crate::step::state::piles::PileScratch;
use crate::vector::Vector;
use crate::world::Islands;

/// Keeps the contacts of piles, of clusters and of bodies that overlap.
pub(crate) fn retain_piles<V: Vector>(scratch: &mut PileScratch<V>) {
    let PileScratch { cache, found, .. } = scratch;
    let count = cache.len();
    let is_mover = |index: u32| cache[index as usize].is_mover;
    let floats = |index: u32| cache[index as usize].floats;
    found.retain(|found| found.rests || found.is_corrected);
    limit_deep_contacts(cache, found);
    if !found.iter().any(|found| found.is_deep || is_mover(found.pair[1])) {
        return found.clear();
    }
    // All walls are one node, the last.
    let mut islands = Islands::new(count + 1);
    let walls = count as u32;
    let [mut rests_on_mover, mut is_deep] = [(); 2].map(|()| vec![false; count]);
    for contact in &*found {
        let [first, second] = contact.pair;
        if contact.rests {
            islands.join(first, if is_mover(second) { second } else { walls });
        }
        if contact.pair.into_iter().any(floats) {
            islands.join(first, walls);
        }
        for index in contact.pair {
            rests_on_mover[index as usize] |= contact.rests && is_mover(second);
            is_deep[index as usize] |= contact.is_deep && is_mover(index);
        }
    }
    found.retain(|found| {
        let [first, second] = found.pair.map(|index| index as usize);
        let is_of_pile =
            found.rests && rests_on_mover[first] && islands.name(found.pair[0]) == walls;
        is_of_pile || is_deep[first] || is_deep[second]
    });
}
