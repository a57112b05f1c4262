//! The cells of a grid for bodies of like size.

use super::share::share;
use super::spot::Spot;
use crate::vector::Wide;

/// No body, and no body follows.
const NONE: u32 = u32::MAX;

/// How many cells there are at most for each body of the level, besides a few.
const CELLS: f64 = 4.0;
const FEW: f64 = 64.0;

/// A body where it was entered.
#[derive(Clone, Copy, Debug)]
struct Entry<W: Wide> {
    spot: Spot<W>,
    body: u32,
    cell: u32,
}

/// A body that was entered after the grid was made, in the chain of its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<W: Wide> {
    pub(super) spot: Spot<W>,
    before: u32,
    after: u32,
}

impl<W: Wide> Link<W> {
    /// The link of a body that is in no chain.
    pub(super) const LOOSE: Self = Self { spot: Spot::NOWHERE, before: NONE, after: NONE };
}

/// Where the cells of all levels lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<W: Wide> {
    pub(super) origin: W,
    pub(super) span: W,
}

/// The cells of one level. A body is in the cell of its middle. Around the cells there is an empty border, so that
/// each of them has others on all sides.
#[derive(Clone, Debug)]
pub(super) struct Level<W: Wide> {
    origin: W,
    /// How many cells go into a length unit.
    density: f64,
    /// How many cells there are along each axis, with the border.
    size: [usize; 3],
    /// How far the largest body reaches.
    reach: f64,
    /// Where the entries of a cell begin; one number more than there are cells.
    starts: Vec<u32>,
    entries: Vec<Entry<W>>,
    /// The first body of the chain of a cell; nothing as long as there are no chains.
    heads: Vec<u32>,
}

impl<W: Wide> Default for Level<W> {
    fn default() -> Self {
        Self {
            origin: W::ZERO,
            density: 1.0,
            size: [1; 3],
            reach: 0.0,
            starts: Vec::new(),
            entries: Vec::new(),
            heads: Vec::new(),
        }
    }
}

impl<W: Wide> Level<W> {
    /// Forgets everything, and lays cells for so many bodies that reach so far.
    pub(super) fn lay(&mut self, region: &Region<W>, count: usize, reach: f64) {
        let most = CELLS * count as f64 + FEW;
        // Who touches another is in a cell beside his, whatever is rounded.
        let mut cell = f64::max(2.0 * reach * (1.0 + 1e-3), f64::MIN_POSITIVE);
        let along = |axis: usize, cell: f64| 1.0 + (region.span.component(axis) / cell).floor();
        while (0..W::DIMENSION).map(|axis| along(axis, cell)).product::<f64>() > most {
            cell *= 1.25;
        }
        self.origin = region.origin;
        self.density = f64::min(1.0 / cell, f64::MAX);
        self.size = core::array::from_fn(|axis| {
            if axis < W::DIMENSION { usize::max(along(axis, cell) as usize, 1) + 2 } else { 1 }
        });
        self.reach = reach;
        self.heads.clear();
        self.starts.clear();
        self.starts.resize(self.size.iter().product::<usize>() + 1, 0);
    }

    /// Counts a body for the cell that it will be entered into, and tells which that is.
    pub(super) fn count(&mut self, spot: &Spot<W>) -> u32 {
        let cell = self.cell(spot.middle);
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
        let nobody = Entry { spot: Spot::NOWHERE, body: NONE, cell: 0 };
        self.entries.resize(end as usize, nobody);
    }

    /// Puts a body that has been counted into its cell, and tells its place.
    pub(super) fn put(&mut self, cell: u32, body: u32, spot: &Spot<W>) -> u32 {
        let start = &mut self.starts[cell as usize];
        *start -= 1;
        self.entries[*start as usize] = Entry { spot: *spot, body, cell };
        *start
    }

    /// Where the body of the entry at `place` is.
    pub(super) fn at(&self, place: u32) -> &Spot<W> {
        &self.entries[place as usize].spot
    }

    /// Moves the body of the entry at `place`, if it stays in its cell. Tells whether it does.
    pub(super) fn take_place(&mut self, place: u32, spot: &Spot<W>) -> bool {
        let cell = self.cell(spot.middle) as u32;
        let entry = &mut self.entries[place as usize];
        let stays = entry.cell == cell;
        if stays {
            entry.spot = *spot;
            self.reach = f64::max(self.reach, spot.reach);
        }
        stays
    }

