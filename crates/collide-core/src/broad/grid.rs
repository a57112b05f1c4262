//! Uniform grids over the space that the bodies occupy, one for all bodies of like size, made anew each step.
//!
//! A body is in the cell of the lower corner of its bounds, and nowhere else. Who looks for others looks as
//! far below his own bounds as the largest body of a grid reaches. Coordinates beyond a grid are clamped
//! into its outermost cells: that keeps order, so no body is ever lost. Bodies that are much larger than
//! most (walls, half-spaces, the fastest few) are kept in a list of their own that every query reads.

use super::aabb::Aabb;
use super::level::{Level, Link, Region};
use crate::vector::Wide;

/// How many levels there are. The bodies of each are up to four times as large as those of the one below;
/// the lowest takes all that are smaller still.
const LEVELS: usize = 8;

/// On which of them bodies are that are as large as most.
const MIDDLE: i32 = 4;

/// By how many a body is asked about its size, to know how large most are.
const SAMPLE: usize = 63;

/// The region of the cells ends so many standard deviations from the middle of all, if some are far off.
const WIDE: f64 = 4.0;

/// Where a body is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Nowhere,
    /// Among the entries of a level, and where there.
    Sorted(u8, u32),
    /// In the chain of a cell of a level.
    Chained(u8, u32),
    /// Among the large.
    Large(u32),
}

/// The cells, each with the bodies that were entered into it.
#[derive(Clone, Debug)]
pub struct Grid<W: Wide> {
    levels: [Level<W>; LEVELS],
    /// Which of them there are.
    used: [bool; LEVELS],
    region: Region<W>,
    /// The size of most bodies.
    usual: f64,
    large: Vec<(u32, Aabb<W>)>,
    places: Vec<Place>,
    links: Vec<Link<W>>,
    /// Level and cell of each body while the grid is made.
    cells: Vec<(u8, u32)>,
}

impl<W: Wide> Default for Grid<W> {
    fn default() -> Self {
        Self {
            levels: core::array::from_fn(|_| Level::default()),
            used: [false; LEVELS],
            region: Region { origin: W::ZERO, span: W::ZERO },
            usual: 1.0,
            large: Vec::new(),
            places: Vec::new(),
            links: Vec::new(),
            cells: Vec::new(),
        }
    }
}

impl<W: Wide> Grid<W> {
    /// Forgets everything and enters the bodies that are there.
    pub fn rebuild(&mut self, bounds: &[Option<Aabb<W>>]) {
        /// The number of what is on no level.
        const OFF: u8 = LEVELS as u8;
        self.usual = usual(bounds);
        self.region = region(bounds);
        self.large.clear();
        self.links.clear();
        self.places.clear();
        self.places.resize(bounds.len(), Place::Nowhere);
        let (mut counts, mut reaches) = ([0usize; LEVELS], [0f64; LEVELS]);
        self.cells.clear();
        for (body, bounds) in (0u32..).zip(bounds) {
            let Some(bounds) = bounds else {
                self.cells.push((OFF, 0));
                continue;
            };
            let reach = reach(bounds);
            if let Some(level) = self.level(reach) {
                counts[level] += 1;
                reaches[level] = f64::max(reaches[level], reach);
                self.cells.push((level as u8, 0));
            } else {
                self.cells.push((OFF, 0));
                self.add_large(body, bounds);
            }
        }
        self.used = counts.map(|count| count > 0);
        for level in (0..LEVELS).filter(|level| counts[*level] > 0) {
            self.levels[level].lay(&self.region, counts[level], reaches[level]);
        }
        let levels = &mut self.levels;
        for ((level, cell), bounds) in self.cells.iter_mut().zip(bounds) {
            if let (Some(level), Some(bounds)) = (levels.get_mut(usize::from(*level)), bounds) {
                *cell = level.count(bounds);
            }
        }
        for level in (0..LEVELS).filter(|level| counts[*level] > 0) {
            levels[level].make_room();
        }
        for ((body, (level, cell)), bounds) in (0u32..).zip(&self.cells).zip(bounds) {
            let grid = levels.get_mut(usize::from(*level));
            if let (Some(grid), Some(bounds)) = (grid, bounds) {
                self.places[body as usize] = Place::Sorted(*level, grid.put(*cell, body, bounds));
            }
        }
    }

    /// Enters one body, known or not, with these bounds.
    pub fn enter(&mut self, body: u32, bounds: &Aabb<W>) {
        let reach = reach(bounds);
        let level = self.level(reach);
        match self.places[body as usize] {
            Place::Nowhere => {}
            Place::Sorted(known, place) => {
                let grid = &mut self.levels[usize::from(known)];
                if level == Some(usize::from(known)) {
                    if grid.take_place(place, bounds, reach) {
                        return;
                    }
                } else {
                    grid.remove(place);
                }
            }
            Place::Chained(known, cell) => {
                self.levels[usize::from(known)].unchain(&mut self.links, body, cell);
            }
            Place::Large(place) => self.remove_large(place),
        }
        let Some(level) = level else { return self.add_large(body, bounds) };
        if !self.used[level] {
            self.used[level] = true;
            self.levels[level].lay(&self.region, 0, reach);
        }
        if self.links.is_empty() {
            self.links.resize(self.places.len(), Link::LOOSE);
        }
        let cell = self.levels[level].chain(&mut self.links, body, bounds, reach);
        self.places[body as usize] = Place::Chained(level as u8, cell);
    }

