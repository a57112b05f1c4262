//! WHO might touch? Bodies whose swept bounds overlap.

use crate::vector::Wide;

mod aabb;
mod clear;
pub mod brute;
mod level;
pub mod grid;

pub use aabb::Aabb;
pub(crate) use clear::is_clear;

/// How candidates are found; the choice changes the speed and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BroadPhase {
    /// A uniform grid, or everyone against everyone where that is faster.
    #[default]
    Grid,
    /// Everyone against everyone.
    Brute,
}

/// Finds the bodies whose bounds overlap given ones.
#[derive(Clone, Debug)]
pub(crate) enum Finder<W: Wide> {
    Grid(grid::Grid<W>),
    Brute(brute::Brute<W>),
}

impl<W: Wide> Finder<W> {
    /// A finder with these bodies; the absent ones are passed over.
    pub(crate) fn rebuild(&mut self, broad: BroadPhase, bounds: &[Option<Aabb<W>>]) {
        /// Below this many bodies a grid costs more than it saves.
        const FEW: usize = 64;
        match (broad, &mut *self) {
            (BroadPhase::Grid, Self::Grid(grid)) if bounds.len() > FEW => grid.rebuild(bounds),
            (BroadPhase::Grid, _) if bounds.len() > FEW => {
                let mut grid = grid::Grid::default();
                grid.rebuild(bounds);
                *self = Self::Grid(grid);
            }
            (_, Self::Brute(brute)) => brute.rebuild(bounds),
            _ => {
                let mut brute = brute::Brute::default();
                brute.rebuild(bounds);
                *self = Self::Brute(brute);
            }
        }
    }

    /// Enters a body with further bounds, because its path has changed.
    pub(crate) fn enter(&mut self, body: u32, bounds: &Aabb<W>) {
        match self {
            Self::Grid(grid) => grid.enter(body, bounds),
            Self::Brute(brute) => brute.enter(body, bounds),
        }
    }

    /// Calls `found` once for each two that overlap, as long as nobody has been entered since the finder was
    /// made; but not for those of whom one is among the [`large`](Self::large).
    pub(crate) fn pairs(&self, found: impl FnMut(u32, u32)) {
        match self {
            Self::Grid(grid) => grid.pairs(found),
            Self::Brute(brute) => brute.pairs(found),
        }
    }

    /// Those who are much larger than most.
    pub(crate) fn large(&self) -> &[(u32, Aabb<W>)] {
        match self {
            Self::Grid(grid) => grid.large(),
            Self::Brute(_) => &[],
        }
    }

    /// Calls `found` once for each body that overlaps the bounds, in any order.
    pub(crate) fn query(&self, bounds: &Aabb<W>, found: impl FnMut(u32)) {
        match self {
            Self::Grid(grid) => grid.query(bounds, found),
            Self::Brute(brute) => brute.query(bounds, found),
        }
    }
}
