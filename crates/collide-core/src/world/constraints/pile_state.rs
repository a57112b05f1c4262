//! How a body takes part in piles and clusters, from one solution of them to the next.
//!
//! ```text
//!                  solved                         a slow touch
//! Free ----+--- not pressed ---> FallsOn
//!          +--- pressed -------> Member --------------------> Nudged
//!          +--- out of a wall -> ComesOut                       |
//!          +--- wakes within a step, in place -> Member         |
//!          |                       |  meets a member or is      |
//!          |  meets a member       |  hit hard                  |
//!          +------------------> Deflected <---------------------+
//! ```
//!
//! All are free again when the piles are solved next, or when the step ends.

use crate::vector::Vector;

/// How a body takes part in piles and clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum PileState {
    /// It takes no part.
    Free,
    /// It was solved with a pile, but nothing pressed it: it falls on the pile, and flies.
    FallsOn,
    /// It moves evenly, as the solver set it in motion, which leads into no body that it rests against; or it woke within the
    /// step, and stays in place until the piles are solved.
    Member,
    /// The same, but a touch that was too slow to detach it has changed its velocity since. Its contacts with walls are not
    /// suppressed then, as it might be pressed through a wall.
    Nudged,
    /// It moves evenly, and a touch has changed its path since: it has joined the pile and goes along what it has met, its
    /// supports, or it was thrown and has met nothing.
    Deflected,
    /// It moves evenly, as the solver set it in motion, out of a wall that was put onto it: it meets only walls on the way.
    ComesOut,
}

impl PileState {
    /// Whether it moves evenly until the piles are solved again.
    pub(crate) fn moves_evenly(self) -> bool {
        !matches!(self, Self::Free | Self::FallsOn)
    }
}

/// The path of a body that moves evenly.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct EvenMotion<V> {
    /// When the sub-step ends, in seconds from the start of the step.
    pub(crate) until: f64,
    /// The displacement in a second. It differs from the velocity while an overlap is corrected, and after a touch that did
    /// not detach the body.
    pub(crate) path: V,
}

impl<V: Vector> EvenMotion<V> {
    /// That of a body that stays in place.
    pub(crate) fn none(until: f64) -> Self {
        Self { until, path: V::ZERO }
    }
}
