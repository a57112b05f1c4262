//! Divides the contacts of piles, of clusters, and of bodies that overlap into islands, which are solved each by itself.
//!
//! A pile consists of the bodies that rest on a wall, and of those that rest on a body of the pile. A body
//! that rests on walls alone is no pile: it moves along them by the law of a body on walls. A cluster that nothing
//! pulls needs no wall. Bodies that are moved out of each other are solved with the piles, wherever they are.
//!
//! An island is all that movable bodies join, directly or through others, and others in the same box: the smallest one around all
//! of them. Each is solved when its own sub-step ends, together with what it touches then and what is not in the middle of a
//! sub-step. So nothing outside of its box changes a bit of its future before it comes there. Islands in one box have sub-steps
//! in common, as one comes into the way of the other: with sub-steps of their own, balls came ten times as deep into the bar of
//! a mixer.

use std::ops::Range;

use crate::broad::Aabb;
use crate::step::no_room::overlaps::limit_deep_contacts;
use crate::step::state::piles::{CachedBody, FoundContact, PileScratch};
use crate::vector::Vector;
use crate::world::Islands;

/// Keeps the contacts of piles, of clusters and of bodies that overlap, and returns the islands that they join.
pub(crate) fn retain_piles<V: Vector>(scratch: &mut PileScratch<V>) -> Islands {
    let PileScratch { cache, found, .. } = scratch;
    let count = cache.len();
    let is_mover = |index: u32| cache[index as usize].is_mover;
    let floats = |index: u32| cache[index as usize].floats;
    let mut islands = Islands::new(count);
    found.retain(|found| found.rests || found.is_corrected);
    limit_deep_contacts(cache, found);
    if !found.iter().any(|found| found.is_deep || is_mover(found.pair[1])) {
        found.clear();
        return islands;
    }
    let [mut has_support, mut rests_on_mover, mut is_deep] = [(); 3].map(|()| vec![false; count]);
    for contact in &*found {
        let [first, second] = contact.pair;
        let is_wall = !is_mover(second);
        if contact.rests && !is_wall {
            islands.join(first, second);
            rests_on_mover[first as usize] = true;
            rests_on_mover[second as usize] = true;
        }
        has_support[first as usize] |= contact.rests && is_wall || floats(first) || floats(second);
        for index in contact.pair.into_iter().filter(|_| contact.is_deep) {
            is_deep[index as usize] |= is_mover(index);
        }
    }
    // A pile is held by a wall, a cluster needs none.
    for index in 0..count as u32 {
        has_support[islands.name(index) as usize] |= has_support[index as usize];
    }
    found.retain(|found| {
        let [first, second] = found.pair;
        let is_of_pile = found.rests
            && rests_on_mover[first as usize]
            && has_support[islands.name(first) as usize];
        let is_kept = is_of_pile || is_deep[first as usize] || is_deep[second as usize];
        if is_kept && !found.rests && is_mover(second) {
            islands.join(first, second);
        }
        is_kept
    });
    islands
}

/// Keeps the contacts of the islands that have a body around which piles are solved now.
pub(crate) fn retain_due<V: Vector>(scratch: &mut PileScratch<V>) {
    let PileScratch { cache, found, is_due, .. } = scratch;
    let mut islands = Islands::new(cache.len());
    for FoundContact { pair: [first, second], .. } in &*found {
        if cache[*second as usize].is_mover {
            islands.join(*first, *second);
        }
    }
    let mut is_solved = vec![false; is_due.len()];
    for (index, _) in (0u32..).zip(&*is_due).filter(|(_, is_due)| **is_due) {
        is_solved[islands.name(index) as usize] = true;
    }
    found.retain(|found| is_solved[islands.name(found.pair[0]) as usize]);
}

