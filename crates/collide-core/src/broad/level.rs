//! One level of the grid: the cells for bodies of like size.

use super::bounding_sphere::BoundingSphere;
use super::candidates::{BATCH, Candidates};
use super::cell_lists::{CellLists, END_OF_LIST};
use super::lattice::{Lattice, Region};
use super::nth_part::nth_part;
use crate::vector::Vector;

/// No body.
const NONE: u32 = u32::MAX;

/// How many cells there are at most for each body of the level, besides a few.
const CELLS: f64 = 4.0;
const FEW: f64 = 64.0;

/// A body as it was entered.
#[derive(Clone, Copy, Debug)]
struct Entry<V: Vector> {
    sphere: BoundingSphere<V>,
    body: u32,
    cell: u32,
}

/// The cells of one level. A body is in the cell of its centre.
#[derive(Clone, Debug)]
pub(super) struct Level<V: Vector> {
    lattice: Lattice<V>,
    /// The radius of the largest body.
    reach: f64,
    /// The distance up to which a pair is found.
    margin: f64,
    /// The place of the first entry of each cell; one number more than there are cells.
    starts: Vec<u32>,
    /// The entries of all cells, and after them a few without a body, so that the last ones can be tested as a batch.
    entries: Vec<Entry<V>>,
    /// The head of the list of each cell; empty as long as there are no lists.
    heads: Vec<u32>,
}

impl<V: Vector> Default for Level<V> {
    fn default() -> Self {
        Self {
            lattice: Lattice::default(),
            reach: 0.0,
            margin: 0.0,
            starts: Vec::new(),
            entries: Vec::new(),
            heads: Vec::new(),
        }
    }
}

impl<V: Vector> Level<V> {
    /// Lays cells for `count` bodies of radius `reach` at most. Pairs up to `margin` apart are found.
    pub(super) fn lay(&mut self, region: &Region<V>, count: usize, [reach, margin]: [f64; 2]) {
        // Two bodies that touch are in neighbouring cells, however positions are rounded.
        let side = (2.0 * reach + margin) * (1.0 + 1e-3);
        self.lattice = Lattice::over(region, side, CELLS * count as f64 + FEW);
        (self.reach, self.margin) = (reach, margin);
        self.heads.clear();
        self.starts.clear();
        self.starts.resize(self.lattice.len() + 1, 0);
    }

    /// Counts a body for the cell that it will be entered into, and returns that cell.
    pub(super) fn count(&mut self, sphere: &BoundingSphere<V>) -> u32 {
        let cell = self.lattice.cell(sphere.centre);
        self.starts[cell] += 1;
        cell as u32
    }

