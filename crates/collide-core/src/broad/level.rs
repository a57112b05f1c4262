//! The cells of a grid for bodies of like size.

use super::bounding_sphere::BoundingSphere;
use super::candidates::{BATCH, Candidates};
use super::cell_lists::{CellLists, END_OF_LIST};
use super::lattice::{Lattice, Region};
use super::nth_part::nth_part;
use crate::vector::Wide;

/// No body.
const NONE: u32 = u32::MAX;

/// How many cells there are at most for each body of the level, besides a few.
const CELLS: f64 = 4.0;
const FEW: f64 = 64.0;

/// A body where it was entered.
#[derive(Clone, Copy, Debug)]
struct Entry<W: Wide> {
    sphere: BoundingSphere<W>,
    body: u32,
    cell: u32,
}

/// The cells of one level. A body is in the cell of its middle.
#[derive(Clone, Debug)]
pub(super) struct Level<W: Wide> {
    lattice: Lattice<W>,
    /// How far the largest body reaches.
    reach: f64,
    /// How far apart those may be who are found as pairs.
    margin: f64,
    /// Where the entries of a cell begin; one number more than there are cells.
    starts: Vec<u32>,
    /// Those of all cells, and after them a few of nobody, so that several can be looked at together.
    entries: Vec<Entry<W>>,
    /// The first body of the chain of a cell; nothing as long as there are no chains.
    heads: Vec<u32>,
}

impl<W: Wide> Default for Level<W> {
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

impl<W: Wide> Level<W> {
    /// Forgets everything, and lays cells for so many bodies that reach so far, and of whom those are wanted as
    /// pairs that are at most `margin` apart.
    pub(super) fn lay(&mut self, region: &Region<W>, count: usize, [reach, margin]: [f64; 2]) {
        // Who touches another is in a cell beside his, whatever is rounded.
        let side = (2.0 * reach + margin) * (1.0 + 1e-3);
        self.lattice = Lattice::over(region, side, CELLS * count as f64 + FEW);
        (self.reach, self.margin) = (reach, margin);
        self.heads.clear();
        self.starts.clear();
        self.starts.resize(self.lattice.len() + 1, 0);
    }

    /// Counts a body for the cell that it will be entered into, and tells which that is.
    pub(super) fn count(&mut self, sphere: &BoundingSphere<W>) -> u32 {
        let cell = self.lattice.cell(sphere.centre);
        self.starts[cell] += 1;
        cell as u32
    }

    /// Makes room for all who have been counted and are to be put there.
    pub(super) fn make_room(&mut self) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let nobody = Entry { sphere: BoundingSphere::NOWHERE, body: NONE, cell: 0 };
        self.entries.truncate(end as usize);
        self.entries.resize(end as usize, nobody);
        self.entries.resize(end as usize + BATCH, nobody);
    }

    /// Puts a body that has been counted into its cell, and tells its place.
    pub(super) fn put(&mut self, cell: u32, body: u32, sphere: &BoundingSphere<W>) -> u32 {
        let start = &mut self.starts[cell as usize];
        *start -= 1;
        self.entries[*start as usize] = Entry { sphere: *sphere, body, cell };
        *start
    }

    /// Where the body of the entry at `place` is.
    pub(super) fn at(&self, place: u32) -> &BoundingSphere<W> {
        &self.entries[place as usize].sphere
    }

