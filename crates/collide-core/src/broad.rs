//! WHO might touch? Bodies whose paths come near each other.

use crate::vector::Wide;

mod share;
mod spot;
mod aabb;
mod clear;
mod near;
pub mod brute;
mod chains;
mod lattice;
mod level;
pub mod grid;
mod halves;

pub use aabb::Aabb;
pub(crate) use clear::is_clear;
pub(crate) use halves::divide;
pub(crate) use lattice::{Lattice, Region};
pub(crate) use near::Near;
pub(crate) use share::share;
pub use spot::Spot;

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

/// Finds the bodies that are near a place.
#[derive(Clone, Debug)]
pub(crate) enum Finder<W: Wide> {
    Grid(grid::Grid<W>),
    Brute(brute::Brute<W>),
}

impl<W: Wide> Default for Finder<W> {
    fn default() -> Self {
        Self::Brute(brute::Brute::default())
    }
}

impl<W: Wide> Finder<W> {
    /// A finder with these bodies, around which are these boxes, and of whom each is wanted as one of a pair if
    /// another is at most its `margin` away; those who take no part are passed over.
    pub(crate) fn rebuild(
        &mut self,
        broad: BroadPhase,
        spots: &[Spot<W>],
        margin: impl Fn(usize) -> f64,
        bounds: impl Fn(usize, &Spot<W>) -> Aabb<W>,
    ) {
        /// Below this many bodies a grid costs more than it saves.
        const FEW: usize = 64;
        match (broad, &mut *self) {
            (BroadPhase::Grid, Self::Grid(grid)) if spots.len() > FEW => {
                grid.rebuild(spots, margin, bounds)
            }
            (BroadPhase::Grid, _) if spots.len() > FEW => {
                let mut grid = grid::Grid::default();
                grid.rebuild(spots, margin, bounds);
                *self = Self::Grid(grid);
            }
            (_, Self::Brute(brute)) => brute.rebuild(spots, bounds),
            _ => {
                let mut brute = brute::Brute::default();
                brute.rebuild(spots, bounds);
                *self = Self::Brute(brute);
            }
        }
    }

    /// Enters a body where it is now, because its path has changed; if it has to be entered anew, with room to
    /// spare: `roomy` holds `spot`, and `bounds` is the box around that. Tells whether it had to be.
    pub(crate) fn enter(
        &mut self,
        body: u32,
        [spot, roomy]: [&Spot<W>; 2],
        bounds: impl Fn(&Spot<W>) -> Aabb<W>,
    ) -> bool {
        match self {
            Self::Grid(grid) => grid.enter(body, [spot, roomy], bounds),
            Self::Brute(brute) => brute.enter(body, [spot, roomy], bounds),
        }
    }

    /// The volume of the box in which most bodies are; nothing is known of it if they are few.
    pub(crate) fn volume(&self) -> f64 {
        match self {
            Self::Grid(grid) => grid.volume(),
            Self::Brute(_) => f64::NAN,
        }
    }

    /// Where a body was entered, with the room to spare; nothing if it takes no part.
    pub(crate) fn room(&self, body: u32) -> Option<Spot<W>> {
        match self {
            Self::Grid(grid) => grid.room(body),
            Self::Brute(brute) => brute.room(body),
        }
    }

    /// Calls `found` once for each two that touch, and perhaps for others that are near, as long as nobody has been
    /// entered since the finder was made; but not for those of whom one is among the [`large`](Self::large).
    ///
    /// Each pair is found in one of so many parts: the first number tells in which they are wanted.
    pub(crate) fn pairs(&self, part: [usize; 2], found: impl FnMut(u32, u32)) {
        match self {
            Self::Grid(grid) => grid.pairs(part, found),
            Self::Brute(brute) => brute.pairs(part, found),
        }
    }

    /// Whether [`pairs`](Self::pairs) finds all that are at most their margins apart: nobody has been entered since.
    pub(crate) fn finds_pairs(&self) -> bool {
        match self {
            Self::Grid(grid) => grid.finds_pairs(),
            Self::Brute(_) => false,
        }
    }

    /// Those who are much larger than most, or long.
    pub(crate) fn large(&self) -> &[grid::Large<W>] {
        match self {
            Self::Grid(grid) => grid.large(),
            Self::Brute(_) => &[],
        }
    }

    /// Calls `found` once for each body that is in touch with this place, in any order.
    pub(crate) fn query(&self, spot: &Spot<W>, found: impl FnMut(u32)) {
        match self {
            Self::Grid(grid) => grid.query(spot, found),
            Self::Brute(brute) => brute.query(spot, found),
        }
    }

    /// Adds each body that is in touch with this place to those who are near, but for those who are among the
    /// [`large`](Self::large), and perhaps not the body `own`.
    #[inline]
    pub(crate) fn gather(&self, spot: &Spot<W>, own: u32, near: &mut Near) {
        match self {
            Self::Grid(grid) => grid.gather(spot, Some(own), near),
            Self::Brute(brute) => brute.query(spot, |body| near.add(body)),
        }
    }
}
