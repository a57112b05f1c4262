//! Everyone might touch everyone: the oracle of the grid, and faster than it for a few bodies.

use super::aabb::Aabb;
use super::share::share;
use super::spot::Spot;
use crate::vector::Wide;

/// The list of all bodies where they were entered, and the boxes around them, because a long wall is a large
/// ball and a thin box.
#[derive(Clone, Debug)]
pub struct Brute<W: Wide> {
    spots: Vec<Spot<W>>,
    boxes: Vec<Aabb<W>>,
}

impl<W: Wide> Default for Brute<W> {
    fn default() -> Self {
        Self { spots: Vec::new(), boxes: Vec::new() }
    }
}

impl<W: Wide> Brute<W> {
    /// Forgets everything and enters the bodies that are somewhere, with the box around each.
    pub fn rebuild(&mut self, spots: &[Spot<W>], bounds: impl Fn(usize, &Spot<W>) -> Aabb<W>) {
        self.spots.clear();
        self.spots.extend_from_slice(spots);
        self.boxes.clear();
        let boxes = spots.iter().enumerate().map(|(body, spot)| {
            if spot.is_somewhere() { bounds(body, spot) } else { Aabb::nothing() }
        });
        self.boxes.extend(boxes);
    }

    /// Enters one body, known or not, where it is now. If it has to be entered anew, it is so with room to
    /// spare: `roomy` holds `spot`, and `bounds` is the box around that. Tells whether it had to be.
    pub fn enter(
        &mut self,
        body: u32,
        [spot, roomy]: [&Spot<W>; 2],
        bounds: impl Fn(&Spot<W>) -> Aabb<W>,
    ) -> bool {
        let known = &mut self.spots[body as usize];
        let holds = known.contains(spot);
        if !holds {
            *known = *roomy;
            self.boxes[body as usize] = bounds(roomy);
        }
        !holds
    }

    /// Where a body was entered.
    pub fn room(&self, body: u32) -> Option<Spot<W>> {
        self.spots.get(body as usize).copied().filter(Spot::is_somewhere)
    }

    /// Calls `found` once for each two whose boxes overlap, of one of so many parts of all.
    pub fn pairs(&self, part: [usize; 2], mut found: impl FnMut(u32, u32)) {
        for (one, bounds) in share(&self.boxes, part) {
            for (two, other) in (0u32..one).zip(&self.boxes) {
                if other.overlaps(bounds) {
                    found(one, two);
                }
            }
        }
    }

    /// Calls `found` once for each body whose box reaches into that around this place, in any order.
    pub fn query(&self, spot: &Spot<W>, mut found: impl FnMut(u32)) {
        for (body, bounds) in (0u32..).zip(&self.boxes) {
            if bounds.touches(spot) {
                found(body);
            }
        }
    }
}
