//! The broad phase of a step: where each body was entered, and the lists that a search fills.

use crate::broad::{BroadPhase, Candidates, Finder};
use crate::step::state::motion_bounds::PairList;
use crate::vector::Wide;
use crate::world::Epoch;

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
    /// The bodies that have left their fattened bounds since the neighbour list was made; nothing if there is no list.
    pub(crate) moved: Option<Vec<u32>>,
    /// How many bodies have been entered anew since all were.
    pub(crate) entered: usize,
    /// The state in which the bodies were as they were entered or moved last, with how they are found and the length of the
    /// step; nothing if that is not known.
    pub(crate) valid_for: Option<(Epoch, BroadPhase, f64)>,
    /// The corners of a box that holds all bounded bodies, in a space that repeats.
    pub(crate) region: Option<[W; 2]>,
}

impl<W: Wide> Search<W> {
    /// Whether the bodies were entered for steps of `dt` seconds, and found like this, and their world has not changed since
    /// but by its steps.
    pub(crate) fn is_valid(&self, epoch: Epoch, broad: BroadPhase, dt: f64) -> bool {
        self.valid_for.is_some_and(|(known, ..)| known.is_same(epoch))
            && self.valid_for.is_some_and(|(_, how, length)| (how, length) == (broad, dt))
    }

    /// Records that a step has changed the epoch of the world, and nothing that is not known here.
    pub(crate) fn follow_epoch(&mut self, before: Epoch, now: Epoch) {
        self.valid_for =
            self.valid_for.filter(|it| it.0.is_same(before)).map(|(_, broad, dt)| (now, broad, dt));
    }
}
