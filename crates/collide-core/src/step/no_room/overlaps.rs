//! Bodies that overlap others deeply: which they are, how far they are moved apart, and that they are reported.

use crate::body::Role;
use crate::contact::Contact;
use crate::report::Event;
use crate::step::engine::Engine;
use crate::step::no_room::parting::SPREAD_BITS;
use crate::step::prediction::suppressed::depth;
use crate::step::solver::constants::Tuning;
use crate::step::state::piles::{CachedBody, FoundContact};
use crate::step::touch::margins::{PLACED_SHARE, max_correction};
use crate::vector::Vector;
use crate::world::{BodyId, Slot, World};

/// An overlap deeper than this share of the smaller body's size is reported.
const REPORTED_SHARE: f64 = 0.05;

/// Two bodies that overlap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlap {
    pub(crate) bodies: [BodyId; 2],
    /// The depth as a share of the smaller body's size.
    pub(crate) share: f64,
    /// The depth in length units.
    pub(crate) depth: f64,
}

/// Reports the bodies that overlap others deeply. At the start of a step the marks of bodies that have come apart since
/// are cleared.
pub(crate) fn report_overlaps<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    mut overlaps: Vec<Overlap>,
    is_start: bool,
    time: f64,
) {
    if is_start {
        let has_any = !overlaps.is_empty();
        let mut deepest = vec![0f64; if has_any { world.slots.len() } else { 0 }];
        for overlap in &overlaps {
            for body in overlap.bodies {
                deepest[body.index()] = deepest[body.index()].max(overlap.share);
            }
        }
        for index in &engine.search.loose.bodies {
            let Some(slot) = &mut world.slots[*index as usize] else { continue };
            let share = deepest.get(*index as usize).copied().unwrap_or(0.0);
            slot.may_overlap &= share > 0.0;
            slot.overlap_reported &= share > 0.5 * REPORTED_SHARE;
        }
    }
    overlaps.retain(|overlap| overlap.share > REPORTED_SHARE);
    overlaps.sort_unstable_by_key(|overlap| overlap.bodies.map(|body| world.key(body)));
    for Overlap { bodies: [one, two], depth, .. } in overlaps {
        report_overlap(engine, world, (one, two, depth), time);
        report_overlap(engine, world, (two, one, depth), time);
    }
}

/// Reports that a body overlaps another deeply, once for as long as it does. Walls are not reported.
pub(crate) fn report_overlap<V: Vector>(
    engine: &mut Engine<V>,
    world: &mut World<V>,
    (body, by, depth): (BodyId, BodyId, f64),
    time: f64,
) {
    if let Some(slot) =
        world.slot_mut(body).filter(|slot| slot.is_mover() && !slot.overlap_reported)
    {
        slot.overlap_reported = true;
        engine.report.events.push(Event::DeepOverlap { time, body, by, depth });
    }
}

/// Whether a wall has been put onto a body, which overlaps it by more than rounding.
pub(crate) fn is_put_onto<V: Vector>(
    world: &World<V>,
    wall: &Slot<V>,
    body: &Slot<V>,
    time: f64,
) -> bool {
    wall.may_overlap
        && !wall.is_mover()
        && wall.shared.role == Role::Solid
        && body.is_mover()
        && depth([body, wall], time, world.environment().period) > PLACED_SHARE * body.size()
}

/// The overlap from which on a pair of this size overlaps deeply, but for rounding.
pub(crate) fn min_deep_overlap<V: Vector>(pair: [&Slot<V>; 2], size: f64) -> f64 {
    let may_overlap = pair.into_iter().any(|slot| slot.may_overlap);
    let share = if may_overlap { PLACED_SHARE } else { Tuning::DEEP_SHARE };
    share * size
}

/// How far from a body that may overlap others are which can be in its way in a step of `dt` seconds.
pub(crate) fn correction_margin<V: Vector>(slot: &Slot<V>, dt: f64) -> f64 {
    if slot.may_overlap { max_correction(slot, dt) } else { 0.0 }
}

/// Whether position correction moves a body and the other one apart, if one of them may overlap others. The smaller one has
/// this size.
pub(crate) fn is_to_be_parted<V: Vector>(
    other: &Slot<V>,
    contact: &Contact<V>,
    separation_speed: f64,
    size: f64,
    is_deep: bool,
) -> bool {
    let negligible_speed = Tuning::SEPARATING_SIZES * size;
    if is_deep && separation_speed < -negligible_speed {
        // Bodies that approach bounce first.
        return false;
    }
    // Two that come apart as soon by themselves need no help, but what lies in a wall may be moved back into it by others.
    let own_speed = f64::max(negligible_speed, -contact.separation * Tuning::CORRECTION_RATE);
    !other.is_mover() || separation_speed.abs() <= own_speed
}

/// The deep overlaps among these contacts.
pub(crate) fn deep_overlaps<V: Vector>(
    world: &World<V>,
    found: &[FoundContact<V>],
) -> Vec<Overlap> {
    let overlap = |found: &FoundContact<V>| {
        let bodies = world.pair(found.pair)?.map(|slot| slot.id);
        let depth = -found.contact.separation;
        Some(Overlap { bodies, share: depth / found.size, depth })
    };
    found.iter().filter(|found| found.is_deep).filter_map(overlap).collect()
}

/// Keeps the deepest contacts of each body that overlaps very many others: a thousand bodies in one place
/// have half a million contacts.
pub(crate) fn limit_deep_contacts<V: Vector>(
    cache: &[CachedBody<V>],
    found: &mut Vec<FoundContact<V>>,
) {
    if !found.iter().any(|found| found.is_deep) {
        return;
    }
    let mut counts = vec![0u32; cache.len()];
    let count = |counts: &mut [u32], found: &FoundContact<V>| {
        found.pair.iter().for_each(|index| counts[*index as usize] += 1);
    };
    found.iter().for_each(|found| count(&mut counts, found));
    let have_enough = |counts: &[u32], pair: [u32; 2]| {
        pair.iter().all(|index| counts[*index as usize] >= Tuning::MAX_CONTACTS)
    };
    if !found.iter().any(|found| found.is_deep && have_enough(&counts, found.pair)) {
        return;
    }
    let key = |index: u32| cache[index as usize].key;
    let hash = |found: &FoundContact<V>| {
        let [one, two] = found.pair.map(key);
        // Among contacts of equal depth, no body comes first in all of its own.
        (one ^ two.rotate_left(u32::BITS)).wrapping_mul(SPREAD_BITS[0])
    };
    let mut order: Vec<_> =
        found.iter().map(|found| (found.contact.separation, hash(found))).zip(0u32..).collect();
    order.sort_unstable_by(|(one, first), (two, second)| {
        one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)).then(first.cmp(second))
    });
    counts.fill(0);
    let mut kept = Vec::new();
    for found in order.into_iter().map(|(_, place)| found[place as usize]) {
        if !have_enough(&counts, found.pair) {
            count(&mut counts, &found);
            kept.push(found);
        }
    }
    *found = kept;
}
