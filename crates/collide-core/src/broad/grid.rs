//! Uniform grids over the space that the bodies occupy, one for all bodies of like size, made anew each step.
//!
//! A body is a sphere around the middle of its path, in the cell of that middle and nowhere else. A search
//! reaches further than its own sphere by the radius of the largest body of a grid. Coordinates beyond a grid
//! are clamped into its outermost cells: that keeps order, so no body is ever lost. Bodies that are much
//! larger than most (half-spaces, the fastest few) and the first long ones (walls, which are large balls and
//! thin boxes) are kept in a list of their own, which is searched by strips of space.

use super::aabb::Aabb;
use super::bounding_sphere::BoundingSphere;
use super::candidates::Candidates;
use super::cell_lists::CellLists;
use super::large::LargeList;
use super::lattice::Region;
use super::level::Level;
use crate::vector::Vector;

/// How many levels there are. The bodies of each are up to four times as large as those of the one below;
/// the lowest takes all that are smaller still.
const LEVELS: usize = 8;

/// On which of them bodies are that are as large as most.
const MIDDLE: i32 = 4;

/// So many long ones are in the list of the large.
const LONG: usize = 256;

/// By how many a body is asked about its size, to know how large most are.
const SAMPLE: usize = 63;

/// By how many where the cells are to lie.
const SPREAD: usize = 256;

/// The region of the cells ends so many standard deviations from the middle of all, if some are far off.
const WIDE: f64 = 4.0;

/// Where a body is.
#[derive(Clone, Copy, Debug)]
enum Place {
    Nowhere,
    /// Among the entries of a level, and where there.
    Sorted(u8, u32),
    /// In the list of a cell of a level, and the place of its node.
    Listed(u8, u32),
    /// Among the large.
    Large(u32),
}

/// Which levels there are: a bit for each.
#[derive(Clone, Copy, Debug, Default)]
struct Used(u8);

impl Used {
    fn has(self, level: usize) -> bool {
        self.0 >> level & 1 == 1
    }

    fn add(&mut self, level: usize) {
        self.0 |= 1 << level;
    }

    /// The levels from this one on.
    fn from(self, level: usize) -> impl Iterator<Item = usize> {
        let mut left = u32::from(self.0) >> level << level;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                first
            })
        })
    }
}

/// The cells, each with the bodies that were entered into it.
#[derive(Clone, Debug)]
pub struct Grid<V: Vector> {
    levels: [Level<V>; LEVELS],
    used: Used,
    region: Region<V>,
    /// One by half of how far most bodies reach.
    per_usual: f64,
    large: LargeList<V>,
    places: Vec<Place>,
    lists: CellLists<V>,
    /// Whether a body has been entered since the grid was made.
    entered: bool,
}

impl<V: Vector> Default for Grid<V> {
    fn default() -> Self {
        Self {
            levels: core::array::from_fn(|_| Level::default()),
            used: Used::default(),
            region: Region { origin: V::ZERO, span: V::ZERO },
            per_usual: 1.0,
            large: LargeList::default(),
            places: Vec::new(),
            lists: CellLists::default(),
            entered: false,
        }
    }
}

impl<V: Vector> Grid<V> {
    /// Enters these bodies with boxes around them. A pair is listed if the two are at most the margin of
    /// one of them apart.
    pub fn rebuild(
        &mut self,
        spheres: &[BoundingSphere<V>],
        margin: impl Fn(usize) -> f64,
        bounds: impl Fn(usize, &BoundingSphere<V>) -> Aabb<V>,
    ) {
        self.per_usual = f64::min(2.0 / usual(spheres), f64::MAX);
        self.region = region(spheres);
        self.large.lay(&self.region);
        self.lists.clear();
        self.entered = false;
        self.places.clear();
        self.places.resize(spheres.len(), Place::Nowhere);
        let (mut counts, mut reaches) = ([0usize; LEVELS], [[0f64; 2]; LEVELS]);
        for (body, sphere) in (0u32..).zip(spheres) {
            if let Some(level) = self.level(sphere, || bounds(body as usize, sphere)) {
                self.places[body as usize] = Place::Sorted(level as u8, 0);
                counts[level] += 1;
                let [reach, apart] = &mut reaches[level];
                *reach = f64::max(*reach, sphere.radius);
                *apart = f64::max(*apart, margin(body as usize));
            } else if sphere.is_somewhere() {
                self.add_large(body, sphere, bounds(body as usize, sphere));
            }
        }
        self.used = Used::default();
        for level in (0..LEVELS).filter(|level| counts[*level] > 0) {
            self.used.add(level);
            self.levels[level].lay(&self.region, counts[level], reaches[level]);
        }
        let levels = &mut self.levels;
        // Until all bodies are counted, the number of its cell stands for the place of a body.
        for (place, sphere) in self.places.iter_mut().zip(spheres) {
            if let Place::Sorted(level, cell) = place {
                *cell = levels[usize::from(*level)].count(sphere);
            }
        }
        for level in self.used.from(0) {
            levels[level].make_room();
        }
        for (body, (place, sphere)) in (0u32..).zip(self.places.iter_mut().zip(spheres)) {
            if let Place::Sorted(level, cell) = place {
                *cell = levels[usize::from(*level)].put(*cell, body, sphere);
            }
        }
    }

