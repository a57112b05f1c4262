//! The cells of a grid for bodies of like size.

use super::aabb::Aabb;
use crate::vector::Wide;

/// No body follows.
const NONE: u32 = u32::MAX;

/// How many cells there are at most for each body of the level, besides a few.
const CELLS: f64 = 4.0;
const FEW: f64 = 64.0;

/// A body with the bounds that it was entered with.
#[derive(Clone, Copy, Debug)]
struct Entry<W: Wide> {
    bounds: Aabb<W>,
    body: u32,
}

/// A body that was entered after the grid was made, in the chain of its cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<W: Wide> {
    bounds: Aabb<W>,
    before: u32,
    after: u32,
}

impl<W: Wide> Link<W> {
    /// The link of a body that is in no chain.
    pub(super) const LOOSE: Self = Self { bounds: Aabb::EMPTY, before: NONE, after: NONE };
}

/// Where the cells of all levels lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region<W: Wide> {
    pub(super) origin: W,
    pub(super) span: W,
}

/// The cells of one level. A body is in the cell of the lower corner of its bounds.
#[derive(Clone, Debug)]
pub(super) struct Level<W: Wide> {
    origin: W,
    /// How many cells go into a length unit.
    density: f64,
    size: [usize; 3],
    /// How far the bounds of the largest body reach from their lower corner.
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
        // Who overlaps another is in a cell beside his, whatever is rounded.
        let mut cell = f64::max(reach * (1.0 + 1e-3), f64::MIN_POSITIVE);
        let along = |axis: usize, cell: f64| 1.0 + (region.span.component(axis) / cell).floor();
        while (0..W::DIMENSION).map(|axis| along(axis, cell)).product::<f64>() > most {
            cell *= 1.25;
        }
        self.origin = region.origin;
        self.density = f64::min(1.0 / cell, f64::MAX);
        self.size = core::array::from_fn(|axis| {
            if axis < W::DIMENSION { usize::max(along(axis, cell) as usize, 1) } else { 1 }
        });
        self.reach = reach;
        self.entries.clear();
        self.heads.clear();
        self.starts.clear();
        self.starts.resize(self.size.iter().product::<usize>() + 1, 0);
    }

    /// Counts a body for the cell that it will be entered into, and tells which that is.
    pub(super) fn count(&mut self, bounds: &Aabb<W>) -> u32 {
        let cell = self.cell(bounds.min);
        self.starts[cell] += 1;
        cell as u32
    }

    /// Makes room for all who have been counted.
    pub(super) fn make_room(&mut self) {
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        let nobody = Entry { bounds: Aabb::NOWHERE, body: NONE };
        self.entries.resize(end as usize, nobody);
    }

    /// Puts a body that has been counted into its cell, and tells its place.
    pub(super) fn put(&mut self, cell: u32, body: u32, bounds: &Aabb<W>) -> u32 {
        let start = &mut self.starts[cell as usize];
        *start -= 1;
        self.entries[*start as usize] = Entry { bounds: *bounds, body };
        *start
    }

    /// Whether bounds that reach so far belong into the same cell as those of the entry at `place`.
    pub(super) fn take_place(&mut self, place: u32, bounds: &Aabb<W>, reach: f64) -> bool {
        let known = self.entries[place as usize].bounds;
        let stays = self.cell(known.min) == self.cell(bounds.min);
        self.entries[place as usize].bounds = if stays { *bounds } else { Aabb::NOWHERE };
        self.reach = f64::max(self.reach, reach);
        stays
    }

    /// Takes the entry at `place` out.
    pub(super) fn remove(&mut self, place: u32) {
        self.entries[place as usize].bounds = Aabb::NOWHERE;
    }

    /// Enters a body into the chain of its cell, and tells which cell that is.
    pub(super) fn chain(
        &mut self,
        links: &mut [Link<W>],
        body: u32,
        bounds: &Aabb<W>,
        reach: f64,
    ) -> u32 {
        if self.heads.is_empty() {
            self.heads.resize(self.starts.len() - 1, NONE);
        }
        self.reach = f64::max(self.reach, reach);
        let cell = self.cell(bounds.min);
        let after = core::mem::replace(&mut self.heads[cell], body);
        if after != NONE {
            links[after as usize].before = body;
        }
        links[body as usize] = Link { bounds: *bounds, before: NONE, after };
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

    /// Calls `found` for each body whose bounds overlap these.
    pub(super) fn query(&self, links: &[Link<W>], bounds: &Aabb<W>, found: &mut impl FnMut(u32)) {
        let lower = W::from_components(|axis| {
            let corner = bounds.min.component(axis);
            // What reaches up to here by rounding is not to be missed.
            corner - self.reach - 4.0 * f64::EPSILON * (corner.abs() + self.reach)
        });
        let [low, high] = [self.place(lower), self.place(bounds.max)];
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                let row = (z * self.size[1] + y) * self.size[0];
                let [first, last] = [row + low[0], row + high[0]];
                let [start, end] = [first, last + 1].map(|cell| self.starts[cell] as usize);
                for entry in &self.entries[start..end] {
                    if entry.bounds.overlaps(bounds) {
                        found(entry.body);
                    }
                }
                if !self.heads.is_empty() {
                    for head in &self.heads[first..=last] {
                        let mut body = *head;
                        while body != NONE {
                            let link = &links[body as usize];
                            if link.bounds.overlaps(bounds) {
                                found(body);
                            }
                            body = link.after;
                        }
                    }
                }
            }
        }
    }

    /// Calls `found` once for each two that overlap, as long as nobody is in a chain.
    pub(super) fn pairs(&self, found: &mut impl FnMut(u32, u32)) {
        let [width, height, depth] = self.size;
        for z in 0..depth {
            for y in 0..height {
                for x in 0..width {
                    let cell = (z * height + y) * width + x;
                    let own = self.run(cell, cell);
                    if own.is_empty() {
                        continue;
                    }
                    // The cells that come after this one among those beside it, in runs.
                    let beside = [x.saturating_sub(1), usize::min(x + 1, width - 1)];
                    let mut runs = [(0, 0); 4];
                    let mut count = 0;
                    for (up, over) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
                        let (Some(y), z) = (y.checked_add_signed(up), z + over) else { continue };
                        if y < height && z < depth {
                            let row = (z * height + y) * width;
                            let run = self.run(row + beside[0], row + beside[1]);
                            runs[count] = (run.start, run.end);
                            count += 1;
                        }
                    }
                    let next = self.run(cell, cell - x + beside[1]).end;
                    for one in own {
                        let Entry { bounds, body } = self.entries[one];
                        let mut look = |run: &[Entry<W>]| {
                            for other in run {
                                if other.bounds.overlaps(&bounds) {
                                    found(body, other.body);
                                }
                            }
                        };
                        look(&self.entries[one + 1..next]);
                        for (start, end) in &runs[..count] {
                            look(&self.entries[*start..*end]);
                        }
                    }
                }
            }
        }
    }

    /// Calls `found` for each body with its bounds, as long as nobody is in a chain.
    pub(super) fn each(&self, mut found: impl FnMut(u32, &Aabb<W>)) {
        self.entries.iter().for_each(|entry| found(entry.body, &entry.bounds));
    }

    /// The places of the entries from one cell to another of a row.
    fn run(&self, first: usize, last: usize) -> core::ops::Range<usize> {
        self.starts[first] as usize..self.starts[last + 1] as usize
    }

    /// Where along each axis the cell of a point is.
    fn place(&self, point: W) -> [usize; 3] {
        let from = point - self.origin;
        core::array::from_fn(|axis| {
            if axis >= W::DIMENSION {
                return 0;
            }
            // The conversion takes negative numbers and NaN to zero.
            ((from.component(axis) * self.density) as usize).min(self.size[axis] - 1)
        })
    }

    fn cell(&self, point: W) -> usize {
        let [x, y, z] = self.place(point);
        (z * self.size[1] + y) * self.size[0] + x
    }
}
