//! Numbers that are computed with what each operation loses, and so are rounded once.
//!
//! At the end of a long way the rounding of the way is larger than what a shape makes of its own
//! coordinates, and decides on which side of a seam a path is. And what a million impacts round must not add up.
//!
//! Source: Dekker, "A floating-point technique for extending the available precision" (1971).

use crate::vector::Vector;

/// `offset + (velocity + acceleration time / 2) time`, rounded about once; where numbers overflow, none.
pub(crate) fn parabola([offset, velocity, acceleration]: [f64; 3], time: f64) -> f64 {
    let (gain, gain_lost) = product(acceleration, 0.5 * time);
    let (mean, mean_lost) = sum(velocity, gain);
    let (way, way_lost) = product(mean, time);
    let (place, place_lost) = sum(offset, way);
    place + (place_lost + (way_lost + (mean_lost + gain_lost) * time))
}

/// The scalar product, rounded about once.
pub(crate) fn dot<V: Vector>(one: V, other: V) -> f64 {
    let (total, lost) = dot_and_lost(one, other);
    let exact = total + lost;
    if exact.is_finite() { exact } else { one.dot(other) }
}

/// The scalar product of a vector with a unit vector, which is known but for rounding: as if its length was one exactly.
pub(crate) fn dot_unit<V: Vector>(vector: V, unit: V) -> f64 {
    let (total, lost) = dot_and_lost(vector, unit);
    let (square, square_lost) = dot_and_lost(unit, unit);
    let exact = total + (lost - total * ((square - 1.0) + square_lost));
    if exact.is_finite() { exact } else { vector.dot(unit) }
}

/// `number * part / (part + rest)`, rounded about once.
pub(crate) fn share_of(number: f64, part: f64, rest: f64) -> f64 {
    let (whole, whole_lost) = sum(part, rest);
    let (scaled, scaled_lost) = product(number, part);
    let share = scaled / whole;
    let (back, back_lost) = product(share, whole);
    let left = ((scaled - back) - back_lost) + (scaled_lost - share * whole_lost);
    let exact = share + left / whole;
    if exact.is_finite() { exact } else { number / (1.0 + rest / part) }
}

/// The scalar product, and what its rounding lost (Ogita, Rump and Oishi 2005).
fn dot_and_lost<V: Vector>(one: V, other: V) -> (f64, f64) {
    let terms = (0..V::DIMENSION).map(|axis| product(one.component(axis), other.component(axis)));
    terms.fold((0.0, 0.0), |(total, lost), (term, term_lost)| {
        let (total, sum_lost) = sum(total, term);
        (total, lost + (sum_lost + term_lost))
    })
}

/// The sum, and what its rounding lost.
fn sum(one: f64, other: f64) -> (f64, f64) {
    let sum = one + other;
    let part = sum - one;
    (sum, (one - (sum - part)) + (other - part))
}

/// The product, and what its rounding lost.
fn product(one: f64, other: f64) -> (f64, f64) {
    let product = one * other;
    let ([a, b], [c, d]) = (halves(one), halves(other));
    (product, b * d - (((product - a * c) - b * c) - a * d))
}

/// A number as the sum of two of half as many bits.
fn halves(number: f64) -> [f64; 2] {
    let shifted = number * 134_217_729.0;
    let high = shifted - (shifted - number);
    [high, number - high]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_product_and_a_sum_lose_is_told() {
        // (1 + 2^-30)^2 is 1 + 2^-29 + 2^-60, of which the last does not fit.
        let small = 1.0 / f64::from(1 << 30);
        assert_eq!(product(1.0 + small, 1.0 + small), (1.0 + 2.0 * small, small * small));
        assert_eq!(sum(1.0, small * small), (1.0, small * small));
    }

    #[test]
    fn a_speed_along_a_rounded_normal_is_that_along_a_unit_vector() {
        // The normal is longer than one by 2^-40.
        let excess = 1.0 / (1u64 << 40) as f64;
        let (velocity, normal) = (glam::DVec2::new(7.0, 3.0), glam::DVec2::Y * (1.0 + excess));
        let speed = dot_unit(velocity, normal);
        assert!((speed - 3.0 * (1.0 - excess)).abs() < 1e-15, "{speed}");
        assert_eq!(dot_unit(velocity, glam::DVec2::NEG_X), -7.0);
    }

    #[test]
    fn shares_of_a_number_are_rounded_once() {
        assert_eq!((share_of(1.0, 2.0, 1.0), share_of(1.0, 1.0, 2.0)), (2.0 / 3.0, 1.0 / 3.0));
        // The sum is too large for the product of halves.
        assert_eq!(share_of(0.3, 1e300, 1e300), 0.15);
        assert_eq!(share_of(0.0, 1.0, 3.0), 0.0);
    }

    #[test]
    fn a_place_at_the_end_of_a_long_way_is_rounded_once() {
        let (third, time) = (1.0 / 3.0, 1e9);
        let (way, lost) = product(third, time);
        assert_eq!(parabola([-way, third, 0.0], time), lost);
        assert_eq!(parabola([1.0, 2.0, 3.0], 2.0), 11.0);
    }
}