    /// Moves the body of the entry at `place`, if it stays in its cell. Tells whether it does.
    pub(super) fn update_sorted(&mut self, place: u32, sphere: &BoundingSphere<W>) -> bool {
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

    /// Enters a body into the chain of its cell, and tells the place of its link.
    pub(super) fn insert_listed(
        &mut self,
        lists: &mut CellLists<W>,
        body: u32,
        sphere: &BoundingSphere<W>,
    ) -> u32 {
        if self.heads.is_empty() {
            self.heads.resize(self.starts.len() - 1, END_OF_LIST);
        }
        self.reach = f64::max(self.reach, sphere.radius);
        let cell = self.lattice.cell(sphere.centre);
        lists.add(&mut self.heads[cell], cell as u32, body, sphere)
    }

    /// Moves the body of the link at `place`, if it stays in its cell. Tells whether it does.
    pub(super) fn update_listed(
        &mut self,
        lists: &mut CellLists<W>,
        place: u32,
        sphere: &BoundingSphere<W>,
    ) -> bool {
        let stays = self.lattice.cell(sphere.centre) as u32 == lists.at(place).cell;
        if stays {
            lists.move_to(place, sphere);
            self.reach = f64::max(self.reach, sphere.radius);
        }
        stays
    }

    /// Takes the body of the link at `place` out of the chain of its cell.
    pub(super) fn remove_listed(&mut self, lists: &mut CellLists<W>, place: u32) {
        let cell = lists.at(place).cell as usize;
        lists.remove(&mut self.heads[cell], place);
    }

    /// Adds each body that is in touch with this place to those who are near, but for the one of the entry at `own`.
    pub(super) fn collect_candidates(
        &self,
        lists: &CellLists<W>,
        sphere: &BoundingSphere<W>,
        own: usize,
        near: &mut Candidates,
    ) {
        // What reaches up to here by rounding is not to be missed.
        let rounding = 8.0 * f64::EPSILON * (sphere.centre.max_magnitude() + sphere.radius);
        let [low, high] =
            sphere.grown(self.reach + rounding).corners().map(|it| self.lattice.place(it));
        for z in low[2]..high[2] + 1 {
            for y in low[1]..high[1] + 1 {
                let [first, last] = [low[0], high[0]].map(|x| self.lattice.at([x, y, z]));
                let range = [first, last + 1].map(|cell| self.starts[cell] as usize);
                self.each_touching(sphere, range, |start, some, touch| {
                    // Who is not among these is further off than a mask has bits.
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

    /// Whether someone may be in a chain of these cells.
    #[inline(always)]
    fn has_listed(&self, first: usize, last: usize) -> bool {
        // Mostly they are three, or two; four are asked of at once, without a branch for each.
        match self.heads.get(first..).and_then(<[_]>::first_chunk::<4>) {
            Some(heads) if last - first < 4 => {
                heads.iter().fold(END_OF_LIST, |all, head| all & head) != END_OF_LIST
            }
            _ => !self.heads.is_empty(),
        }
    }

    /// How far apart those may be who are found as pairs.
    pub(super) fn margin(&self) -> f64 {
        self.margin
    }

    /// Calls `found` once for each two that touch or are at most the margin apart, as long as nobody is in a chain,
    /// of one of so many parts of all.
    pub(super) fn pairs(&self, part: [usize; 2], found: &mut impl FnMut(u32, u32)) {
        let [width, height, _] = self.lattice.size();
        // Of the rows beside a cell those that come after its own: one, and in space four.
        let above = width * height;
        let rows = [width, above - width, above, above + width];
        let rows = &rows[..if W::DIMENSION == 2 { 1 } else { 4 }];
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

    /// Calls `found` for each body of one of so many parts, as long as nobody is in a chain.
    pub(super) fn each(&self, part: [usize; 2], mut found: impl FnMut(u32, &BoundingSphere<W>)) {
        nth_part(self.sorted(), part).for_each(|(_, entry)| found(entry.body, &entry.sphere));
    }

    /// The entries of all cells.
    fn sorted(&self) -> &[Entry<W>] {
        &self.entries[..self.entries.len().saturating_sub(BATCH)]
    }

    /// Tells of all bodies of a range of the entries, some at a time, and where those are, with a bit for each that is
    /// in touch with a place.
    ///
    /// Few are in a range, and whether one touches is hard to foresee: so several are looked at together, without
    /// a branch for each.
    #[inline(always)]
    fn each_touching(
        &self,
        sphere: &BoundingSphere<W>,
        [mut start, end]: [usize; 2],
        mut tell: impl FnMut(usize, &[Entry<W>; BATCH], u32),
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

/// Adds those of the chains that are in touch with a place. They are few, but where someone is.
#[inline(never)]
fn collect_listed<W: Wide>(
    lists: &CellLists<W>,
    heads: &[u32],
    sphere: &BoundingSphere<W>,
    near: &mut Candidates,
) {
    for link in heads.iter().flat_map(|head| lists.from(*head)) {
        if link.sphere.touches(sphere) {
            near.add(link.body);
        }
    }
}