    /// Makes room for all bodies that have been counted.
    pub(super) fn make_room(&mut self) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let empty = Entry { sphere: BoundingSphere::NOWHERE, body: NONE, cell: 0 };
        self.entries.truncate(end as usize);
        self.entries.resize(end as usize, empty);
        self.entries.resize(end as usize + BATCH, empty);
    }

    /// Puts a body that has been counted into its cell, and returns its place.
    pub(super) fn put(&mut self, cell: u32, body: u32, sphere: &BoundingSphere<V>) -> u32 {
        let start = &mut self.starts[cell as usize];
        *start -= 1;
        self.entries[*start as usize] = Entry { sphere: *sphere, body, cell };
        *start
    }

    /// The sphere of the entry at `place`.
    pub(super) fn at(&self, place: u32) -> &BoundingSphere<V> {
        &self.entries[place as usize].sphere
    }

    /// Moves the body of the entry at `place` if it stays in its cell, and returns whether it does.
    pub(super) fn update_sorted(&mut self, place: u32, sphere: &BoundingSphere<V>) -> bool {
        let cell = self.lattice.cell(sphere.centre) as u32;
        let entry = &mut self.entries[place as usize];
        let stays = entry.cell == cell;
        if stays {
            entry.sphere = *sphere;
            self.reach = f64::max(self.reach, sphere.radius);
        }
        stays
    }

    /// Takes the entry at `place` out.
    pub(super) fn remove(&mut self, place: u32) {
        self.entries[place as usize].sphere = BoundingSphere::NOWHERE;
    }

    /// Enters a body into the list of its cell, and returns the place of its node.
    pub(super) fn insert_listed(
        &mut self,
        lists: &mut CellLists<V>,
        body: u32,
        sphere: &BoundingSphere<V>,
    ) -> u32 {
        if self.heads.is_empty() {
            self.heads.resize(self.starts.len() - 1, END_OF_LIST);
        }
        self.reach = f64::max(self.reach, sphere.radius);
        let cell = self.lattice.cell(sphere.centre);
        lists.add(&mut self.heads[cell], cell as u32, body, sphere)
    }

    /// Moves the body of the node at `place` if it stays in its cell, and returns whether it does.
    pub(super) fn update_listed(
        &mut self,
        lists: &mut CellLists<V>,
        place: u32,
        sphere: &BoundingSphere<V>,
    ) -> bool {
        let stays = self.lattice.cell(sphere.centre) as u32 == lists.at(place).cell;
        if stays {
            lists.move_to(place, sphere);
            self.reach = f64::max(self.reach, sphere.radius);
        }
        stays
    }

    /// Takes the body of the node at `place` out of the list of its cell.
    pub(super) fn remove_listed(&mut self, lists: &mut CellLists<V>, place: u32) {
        let cell = lists.at(place).cell as usize;
        lists.remove(&mut self.heads[cell], place);
    }

    /// Adds each body that touches this sphere, except that of the entry at `own`.
    pub(super) fn collect_candidates(
        &self,
        lists: &CellLists<V>,
        sphere: &BoundingSphere<V>,
        own: usize,
        near: &mut Candidates,
    ) {
        // Bodies that reach the sphere by rounding only are found too.
        let rounding = 8.0 * f64::EPSILON * (sphere.centre.max_magnitude() + sphere.radius);
        let [low, high] =
            sphere.grown(self.reach + rounding).corners().map(|it| self.lattice.place(it));
        for z in low[2]..high[2] + 1 {
            for y in low[1]..high[1] + 1 {
                let [first, last] = [low[0], high[0]].map(|x| self.lattice.at([x, y, z]));
                let range = [first, last + 1].map(|cell| self.starts[cell] as usize);
                self.each_touching(sphere, range, |start, some, touch| {
                    // If `own` is not in this batch, it is further away than a mask has bits.
                    let others = !1u32.checked_shl(own.wrapping_sub(start) as u32).unwrap_or(0);
                    near.add_masked(some.each_ref().map(|entry| entry.body), touch & others);
                });
                if self.has_listed(first, last) {
                    let heads = self.heads.get(first..last + 1).unwrap_or_default();
                    collect_listed(lists, heads, sphere, near);
                }
            }
        }
    }

    /// Whether the lists of these cells may hold a body.
    #[inline(always)]
    fn has_listed(&self, first: usize, last: usize) -> bool {
        // Mostly there are two or three cells; four are tested at once, without a branch for each.
        match self.heads.get(first..).and_then(<[_]>::first_chunk::<4>) {
            Some(heads) if last - first < 4 => {
                heads.iter().fold(END_OF_LIST, |all, head| all & head) != END_OF_LIST
            }
            _ => !self.heads.is_empty(),
        }
    }

    /// The distance up to which a pair is found.
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    /// Calls `found` once for each pair up to the margin apart, of one part of the work, as long as there
    /// are no lists.
    pub(super) fn pairs(&self, part: [usize; 2], found: &mut impl FnMut(u32, u32)) {
        let [width, height, _] = self.lattice.size();
        // The rows beside a cell that come after its own: one in the plane, four in space.
        let above = width * height;
        let rows = [width, above - width, above, above + width];
        let rows = &rows[..if V::DIMENSION == 2 { 1 } else { 4 }];
        for (place, entry) in nth_part(self.sorted(), part) {
            let (cell, sphere) = (entry.cell as usize, entry.sphere.grown(self.margin));
            let mut look = |range: [usize; 2]| {
                self.each_touching(&sphere, range, |_, some, mut touch| {
                    while touch != 0 {
                        found(entry.body, some[touch.trailing_zeros() as usize % BATCH].body);
                        touch &= touch - 1;
                    }
                });
            };
            look([place as usize + 1, self.starts[cell + 2] as usize]);
            for row in rows {
                let beside = cell + row;
                look([beside - 1, beside + 2].map(|cell| self.starts[cell] as usize));
            }
        }
    }

    /// Calls `found` for each body of one part of the work, as long as there are no lists.
    pub(super) fn each(&self, part: [usize; 2], mut found: impl FnMut(u32, &BoundingSphere<V>)) {
        nth_part(self.sorted(), part).for_each(|(_, entry)| found(entry.body, &entry.sphere));
    }

    /// The entries of all cells.
    fn sorted(&self) -> &[Entry<V>] {
        &self.entries[..self.entries.len().saturating_sub(BATCH)]
    }

    /// Calls `found` with a batch of entries of a range at a time, the place of the first, and a bit for
    /// each that touches the sphere.
    ///
    /// A range has few entries, and whether one touches is hard to predict: so a batch is tested without a
    /// branch for each.
    #[inline(always)]
    fn each_touching(
        &self,
        sphere: &BoundingSphere<V>,
        [mut start, end]: [usize; 2],
        mut tell: impl FnMut(usize, &[Entry<V>; BATCH], u32),
    ) {
        while start < end
            && let Some(some) = self.entries.get(start..).and_then(<[_]>::first_chunk::<BATCH>)
        {
            let wanted = (1u32 << usize::min(end - start, BATCH)) - 1;
            let touch = some.iter().zip(0..).fold(0, |touch, (entry, place)| {
                touch | u32::from(entry.sphere.touches(sphere)) << place
            });
            tell(start, some, touch & wanted);
            start += BATCH;
        }
    }
}

/// Adds the bodies of these lists that touch the sphere. Few cells have a list.
#[inline(never)]
fn collect_listed<V: Vector>(
    lists: &CellLists<V>,
    heads: &[u32],
    sphere: &BoundingSphere<V>,
    near: &mut Candidates,
) {
    for link in heads.iter().flat_map(|head| lists.from(*head)) {
        if link.sphere.touches(sphere) {
            near.add(link.body);
        }
    }
}
