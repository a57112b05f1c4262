//! Prefetching: memory that an event or a test needs soon is read ahead, and the values are thrown away.
//!
//! Bodies that meet are seldom neighbours in memory, and reading distant memory takes longer than a prediction. The
//! bodies of the next events are known for some time, so that their memory can be on its way.

use std::hint::black_box;

use crate::broad::BoundingSphere;
use crate::step::state::motion_bounds::MotionBounds;
use crate::vector::Vector;
use crate::world::{Slot, World};

/// From so many bodies on, most of what an event needs is not in a near cache.
pub(crate) const MIN_BODIES: usize = 8_192;

/// The number of pairs by which the second body of a pair is read ahead of its test.
pub(crate) const PAIRS_AHEAD: usize = 12;

/// Reads what an event of a body needs.
pub(crate) fn prefetch_event<V: Vector>(
    world: &World<V>,
    paths: &[MotionBounds<V>],
    spheres: &[BoundingSphere<V>],
    body: u32,
) {
    let index = body as usize;
    if let Some(slot) = &world.slots[index] {
        black_box((slot.time, slot.revision));
    }
    black_box((paths[index].horizon_end(), spheres[index].radius));
}

/// Reads what the test of a pair needs of its second body.
pub(crate) fn prefetch_pair<V: Vector>(paths: &[MotionBounds<V>], body: u32) {
    black_box(paths[body as usize].horizon_end());
}

/// Reads the second line of memory of a body, though it may not be needed. In a pass over all bodies the
/// hardware prefetches the next lines only if no line is left out.
pub(crate) fn prefetch_slot<V: Vector>(slot: &Slot<V>) {
    black_box(slot.revision);
}
