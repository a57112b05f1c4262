//! What is read from memory before it is needed?
//!
//! Bodies that meet are seldom neighbours in memory, and what is far off there takes longer to come than a
//! prediction takes to be made. It is known for some time who comes next; so what will be asked about him is read
//! already, and what comes of it is thrown away.

use std::hint::black_box;

use crate::broad::Spot;
use crate::step::state::motion_bounds::MotionBounds;
use crate::vector::{Vector, Wide};
use crate::world::{Slot, World};

/// From so many bodies on most of what an event needs is far off in memory.
pub(crate) const MIN_BODIES: usize = 8_192;

/// So many pairs before one is judged, what is asked about its second body is read.
pub(crate) const PAIRS_AHEAD: usize = 12;

/// Reads what an event of a body needs.
pub(crate) fn prefetch_event<V: Vector>(
    world: &World<V>,
    paths: &[MotionBounds<V::Wide>],
    spots: &[Spot<V::Wide>],
    body: u32,
) {
    let index = body as usize;
    if let Some(slot) = &world.slots[index] {
        black_box((slot.time, slot.revision));
    }
    black_box((paths[index].horizon_end(), spots[index].reach));
}

/// Reads what tells whether a body meets another.
pub(crate) fn prefetch_pair<W: Wide>(paths: &[MotionBounds<W>], body: u32) {
    black_box(paths[body as usize].horizon_end());
}

/// Reads what is asked of few, though nobody may ask. Where bodies are far off in memory the next one comes ahead by
/// itself as long as all of memory is read, and who leaves out every second line waits for each.
pub(crate) fn prefetch_slot<V: Vector>(slot: &Slot<V>) {
    black_box(slot.revision);
}
