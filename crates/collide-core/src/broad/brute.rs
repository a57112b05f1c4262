//! Everyone might touch everyone: the oracle of the grid, and faster than it for a few bodies.

use super::aabb::Aabb;
use super::bounding_sphere::BoundingSphere;
use super::nth_part::nth_part;
use crate::vector::Wide;

/// The list of all bodies where they were entered, and the boxes around them, because a long wall is a large
/// ball and a thin box.
#[derive(Clone, Debug)]
pub struct Brute<W: Wide> {
    spheres: Vec<BoundingSphere<W>>,
    boxes: Vec<Aabb<W>>,
}

impl<W: Wide> Default for Brute<W> {
    fn default() -> Self {
        Self { spheres: Vec::new(), boxes: Vec::new() }
    }
}

impl<W: Wide> Brute<W> {
    /// Forgets everything and enters the bodies that are somewhere, with the box around each.
    pub fn rebuild(
        &mut self,
        spheres: &[BoundingSphere<W>],
        bounds: impl Fn(usize, &BoundingSphere<W>) -> Aabb<W>,
    ) {
        self.spheres.clear();
        self.spheres.extend_from_slice(spheres);
        self.boxes.clear();
        let boxes = spheres.iter().enumerate().map(|(body, sphere)| {
            if sphere.is_somewhere() { bounds(body, sphere) } else { Aabb::nothing() }
        });
        self.boxes.extend(boxes);
    }

    /// Enters one body, known or not, where it is now. If it has to be entered anew, it is so with room to
    /// spare: `fattened` holds `sphere`, and `bounds` is the box around that. Tells whether it had to be.
    pub fn update(
        &mut self,
        body: u32,
        [sphere, fattened]: [&BoundingSphere<W>; 2],
        bounds: impl Fn(&BoundingSphere<W>) -> Aabb<W>,
    ) -> bool {
        let known = &mut self.spheres[body as usize];
        let holds = known.contains(sphere);
        if !holds {
            *known = *fattened;
            self.boxes[body as usize] = bounds(fattened);
        }
        !holds
    }

    /// Where a body was entered.
    pub fn fattened_sphere(&self, body: u32) -> Option<BoundingSphere<W>> {
        self.spheres.get(body as usize).copied().filter(BoundingSphere::is_somewhere)
    }

    /// Calls `found` once for each two whose boxes overlap, of one of so many parts of all.
    pub fn pairs(&self, part: [usize; 2], mut found: impl FnMut(u32, u32)) {
        for (one, bounds) in nth_part(&self.boxes, part) {
            for (two, other) in (0u32..one).zip(&self.boxes) {
                if other.overlaps(bounds) {
                    found(one, two);
                }
            }
        }
    }

    /// Calls `found` once for each body whose box reaches into that around this place, in any order.
    pub fn query(&self, sphere: &BoundingSphere<W>, mut found: impl FnMut(u32)) {
        for (body, bounds) in (0u32..).zip(&self.boxes) {
            if bounds.touches(sphere) {
                found(body);
            }
        }
    }
}
