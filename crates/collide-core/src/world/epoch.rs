//! Epochs: numbers of states, by which a result is known to be out of date.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of a state: a world has another one after every change, and no state of any other world
/// has the same, but for a clone that has not changed since.
///
/// It decides nothing but whether what was computed from a state may be used again instead of being
/// computed anew, so it counts neither in a comparison of worlds nor in a snapshot.
#[derive(Clone, Copy)]
pub(crate) struct Epoch(u64);

impl Epoch {
    /// A epoch that no state has.
    pub(crate) fn new() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// Whether the two are of the same state.
    pub(crate) fn is(self, other: Self) -> bool {
        self.0 == other.0
    }
}

impl fmt::Debug for Epoch {
    /// Without the number, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Epoch")
    }
}

impl PartialEq for Epoch {
    /// Worlds do not differ by their stamps.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
