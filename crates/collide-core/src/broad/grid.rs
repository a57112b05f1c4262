//! A uniform grid over the space that the bodies occupy, rebuilt each step.
//!
//! Coordinates beyond the grid are clamped into its outermost cells. Clamping keeps order, so bounds
//! that overlap still share a cell, and no body is ever lost. Bodies whose bounds cover many cells
//! (walls, half-spaces, the fastest few) are kept in a list of their own that every query reads.

use super::aabb::Aabb;
use crate::vector::Wide;

/// A body covering more cells than this goes to the list of the wide.
const MOST_CELLS: usize = 64;

/// No entry follows.
const NONE: u32 = u32::MAX;

/// The cells, each with a chain of the bodies that were entered into it.
#[derive(Clone, Debug)]
pub struct Grid<W: Wide> {
    origin: W,
    cell: f64,
    size: [usize; 3],
    heads: Vec<u32>,
    entries: Vec<Entry>,
    wide: Vec<(u32, Aabb<W>)>,
    /// The number of the query that saw a body last, so that each is found once.
    seen: Vec<u32>,
    query: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    body: u32,
    next: u32,
}

impl<W: Wide> Default for Grid<W> {
    fn default() -> Self {
        Self {
            origin: W::ZERO,
            cell: 1.0,
            size: [1; 3],
            heads: Vec::new(),
            entries: Vec::new(),
            wide: Vec::new(),
            seen: Vec::new(),
            query: 0,
        }
    }
}

impl<W: Wide> Grid<W> {
    /// Forgets everything and enters the bodies that are there.
    pub fn rebuild(&mut self, bounds: &[Option<Aabb<W>>]) {
        self.fit(bounds);
        self.heads.clear();
        self.heads.resize(self.size.iter().product(), NONE);
        self.entries.clear();
        self.wide.clear();
        self.seen.clear();
        self.seen.resize(bounds.len(), 0);
        self.query = 0;
        for (body, bounds) in bounds.iter().enumerate() {
            if let Some(bounds) = bounds {
                self.enter(body as u32, bounds);
            }
        }
    }

    /// Enters one body, known or not, with these bounds.
    pub fn enter(&mut self, body: u32, bounds: &Aabb<W>) {
        let [low, high] = self.cells(bounds);
        let covered: usize = (0..W::DIMENSION).map(|axis| high[axis] - low[axis] + 1).product();
        if covered > MOST_CELLS {
            match self.wide.iter_mut().find(|(known, _)| *known == body) {
                Some((_, known)) => *known = *bounds,
                None => self.wide.push((body, *bounds)),
            }
            return;
        }
        for cell in self.indices(low, high) {
            // A body that bounces on the spot must not fill its cells with itself.
            if self.chain(cell).all(|entry| entry.body != body) {
                let next = self.heads[cell];
                self.heads[cell] = self.entries.len() as u32;
                self.entries.push(Entry { body, next });
            }
        }
    }

    /// Calls `found` once for each body that may overlap the bounds, in any order.
    pub fn query(&mut self, bounds: &Aabb<W>, mut found: impl FnMut(u32)) {
        self.query += 1;
        let query = self.query;
        let [low, high] = self.cells(bounds);
        for cell in self.indices(low, high) {
            let mut entry = self.heads[cell];
            while entry != NONE {
                let Entry { body, next } = self.entries[entry as usize];
                if self.seen[body as usize] != query {
                    self.seen[body as usize] = query;
                    found(body);
                }
                entry = next;
            }
        }
        for (body, other) in &self.wide {
            if self.seen[*body as usize] != query && other.overlaps(bounds) {
                self.seen[*body as usize] = query;
                found(*body);
            }
        }
    }
}

impl<W: Wide> Grid<W> {
    /// The entries of a cell.
    fn chain(&self, cell: usize) -> impl Iterator<Item = Entry> + '_ {
        let entry = |index: u32| self.entries.get(index as usize).copied();
        core::iter::successors(entry(self.heads[cell]), move |last| entry(last.next))
    }

    /// Chooses cells of twice the mean extent of the bounds, and no more than four cells a body.
    fn fit(&mut self, bounds: &[Option<Aabb<W>>]) {
        let bounded =
            || bounds.iter().flatten().filter(|bounds| (bounds.max - bounds.min).is_finite());
        let mut count = 0usize;
        let mut total = 0.0;
        let (mut min, mut max) = (W::ZERO, W::ZERO);
        for bounds in bounded() {
            if count == 0 {
                (min, max) = (bounds.min, bounds.max);
            }
            min = W::from_components(|axis| min.component(axis).min(bounds.min.component(axis)));
            max = W::from_components(|axis| max.component(axis).max(bounds.max.component(axis)));
            count += 1;
            total += (bounds.max - bounds.min).max_magnitude();
        }
        let most = 4.0 * count as f64 + 1.0;
        let span = max - min;
        self.origin = min;
        self.cell = f64::max(2.0 * total / count.max(1) as f64, f64::MIN_POSITIVE);
        let cells = |cell: f64| -> f64 {
            (0..W::DIMENSION).map(|axis| 1.0 + (span.component(axis) / cell).floor()).product()
        };
        while cells(self.cell) > most {
            self.cell *= 2.0;
        }
        self.size = core::array::from_fn(|axis| {
            if axis < W::DIMENSION { 1 + (span.component(axis) / self.cell) as usize } else { 1 }
        });
    }

    /// The least and the greatest cell that the bounds touch, along each axis.
    fn cells(&self, bounds: &Aabb<W>) -> [[usize; 3]; 2] {
        let cell = |corner: W, axis: usize| {
            if axis >= W::DIMENSION {
                return 0;
            }
            // The conversion takes negative numbers and NaN to zero.
            let index = ((corner - self.origin).component(axis) / self.cell) as usize;
            index.min(self.size[axis] - 1)
        };
        [
            core::array::from_fn(|axis| cell(bounds.min, axis)),
            core::array::from_fn(|axis| cell(bounds.max, axis)),
        ]
    }

    fn indices(&self, low: [usize; 3], high: [usize; 3]) -> impl Iterator<Item = usize> + use<W> {
        let [width, height, _] = self.size;
        (low[2]..=high[2]).flat_map(move |z| {
            (low[1]..=high[1])
                .flat_map(move |y| (low[0]..=high[0]).map(move |x| (z * height + y) * width + x))
        })
    }
}
