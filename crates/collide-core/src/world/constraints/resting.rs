//! Resting contacts: pairs that touched when their pile was last solved.

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
    pub(crate) friction_force: V,
    /// The length of the solver sub-step for which the springs of its island are made, in seconds; zero if it was not solved.
    pub(crate) spring_dt: f64,
}

impl<V: Vector> Resting<V> {
    /// The name of the contact, by which contacts are sorted and found again.
    pub(crate) fn name(&self) -> ([BodyId; 2], Feature) {
        (self.bodies, self.feature)
    }
}
