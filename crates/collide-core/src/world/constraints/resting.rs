//! Resting contacts, and the even motion of bodies in a pile.

use crate::contact::Feature;
use crate::vector::Vector;
use crate::world::id::BodyId;

/// Two bodies that touched when their pile was last solved, whether they pressed on each other or not.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Resting<V> {
    /// The dynamic body, and the body or wall against which it rests.
    pub(crate) bodies: [BodyId; 2],
    /// The feature of the second that the first touches.
    pub(crate) feature: Feature,
    /// The normal force in the last solver sub-step; zero if the two did not press.
    pub(crate) force: f64,
    /// The force of friction on the first in the same sub-step.
    #[cfg_attr(feature = "serde", serde(rename = "slide"))]
    pub(crate) friction_force: V,
}

impl<V: Vector> Resting<V> {
    /// The name of the contact, by which contacts are sorted and found again.
    pub(crate) fn name(&self) -> ([BodyId; 2], Feature) {
        (self.bodies, self.feature)
    }
}

/// The even motion of a body in a pile for a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Rest<V> {
    /// When the sub-step ends, in seconds from the start of the step.
    pub(crate) until: f64,
    /// The velocity that it has then. It moves with another one while an overlap is corrected.
    pub(crate) velocity: V,
    /// Whether it still has the motion that the solver gave it, which leads into no body that it rests against.
    #[cfg_attr(feature = "serde", serde(rename = "laid"))]
    pub(crate) as_solved: bool,
    /// Whether a touch that was too slow to detach it has changed its velocity since. Its contacts with walls are
    /// not suppressed then, as it might be pressed through a wall.
    pub(crate) nudged: bool,
    /// Whether it comes out of a wall that was put onto it: it meets nothing else on the way.
    pub(crate) comes_out: bool,
}
