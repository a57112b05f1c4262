//! Where do many bodies find room?

use glam::DVec2;

use crate::random::Random;

/// The number of columns and rows of a lattice that is about square and has room for `count`.
pub fn sides(count: usize) -> [usize; 2] {
    let columns = ((count as f64).sqrt().ceil() as usize).max(1);
    [columns, count.div_ceil(columns).max(1)]
}

/// `count` places on a square lattice about the origin, row by row from below, each moved by up to
/// `jitter` along each axis.
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

/// `count` places of touching discs in rows, of which every other is shifted by half a place, from the
/// row on the line `y = 0` upwards; the lowest has `columns` places from `x = 0` to the right. Discs are
/// `pitch` apart.
///
/// ```text
///        o o o         sqrt(3)/2 of the pitch between two rows
///       o o o o
/// ```
pub fn hexagonal(count: usize, columns: usize, pitch: f64) -> Vec<DVec2> {
    let mut places = Vec::with_capacity(count);
    for row in 0.. {
        let odd = row % 2;
        let wide = (columns - odd).max(1);
        for column in 0..wide {
            if places.len() == count {
                return places;
            }
            let place = DVec2::new(column as f64 + 0.5 * odd as f64, row as f64 * 0.75f64.sqrt());
            places.push(place * pitch);
        }
    }
    places
}

/// Places for discs of unlike radii, in shelves of a `width` from `y = 0` upwards and from `x = 0` to
/// the right, with a `gap` between any two and to the sides; and the height that they take.
///
/// ```text
///     +----------------+
///     | o o o o o o o  |
///     | (__) (__) (__) |    a shelf is as high as its largest disc
///     | o (__) o o o o |
///     +----------------+
/// ```
pub fn shelves(radii: &[f64], width: f64, gap: f64) -> (Vec<DVec2>, f64) {
    let mut places = Vec::with_capacity(radii.len());
    let (mut floor, mut number) = (gap, 0);
    while number < radii.len() {
        let (mut right, mut height, first) = (gap, 0f64, number);
        while number < radii.len() {
            let diameter = 2.0 * radii[number];
            // A disc wider than the shelf lies on one of its own.
            if right + diameter + gap > width && number > first {
                break;
            }
            places.push(DVec2::new(right + radii[number], floor + radii[number]));
            right += diameter + gap;
            height = height.max(diameter);
            number += 1;
        }
        floor += height + gap;
    }
    (places, floor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn discs_on_shelves_keep_their_distance() {
        let mut random = Random::new(5);
        let radii: Vec<f64> = (0..300).map(|_| random.between(0.1, 2.0)).collect();
        let (places, height) = shelves(&radii, 30.0, 0.01);
        assert_eq!(places.len(), 300);
        for (number, place) in places.iter().enumerate() {
            let radius = radii[number];
            let room = DVec2::new(30.0, height) - *place - DVec2::splat(radius);
            assert!(place.min_element() >= radius && room.min_element() >= 0.0, "{place}");
            for (other, there) in places.iter().enumerate().take(number) {
                assert!(place.distance(*there) >= radius + radii[other], "{place} {there}");
            }
        }
    }

    #[test]
    fn rows_of_touching_discs_touch() {
        let places = hexagonal(7, 4, 1.0);
        let expected = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.5, 0.75f64.sqrt())];
        assert_eq!(places[..5], expected.map(DVec2::from));
        assert!((places[4].distance(places[1]) - 1.0).abs() < 1e-15);
    }
}
