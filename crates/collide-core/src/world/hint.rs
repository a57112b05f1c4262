//! What is known of all bodies without looking at each?

use std::fmt;

/// Whether something may be true of any body. If not, it need not be looked for.
///
/// It decides nothing, so it counts neither in a comparison of worlds nor in a snapshot.
#[derive(Clone, Copy)]
pub(crate) struct Hint(pub(crate) bool);

impl fmt::Debug for Hint {
    /// Without the value, so that equal worlds look alike.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Hint")
    }
}

impl PartialEq for Hint {
    /// Worlds do not differ by their hints.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
