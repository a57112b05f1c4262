//! The motion of all bodies in a step, as far as it decides which of them may meet.

use crate::broad::Spot;
use crate::step::state::motion_bounds::{Ahead, Path};
use crate::vector::Wide;

/// The bounds of the motions of all bodies, by number.
#[derive(Clone, Debug)]
pub(crate) struct Motion<W: Wide> {
    pub(crate) paths: Vec<Path<W>>,
    /// The sphere that holds each body on the part of its path in which others are looked for.
    pub(crate) spots: Vec<Spot<W>>,
    /// The horizon of a body: how many of its sizes it flies before others are looked for again.
    pub(crate) stretch: f64,
    /// Whether the bounds are kept up to date. Persistent tracking does without them.
    pub(crate) is_current: bool,
}

impl<W: Wide> Default for Motion<W> {
    fn default() -> Self {
        Self { paths: Vec::new(), spots: Vec::new(), stretch: 1.0, is_current: true }
    }
}

impl<W: Wide> Motion<W> {
    /// How far ahead others are looked for in a step of `dt` seconds.
    pub(crate) fn ahead(&self, dt: f64) -> Ahead {
        Ahead { dt, stretch: self.stretch }
    }

    /// Stops keeping the bounds up to date, and gives their memory back if `frees_memory`.
    pub(crate) fn suspend(&mut self, frees_memory: bool) {
        self.is_current = false;
        if frees_memory {
            (self.paths, self.spots) = (Vec::new(), Vec::new());
        }
    }
}
