//! Several grids beside each other, each with the bodies of a part of space.

use super::aabb::Aabb;
use super::grid::Grid;
use super::spot::Spot;
use crate::vector::Wide;

/// Grids of bodies that are numbered one grid after the other, so many to each but the last.
#[derive(Clone, Debug)]
pub(crate) struct Grids<W: Wide> {
    /// The grids, with boxes that hold all bodies of each.
    pub(crate) parts: Vec<(Grid<W>, Aabb<W>)>,
    pub(crate) length: usize,
}

impl<W: Wide> Grids<W> {
    /// In which grid a body is.
    fn part(&self, body: u32) -> usize {
        usize::min(body as usize / self.length, self.parts.len() - 1)
    }

    /// Enters one body where it is now, as [`Grid::enter`] does.
    pub(super) fn enter(
        &mut self,
        body: u32,
        spots: [&Spot<W>; 2],
        bounds: impl Fn(&Spot<W>) -> Aabb<W>,
    ) -> bool {
        let part = self.part(body);
        self.parts[part].0.enter(body, spots, bounds)
    }

    /// Where a body was entered.
    pub(super) fn room(&self, body: u32) -> Option<Spot<W>> {
        self.parts[self.part(body)].0.room(body)
    }

    /// Calls `found` once for each body that is in touch with this place, in any order.
    pub(super) fn query(&self, spot: &Spot<W>, mut found: impl FnMut(u32)) {
        // All of them have the same guests.
        if let Some((grid, _)) = self.parts.first() {
            grid.query_guests(spot, &mut found);
        }
        for (grid, bounds) in &self.parts {
            if bounds.touches(spot) {
                grid.query_own(spot, &mut found);
            }
        }
    }
}