    /// Moves a body to its new place, and returns whether it had to be entered anew: then as `fattened`,
    /// which holds `sphere`, with `bounds` as the box around that.
    pub fn update(
        &mut self,
        body: u32,
        [sphere, fattened]: [&BoundingSphere<V>; 2],
        bounds: impl Fn(&BoundingSphere<V>) -> Aabb<V>,
    ) -> bool {
        let level = self.level(fattened, || bounds(fattened));
        match self.places[body as usize] {
            Place::Nowhere => {}
            Place::Sorted(known, place) => {
                let grid = &mut self.levels[usize::from(known)];
                if grid.at(place).contains(sphere) {
                    return false;
                }
                self.entered = true;
                if level == Some(usize::from(known)) && grid.update_sorted(place, fattened) {
                    return true;
                }
                grid.remove(place);
            }
            Place::Listed(known, place) => {
                if self.lists.at(place).sphere.contains(sphere) {
                    return false;
                }
                let grid = &mut self.levels[usize::from(known)];
                if level == Some(usize::from(known))
                    && grid.update_listed(&mut self.lists, place, fattened)
                {
                    return true;
                }
                grid.remove_listed(&mut self.lists, place);
            }
            Place::Large(place) => {
                if self.large.at(place).sphere.contains(sphere) {
                    return false;
                }
                self.remove_large(place);
            }
        }
        self.entered = true;
        let Some(level) = level else {
            self.add_large(body, fattened, bounds(fattened));
            return true;
        };
        if !self.used.has(level) {
            self.used.add(level);
            self.levels[level].lay(&self.region, 0, [fattened.radius, 0.0]);
        }
        let place = self.levels[level].insert_listed(&mut self.lists, body, fattened);
        self.places[body as usize] = Place::Listed(level as u8, place);
        true
    }

    /// Whether no body has been entered since the grid was made, so that all [`pairs`](Self::pairs) are
    /// found.
    pub fn finds_pairs(&self) -> bool {
        !self.entered
    }

    /// The volume of the box in which most bodies are.
    pub fn volume(&self) -> f64 {
        (0..V::DIMENSION).fold(1.0, |volume, axis| volume * self.region.span.component(axis))
    }

    /// Where a body was entered.
    pub fn fattened_sphere(&self, body: u32) -> Option<BoundingSphere<V>> {
        match *self.places.get(body as usize)? {
            Place::Nowhere => None,
            Place::Sorted(level, place) => Some(*self.levels[usize::from(level)].at(place)),
            Place::Listed(_, place) => Some(self.lists.at(place).sphere),
            Place::Large(place) => Some(self.large.at(place).sphere),
        }
    }

    /// Calls `found` once for each body that touches this sphere, in any order.
    pub fn query(&self, sphere: &BoundingSphere<V>, mut found: impl FnMut(u32)) {
        let mut near = Candidates::default();
        self.collect_candidates(sphere, None, &mut near);
        near.all().iter().for_each(|body| found(*body));
        self.query_large(sphere, found);
    }

    /// Calls `found` once for each large body with a box that touches this sphere, in any order.
    #[inline]
    pub fn query_large(&self, sphere: &BoundingSphere<V>, found: impl FnMut(u32)) {
        self.large.query(sphere, found);
    }

    /// Whether a body is in the list of the large.
    pub fn is_large(&self, body: u32) -> bool {
        matches!(self.places.get(body as usize), Some(Place::Large(_)))
    }

    /// Adds each body that touches this sphere, except the large ones, and perhaps the body `own`.
    #[inline]
    pub(crate) fn collect_candidates(
        &self,
        sphere: &BoundingSphere<V>,
        own: Option<u32>,
        near: &mut Candidates,
    ) {
        let own = own.and_then(|own| self.places.get(own as usize));
        for level in self.used.from(0) {
            let own = match own {
                Some(Place::Sorted(known, place)) if usize::from(*known) == level => {
                    *place as usize
                }
                _ => usize::MAX,
            };
            self.levels[level].collect_candidates(&self.lists, sphere, own, near);
        }
    }

