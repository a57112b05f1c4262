//! Epochs: numbers of states, which show whether a result was computed from the present state.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a state. A world has a new one after every change, and no state of another world has the same, except
/// that of a clone that has not changed since.
///
/// It decides only whether a result is used again instead of being computed anew. So it counts neither in a comparison
/// of worlds nor in a snapshot.
#[derive(Clone, Copy)]
pub(crate) struct Epoch(u64);

impl Epoch {
    /// An epoch that no state has had.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether both are the number of one state.
    pub(crate) fn is_same(self, other: Self) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Epoch {
    /// Hides the number, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Epoch")
    }
}

impl PartialEq for Epoch {
    /// Always true, so that worlds do not differ by their epochs.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
