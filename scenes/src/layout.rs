//! Initial positions for many bodies: lattices and shelves.

use glam::DVec2;

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
            (cell - middle) * pitch + random.within(jitter)
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
    fn hexagonal_neighbours_are_one_pitch_apart() {
        let positions = hexagonal(7, 4, 1.0);
        let expected = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.5, 0.75f64.sqrt())];
        assert_eq!(positions[..5], expected.map(DVec2::from));
        assert!((positions[4].distance(positions[1]) - 1.0).abs() < 1e-15);
    }
}