/// Joins the islands of these bodies of which the boxes overlap. The box of a body has twice its size.
fn join_by_boxes<V: Vector>(cache: &[CachedBody<V>], bodies: &[u32], islands: &mut Islands) {
    let mut boxes: Vec<Option<Aabb<V>>> = vec![None; cache.len()];
    for index in bodies {
        let CachedBody { position, size, .. } = cache[*index as usize];
        let own = Aabb { min: position, max: position }.grown(size);
        let known = &mut boxes[islands.name(*index) as usize];
        *known = Some(known.map_or(own, |known| known.joined(&own)));
    }
    let named = (0u32..).zip(boxes).filter_map(|(name, island)| Some((name, island?)));
    let mut boxes: Vec<(u32, Aabb<V>)> = named.collect();
    let mut count = usize::MAX;
    // The box around two that overlap may overlap others.
    while boxes.len() < count {
        count = boxes.len();
        boxes.sort_by(|(_, one), (_, two)| one.min.component(0).total_cmp(&two.min.component(0)));
        let mut apart: Vec<(u32, Aabb<V>)> = Vec::new();
        // The places of those that reach to the next one along the first axis.
        let mut beside: Vec<usize> = Vec::new();
        for (body, own) in boxes.drain(..) {
            beside.retain(|place| apart[*place].1.max.component(0) >= own.min.component(0));
            match beside.iter().find(|place| apart[**place].1.overlaps(&own)) {
                Some(place) => {
                    let (other, whole) = &mut apart[*place];
                    islands.join(body, *other);
                    *whole = whole.joined(&own);
                }
                None => {
                    beside.push(apart.len());
                    apart.push((body, own));
                }
            }
        }
        boxes = apart;
    }
}

/// Puts the contacts in order by islands, and within each from the ground up, so that the first pass carries the whole weight.
/// Returns the order of all contacts, and where each island is in it. The contacts of a body were found one after the other.
pub(crate) fn order_by_islands<V: Vector>(
    PileScratch { cache, found, .. }: &PileScratch<V>,
    mut islands: Islands,
) -> (Vec<u32>, Vec<Range<usize>>) {
    let key = |index: u32| cache[index as usize].key;
    let mut is_solved = vec![false; cache.len()];
    for index in found.iter().flat_map(|found| found.pair) {
        is_solved[index as usize] = cache[index as usize].is_mover;
    }
    let movers = (0u32..).zip(&is_solved).filter(|(_, is_solved)| **is_solved);
    let movers: Vec<u32> = movers.map(|(index, _)| index).collect();
    join_by_boxes(cache, &movers, &mut islands);
    // An island has the smallest of the keys of its movers as its name.
    let mut names = vec![u64::MAX; cache.len()];
    for index in movers {
        let name = &mut names[islands.name(index) as usize];
        *name = u64::min(*name, key(index));
    }
    let contact_name = |place: &u32| {
        let found = &found[*place as usize];
        (found.pair.map(key), found.contact.feature)
    };
    // Of each body that is the first of contacts the name of its island, its height, and the places of its contacts.
    let mut runs = Vec::new();
    let mut first = 0;
    for run in found.chunk_by(|one, next| one.pair[0] == next.pair[0]) {
        let body = run[0].pair[0];
        let end = first + run.len() as u32;
        let name = names[islands.name(body) as usize];
        runs.push((name, cache[body as usize].height, [first, end]));
        first = end;
    }
    runs.sort_unstable();
    let (mut order, mut ranges) = (Vec::with_capacity(found.len()), Vec::new());
    for island in runs.chunk_by(|one, next| one.0 == next.0) {
        let first = order.len();
        for same_height in island.chunk_by(|one, next| one.1 == next.1) {
            let start = order.len();
            for (_, _, [first, end]) in same_height {
                order.extend(*first..*end);
            }
            // At the same height contacts are in the order of their keys, wherever the bodies are stored.
            let contacts = &mut order[start..];
            if !contacts.is_sorted_by_key(contact_name) {
                contacts.sort_unstable_by_key(contact_name);
            }
        }
        ranges.push(first..order.len());
    }
    (order, ranges)
}
