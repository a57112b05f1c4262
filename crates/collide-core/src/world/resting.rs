//! Resting contacts, and the even motion of bodies in a pile.

use super::id::BodyId;
use crate::contact::Feature;
use crate::vector::Wide;

/// How long a body must lie quietly before it falls asleep, in seconds.
pub(crate) const QUIET: f64 = 0.5;

/// Two bodies that touched when their pile was solved last, whether they bore each other or not.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Resting<W> {
    /// The body that flies, and the one against which it lies.
    pub(crate) bodies: [BodyId; 2],
    pub(crate) feature: Feature,
    /// The impulse along the normal with which they held each other in the last moment, zero if they did not.
    pub(crate) impulse: f64,
    /// That of friction on the first.
    pub(crate) slide: W,
}

impl<W: Wide> Resting<W> {
    /// What they are sorted by.
    pub(crate) fn name(&self) -> ([BodyId; 2], Feature) {
        (self.bodies, self.feature)
    }
}

/// The even motion of a body in a pile for a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Rest<W> {
    /// When the sub-step ends, in seconds from the start of the step.
    pub(crate) until: f64,
    /// The velocity that it has then. The velocity of its motion differs where it is pushed out of an overlap.
    pub(crate) velocity: W,
    /// Whether it still has the motion that the solver gave it, and so goes into no body that it rests against.
    pub(crate) laid: bool,
    /// Whether a body that hardly approached has nudged it since: no wall gives way to that.
    pub(crate) nudged: bool,
}
