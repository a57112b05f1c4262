//! Keeps of all contacts those that belong to piles, to clusters, or to bodies that overlap.
//!
//! A pile consists of the bodies that rest on a wall, and of those that rest on a body of the pile. A body
//! that rests on walls alone is no pile: events hold it exactly, where it touches, unless friction of a round
//! wall or of a corner is to brake it. A cluster that nothing pulls needs no wall. Bodies that are
//! moved out of each other are solved with the piles, wherever they are.

use crate::step::no_room::overlaps::limit_deep_contacts;
use crate::step::state::piles::{FoundContact, PileScratch};
use crate::step::touch::margins::BRIDGED_SHARE;
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
    if !found.iter().any(|found| found.is_deep || found.is_braked || is_mover(found.pair[1])) {
        return found.clear();
    }
    // All walls are one node, the last.
    let mut islands = Islands::new(count + 1);
    let walls = count as u32;
    let lies_on_planes = lying_on_planes(found, count);
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
            let is_braked = contact.is_braked && !lies_on_planes[index as usize];
            rests_on_mover[index as usize] |= is_braked || contact.rests && is_mover(second);
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

/// By how many roundings of a distance, as a share of the size, the squares of two normals at a seam may differ.
const SEAM_ROUNDINGS: f64 = 8.0;

/// For each of so many bodies whether all walls that it touches are planes: there friction is part of its flight.
fn lying_on_planes<V: Vector>(found: &[FoundContact<V>], count: usize) -> Vec<bool> {
    let touching = || {
        let touches = |found: &&FoundContact<V>| {
            let bridged = BRIDGED_SHARE * found.size;
            found.contact.separation <= f64::max(found.rounding, bridged)
        };
        found.iter().filter(touches)
    };
    let [mut planes, mut corners] = [(); 2].map(|()| vec![Vec::new(); count]);
    for found in touching() {
        let normals = if found.is_flat { &mut planes } else { &mut corners };
        normals[found.pair[0] as usize].push(found.contact.normal);
    }
    let mut are_all = vec![true; count];
    for found in touching().filter(|found| !found.is_flat) {
        // At a seam a corner beside the face touches too, by rounding or over a gap that is bridged, and its normal differs by so
        // much; over a gap two corners alone.
        let slack = f64::max(SEAM_ROUNDINGS * found.rounding / found.size, 2.0 * BRIDGED_SHARE);
        let (body, normal) = (found.pair[0] as usize, found.contact.normal);
        let is_along = |plane: &&V| (**plane - normal).length_squared() <= slack;
        let corners_along = corners[body].iter().filter(is_along).count();
        are_all[body] &= corners_along > 1 || planes[body].iter().any(|it| is_along(&it));
    }
    are_all
}