    /// Calls `found` once for each pair within the margin of one of the two, and perhaps for others that
    /// are near, as long as no body has been entered since the grid was made, of one part of the work.
    /// Pairs with a large body are left out.
    pub fn pairs(&self, part: [usize; 2], mut found: impl FnMut(u32, u32)) {
        for number in self.used.from(0) {
            let level = &self.levels[number];
            level.pairs(part, &mut found);
            for larger in self.used.from(number + 1).map(|larger| &self.levels[larger]) {
                let margin = f64::max(level.margin(), larger.margin());
                let mut near = Candidates::default();
                level.each(part, |body, sphere| {
                    near.clear();
                    larger.collect_candidates(
                        &self.lists,
                        &sphere.grown(margin),
                        usize::MAX,
                        &mut near,
                    );
                    near.all().iter().for_each(|other| found(body, *other));
                });
            }
        }
    }

    /// On which level a body is that is somewhere, with this box around it; nothing if it is large or long.
    fn level(&self, sphere: &BoundingSphere<V>, bounds: impl FnOnce() -> Aabb<V>) -> Option<usize> {
        /// The exponent of one, as it is stored.
        const BIAS: i32 = 1023;
        // What is as large as most is in the middle of its level.
        let exponent = (sphere.radius * self.per_usual).to_bits() >> 52;
        let level = ((exponent as i32 - BIAS) >> 1) + MIDDLE;
        if level > MIDDLE && level < LEVELS as i32 && self.large.len() < LONG {
            let sides = bounds();
            let sides = sides.max - sides.min;
            // A thin one would be found by its ball where it is not.
            let thinnest =
                (0..V::DIMENSION).map(|axis| sides.component(axis)).fold(f64::MAX, f64::min);
            if thinnest < sphere.radius {
                return None;
            }
        }
        (sphere.radius.is_finite() && level < LEVELS as i32).then(|| i32::max(level, 0) as usize)
    }

    fn add_large(&mut self, body: u32, sphere: &BoundingSphere<V>, bounds: Aabb<V>) {
        self.places[body as usize] = Place::Large(self.large.add(body, sphere, bounds));
    }

    fn remove_large(&mut self, place: u32) {
        if let Some(moved) = self.large.remove(place) {
            self.places[moved as usize] = Place::Large(place);
        }
    }
}

/// How far most bodies reach, of those that have bounds.
fn usual<V: Vector>(spheres: &[BoundingSphere<V>]) -> f64 {
    let mut sample = [0.0; SAMPLE];
    let mut count = 0;
    let stride = usize::max(spheres.len() / SAMPLE, 1);
    let somewhere = spheres.iter().step_by(stride).filter(|sphere| sphere.is_somewhere());
    let reaches = somewhere.map(|sphere| sphere.radius);
    for reach in reaches.filter(|reach| reach.is_finite() && *reach > 0.0).take(SAMPLE) {
        sample[count] = reach;
        count += 1;
    }
    let sample = &mut sample[..count];
    sample.sort_unstable_by(f64::total_cmp);
    sample.get(count / 2).copied().unwrap_or(1.0)
}

/// Where the cells are to lie: where all are, or where most are if some are far off.
fn region<V: Vector>(spheres: &[BoundingSphere<V>]) -> Region<V> {
    let stride = usize::max(spheres.len() / SPREAD, 1);
    let bounded = || {
        let sample = spheres.iter().step_by(stride);
        sample
            .filter(|sphere| sphere.is_somewhere() && sphere.is_bounded())
            .map(|sphere| sphere.centre)
    };
    let Some(first) = bounded().next() else {
        return Region { origin: V::ZERO, span: V::ZERO };
    };
    let (mut min, mut max) = (first, first);
    let (mut sum, mut squares, mut count) = (V::ZERO, V::ZERO, 0.0);
    for place in bounded() {
        let way = place - first;
        (min, max) = (min.least(place), max.greatest(place));
        sum += way;
        squares += V::from_components(|axis| way.component(axis) * way.component(axis));
        count += 1.0;
    }
    let (mean, square) = (sum / count, squares / count);
    let far = V::from_components(|axis| {
        let [mean, square] = [mean, square].map(|it| it.component(axis));
        WIDE * f64::max(square - mean * mean, 0.0).sqrt()
    });
    let middle = first + mean;
    let (low, high) = (min.greatest(middle - far), max.least(middle + far));
    let span = high - low;
    // Where numbers are too large for squares there is no middle.
    if low.is_finite()
        && span.is_finite()
        && (0..V::DIMENSION).all(|axis| span.component(axis) >= 0.0)
    {
        Region { origin: low, span }
    } else {
        Region { origin: min, span: max - min }
    }
}
