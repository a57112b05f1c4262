//! Everyone might touch everyone: the oracle of the grid, and faster than it for a few bodies.

use super::spot::Spot;
use crate::vector::Wide;

/// The list of all bodies where they were entered.
#[derive(Clone, Debug)]
pub struct Brute<W: Wide> {
    spots: Vec<Spot<W>>,
}

impl<W: Wide> Default for Brute<W> {
    fn default() -> Self {
        Self { spots: Vec::new() }
    }
}

impl<W: Wide> Brute<W> {
    /// Forgets everything and enters the bodies that are somewhere.
    pub fn rebuild(&mut self, spots: &[Spot<W>]) {
        self.spots.clear();
        self.spots.extend_from_slice(spots);
    }

    /// Enters one body, known or not, where it is now. If it has to be entered anew, it is so with room to
    /// spare: `roomy` holds `spot`. Tells whether it had to be.
    pub fn enter(&mut self, body: u32, spot: &Spot<W>, roomy: &Spot<W>) -> bool {
        let known = &mut self.spots[body as usize];
        let holds = known.contains(spot);
        if !holds {
            *known = *roomy;
        }
        !holds
    }

    /// Where a body was entered.
    pub fn room(&self, body: u32) -> Option<Spot<W>> {
        self.spots.get(body as usize).copied().filter(Spot::is_somewhere)
    }

    /// Calls `found` once for each two that touch.
    pub fn pairs(&self, mut found: impl FnMut(u32, u32)) {
        for (one, spot) in (0u32..).zip(&self.spots).filter(|(_, spot)| spot.is_somewhere()) {
            for (two, other) in (0u32..one).zip(&self.spots) {
                if other.touches(spot) && other.is_somewhere() {
                    found(one, two);
                }
            }
        }
    }

    /// Calls `found` once for each body that is in touch with this place, in any order.
    pub fn query(&self, spot: &Spot<W>, mut found: impl FnMut(u32)) {
        for (body, other) in (0u32..).zip(&self.spots) {
            if other.touches(spot) && other.is_somewhere() {
                found(body);
            }
        }
    }
}
