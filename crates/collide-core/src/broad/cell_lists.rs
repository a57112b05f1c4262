//! Linked lists of the bodies that have entered a cell after the grid was made. They are few.

use super::bounding_sphere::BoundingSphere;
use crate::vector::Vector;

/// The end of a list, and the head of an empty one.
pub(super) const END_OF_LIST: u32 = u32::MAX;

/// A body as it was entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListNode<V: Vector> {
    pub(super) sphere: BoundingSphere<V>,
    pub(super) body: u32,
    pub(super) cell: u32,
    before: u32,
    after: u32,
}

/// The lists of all cells of all levels. A body is named by the place of its node.
#[derive(Clone, Debug)]
pub(super) struct CellLists<V: Vector> {
    nodes: Vec<ListNode<V>>,
    /// The first node of the list of free nodes.
    free: u32,
}

impl<V: Vector> Default for CellLists<V> {
    fn default() -> Self {
        Self { nodes: Vec::new(), free: END_OF_LIST }
    }
}

impl<V: Vector> CellLists<V> {
    /// Empties all lists.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.free = END_OF_LIST;
    }

    /// The node at a place.
    pub(super) fn at(&self, place: u32) -> &ListNode<V> {
        &self.nodes[place as usize]
    }

    /// Moves the body of the node at `place` within its cell.
    pub(super) fn move_to(&mut self, place: u32, sphere: &BoundingSphere<V>) {
        self.nodes[place as usize].sphere = *sphere;
    }

    /// Puts a body at the head of the list of a cell, and returns the place of its node.
    pub(super) fn add(
        &mut self,
        head: &mut u32,
        cell: u32,
        body: u32,
        sphere: &BoundingSphere<V>,
    ) -> u32 {
        let link = ListNode { sphere: *sphere, body, cell, before: END_OF_LIST, after: *head };
        let place = if self.free == END_OF_LIST {
            self.nodes.push(link);
            (self.nodes.len() - 1) as u32
        } else {
            let place = self.free;
            self.free = core::mem::replace(&mut self.nodes[place as usize], link).after;
            place
        };
        if *head != END_OF_LIST {
            self.nodes[*head as usize].before = place;
        }
        *head = place;
        place
    }

    /// Takes the node at `place` out of the list of its cell.
    pub(super) fn remove(&mut self, head: &mut u32, place: u32) {
        let ListNode { before, after, .. } = self.nodes[place as usize];
        match before {
            END_OF_LIST => *head = after,
            before => self.nodes[before as usize].after = after,
        }
        if after != END_OF_LIST {
            self.nodes[after as usize].before = before;
        }
        self.nodes[place as usize].after = self.free;
        self.free = place;
    }

    /// The nodes of the list that begins at `head`.
    pub(super) fn from(&self, head: u32) -> impl Iterator<Item = &ListNode<V>> {
        let mut next = head;
        core::iter::from_fn(move || {
            let link = self.nodes.get(next as usize)?;
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
    fn bodies_are_listed_until_they_are_removed() {
        let sphere = |x: f64| BoundingSphere { centre: dvec2(x, 0.0), radius: 1.0 };
        let mut lists = CellLists::<DVec2>::default();
        let mut heads = [END_OF_LIST; 2];
        let places: Vec<u32> = (0..6)
            .map(|body| lists.add(&mut heads[body as usize % 2], body % 2, body, &sphere(0.0)))
            .collect();
        let bodies = |lists: &CellLists<DVec2>, head: u32| -> Vec<u32> {
            lists.from(head).map(|link| link.body).collect()
        };
        assert_eq!(bodies(&lists, heads[0]), [4, 2, 0]);
        for body in [4, 0, 3] {
            lists.remove(&mut heads[body % 2], places[body]);
        }
        assert_eq!(bodies(&lists, heads[0]), [2]);
        assert_eq!(bodies(&lists, heads[1]), [5, 1]);
        // The places of removed nodes are used again.
        for body in 6..10 {
            assert!(lists.add(&mut heads[0], 0, body, &sphere(1.0)) <= 6);
        }
        assert_eq!(bodies(&lists, heads[0]), [9, 8, 7, 6, 2]);
        lists.move_to(places[2], &sphere(7.0));
        assert_eq!(lists.at(places[2]).sphere, sphere(7.0));
    }
}
