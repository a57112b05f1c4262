//! Everyone might touch everyone: the oracle of the grid, and faster than it for a few bodies.

use super::aabb::Aabb;
use crate::vector::Wide;

/// The list of all bodies with all bounds that they were entered with.
#[derive(Clone, Debug)]
pub struct Brute<W: Wide> {
    bounds: Vec<Option<Aabb<W>>>,
}

impl<W: Wide> Default for Brute<W> {
    fn default() -> Self {
        Self { bounds: Vec::new() }
    }
}

impl<W: Wide> Brute<W> {
    /// Forgets everything and enters the bodies that are there.
    pub fn rebuild(&mut self, bounds: &[Option<Aabb<W>>]) {
        self.bounds.clear();
        self.bounds.extend_from_slice(bounds);
    }

    /// Enters one body, known or not, with these bounds.
    pub fn enter(&mut self, body: u32, bounds: &Aabb<W>) {
        self.bounds[body as usize] = Some(*bounds);
    }

    /// Calls `found` once for each two that overlap.
    pub fn pairs(&self, mut found: impl FnMut(u32, u32)) {
        for (one, bounds) in (0u32..).zip(&self.bounds) {
            let Some(bounds) = bounds else { continue };
            for (two, other) in (0u32..one).zip(&self.bounds) {
                if other.is_some_and(|other| other.overlaps(bounds)) {
                    found(one, two);
                }
            }
        }
    }

    /// Calls `found` once for each body that overlaps the bounds, in any order.
    pub fn query(&self, bounds: &Aabb<W>, mut found: impl FnMut(u32)) {
        for (body, other) in self.bounds.iter().enumerate() {
            if other.is_some_and(|other| other.overlaps(bounds)) {
                found(body as u32);
            }
        }
    }
}
