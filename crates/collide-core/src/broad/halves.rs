//! In which order are those who are near each other in space near each other in a list?

use crate::vector::Wide;

/// So few are left as they are.
const FEW: usize = 64;

/// Brings bodies, given by their places and their numbers, into an order in which the first so many, the next so many
/// and so on are neighbours, and those among them as well: they are halved along the longest side of the box around
/// them, and the halves in their turn.
pub(crate) fn halve<W: Wide>(bodies: &mut [(W, u32)], length: usize) {
    let count = bodies.len();
    if count <= FEW {
        return;
    }
    let half = if count > length { count.div_ceil(length).div_ceil(2) * length } else { count / 2 };
    let nothing = [W::from_components(|_| f64::INFINITY), W::from_components(|_| -f64::INFINITY)];
    let [low, high] = bodies
        .iter()
        .fold(nothing, |[low, high], (place, _)| [low.least(*place), high.greatest(*place)]);
    let span = high - low;
    let longer = |one: &usize, two: &usize| span.component(*one).total_cmp(&span.component(*two));
    let axis = (0..W::DIMENSION).max_by(longer).unwrap_or(0);
    let before =
        |one: &(W, u32), two: &(W, u32)| one.0.component(axis).total_cmp(&two.0.component(axis));
    bodies.select_nth_unstable_by(half, before);
    let (first, second) = bodies.split_at_mut(half);
    halve(first, length);
    halve(second, length);
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn neighbours_in_the_list_are_neighbours_in_space() {
        // A field of 32 by 32, in an order in which nobody is beside his neighbour.
        let place = |number: u32| {
            dvec2(f64::from(number * 37 % 1024 % 32), f64::from(number * 37 % 1024 / 32))
        };
        let mut bodies: Vec<_> = (0..1024).map(|number| (place(number), number)).collect();
        halve(&mut bodies, 256);
        for quarter in bodies.chunks(256) {
            let mut near = quarter.iter().map(|(place, _)| *place / 16.0);
            let first = near.next().unwrap().floor();
            assert!(near.all(|place| place.floor() == first));
        }
        let mut numbers: Vec<u32> = bodies.iter().map(|body| body.1).collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(0..1024));
    }
}
