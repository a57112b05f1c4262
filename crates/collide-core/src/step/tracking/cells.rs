//! The cell grid of tracking: the neighbours of each cell, the walls near it, and the time at which a ball leaves it.

use std::ops::Range;

use crate::broad::{Aabb, BoundingSphere, Lattice, is_clear};
use crate::shape::Shape;
use crate::step::tracking::tuning::Tuning;
use crate::vector::Vector;

/// The number of cells of which a word says whether walls are near them.
const WORD: usize = u64::BITS as usize;

/// The cells through which tracked balls fly.
#[derive(Clone, Debug)]
pub(crate) struct Cells<V: Vector> {
    lattice: Lattice<V>,
    /// The borders of the cells along each axis.
    ends: [Vec<f64>; 3],
    /// The walls near each cell, one cell after the other.
    walls: Vec<u32>,
    /// The place of the first wall of each cell.
    starts: Vec<u32>,
    /// A bit for each cell that has a wall. Most have none, and their starts need not be read.
    walled: Vec<u64>,
    /// How far a ball reaches beyond its cell at most.
    reach: f64,
}

impl<V: Vector> Default for Cells<V> {
    fn default() -> Self {
        Self {
            lattice: Lattice::default(),
            ends: Default::default(),
            walls: Vec::new(),
            starts: Vec::new(),
            walled: Vec::new(),
            reach: 0.0,
        }
    }
}

impl<V: Vector> Cells<V> {
    /// Lays cells over a region. The outermost ones extend to the corners `bounds`, and a ball reaches up
    /// to `reach` beyond its cell.
    pub(crate) fn lay(&mut self, lattice: Lattice<V>, bounds: [V; 2], reach: f64) {
        (self.lattice, self.reach) = (lattice, reach);
        for (axis, ends) in self.ends.iter_mut().enumerate().take(V::DIMENSION) {
            ends.clear();
            ends.extend(self.lattice.ends(axis));
            let last = ends.len() - 1;
            // The lattice has an empty border around these.
            [ends[1], ends[last]] = bounds.map(|corner| corner.component(axis));
        }
    }

    /// The number of cells, including an empty border.
    pub(crate) fn len(&self) -> usize {
        self.lattice.len()
    }

    /// The cell of a point.
    #[inline(always)]
    pub(crate) fn cell(&self, point: V) -> u32 {
        self.lattice.cell(point) as u32
    }

    /// Calls `visit` with the entries of `noted` of the cells around one, without its own.
    #[inline(always)]
    pub(crate) fn around<T: Copy>(&self, noted: &[T], cell: u32, mut visit: impl FnMut(T)) {
        let [_, next_row, next_layer] = [0, 1, 2].map(|axis| self.lattice.stride(axis) as u32);
        let layers = if V::DIMENSION == 3 { 3 } else { 1 };
        let first = if V::DIMENSION == 3 { cell - next_layer } else { cell } - next_row - 1;
        for layer in 0..layers {
            for row in 0..3 {
                let start = (first + layer * next_layer + row * next_row) as usize;
                let [left, middle, right] = three(noted, start);
                visit(left);
                if row != 1 || layer != layers / 2 {
                    visit(middle);
                }
                visit(right);
            }
        }
    }

    /// Calls `visit` with the entries of `noted` of those cells around one that are not around the cell
    /// from which it was entered through this side.
    #[inline(always)]
    pub(crate) fn beyond<T: Copy>(
        &self,
        noted: &[T],
        (cell, side): (u32, usize),
        mut visit: impl FnMut(T),
    ) {
        let stride = |axis: usize| self.lattice.stride(axis % V::DIMENSION) as u32;
        let axis = side / 2;
        let middle = if side % 2 == 1 { cell + stride(axis) } else { cell - stride(axis) };
        let [across, along] = [stride(axis + 1), stride(axis + 2)];
        let rows = if V::DIMENSION == 3 { 3 } else { 1 };
        let first = if V::DIMENSION == 3 { middle - along } else { middle } - across;
        for row in 0..rows {
            for place in 0..3 {
                visit(noted[(first + row * along + place * across) as usize]);
            }
        }
    }