    /// Calls `found` once for each body that overlaps the bounds, in any order.
    pub fn query(&self, bounds: &Aabb<W>, mut found: impl FnMut(u32)) {
        for (level, _) in self.levels.iter().zip(self.used).filter(|(_, used)| *used) {
            level.query(&self.links, bounds, &mut found);
        }
        for (body, other) in &self.large {
            if other.overlaps(bounds) {
                found(*body);
            }
        }
    }

    /// Calls `found` once for each two that overlap, as long as nobody has been entered since the grid was
    /// made. Those of whom one is much larger than most are left out.
    pub fn pairs(&self, mut found: impl FnMut(u32, u32)) {
        for (number, level) in self.levels.iter().enumerate().filter(|(it, _)| self.used[*it]) {
            level.pairs(&mut found);
            let larger = self.levels.iter().zip(self.used).skip(number + 1);
            for (larger, _) in larger.filter(|(_, used)| *used) {
                level.each(|body, bounds| {
                    larger.query(&self.links, bounds, &mut |other| found(body, other));
                });
            }
        }
    }

    /// Those who are much larger than most, with their bounds.
    pub fn large(&self) -> &[(u32, Aabb<W>)] {
        &self.large
    }

    /// On which level bodies are that reach so far; nothing if that is far.
    fn level(&self, reach: f64) -> Option<usize> {
        /// The exponent of one, as it is stored.
        const BIAS: i32 = 1023;
        // What is as large as most is in the middle of its level.
        let exponent = (reach / (0.5 * self.usual)).to_bits() >> 52;
        let level = (exponent as i32 - BIAS).div_euclid(2) + MIDDLE;
        (reach.is_finite() && level < LEVELS as i32).then(|| i32::max(level, 0) as usize)
    }

    fn add_large(&mut self, body: u32, bounds: &Aabb<W>) {
        self.places[body as usize] = Place::Large(self.large.len() as u32);
        self.large.push((body, *bounds));
    }

    fn remove_large(&mut self, place: u32) {
        self.large.swap_remove(place as usize);
        if let Some((moved, _)) = self.large.get(place as usize) {
            self.places[*moved as usize] = Place::Large(place);
        }
    }
}

/// How far bounds reach from their lower corner.
fn reach<W: Wide>(bounds: &Aabb<W>) -> f64 {
    (bounds.max - bounds.min).max_magnitude()
}

/// How large most bodies are, of those that have bounds.
fn usual<W: Wide>(bounds: &[Option<Aabb<W>>]) -> f64 {
    let mut sample = [0.0; SAMPLE];
    let mut count = 0;
    let stride = usize::max(bounds.len() / SAMPLE, 1);
    let reaches = bounds.iter().step_by(stride).flatten().map(reach);
    for reach in reaches.filter(|reach| reach.is_finite() && *reach > 0.0).take(SAMPLE) {
        sample[count] = reach;
        count += 1;
    }
    let sample = &mut sample[..count];
    sample.sort_unstable_by(f64::total_cmp);
    sample.get(count / 2).copied().unwrap_or(1.0)
}

/// Where the cells are to lie: where all are, or where most are if some are far off.
fn region<W: Wide>(bounds: &[Option<Aabb<W>>]) -> Region<W> {
    let bounded = || bounds.iter().flatten().filter(|bounds| reach(bounds).is_finite());
    let Some(first) = bounded().next() else {
        return Region { origin: W::ZERO, span: W::ZERO };
    };
    let (mut min, mut max) = (first.min, first.min);
    let (mut sum, mut squares, mut count) = (W::ZERO, W::ZERO, 0.0);
    for bounds in bounded() {
        let way = bounds.min - first.min;
        (min, max) = (min.least(bounds.min), max.greatest(bounds.min));
        sum += way;
        squares += W::from_components(|axis| way.component(axis) * way.component(axis));
        count += 1.0;
    }
    let (mean, square) = (sum / count, squares / count);
    let far = W::from_components(|axis| {
        let [mean, square] = [mean, square].map(|it| it.component(axis));
        WIDE * f64::max(square - mean * mean, 0.0).sqrt()
    });
    let middle = first.min + mean;
    let (low, high) = (min.greatest(middle - far), max.least(middle + far));
    let span = high - low;
    // Where numbers are too large for squares there is no middle.
    if low.is_finite()
        && span.is_finite()
        && (0..W::DIMENSION).all(|axis| span.component(axis) >= 0.0)
    {
        Region { origin: low, span }
    } else {
        Region { origin: min, span: max - min }
    }
}
