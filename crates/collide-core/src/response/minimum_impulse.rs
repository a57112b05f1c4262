//! The least impulse with which a bumper throws back.
//!
//! An impact has two halves. The first stops the approach: the two have for an instant the common
//! velocity, after the **plastic** impulse `j = u m1 m2 / (m1 + m2)`. The second throws them apart with
//! `e j`. Here the second half is `max(e j, minimum)`, so that a bumper kicks a ball that merely rolls
//! against it, and two balls never stay together. The energy for it comes from outside.

use super::outcome::Response;
use super::restitution::{after, bounce, reduced_mass};
use crate::exact::dot_unit;
use crate::vector::Vector;

/// The velocities after an impact with a second half of at least `minimum_impulse`, or nothing if the
/// two do not approach or both masses are infinite: two kinematic bodies pass through each other.
///
/// `minimum_impulse` is in mass times speed. Where restitution gives that much by itself, as it always
/// does for a minimum of zero or less, the result is that of [`bounce`] to the bit. Elsewhere the two
/// part with the speed `minimum (m1 + m2) / (m1 m2)`, however slowly they came, the whole impulse is
/// `j + minimum`, and [`energy_lost`](Response::energy_lost) is below zero if they part faster than
/// they came. Momentum is conserved in any case.
///
/// # Accuracy
/// As [`bounce`]: a few units in the last place of the largest speed before or after.
///
/// # Example
/// ```
/// use collide_core::response::minimum_impulse::bounce_at_least;
/// use glam::DVec2;
///
/// // A ball rolls slowly against a bumper that kicks with 6: it leaves with 6 / 2.
/// let velocities = [DVec2::new(-0.5, 1.0), DVec2::ZERO];
/// let kicked = bounce_at_least(velocities, [2.0, f64::INFINITY], DVec2::X, 0.5, 6.0).unwrap();
/// assert_eq!(kicked.first, DVec2::new(3.0, 1.0));
/// assert_eq!(kicked.impulse, 1.0 + 6.0);
/// assert_eq!(kicked.energy_lost, 0.25 - 9.0);
/// ```
///
/// Source: the two halves, of compression and of restitution, are Poisson's, Traité de mécanique (1833).
#[must_use]
pub fn bounce_at_least<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    restitution: f64,
    minimum_impulse: f64,
) -> Option<Response<V>> {
    if masses.into_iter().all(f64::is_infinite) {
        return None;
    }
    let bounced = bounce(velocities, masses, normal, restitution)?;
    Some(at_least(bounced, velocities, masses, normal, restitution, minimum_impulse))
}

/// The bounce at this restitution with a second half of at least the minimum impulse. Inlined: it is called at every impact.
#[inline(always)]
pub(crate) fn at_least<V: Vector>(
    bounced: Response<V>,
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    restitution: f64,
    minimum_impulse: f64,
) -> Response<V> {
    if minimum_impulse.is_nan() || minimum_impulse <= 0.0 {
        return bounced;
    }
    let reduced = reduced_mass(masses);
    let plastic = bounced.approach_speed * reduced;
    if minimum_impulse <= restitution * plastic {
        return bounced;
    }
    let [u1, u2] = velocities.map(|velocity| dot_unit(velocity, normal));
    let v1 = after(u1, u2, masses, 0.0) + minimum_impulse / masses[0];
    let v2 = after(u2, u1, [masses[1], masses[0]], 0.0) - minimum_impulse / masses[1];
    let came = bounced.approach_speed;
    let part = minimum_impulse / reduced;
    Response {
        first: (velocities[0] - normal * u1) + normal * v1,
        second: (velocities[1] - normal * u2) + normal * v2,
        impulse: plastic + minimum_impulse,
        energy_lost: 0.5 * reduced * (came - part) * (came + part),
        ..bounced
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    const APPROACH: [DVec2; 2] = [DVec2::new(-1.0, 0.3), DVec2::ZERO];

    #[test]
    fn what_restitution_gives_by_itself_is_left_as_it_is() {
        let plain = bounce(APPROACH, [1.0, 3.0], DVec2::X, 0.5);
        for minimum in [0.0, 0.3, 0.375, -1.0, f64::NAN] {
            assert_eq!(bounce_at_least(APPROACH, [1.0, 3.0], DVec2::X, 0.5, minimum), plain);
        }
        assert_ne!(bounce_at_least(APPROACH, [1.0, 3.0], DVec2::X, 0.5, 0.376), plain);
    }

    #[test]
    fn they_part_with_the_minimum_however_slowly_they_came() {
        for speed in [1e-300, 1e-9, 1.0] {
            let velocities = [DVec2::X * -speed, DVec2::ZERO];
            let kicked = bounce_at_least(velocities, [1.0, 1.0], DVec2::X, 1.0, 2.0).unwrap();
            let expected = [2.0 - speed / 2.0, -2.0 - speed / 2.0];
            assert_eq!([kicked.first.x, kicked.second.x], expected);
            assert_eq!(kicked.energy_lost, speed * speed / 4.0 - 4.0);
        }
    }

    #[test]
    fn bodies_that_part_are_not_kicked() {
        assert_eq!(bounce_at_least([DVec2::X, DVec2::ZERO], [1.0; 2], DVec2::X, 1.0, 5.0), None);
    }

    #[test]
    fn two_kinematic_bodies_pass() {
        let infinite = [f64::INFINITY; 2];
        assert_eq!(bounce_at_least(APPROACH, infinite, DVec2::X, 1.0, 0.0), None);
        assert_eq!(bounce_at_least(APPROACH, infinite, DVec2::X, 1.0, 5.0), None);
    }
}
