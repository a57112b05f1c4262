//! Recursive bisection: sorts bodies into parts that are compact in space.

use crate::vector::Vector;

/// The weight of the distance between the middles of the two halves that exist already, in the choice of
/// the axis along which bodies are halved. That distance is half the length of a box that is halved evenly.
const KEPT: f64 = 2.0;

/// Sorts bodies, given by position and place in the list, so that the bodies of each part are neighbours in
/// space. They are halved along the longest side of the box around them, and each half in its turn. `parts`
/// is the place at which each part begins and its length. Parts that are compact already are halved as they
/// were, so that most bodies stay in their part.
pub(crate) fn bisect<V: Vector>(bodies: &mut [(V, u32)], parts: &[(u32, usize)]) {
    if parts.len() < 2 || bodies.is_empty() {
        return;
    }
    let (before, after) = parts.split_at(parts.len() / 2);
    let apart = apart(bodies, after[0].0);
    let span = span(bodies);
    let length = |axis: usize| span.component(axis) + KEPT * apart.component(axis).abs();
    let longer = |one: &usize, two: &usize| length(*one).total_cmp(&length(*two));
    let axis = (0..V::DIMENSION).max_by(longer).unwrap_or(0);
    let is_turned = apart.component(axis) < 0.0;
    let half = before.iter().map(|part| part.1).sum::<usize>().min(bodies.len() - 1);
    bodies.select_nth_unstable_by(half, |one, two| {
        let [one, two] = if is_turned { [two, one] } else { [one, two] };
        one.0.component(axis).total_cmp(&two.0.component(axis))
    });
    let (first, second) = bodies.split_at_mut(half);
    bisect(first, before);
    bisect(second, after);
}

/// The vector from the middle of the bodies before this place in the list to the middle of the others.
fn apart<V: Vector>(bodies: &[(V, u32)], begin: u32) -> V {
    let mut sums = [(V::ZERO, 0.0); 2];
    for (place, number) in bodies {
        let (sum, count) = &mut sums[usize::from(*number >= begin)];
        (*sum, *count) = (*sum + *place, *count + 1.0);
    }
    let [first, second] = sums.map(|(sum, count)| sum * (1.0 / f64::max(count, 1.0)));
    second - first
}

/// The sides of a box around bodies.
fn span<V: Vector>(bodies: &[(V, u32)]) -> V {
    let nothing = [V::from_components(|_| f64::INFINITY), V::from_components(|_| -f64::INFINITY)];
    let [low, high] = bodies
        .iter()
        .fold(nothing, |[low, high], (place, _)| [low.least(*place), high.greatest(*place)]);
    high - low
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DVec2, dvec2};

    const PARTS: [(u32, usize); 4] = [(0, 256), (256, 256), (512, 256), (768, 256)];

    /// The quarter of a field of 32 by 32 in which these bodies are; they must be in one.
    fn quarter(bodies: &[(DVec2, u32)]) -> DVec2 {
        let mut near = bodies.iter().map(|(place, _)| (*place / 16.0).floor());
        let first = near.next().unwrap();
        assert!(near.all(|place| place == first));
        first
    }

    #[test]
    fn bisected_parts_are_compact_in_space() {
        // In an order without neighbours beside each other.
        let place = |number: u32| {
            dvec2(f64::from(number * 37 % 1024 % 32), f64::from(number * 37 % 1024 / 32))
        };
        let mut bodies: Vec<_> = (0..1024).map(|number| (place(number), number)).collect();
        bisect(&mut bodies, &PARTS);
        bodies.chunks(256).for_each(|part| {
            quarter(part);
        });
        let mut numbers: Vec<u32> = bodies.iter().map(|body| body.1).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..1024));
    }

    #[test]
    fn bodies_in_compact_parts_stay_there() {
        // The quarters in an order other than that of a bisection, and two bodies that have changed places.
        let corners = [dvec2(16.0, 16.0), dvec2(16.0, 0.0), dvec2(0.0, 16.0), dvec2(0.0, 0.0)];
        let within = |number: u32| dvec2(f64::from(number % 16), f64::from(number % 256 / 16));
        let place = |number: u32| corners[number as usize / 256] + within(number);
        let mut bodies: Vec<_> = (0..1024).map(|number| (place(number), number)).collect();
        (bodies[300].1, bodies[900].1) = (900, 300);
        bodies.sort_unstable_by_key(|body| body.1);
        bisect(&mut bodies, &PARTS);
        for (part, corner) in bodies.chunks(256).zip(corners) {
            assert_eq!(quarter(part) * 16.0, corner);
        }
    }
}
