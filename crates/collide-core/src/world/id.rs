//! The id of a body.

/// The name of a body in its world: never reused, so that it cannot come to mean another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BodyId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
}

impl BodyId {
    /// A small number that no other body of the world has at the same time, for dense tables.
    #[must_use]
    pub fn index(self) -> usize {
        self.index as usize
    }
}
