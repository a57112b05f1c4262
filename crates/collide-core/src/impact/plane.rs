//! A point that moves towards a plane.

use crate::roots::quadratic_descent;

/// When the distance `c[0] + c[1] t + c[2] t^2` first falls to zero, within `end` seconds.
///
/// After a bounce the distance at the start is rounding, so it is taken as zero and the speed as not
/// approaching: what remains is `t (c[1] + c[2] t)`, and its next root is where the point comes back.
#[must_use]
pub fn touch(c: &[f64; 3], end: f64, bounced: bool) -> Option<f64> {
    if bounced {
        return quadratic_descent([0.0, f64::max(c[1], 0.0), c[2]], end);
    }
    quadratic_descent(*c, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_a_bounce_only_the_return_counts() {
        assert_eq!(touch(&[-1e-17, 5.0, 0.0], 9.0, true), None);
        assert_eq!(touch(&[-1e-17, -1e-17, 0.0], 9.0, true), None);
        assert_eq!(touch(&[1e-17, 5.0, -5.0], 9.0, true), Some(1.0));
    }
}
