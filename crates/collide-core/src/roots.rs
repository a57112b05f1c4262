//! Roots of polynomials of time: the first time at which one falls to zero.
//!
//! A touch is a distance that reaches zero while it shrinks, so the question of this file is not
//! "where are the roots" but "which is the first **descent**": the earliest `t` of an interval with
//! `f(t) <= 0` from which `f` decreases. It covers the cases that break naive solvers, here with an
//! interval that begins at 0:
//!
//! * `f(0) > 0`: the first root at which `f` falls.
//! * `f(0) <= 0` and falling: 0, the two overlap and approach.
//! * `f(0) <= 0` and rising, as rounding leaves it after a bounce: the root at which it comes back,
//!   or the turning point when it never rises above zero.
//!
//! # Accuracy
//! A quadratic is solved in closed form without cancellation. A quartic is split at its extrema into
//! monotone pieces, and a root bracketed until no number lies between: its residual is the rounding
//! of the evaluation, below 8 ulp of the largest term `c_i t^i` in four million polynomials that
//! `tests/laws/collision/quartic.rs` judged in exact arithmetic. A touch shallower than that may go either way.
//! Products of two coefficients, and the length of the interval, must not overflow; if they do, a
//! root may be missed, but an answer still lies in the interval.

/// The first descent of `c[0] + c[1] t + c[2] t^2` in `[0, end]`.
///
/// # Example
/// ```
/// use collide_core::roots::quadratic_descent;
///
/// // A ball one metre up, thrown upwards at 1 m/s under 2 m/s^2: 1 + t - t^2.
/// let golden_ratio = quadratic_descent([1.0, 1.0, -1.0], 10.0).unwrap();
/// assert!((golden_ratio - 1.618_033_988_749_895).abs() < 1e-15);
/// assert_eq!(quadratic_descent([1.0, 1.0, 1.0], 10.0), None);
/// ```
pub fn quadratic_descent(c: [f64; 3], end: f64) -> Option<f64> {
    let [c0, c1, c2] = c;
    if c0 <= 0.0 && (c1 < 0.0 || (c1 == 0.0 && c2 < 0.0)) {
        return Some(0.0);
    }
    let t = if c1 < 0.0 {
        // Falling from above: the smaller root, c0 / half of (-c1 + sqrt(disc)).
        let discriminant = c1 * c1 - 4.0 * c2 * c0;
        if discriminant < 0.0 {
            return None;
        }
        2.0 * c0 / (-c1 + discriminant.sqrt())
    } else if c2 < 0.0 {
        // Rising first: the root after the top, or the top itself when that lies below zero.
        let discriminant = c1 * c1 - 4.0 * c2 * c0;
        (c1 + f64::max(discriminant, 0.0).sqrt()) / (-2.0 * c2)
    } else {
        return None;
    };
    (t <= end).then_some(t)
}

/// The first descent of `c[0] + c[1] t + ... + c[4] t^4` in `[start, end]`.
///
/// # Example
/// ```
/// use collide_core::roots::quartic_descent;
///
/// // (t - 1)(t - 2)(t - 3)(t - 4) is positive before 1, negative until 2, positive until 3.
/// let t = quartic_descent([24.0, -50.0, 35.0, -10.0, 1.0], 0.0, 10.0).unwrap();
/// assert!((t - 1.0).abs() < 1e-14);
/// let t = quartic_descent([24.0, -50.0, 35.0, -10.0, 1.0], 2.5, 10.0).unwrap();
/// assert!((t - 3.0).abs() < 1e-14);
/// ```
pub fn quartic_descent(c: [f64; 5], start: f64, end: f64) -> Option<f64> {
    let (left, right) = first_fall(c, start, end, |t| evaluate(&c, t), |t| t)?;
    Some(if left < right { falling_root(&c, left, right) } else { left })
}

/// Where a function that a quartic approximates first falls to zero in `[start, end]`: the two
/// extrema between which it does, as the signs of `value` tell, or one time twice from which it
/// falls further below zero. Where the coefficients are rounded, `turn` may know an extremum better.
pub(crate) fn first_fall(
    c: [f64; 5],
    start: f64,
    end: f64,
    value: impl Fn(f64) -> f64,
    turn: impl Fn(f64) -> f64,
) -> Option<(f64, f64)> {
    let derivative = [c[1], 2.0 * c[2], 3.0 * c[3], 4.0 * c[4]];
    let (turns, count) = cubic_roots(derivative, start, end);
    let mut left = start;
    let mut f_left = value(start);
    let turns = turns[..count].iter().map(|time| turn(*time));
    for right in turns.chain([end]) {
        let right = f64::min(f64::max(right, left), end);
        let f_right = value(right);
        if f_right < f_left {
            if f_left <= 0.0 {
                return Some((left, left));
            }
            if f_right <= 0.0 {
                return Some((left, right));
            }
        }
        (left, f_left) = (right, f_right);
    }
    None
}

/// The root of a quartic that falls through zero between `left` and `right`.
pub(crate) fn falling_root(c: &[f64; 5], left: f64, right: f64) -> f64 {
    let middle = left + 0.5 * (right - left);
    bracketed(
        |t| evaluate_with_slope(c, t),
        evaluate(c, left) > evaluate(c, right),
        (left, right),
        middle,
    )
}

