//! Rounding: how large the error of a computed value may be.
//!
//! An operation rounds its result by at most half an epsilon of it (IEEE 754). So a chain of `n` operations on numbers of
//! like size errs by at most `n / 2` epsilons of the largest one. The factors of an epsilon count the operations of the longest
//! chain that they cover, and are rounded up to powers of two, by which a number is scaled without rounding.
//!
//! Places that the game gives have a rounding of their own, that of its numbers: factors of it are plain numbers here, with
//! room for what the game may have computed.

/// The relative velocity of two bodies along a normal, or a force on them: two operations for each velocity, one for the
/// difference, three for the scalar product.
pub(crate) const VELOCITY: f64 = 4.0 * f64::EPSILON;

/// A relative velocity of which the normal is rounded as well, with as many operations again.
pub(crate) const VELOCITY_ALONG: f64 = 8.0 * f64::EPSILON;

/// The distance of two places on flights along an axis: five operations for each, one for the difference.
pub(crate) const PLACE: f64 = 8.0 * f64::EPSILON;

/// The length of such a distance, with squares, sum and root, or the nearest of many vectors that lie on up to three planes.
pub(crate) const DISTANCE: f64 = 16.0 * f64::EPSILON;

/// The same where the boxes of many bodies are compared, of which each is a sum of distances.
pub(crate) const FAR_DISTANCE: f64 = 32.0 * f64::EPSILON;

/// The change of a coordinate that changes none of its bits: numbers near `x` are at least half an epsilon of `x` apart, and
/// half of that is rounded away.
pub(crate) const NO_CHANGE: f64 = 0.25 * f64::EPSILON;

/// The share by which a search reaches further than a bound: much more than the rounding of the bound and of its square, and
/// too little to find anything that takes time.
pub(crate) const TO_SPARE: f64 = 1e-9;

/// The share up to which two numbers count as equal where one of them was found by many operations, as by an iteration.
pub(crate) const SAME: f64 = 1e-12;

/// The share up to which two directions, or two velocities of walls, count as alike: nothing that a game builds differs by so
/// little.
pub(crate) const ALIKE: f64 = 1e-9;

/// By how much the square of a normal may differ from 1 in a stored form, which may hold few digits.
#[cfg(feature = "serde")]
pub(crate) const STORED: f64 = 1e-6;

/// How far two bodies are apart that touch as the game has put them, in roundings of the largest coordinate: the two places,
/// the two sizes and the difference, of which a game may have computed each in a few operations.
pub(crate) const GIVEN_DISTANCE: f64 = 32.0;

/// The same where a touch has been computed: only the places are rounded.
pub(crate) const GIVEN_TOUCH: f64 = 4.0;

/// The same of a body that has bounced off a gate, which lies in it by rounding.
pub(crate) const GIVEN_GATE: f64 = 16.0;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flight::Flight;
    use glam::DVec2;

    /// The place of a flight is compared with the one that exact products of halves give.
    #[test]
    fn place_on_a_flight_errs_by_less_than_its_rounding() {
        for number in 1..1000 {
            let exact = f64::from(number) / 1024.0;
            let third = 1.0 / 3.0 * f64::from(number);
            let flight = |x: f64| Flight::new(0.0, DVec2::X * x, DVec2::X * x, DVec2::ZERO, 0.0);
            let [place, double] = [third, 2.0 * third].map(|x| flight(x).position(exact).x);
            assert!((2.0 * place - double).abs() <= PLACE * double);
        }
    }

    #[test]
    fn change_that_is_none_changes_no_bit() {
        for number in 1..1000 {
            let place = f64::from(number) / 7.0;
            assert_eq!(place + 0.99 * NO_CHANGE * place, place);
        }
    }
}
