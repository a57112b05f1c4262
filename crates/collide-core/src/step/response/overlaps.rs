//! Reports bodies that overlap others deeply.

use crate::report::Event;
use crate::step::engine::Engine;
use crate::vector::Vector;
use crate::world::{BodyId, World};

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

impl<V: Vector> Engine<V> {
    /// Reports the bodies that overlap others deeply. At the start of a step the marks of bodies that have come apart since
    /// are cleared.
    pub(crate) fn report_overlaps(
        &mut self,
        world: &mut World<V>,
        mut overlaps: Vec<Overlap>,
        is_start: bool,
        time: f64,
    ) {
        let mut deepest = vec![0f64; if is_start { world.slots.len() } else { 0 }];
        for overlap in overlaps.iter().filter(|_| is_start) {
            for body in overlap.bodies {
                deepest[body.index()] = deepest[body.index()].max(overlap.share);
            }
        }
        for slot in world.slots.iter_mut().flatten().filter(|_| is_start) {
            let share = deepest[slot.id.index()];
            slot.may_overlap &= share > 0.0;
            slot.overlap_reported &= share > 0.5 * REPORTED_SHARE;
        }
        overlaps.retain(|overlap| overlap.share > REPORTED_SHARE);
        overlaps.sort_unstable_by_key(|overlap| overlap.bodies.map(|body| world.key(body)));
        for Overlap { bodies: [one, two], depth, .. } in overlaps {
            self.report_overlap(world, (one, two, depth), time);
            self.report_overlap(world, (two, one, depth), time);
        }
    }

    /// Reports that a body overlaps another deeply, once for as long as it does. Walls are not reported.
    pub(crate) fn report_overlap(
        &mut self,
        world: &mut World<V>,
        (body, by, depth): (BodyId, BodyId, f64),
        time: f64,
    ) {
        if let Some(slot) =
            world.slot_mut(body).filter(|slot| slot.is_mover() && !slot.overlap_reported)
        {
            slot.overlap_reported = true;
            self.report.events.push(Event::DeepOverlap { time, body, by, depth });
        }
    }
}
