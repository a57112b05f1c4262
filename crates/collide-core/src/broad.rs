//! The broad phase: finds the bodies with paths that come near each other.

use crate::vector::Vector;

mod nth_part;
mod bounding_sphere;
mod aabb;
mod clear;
mod candidates;
pub mod brute;
mod cell_lists;
mod lattice;
mod level;
mod large;
pub mod grid;
mod bisection;

pub use aabb::Aabb;
pub(crate) use bisection::bisect;
pub use bounding_sphere::BoundingSphere;
pub(crate) use candidates::Candidates;
pub(crate) use clear::is_clear;
pub(crate) use lattice::{Lattice, Region};
pub(crate) use nth_part::nth_part;

/// How candidates are found; the choice changes the speed and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum BroadPhase {
    /// A uniform grid, or all pairs where that is faster.
    #[default]
    Grid,
    /// All pairs, one by one.
    Brute,
}

/// Finds the bodies that are near a place.
#[derive(Clone, Debug)]
pub(crate) enum Finder<V: Vector> {
    Grid(grid::Grid<V>),
    Brute(brute::Brute<V>),
}

impl<V: Vector> Default for Finder<V> {
    fn default() -> Self {
        Self::Brute(brute::Brute::default())
    }
}

impl<V: Vector> Finder<V> {
    /// Enters these bodies with boxes around them. `margin` is the distance of another body up to which a
    /// pair with this one is listed. Bodies that take no part are passed over.
    pub(crate) fn rebuild(
        &mut self,
        broad: BroadPhase,
        spheres: &[BoundingSphere<V>],
        margin: impl Fn(usize) -> f64,
        bounds: impl Fn(usize, &BoundingSphere<V>) -> Aabb<V>,
    ) {
        /// Up to this many bodies a grid costs more than it saves.
        const MAX_BRUTE_BODIES: usize = 64;
        match (broad, &mut *self) {
            (BroadPhase::Grid, Self::Grid(grid)) if spheres.len() > MAX_BRUTE_BODIES => {
                grid.rebuild(spheres, margin, bounds)
            }
            (BroadPhase::Grid, _) if spheres.len() > MAX_BRUTE_BODIES => {
                let mut grid = grid::Grid::default();
                grid.rebuild(spheres, margin, bounds);
                *self = Self::Grid(grid);
            }
            (_, Self::Brute(brute)) => brute.rebuild(spheres, bounds),
            _ => {
                let mut brute = brute::Brute::default();
                brute.rebuild(spheres, bounds);
                *self = Self::Brute(brute);
            }
        }
    }

    /// Moves a body with a changed path to its new place, and returns whether it had to be entered anew.
    /// It is then entered as `fattened`, which holds `sphere`, with `bounds` as the box around that.
    pub(crate) fn update(
        &mut self,
        body: u32,
        [sphere, fattened]: [&BoundingSphere<V>; 2],
        bounds: impl Fn(&BoundingSphere<V>) -> Aabb<V>,
    ) -> bool {
        match self {
            Self::Grid(grid) => grid.update(body, [sphere, fattened], bounds),
            Self::Brute(brute) => brute.update(body, [sphere, fattened], bounds),
        }
    }

    /// The volume of the box that holds most bodies; NaN if they are few.
    pub(crate) fn volume(&self) -> f64 {
        match self {
            Self::Grid(grid) => grid.volume(),
            Self::Brute(_) => f64::NAN,
        }
    }

    /// The sphere as which a body was entered, with its spare room; nothing if it takes no part.
    pub(crate) fn fattened_sphere(&self, body: u32) -> Option<BoundingSphere<V>> {
        match self {
            Self::Grid(grid) => grid.fattened_sphere(body),
            Self::Brute(brute) => brute.fattened_sphere(body),
        }
    }

    /// Calls `found` once for each pair that touches, and perhaps for others that are near, as long as no
    /// body has been entered since the finder was made. Pairs with a large body are left out.
    ///
    /// Each pair is found in one of several parts of the work: `part` is the number of the part, and how
    /// many there are.
    pub(crate) fn pairs(&self, part: [usize; 2], found: impl FnMut(u32, u32)) {
        match self {
            Self::Grid(grid) => grid.pairs(part, found),
            Self::Brute(brute) => brute.pairs(part, found),
        }
    }

    /// If at most this share of the bodies moves, as where most sleep or are walls, it takes less time to look for others around
    /// each of these than to list all [`pairs`](Self::pairs). A break on a pool table took 1.26 times the instructions with a tenth;
    /// a gas of which a grid holds 40 % movers among walls 1.34 times with a half.
    pub(crate) fn searched_share(&self) -> f64 {
        match self {
            Self::Grid(_) => 0.1,
            Self::Brute(_) => 0.5,
        }
    }

    /// Whether [`pairs`](Self::pairs) may leave out pairs that touch: a body has been entered since all were. Brute force tests
    /// all boxes as they are.
    pub(crate) fn lacks_pairs(&self) -> bool {
        match self {
            Self::Grid(grid) => !grid.finds_pairs(),
            Self::Brute(_) => false,
        }
    }

    /// Whether [`pairs`](Self::pairs) finds all pairs within their margins: no body has been entered since.
    pub(crate) fn finds_pairs(&self) -> bool {
        match self {
            Self::Grid(grid) => grid.finds_pairs(),
            Self::Brute(_) => false,
        }
    }

    /// Whether a body is much larger than most, or long.
    pub(crate) fn is_large(&self, body: u32) -> bool {
        match self {
            Self::Grid(grid) => grid.is_large(body),
            Self::Brute(_) => false,
        }
    }

    /// Calls `found` once for each large body that touches this sphere, in any order.
    #[inline]
    pub(crate) fn query_large(&self, sphere: &BoundingSphere<V>, found: impl FnMut(u32)) {
        match self {
            Self::Grid(grid) => grid.query_large(sphere, found),
            Self::Brute(_) => {}
        }
    }

    /// Calls `found` once for each body that touches this sphere, in any order.
    pub(crate) fn query(&self, sphere: &BoundingSphere<V>, found: impl FnMut(u32)) {
        match self {
            Self::Grid(grid) => grid.query(sphere, found),
            Self::Brute(brute) => brute.query(sphere, found),
        }
    }

    /// Adds each body that touches this sphere to the candidates, except the large ones, and perhaps the body `own`.
    #[inline]
    pub(crate) fn collect_candidates(
        &self,
        sphere: &BoundingSphere<V>,
        own: u32,
        near: &mut Candidates,
    ) {
        match self {
            Self::Grid(grid) => grid.collect_candidates(sphere, Some(own), near),
            Self::Brute(brute) => brute.query(sphere, |body| near.add(body)),
        }
    }
}
