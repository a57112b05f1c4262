//! Collision layers: which bodies meet each other.

/// The layers of a body, one bit each: two bodies meet if each is in a layer that the other looks for.
///
/// # Example
/// ```
/// use collide_core::body::Layers;
///
/// let ghost = Layers { memberships: 0b10, ..Layers::default() };
/// let hunter = Layers { memberships: 0b01, filters: 0b10 };
/// let walker = Layers { memberships: 0b01, filters: 0b01 };
/// assert!(ghost.meets(hunter));
/// assert!(!ghost.meets(walker));
/// assert!(walker.meets(walker));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Layers {
    /// The layers in which the body is.
    pub memberships: u32,
    /// The layers that it meets.
    pub filters: u32,
}

impl Layers {
    /// In every layer, meeting every layer.
    pub const ALL: Self = Self { memberships: u32::MAX, filters: u32::MAX };

    /// Whether two bodies with these layers meet.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.memberships & other.filters != 0 && other.memberships & self.filters != 0
    }
}

impl Default for Layers {
    /// In the first layer, meeting every layer.
    fn default() -> Self {
        Self { memberships: 1, filters: u32::MAX }
    }
}