    /// Takes the entry at `place` out.
    pub(super) fn remove(&mut self, place: u32) {
        self.entries[place as usize].body = NONE;
    }

    /// Enters a body into the chain of its cell, and tells which cell that is.
    pub(super) fn chain(&mut self, links: &mut [Link<W>], body: u32, spot: &Spot<W>) -> u32 {
        if self.heads.is_empty() {
            self.heads.resize(self.starts.len() - 1, NONE);
        }
        self.reach = f64::max(self.reach, spot.reach);
        let cell = self.cell(spot.middle);
        let after = core::mem::replace(&mut self.heads[cell], body);
        if after != NONE {
            links[after as usize].before = body;
        }
        links[body as usize] = Link { spot: *spot, before: NONE, after };
        cell as u32
    }

    /// Takes a body out of the chain of its cell.
    pub(super) fn unchain(&mut self, links: &mut [Link<W>], body: u32, cell: u32) {
        let Link { before, after, .. } = links[body as usize];
        match before {
            NONE => self.heads[cell as usize] = after,
            before => links[before as usize].after = after,
        }
        if after != NONE {
            links[after as usize].before = before;
        }
    }

    /// Calls `found` for each body that is in touch with this place.
    pub(super) fn query(&self, links: &[Link<W>], spot: &Spot<W>, found: &mut impl FnMut(u32)) {
        // What reaches up to here by rounding is not to be missed.
        let rounding = 8.0 * f64::EPSILON * (spot.middle.max_magnitude() + spot.reach);
        let [low, high] = spot.grown(self.reach + rounding).corners().map(|it| self.place(it));
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                let row = (z * self.size[1] + y) * self.size[0];
                let [first, last] = [row + low[0], row + high[0]];
                let [start, end] = [first, last + 1].map(|cell| self.starts[cell] as usize);
                for entry in &self.entries[start..end] {
                    if entry.spot.touches(spot) && entry.body != NONE {
                        found(entry.body);
                    }
                }
                if !self.heads.is_empty() {
                    for head in &self.heads[first..=last] {
                        let mut body = *head;
                        while body != NONE {
                            let link = &links[body as usize];
                            if link.spot.touches(spot) {
                                found(body);
                            }
                            body = link.after;
                        }
                    }
                }
            }
        }
    }

    /// Calls `found` once for each two that touch, as long as nobody is in a chain, of one of so many parts of
    /// all.
    pub(super) fn pairs(&self, part: [usize; 2], found: &mut impl FnMut(u32, u32)) {
        let [width, height, _] = self.size;
        // Of the rows beside a cell those that come after its own: one, and in space four.
        let above = width * height;
        let rows = [width, above - width, above, above + width];
        let rows = &rows[..if W::DIMENSION == 2 { 1 } else { 4 }];
        for (place, entry) in share(&self.entries, part) {
            let cell = entry.cell as usize;
            let mut look = |others: &[Entry<W>]| {
                for other in others {
                    if other.spot.touches(&entry.spot) {
                        found(entry.body, other.body);
                    }
                }
            };
            look(&self.entries[place as usize + 1..self.starts[cell + 2] as usize]);
            for row in rows {
                let beside = cell + row;
                let [start, end] = [beside - 1, beside + 2].map(|cell| self.starts[cell] as usize);
                look(&self.entries[start..end]);
            }
        }
    }

    /// Calls `found` for each body of one of so many parts, as long as nobody is in a chain.
    pub(super) fn each(&self, part: [usize; 2], mut found: impl FnMut(u32, &Spot<W>)) {
        share(&self.entries, part).for_each(|(_, entry)| found(entry.body, &entry.spot));
    }

    /// Where along each axis the cell of a point is.
    fn place(&self, point: W) -> [usize; 3] {
        let from = point - self.origin;
        core::array::from_fn(|axis| {
            if axis >= W::DIMENSION {
                return 0;
            }
            // The conversion takes what is no number to zero, and what is too large to the largest.
            let number = (from.component(axis) * self.density) as i32;
            (i32::max(number, 0) as usize).min(self.size[axis] - 3) + 1
        })
    }

    fn cell(&self, point: W) -> usize {
        let [x, y, z] = self.place(point);
        (z * self.size[1] + y) * self.size[0] + x
    }
}