/// The roots of a cubic strictly inside `(start, end)` at which it changes sign, ascending, and how many.
fn cubic_roots(c: [f64; 4], start: f64, end: f64) -> ([f64; 3], usize) {
    let (turns, turn_count) = quadratic_roots([c[1], 2.0 * c[2], 3.0 * c[3]], start, end);
    let mut roots = [0.0; 3];
    let mut count = 0;
    let mut left = start;
    let mut f_left = evaluate(&c, start);
    for right in turns[..turn_count].iter().copied().chain([end]) {
        let f_right = evaluate(&c, right);
        if (f_left > 0.0 && f_right <= 0.0) || (f_left < 0.0 && f_right >= 0.0) {
            let middle = left + 0.5 * (right - left);
            let falls = f_left > f_right;
            let root = bracketed(|t| evaluate_with_slope(&c, t), falls, (left, right), middle);
            if root < end {
                roots[count] = root;
                count += 1;
            }
        }
        (left, f_left) = (right, f_right);
    }
    (roots, count)
}

/// The roots of a quadratic strictly inside `(start, end)`, ascending, and how many.
pub(crate) fn quadratic_roots(c: [f64; 3], start: f64, end: f64) -> ([f64; 2], usize) {
    let [c0, c1, c2] = c;
    let discriminant = c1 * c1 - 4.0 * c2 * c0;
    if discriminant < 0.0 {
        return ([0.0; 2], 0);
    }
    // q carries the sign of c1, so that nothing cancels; the roots are q / c2 and c0 / q.
    let q = -0.5 * (c1 + if c1 < 0.0 { -discriminant.sqrt() } else { discriminant.sqrt() });
    let (one, other) = (q / c2, c0 / q);
    let mut roots = [0.0; 2];
    let mut count = 0;
    for root in [f64::min(one, other), f64::max(one, other)] {
        if root > start && root < end && (count == 0 || root > roots[0]) {
            roots[count] = root;
            count += 1;
        }
    }
    (roots, count)
}

/// The root of a function that changes sign between `left` and `right`, by Newton steps from `t` that
/// fall back to halving whenever one leaves the bracket or shrinks it too slowly.
pub(crate) fn bracketed(
    with_slope: impl Fn(f64) -> (f64, f64),
    falls: bool,
    (mut left, mut right): (f64, f64),
    mut t: f64,
) -> f64 {
    let mut previous_width = right - left;
    if !(left < t && t < right) {
        t = left + 0.5 * previous_width;
    }
    // Said so that it also ends where the width overflows and `t` is no number.
    while left < t && t < right {
        let (f, slope) = with_slope(t);
        if f == 0.0 {
            return t;
        }
        if (f > 0.0) == falls {
            left = t;
        } else {
            right = t;
        }
        let width = right - left;
        let newton = t - f / slope;
        if newton == t {
            return t;
        }
        let slow = width > 0.5 * previous_width;
        previous_width = width;
        t = if newton > left && newton < right && !slow { newton } else { left + 0.5 * width };
    }
    right
}

/// The value at `t`, by Horner's rule.
fn evaluate<const N: usize>(c: &[f64; N], t: f64) -> f64 {
    c.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient)
}

/// The value and the derivative at `t`, by Horner's rule.
fn evaluate_with_slope<const N: usize>(c: &[f64; N], t: f64) -> (f64, f64) {
    c.iter().rev().fold((0.0, 0.0), |(value, slope), coefficient| {
        (value * t + coefficient, slope * t + value)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parabola_that_rises_from_zero_comes_back() {
        assert_eq!(quadratic_descent([0.0, 1.0, -0.5], 10.0), Some(2.0));
        assert_eq!(quadratic_descent([0.0, -1.0, 0.5], 10.0), Some(0.0));
        assert_eq!(quadratic_descent([0.0, 0.0, -1.0], 10.0), Some(0.0));
        assert_eq!(quadratic_descent([0.0, 1.0, 0.0], 10.0), None);
    }

    #[test]
    fn a_parabola_that_stays_below_zero_is_met_at_its_top() {
        assert_eq!(quadratic_descent([-1.0, 1.0, -0.5], 10.0), Some(1.0));
    }

    #[test]
    fn a_root_after_the_end_does_not_count() {
        assert_eq!(quadratic_descent([1.0, -1.0, 0.0], 0.5), None);
        assert_eq!(quartic_descent([1.0, -1.0, 0.0, 0.0, 0.0], 0.0, 0.5), None);
    }

    #[test]
    fn quartic_with_vanishing_leading_coefficients_is_a_line() {
        assert_eq!(quartic_descent([1.0, -2.0, 0.0, 0.0, 0.0], 0.0, 9.0), Some(0.5));
    }

    #[test]
    fn a_quartic_that_dips_below_zero_from_above_is_met_at_the_first_crossing() {
        // (t^2 - 4 t + 3)(t^2 + 1)
        let t = quartic_descent([3.0, -4.0, 4.0, -4.0, 1.0], 0.0, 9.0).unwrap();
        assert!((t - 1.0).abs() < 1e-15);
    }

    #[test]
    fn a_quartic_that_only_touches_zero_from_above_is_left_alone() {
        // ((t - 2)^2 + 0.01) (t^2 + 1)
        assert_eq!(quartic_descent([4.01, -4.0, 5.01, -4.0, 1.0], 0.0, 9.0), None);
    }

    #[test]
    fn interval_of_overflowing_length_ends_the_search() {
        // The middle was infinite, then no number, and no comparison with it ended the loop.
        let t = quartic_descent([-1.0, 0.0, 1e-300, 0.0, 0.0], -1e308, 1e308);
        assert!(t.is_none_or(|t| (-1e308..=1e308).contains(&t)), "{t:?}");
    }

    #[test]
    fn newton_that_stalls_is_halved() {
        // (t - 1)^3 has slope zero at its root; Newton alone converges linearly.
        let t = quartic_descent([1.0, -3.0, 3.0, -1.0, 0.0], 0.0, 9.0).unwrap();
        assert!((t - 1.0).abs() < 1e-5);
    }
}
