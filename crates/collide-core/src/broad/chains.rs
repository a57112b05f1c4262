//! Who has come into a cell after the grid was made? They are few, and each cell has a chain of them.

use super::spot::Spot;
use crate::vector::Wide;

/// The end of a chain, and the chain of a cell into which nobody has come.
pub(super) const END: u32 = u32::MAX;

/// A body where it was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<W: Wide> {
    pub(super) spot: Spot<W>,
    pub(super) body: u32,
    pub(super) cell: u32,
    before: u32,
    after: u32,
}

/// The chains of all cells of all levels. A body is known by the place of its link.
#[derive(Clone, Debug)]
pub(super) struct Chains<W: Wide> {
    links: Vec<Link<W>>,
    /// The first of the links that are in no chain, which make one themselves.
    free: u32,
}

impl<W: Wide> Default for Chains<W> {
    fn default() -> Self {
        Self { links: Vec::new(), free: END }
    }
}

impl<W: Wide> Chains<W> {
    /// Forgets everyone.
    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.free = END;
    }

    /// The link at a place.
    pub(super) fn at(&self, place: u32) -> &Link<W> {
        &self.links[place as usize]
    }

    /// Moves the body of the link at `place` within its cell.
    pub(super) fn move_to(&mut self, place: u32, spot: &Spot<W>) {
        self.links[place as usize].spot = *spot;
    }

    /// Puts a body at the head of the chain of a cell, and tells the place of its link.
    pub(super) fn add(&mut self, head: &mut u32, cell: u32, body: u32, spot: &Spot<W>) -> u32 {
        let link = Link { spot: *spot, body, cell, before: END, after: *head };
        let place = if self.free == END {
            self.links.push(link);
            (self.links.len() - 1) as u32
        } else {
            let place = self.free;
            self.free = core::mem::replace(&mut self.links[place as usize], link).after;
            place
        };
        if *head != END {
            self.links[*head as usize].before = place;
        }
        *head = place;
        place
    }

    /// Takes the link at `place` out of the chain of its cell.
    pub(super) fn remove(&mut self, head: &mut u32, place: u32) {
        let Link { before, after, .. } = self.links[place as usize];
        match before {
            END => *head = after,
            before => self.links[before as usize].after = after,
        }
        if after != END {
            self.links[after as usize].before = before;
        }
        self.links[place as usize].after = self.free;
        self.free = place;
    }

    /// The links of the chain that begins at `head`.
    pub(super) fn from(&self, head: u32) -> impl Iterator<Item = &Link<W>> {
        let mut next = head;
        core::iter::from_fn(move || {
            let link = self.links.get(next as usize)?;
            next = link.after;
            Some(link)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    #[test]
    fn who_comes_and_goes_is_found_as_long_as_he_is_there() {
        let spot = |x: f64| Spot { middle: dvec2(x, 0.0), reach: 1.0 };
        let mut chains = Chains::<DVec2>::default();
        let mut heads = [END; 2];
        let places: Vec<u32> = (0..6)
            .map(|body| chains.add(&mut heads[body as usize % 2], body % 2, body, &spot(0.0)))
            .collect();
        let bodies = |chains: &Chains<DVec2>, head: u32| -> Vec<u32> {
            chains.from(head).map(|link| link.body).collect()
        };
        assert_eq!(bodies(&chains, heads[0]), [4, 2, 0]);
        for body in [4, 0, 3] {
            chains.remove(&mut heads[body % 2], places[body]);
        }
        assert_eq!(bodies(&chains, heads[0]), [2]);
        assert_eq!(bodies(&chains, heads[1]), [5, 1]);
        // Who went leaves his place to those who come.
        for body in 6..10 {
            assert!(chains.add(&mut heads[0], 0, body, &spot(1.0)) <= 6);
        }
        assert_eq!(bodies(&chains, heads[0]), [9, 8, 7, 6, 2]);
        chains.move_to(places[2], &spot(7.0));
        assert_eq!(chains.at(places[2]).spot, spot(7.0));
    }
}
