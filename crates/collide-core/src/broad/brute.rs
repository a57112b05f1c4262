//! The brute-force finder: it tests all pairs. It is the oracle of the grid, and faster than it for a few bodies.

use super::aabb::Aabb;
use super::bounding_sphere::BoundingSphere;
use super::nth_part::nth_part;
use crate::vector::Vector;

/// The list of all bodies where they were entered, and the boxes around them, because a long wall is a large
/// ball and a thin box.
#[derive(Clone, Debug)]
pub struct Brute<V: Vector> {
    spheres: Vec<BoundingSphere<V>>,
    boxes: Vec<Aabb<V>>,
}

impl<V: Vector> Default for Brute<V> {
    fn default() -> Self {
        Self { spheres: Vec::new(), boxes: Vec::new() }
    }
}

impl<V: Vector> Brute<V> {
    /// Enters these bodies, with the box around each.
    pub fn rebuild(
        &mut self,
        spheres: &[BoundingSphere<V>],
        bounds: impl Fn(usize, &BoundingSphere<V>) -> Aabb<V>,
    ) {
        self.spheres.clear();
        self.spheres.extend_from_slice(spheres);
        self.boxes.clear();
        let boxes = spheres.iter().enumerate().map(|(body, sphere)| {
            if sphere.is_somewhere() { bounds(body, sphere) } else { Aabb::nothing() }
        });
        self.boxes.extend(boxes);
    }

    /// Moves a body to its new place, and returns whether it had to be entered anew: then as `fattened`,
    /// which holds `sphere`, with `bounds` as the box around that.
    pub fn update(
        &mut self,
        body: u32,
        [sphere, fattened]: [&BoundingSphere<V>; 2],
        bounds: impl Fn(&BoundingSphere<V>) -> Aabb<V>,
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
    pub fn fattened_sphere(&self, body: u32) -> Option<BoundingSphere<V>> {
        self.spheres.get(body as usize).copied().filter(BoundingSphere::is_somewhere)
    }

    /// Calls `found` once for each pair of boxes that overlap, of one part of the work.
    pub fn pairs(&self, part: [usize; 2], mut found: impl FnMut(u32, u32)) {
        for (one, bounds) in nth_part(&self.boxes, part) {
            for (two, other) in (0u32..one).zip(&self.boxes) {
                if other.overlaps(bounds) {
                    found(one, two);
                }
            }
        }
    }

    /// Calls `found` once for each body with a box that overlaps the box around this sphere, in any order.
    pub fn query(&self, sphere: &BoundingSphere<V>, mut found: impl FnMut(u32)) {
        for (body, bounds) in (0u32..).zip(&self.boxes) {
            if bounds.touches(sphere) {
                found(body);
            }
        }
    }
}