    /// The time in seconds after which a ball with this position and velocity leaves its cell.
    #[inline(always)]
    pub(crate) fn leave(&self, cell: u32, motion: [V; 2]) -> f64 {
        let times = self.leaves(self.lattice.place_of(cell as usize), motion);
        f64::max(times.into_iter().fold(f64::INFINITY, f64::min), 0.0)
    }

    /// The side through which it leaves the cell, and the next cell, if there is one.
    pub(crate) fn next(&self, cell: u32, motion: [V; 2]) -> (usize, Option<u32>) {
        let place = self.lattice.place_of(cell as usize);
        let times = self.leaves(place, motion);
        let first = |first, axis| if times[axis] < times[first] { axis } else { first };
        let axis = (1..V::DIMENSION).fold(0, first);
        let higher = !motion[1].component(axis).is_sign_negative();
        let is_last = place[axis] == if higher { self.lattice.size()[axis] - 2 } else { 1 };
        let stride = self.lattice.stride(axis) as u32;
        let next = if higher { cell + stride } else { cell - stride };
        (2 * axis + usize::from(higher), (!is_last).then_some(next))
    }

    /// The times in seconds after which it leaves the cell at a place along each axis.
    #[inline(always)]
    fn leaves(&self, place: [usize; 3], [origin, launch]: [V; 2]) -> [f64; 3] {
        core::array::from_fn(|axis| {
            if axis >= V::DIMENSION {
                return f64::INFINITY;
            }
            let speed = launch.component(axis);
            let end = self.ends[axis][place[axis] + usize::from(!speed.is_sign_negative())];
            // It is NaN for a ball on the border that does not move.
            f64::min((end - origin.component(axis)) / speed, f64::INFINITY)
        })
    }

    /// The places of the walls that are near a cell.
    #[inline(always)]
    pub(crate) fn walls_near(&self, cell: u32) -> Range<usize> {
        let cell = cell as usize;
        if self.walled[cell / WORD] >> (cell % WORD) & 1 == 0 {
            return 0..0;
        }
        self.starts[cell] as usize..self.starts[cell + 1] as usize
    }

    /// The wall at a place.
    pub(crate) fn wall(&self, place: usize) -> u32 {
        self.walls[place]
    }

    /// Lists the walls for each cell that they are near. Returns whether they are few enough.
    pub(crate) fn place_walls<'a>(
        &mut self,
        bodies: usize,
        walls: impl Iterator<Item = (u32, &'a Shape<V>, V)> + Clone,
    ) -> bool
    where
        V: 'a,
    {
        let most = (self.lattice.len() + bodies) / Tuning::CELLS_PER_WALL;
        let mut count = 0;
        self.starts.clear();
        self.starts.resize(self.lattice.len() + 1, 0);
        for (_, shape, place) in walls.clone() {
            self.each_cell_near(shape, place, |starts, cell| {
                starts[cell] += 1;
                count += 1;
            });
            if count > most {
                return false;
            }
        }
        self.walled.clear();
        self.walled.resize(self.lattice.len() / WORD + 1, 0);
        let mut end = 0;
        for (cell, start) in self.starts.iter_mut().enumerate() {
            self.walled[cell / WORD] |= u64::from(*start > 0) << (cell % WORD);
            end += *start;
            *start = end;
        }
        let mut list = std::mem::take(&mut self.walls);
        list.clear();
        list.resize(count, 0);
        for (wall, shape, place) in walls {
            self.each_cell_near(shape, place, |starts, cell| {
                starts[cell] -= 1;
                list[starts[cell] as usize] = wall;
            });
        }
        self.walls = list;
        true
    }

