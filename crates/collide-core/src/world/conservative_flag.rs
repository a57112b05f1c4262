//! A flag about all bodies that may be true too long, so that no look at each is needed.

use std::fmt;

/// Whether something may be true of any body. If not, it need not be looked for.
///
/// It decides nothing, so it counts neither in a comparison of worlds nor in a snapshot.
#[derive(Clone, Copy)]
pub(crate) struct ConservativeFlag(pub(crate) bool);

impl fmt::Debug for ConservativeFlag {
    /// Without the value, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("ConservativeFlag")
    }
}

impl PartialEq for ConservativeFlag {
    /// Worlds do not differ by their hints.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
