//! A lattice of cells over a region, and the cell of a point.

use crate::vector::Vector;

/// From here on the numbers of this kind are whole ones.
const WHOLE: f64 = (1u64 << 52) as f64;

/// A box of space that is to be divided into cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region<V: Vector> {
    pub(crate) origin: V,
    pub(crate) span: V,
}

/// Cells with sides of one length. Points beyond them are taken for points of the outermost ones, which keeps order.
/// Around the cells there is an empty border, so that each of them has others on all sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lattice<V: Vector> {
    origin: V,
    /// How many cells go into a length unit. The middle of the first is at the origin.
    density: f64,
    /// How many cells there are along each axis, with the border.
    size: [usize; 3],
    /// How many lie along each axis after the first, without the border.
    last: [f64; 3],
}

impl<V: Vector> Default for Lattice<V> {
    fn default() -> Self {
        Self { origin: V::ZERO, density: 1.0, size: [1; 3], last: [0.0; 3] }
    }
}

impl<V: Vector> Lattice<V> {
    /// Cells with sides of at least this length over a region, and not more than so many.
    pub(crate) fn over(region: &Region<V>, side: f64, most: f64) -> Self {
        let mut side = f64::max(side, f64::MIN_POSITIVE);
        let along = |axis: usize, side: f64| 1.0 + (region.span.component(axis) / side).floor();
        while (0..V::DIMENSION).map(|axis| along(axis, side)).product::<f64>() > most {
            side *= 1.25;
        }
        let size: [usize; 3] = core::array::from_fn(|axis| {
            if axis < V::DIMENSION { usize::max(along(axis, side) as usize, 1) + 2 } else { 1 }
        });
        Self {
            origin: region.origin,
            density: f64::min(1.0 / side, f64::MAX),
            size,
            last: size.map(|size| size.saturating_sub(3) as f64),
        }
    }

    /// How many cells there are, with the border.
    pub(crate) fn len(&self) -> usize {
        self.size.iter().product()
    }

    /// How many there are along each axis, with the border.
    pub(crate) fn size(&self) -> [usize; 3] {
        self.size
    }

    /// How long the sides of a cell are.
    pub(crate) fn side(&self) -> f64 {
        1.0 / self.density
    }

    /// How many cells further on the next one along an axis is.
    #[inline(always)]
    pub(crate) fn stride(&self, axis: usize) -> usize {
        [1, self.size[0], self.size[0] * self.size[1]][axis]
    }

    /// Where along each axis the cell of a point is.
    #[inline(always)]
    pub(crate) fn place(&self, point: V) -> [usize; 3] {
        let from = point - self.origin;
        core::array::from_fn(|axis| {
            if axis >= V::DIMENSION {
                return 0;
            }
            let number = from.component(axis) * self.density;
            // What is no number goes to the first cell.
            let number = if number > 0.0 { number } else { 0.0 };
            let number = if number < self.last[axis] { number } else { self.last[axis] };
            // The sum is rounded to a whole number, which is in its last bits: a conversion would cost twice as
            // much.
            (number + WHOLE).to_bits() as u32 as usize + 1
        })
    }

    /// The cell of a point.
    #[inline(always)]
    pub(crate) fn cell(&self, point: V) -> usize {
        self.at(self.place(point))
    }

    /// Where along each axis a cell is.
    #[inline(always)]
    pub(crate) fn place_of(&self, cell: usize) -> [usize; 3] {
        let [width, height, _] = self.size.map(|size| size as u32);
        let cell = cell as u32;
        let (row, x) = (cell / width, cell % width);
        let (z, y) = if V::DIMENSION == 2 { (0, row) } else { (row / height, row % height) };
        [x, y, z].map(|place| place as usize)
    }

    /// Where along an axis each cell begins, and the last one ends, as if all were of one size. The borders are left
    /// out.
    pub(crate) fn ends(&self, axis: usize) -> impl Iterator<Item = f64> {
        let (origin, side) = (self.origin.component(axis), self.side());
        (0..self.size[axis]).map(move |place| origin + (place as f64 - 1.5) * side)
    }

    /// The cell at a place along each axis.
    #[inline(always)]
    pub(crate) fn at(&self, [x, y, z]: [usize; 3]) -> usize {
        (z * self.size[1] + y) * self.size[0] + x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec3, dvec3};

    #[test]
    fn a_point_is_between_the_ends_of_its_cell() {
        let region = Region { origin: dvec3(-3.0, 2.0, 0.0), span: dvec3(7.0, 4.0, 1.0) };
        let lattice = Lattice::over(&region, 0.7, 1e6);
        for number in 0..1000 {
            let share = |prime: u32| f64::from(number * prime % 1000) / 100.0 - 2.0;
            let point = region.origin + dvec3(share(7), share(11), share(13));
            let cell = lattice.cell(point);
            let place = lattice.place_of(cell);
            assert_eq!(place, lattice.place(point));
            assert_eq!(lattice.at(place), cell);
            for (axis, place) in place.into_iter().enumerate() {
                let ends: Vec<f64> = lattice.ends(axis).collect();
                let last = lattice.size()[axis] - 2;
                assert!((1..=last).contains(&place));
                assert!(place == 1 || ends[place] - 1e-9 <= point[axis]);
                assert!(place == last || point[axis] <= ends[place + 1] + 1e-9);
            }
        }
        let point = Lattice::<DVec3>::over(&Region { span: DVec3::ZERO, ..region }, 1.0, 1.0);
        assert_eq!(point.len(), 27);
    }
}
