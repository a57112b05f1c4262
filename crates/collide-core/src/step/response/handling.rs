//! Whether an event was handled.

/// Whether an event was handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub(crate) enum Handling {
    /// It was.
    Done,
    /// It was not: it is a contact, and the caller handles those.
    Deferred,
}
