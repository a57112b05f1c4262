//! Which parts of a list are to be neighbours in space?

use crate::vector::Wide;

/// A way to bisect counts as longer by so many times the distance between the middles of the parts that there are, along
/// it: which is half its length where they are divided like that.
const KEPT: f64 = 2.0;

/// Brings bodies, given by their places in space and in the list, into an order in which the first so many, the next so
/// many and so on are neighbours in space: they are halved along the longest side of the box around them, and the
/// halves in their turn. Given is where in the list each of these parts begins, too: where they are neighbours already,
/// they are halved as they were, and most stay in their part.
pub(crate) fn bisect<W: Wide>(bodies: &mut [(W, u32)], parts: &[(u32, usize)]) {
    if parts.len() < 2 || bodies.is_empty() {
        return;
    }
    let (before, after) = parts.split_at(parts.len() / 2);
    let apart = apart(bodies, after[0].0);
    let span = span(bodies);
    let length = |axis: usize| span.component(axis) + KEPT * apart.component(axis).abs();
    let longer = |one: &usize, two: &usize| length(*one).total_cmp(&length(*two));
    let axis = (0..W::DIMENSION).max_by(longer).unwrap_or(0);
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

/// How far the middle of those who are before this place in the list is from the middle of all others.
fn apart<W: Wide>(bodies: &[(W, u32)], begin: u32) -> W {
    let mut sums = [(W::ZERO, 0.0); 2];
    for (place, number) in bodies {
        let (sum, count) = &mut sums[usize::from(*number >= begin)];
        (*sum, *count) = (*sum + *place, *count + 1.0);
    }
    let [first, second] = sums.map(|(sum, count)| sum * (1.0 / f64::max(count, 1.0)));
    second - first
}

/// How long the sides of a box around bodies are.
fn span<W: Wide>(bodies: &[(W, u32)]) -> W {
    let nothing = [W::from_components(|_| f64::INFINITY), W::from_components(|_| -f64::INFINITY)];
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

    /// In which quarter of a field of 32 by 32 they are, who are to be in one.
    fn quarter(bodies: &[(DVec2, u32)]) -> DVec2 {
        let mut near = bodies.iter().map(|(place, _)| (*place / 16.0).floor());
        let first = near.next().unwrap();
        assert!(near.all(|place| place == first));
        first
    }

    #[test]
    fn neighbours_in_the_list_are_neighbours_in_space() {
        // In an order in which nobody is beside his neighbour.
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
    fn who_is_in_the_right_part_stays_there() {
        // Quarters in an order in which they would not be made, and two who have changed places.
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
