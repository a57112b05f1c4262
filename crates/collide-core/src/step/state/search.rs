//! The broad phase of a step: where each body was entered, and the lists that a search fills.

use crate::broad::{BoundingSphere, Candidates, Finder};
use crate::step::state::motion_bounds::PairList;
use crate::vector::Wide;

/// Where bodies can be found, and buffers for what a search finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search<W: Wide> {
    /// Finds the bodies near a place.
    pub(crate) finder: Finder<W>,
    /// The bodies near the path for which others are looked for.
    pub(crate) candidates: Candidates,
    /// A buffer for the bodies that a query finds.
    pub(crate) found: Vec<u32>,
    /// The pairs that may meet, as listed when the step began: one list for each thread that made them.
    pub(crate) pairs: Vec<PairList>,
    /// The fattened bounds with which all bodies were entered; empty if they were entered without spare room.
    pub(crate) fattened: Vec<BoundingSphere<W>>,
    /// The bodies that have left their fattened bounds since the neighbour list was made; nothing if there is no list.
    pub(crate) moved: Option<Vec<u32>>,
    /// The corners of a box that holds all bounded bodies, in a space that repeats.
    pub(crate) region: Option<[W; 2]>,
}
