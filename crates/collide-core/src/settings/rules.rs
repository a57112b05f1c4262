//! The rules for pairs: how the values of two bodies combine.

use crate::response::Combine;

/// How the value of a pair follows from those of its two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rules {
    /// Of restitution: by default the smaller counts, so that walls of restitution 1 leave the decision
    /// to the ball. A restitution above 1 counts whatever the rule is.
    pub restitution: Combine,
    /// Of friction: by default the larger counts, so that walls without friction leave the decision
    /// to the ball.
    pub friction: Combine,
}

impl Default for Rules {
    fn default() -> Self {
        Self { restitution: Combine::Min, friction: Combine::Max }
    }
}