    /// Calls `near` with each cell from which a ball may touch a wall at `place`.
    fn each_cell_near(
        &mut self,
        shape: &Shape<V>,
        place: V,
        mut near: impl FnMut(&mut [u32], usize),
    ) {
        let bounds = Aabb::around(shape).moved(place).grown(self.reach);
        let [low, high] = if bounds.is_finite() {
            [bounds.min, bounds.max].map(|corner| self.lattice.place(corner))
        } else {
            let last = |axis: usize| usize::max(self.lattice.size()[axis], 3) - 2;
            let first = |axis: usize| usize::from(axis < V::DIMENSION);
            [core::array::from_fn(first), core::array::from_fn(|axis| last(axis) * first(axis))]
        };
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    let cell = [x, y, z];
                    let sphere = self.sphere(cell);
                    if !is_clear(shape, &sphere.moved(-place)) {
                        near(&mut self.starts, self.lattice.at(cell));
                    }
                }
            }
        }
    }

    /// The sphere that holds all balls with their centres in the cell at a place.
    fn sphere(&self, place: [usize; 3]) -> BoundingSphere<V> {
        let [low, high] =
            [0, 1].map(|it| V::from_components(|axis| self.ends[axis][place[axis] + it]));
        let half = (high - low) * 0.5;
        BoundingSphere { centre: low + half, radius: half.length() + self.reach }
    }
}

/// Three entries that are beside each other.
#[inline(always)]
fn three<T: Copy>(all: &[T], start: usize) -> [T; 3] {
    let all = &all[start..start + 3];
    [all[0], all[1], all[2]]
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, dvec2};

    use super::*;
    use crate::broad::Region;

    fn cells() -> Cells<DVec2> {
        let region = Region { origin: DVec2::ZERO, span: dvec2(8.0, 4.0) };
        let mut cells = Cells::default();
        let lattice = Lattice::over(&region, 1.0, 1e3);
        cells.lay(lattice, [dvec2(-3.0, -3.0), dvec2(11.0, 7.0)], 0.5);
        cells
    }

    #[test]
    fn ball_that_leaves_a_cell_enters_its_neighbour() {
        let cells = cells();
        let mut place = dvec2(4.2, 2.1);
        let motion = dvec2(1.0, -0.3);
        let mut cell = cells.cell(place);
        let numbers: Vec<u32> = (0..cells.len() as u32).collect();
        assert_eq!(cells.leave(cell, [place, DVec2::ZERO]), f64::INFINITY);
        for _ in 0..6 {
            place += motion * cells.leave(cell, [place, motion]);
            let (side, next) = cells.next(cell, [place, motion]);
            let mut beyond = Vec::new();
            cells.beyond(&numbers, (next.unwrap(), side), |cell| beyond.push(cell));
            let mut known = Vec::new();
            cells.around(&numbers, cell, |cell| known.push(cell));
            let mut around = Vec::new();
            cells.around(&numbers, next.unwrap(), |cell| around.push(cell));
            known.push(cell);
            around.retain(|cell| !known.contains(cell));
            beyond.sort_unstable();
            assert_eq!(beyond, around);
            assert_eq!(next.unwrap(), cells.cell(place + motion * 1e-9));
            cell = next.unwrap();
        }
        // The outermost cells end at the bounds.
        let (last, place) = (cells.cell(dvec2(9.0, 2.0)), dvec2(9.0, 2.0));
        assert_eq!(cells.leave(last, [place, DVec2::X]), 2.0);
        assert_eq!(cells.next(last, [dvec2(11.0, 2.0), DVec2::X]), (1, None));
    }

    #[test]
    fn walls_are_listed_for_cells_near_them() {
        let mut cells = cells();
        let (post, floor) = (Shape::ball(0.3), Shape::half_space(DVec2::Y));
        let walls = [(7, &post, dvec2(4.0, 2.0)), (8, &floor, dvec2(0.0, -0.5))];
        assert!(cells.place_walls(100, walls.into_iter()));
        let near = |x: f64, y: f64| {
            let places = cells.walls_near(cells.cell(dvec2(x, y)));
            places.map(|place| cells.wall(place)).collect::<Vec<_>>()
        };
        assert_eq!(near(4.0, 2.0), [7]);
        assert_eq!(near(5.0, 3.0), [7]);
        assert_eq!(near(6.0, 2.0), []);
        assert_eq!(near(1.0, 0.0), [8]);
        assert_eq!(near(-2.5, -2.5), [8]);
        assert_eq!(near(1.0, 3.0), []);
        // Walls that are near most cells are too many.
        assert!(!cells.place_walls(0, [walls[1]; 9].into_iter()));
    }
}
