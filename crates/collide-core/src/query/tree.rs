//! A tree of bounds, which is searched from near to far.
//!
//! Every node holds the bounds of all that is below it, halved along the axis on which the centres
//! are spread most until a few are left. A long ray passes over whole regions, bodies of unlike sizes
//! do not hinder each other, and searching changes nothing, so that many may search at once. What has
//! no bounds is looked at by every search.

use crate::broad::Aabb;
use crate::vector::Vector;

/// So many are not divided further.
const FEW: usize = 4;

/// No tree of 32-bit numbers of items, halved at each level, is deeper than this.
const DEPTH: usize = 40;

/// Items under the numbers 0, 1, 2, ... with their bounds.
#[derive(Clone, Debug)]
pub struct Tree<V: Vector> {
    nodes: Vec<Node<V>>,
    leaves: Vec<Leaf<V>>,
    unbounded: Vec<u32>,
    extent: f64,
}

#[derive(Clone, Copy, Debug)]
struct Leaf<V: Vector> {
    bounds: Aabb<V>,
    item: u32,
}

/// A node has either leaves, or two children that lie beside each other.
#[derive(Clone, Copy, Debug)]
struct Node<V: Vector> {
    bounds: Aabb<V>,
    /// The first leaf, or the first child if there are no leaves.
    first: u32,
    leaves: u32,
}

impl<V: Vector> Default for Tree<V> {
    fn default() -> Self {
        Self { nodes: Vec::new(), leaves: Vec::new(), unbounded: Vec::new(), extent: 0.0 }
    }
}

impl<V: Vector> Tree<V> {
    /// Forgets everything and enters items with these bounds, numbered in their order.
    pub fn rebuild(&mut self, bounds: impl Iterator<Item = Aabb<V>>) {
        self.nodes.clear();
        self.leaves.clear();
        self.unbounded.clear();
        for (item, bounds) in (0u32..).zip(bounds) {
            if bounds.is_finite() {
                self.leaves.push(Leaf { bounds, item });
            } else {
                self.unbounded.push(item);
            }
        }
        if self.leaves.is_empty() {
            self.extent = 0.0;
            return;
        }
        let root = self.node(0, self.leaves.len());
        self.extent = f64::max(root.bounds.min.max_magnitude(), root.bounds.max.max_magnitude());
        self.nodes.push(root);
        let mut next = 0;
        while next < self.nodes.len() {
            self.divide(next);
            next += 1;
        }
    }

    /// The largest magnitude of a coordinate of any finite bounds.
    pub fn extent(&self) -> f64 {
        self.extent
    }

    /// A node with these leaves.
    fn node(&self, first: usize, count: usize) -> Node<V> {
        let leaves = &self.leaves[first..first + count];
        let bounds = leaves.iter().fold(leaves[0].bounds, |all, leaf| all.joined(&leaf.bounds));
        Node { bounds, first: first as u32, leaves: count as u32 }
    }

    /// Gives a node with many leaves two children instead, each with half of them.
    fn divide(&mut self, index: usize) {
        let Node { first, leaves, .. } = self.nodes[index];
        let (first, count) = (first as usize, leaves as usize);
        if count <= FEW {
            return;
        }
        let leaves = &mut self.leaves[first..first + count];
        let centres = leaves.iter().map(|leaf| Aabb { min: centre(leaf), max: centre(leaf) });
        let spread = centres.reduce(|all, point| all.joined(&point));
        let width = |axis: usize| spread.map_or(0.0, |all| (all.max - all.min).component(axis));
        let axis = (1..V::DIMENSION)
            .fold(0, |best, axis| if width(axis) > width(best) { axis } else { best });
        let half = count / 2;
        leaves.select_nth_unstable_by(half, |one, other| {
            let along = |leaf: &Leaf<V>| centre(leaf).component(axis);
            along(one).total_cmp(&along(other))
        });
        let children = [self.node(first, half), self.node(first + half, count - half)];
        self.nodes[index].first = self.nodes.len() as u32;
        self.nodes[index].leaves = 0;
        self.nodes.extend(children);
    }

    /// Calls `visit` with items, in any order but nearer regions first, among them all with bounds that
    /// have an `entry` and none above the limit. An entry is a bound from below on what `visit` may
    /// find inside of bounds; `visit` returns the limit from then on.
    pub fn search(
        &self,
        mut limit: f64,
        entry: impl Fn(&Aabb<V>) -> Option<f64>,
        mut visit: impl FnMut(u32) -> f64,
    ) {
        for item in &self.unbounded {
            limit = visit(*item);
        }
        let mut waiting = [(0u32, f64::NEG_INFINITY); DEPTH];
        let mut count = usize::from(!self.nodes.is_empty());
        while count > 0 {
            count -= 1;
            let (index, nearest) = waiting[count];
            if nearest > limit {
                continue;
            }
            let Node { first, leaves, .. } = self.nodes[index as usize];
            let first_index = first as usize;
            if leaves > 0 {
                for leaf in &self.leaves[first_index..first_index + leaves as usize] {
                    if entry(&leaf.bounds).is_some_and(|nearest| nearest <= limit) {
                        limit = visit(leaf.item);
                    }
                }
                continue;
            }
            let [one, other] = [0, 1].map(|child| entry(&self.nodes[first_index + child].bounds));
            let near = usize::from(other.is_some_and(|other| one.is_none_or(|one| other < one)));
            // The nearer child is taken from the end first.
            for child in [1 - near, near] {
                if let Some(nearest) = [one, other][child] {
                    waiting[count] = (first + child as u32, nearest);
                    count += 1;
                }
            }
        }
    }
}

fn centre<V: Vector>(leaf: &Leaf<V>) -> V {
    leaf.bounds.min * 0.5 + leaf.bounds.max * 0.5
}
