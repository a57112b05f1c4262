//! Initial positions for many bodies: lattices and shelves.

use glam::{DVec2, DVec3};

use crate::random::Random;

/// The number of columns and rows of an about square lattice with at least `count` points.
pub fn columns_and_rows(count: usize) -> [usize; 2] {
    let columns = ((count as f64).sqrt().ceil() as usize).max(1);
    [columns, count.div_ceil(columns).max(1)]
}

/// `count` positions on a rectangular lattice centred at the origin, row by row from below, each moved by
/// up to `jitter` along each axis.
pub fn lattice(
    random: &mut Random,
    count: usize,
    columns: usize,
    pitch: DVec2,
    jitter: f64,
) -> Vec<DVec2> {
    let rows = count.div_ceil(columns);
    let middle = DVec2::new(columns as f64 - 1.0, rows as f64 - 1.0) * 0.5;
    (0..count)
        .map(|number| {
            let cell = DVec2::new((number % columns) as f64, (number / columns) as f64);
            (cell - middle) * pitch + random.within::<DVec2>(jitter)
        })
        .collect()
}

/// The least number, from 1, with a cube of at least `count`.
pub fn side(count: usize) -> usize {
    (1..).find(|side: &usize| side.pow(3) >= count).unwrap_or(1)
}

/// The cube root of a positive number. Only sums, products and quotients occur in it, so that it is the same
/// on every machine.
pub fn cube_root(number: f64) -> f64 {
    // A step of Newton's method takes a third off an estimate far above the root, and doubles the correct
    // digits of one near it.
    let newton = |root: f64, _| (2.0 * root + number / (root * root)) / 3.0;
    (0..100).fold(number.max(1.0), newton)
}

/// `count` positions on a cubic lattice with `side` columns and as many rows a layer, layer by layer from below
/// and centred at the origin, each moved by up to `jitter` along each axis.
pub fn cubic(
    random: &mut Random,
    count: usize,
    side: usize,
    pitch: f64,
    jitter: f64,
) -> Vec<DVec3> {
    let layers = count.div_ceil(side * side);
    let middle = DVec3::new(side as f64 - 1.0, layers as f64 - 1.0, side as f64 - 1.0) * 0.5;
    (0..count)
        .map(|number| {
            let [column, row] = [number % side, number / side % side];
            let cell = DVec3::new(column as f64, (number / (side * side)) as f64, row as f64);
            (cell - middle) * pitch + random.within::<DVec3>(jitter)
        })
        .collect()
}

/// `count` positions on a hexagonal lattice, row by row upwards from the line `y = 0`. The lowest row has
/// `columns` points from `x = 0` to the right; every other row is shifted by half the `pitch`.
///
/// ```text
///        o o o         sqrt(3)/2 of the pitch between two rows
///       o o o o
/// ```
pub fn hexagonal(count: usize, columns: usize, pitch: f64) -> Vec<DVec2> {
    let mut positions = Vec::with_capacity(count);
    for row in 0.. {
        let odd = row % 2;
        let wide = (columns - odd).max(1);
        for column in 0..wide {
            if positions.len() == count {
                return positions;
            }
            let position =
                DVec2::new(column as f64 + 0.5 * odd as f64, row as f64 * 0.75f64.sqrt());
            positions.push(position * pitch);
        }
    }
    positions
}

/// Positions for discs of different radii on shelves of this `width`, from `y = 0` upwards and from
/// `x = 0` to the right, with a `gap` between any two discs and to the sides; and the total height.
///
/// ```text
///     +----------------+
///     | o o o o o o o  |
///     | (__) (__) (__) |    a shelf is as high as its largest disc
///     | o (__) o o o o |
///     +----------------+
/// ```
pub fn shelves(radii: &[f64], width: f64, gap: f64) -> (Vec<DVec2>, f64) {
    let mut positions = Vec::with_capacity(radii.len());
    let (mut floor, mut number) = (gap, 0);
    while number < radii.len() {
        let (mut right, mut height, first) = (gap, 0f64, number);
        while number < radii.len() {
            let diameter = 2.0 * radii[number];
            // A disc wider than the shelf gets a shelf of its own.
            if right + diameter + gap > width && number > first {
                break;
            }
            positions.push(DVec2::new(right + radii[number], floor + radii[number]));
            right += diameter + gap;
            height = height.max(diameter);
            number += 1;
        }
        floor += height + gap;
    }
    (positions, floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shelves_keep_gaps() {
        let mut random = Random::new(5);
        let radii: Vec<f64> = (0..300).map(|_| random.between(0.1, 2.0)).collect();
        let (positions, height) = shelves(&radii, 30.0, 0.01);
        assert_eq!(positions.len(), 300);
        for (number, position) in positions.iter().enumerate() {
            let radius = radii[number];
            let room = DVec2::new(30.0, height) - *position - DVec2::splat(radius);
            assert!(position.min_element() >= radius && room.min_element() >= 0.0, "{position}");
            for (other, there) in positions.iter().enumerate().take(number) {
                assert!(position.distance(*there) >= radius + radii[other], "{position} {there}");
            }
        }
    }

    #[test]
    fn cube_root_of_known_numbers_is_right() {
        for (number, root) in [(1.0, 1.0), (0.125, 0.5), (27.0, 3.0), (1e12, 1e4), (0.008, 0.2)] {
            assert!((cube_root(number) / root - 1.0).abs() < 1e-15, "{number}");
        }
    }

    #[test]
    fn side_holds_count_in_cube() {
        assert_eq!([0, 1, 2, 8, 9, 27, 10_000].map(side), [1, 1, 2, 2, 3, 3, 22]);
    }

    #[test]
    fn hexagonal_neighbours_are_one_pitch_apart() {
        let positions = hexagonal(7, 4, 1.0);
        let expected = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.5, 0.75f64.sqrt())];
        assert_eq!(positions[..5], expected.map(DVec2::from));
        assert!((positions[4].distance(positions[1]) - 1.0).abs() < 1e-15);
    }
}
