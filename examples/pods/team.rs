//! The two teams, of two pods each.

use serde::Serialize;

/// The number of pods in a race.
pub const PODS: usize = 4;

/// One of the two teams.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Team {
    Blue,
    Orange,
}

impl Team {
    pub const BOTH: [Self; 2] = [Self::Blue, Self::Orange];

    /// The team of a pod.
    pub fn of(pod: usize) -> Self {
        Self::BOTH[pod / 2]
    }

    pub fn other(self) -> Self {
        Self::BOTH[1 - self as usize]
    }

    /// The numbers of its pods.
    pub fn pods(self) -> [usize; 2] {
        [2 * self as usize, 2 * self as usize + 1]
    }
}
