//! What two surfaces do to each other across the normal.
//!
//! Coulomb's law, `|force across| <= mu |force along|`, holds at each instant of an impact, and so for
//! the impulses. Friction opposes the sliding and ends when the sliding does. Bodies here have no
//! rotation, so the direction of sliding stays the same during the impact, and the impulse is the
//! smaller of two: what the normal impulse `j` allows, and what stops the sliding speed `s`,
//!
//! ```text
//! jt = min(mu j, s m1 m2 / (m1 + m2))
//! ```

use super::outcome::Response;
use super::restitution::{fraction, reduced_mass};
use crate::exact::dot_unit;
use crate::vector::Vector;

/// The response with friction added to it.
///
/// `velocities` are those before the impact, and `friction` is Coulomb's coefficient, a pure number;
/// if it is infinite nothing slides afterwards. The response is left as it is, to the bit, if the
/// coefficient is zero, negative or NaN, or if nothing slides. An infinite mass keeps its velocity.
/// A sliding below 1e-154 length units a second, the square of which is out of range, may be left as it is.
///
/// Of the sliding energy `k = m1 m2 / (m1 + m2) s^2 / 2`, friction that takes the share `q` of the
/// sliding speed takes `q (2 - q) k`, which is added to the energy lost.
///
/// # Accuracy
/// A few units in the last place of the largest speed, and `1 + mu` times that of the friction
/// impulse. Of a head-on impact along a slanted normal the sliding is the rounding of zero, and
/// friction acts on that too.
///
/// # Example
/// ```
/// use collide_core::response::friction::with_friction;
/// use collide_core::response::restitution::bounce;
/// use glam::DVec2;
///
/// // The bounce has the impulse 2, so friction takes 0.25 * 2 of the sliding speed 2.
/// let (velocities, masses) = ([DVec2::new(2.0, -1.0), DVec2::ZERO], [1.0, f64::INFINITY]);
/// let smooth = bounce(velocities, masses, DVec2::Y, 1.0).unwrap();
/// let rough = with_friction(smooth, velocities, masses, DVec2::Y, 0.25);
/// assert_eq!(rough.friction, DVec2::new(-0.5, 0.0));
/// assert_eq!(rough.first, DVec2::new(1.5, 1.0));
/// assert_eq!(rough.energy_lost, (2.0 * 2.0 - 1.5 * 1.5) / 2.0);
/// ```
///
/// Source: Coulomb, Théorie des machines simples (1785), for the law; Routh, Dynamics of a System of
/// Rigid Bodies, for its use at an impact.
#[must_use]
pub fn with_friction<V: Vector>(
    response: Response<V>,
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    friction: f64,
) -> Response<V> {
    if friction.is_nan() || friction <= 0.0 {
        return response;
    }
    let relative = velocities[0] - velocities[1];
    let sliding = relative - normal * dot_unit(relative, normal);
    let speed = sliding.length();
    if speed.is_nan() || speed <= 0.0 {
        return response;
    }
    let reduced = reduced_mass(masses);
    let (allowed, stopping) = (friction * response.impulse, reduced * speed);
    // The share of the sliding speed that friction takes.
    let share = if allowed < stopping { allowed / stopping } else { 1.0 };
    let (f1, f2) = (fraction(masses[0], masses[1]), fraction(masses[1], masses[0]));
    Response {
        first: response.first - sliding * (share * f1),
        second: response.second + sliding * (share * f2),
        friction: -sliding * (share * reduced),
        energy_lost: response.energy_lost + 0.5 * reduced * (share * (2.0 - share)) * speed * speed,
        ..response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::response::restitution::bounce;
    use glam::{DVec2, DVec3};

    fn rub<V: Vector>(velocities: [V; 2], masses: [f64; 2], friction: f64) -> Response<V> {
        let bounced = bounce(velocities, masses, V::unit(1), 1.0).unwrap();
        with_friction(bounced, velocities, masses, V::unit(1), friction)
    }

    #[test]
    fn enough_friction_stops_the_sliding_and_more_does_not_turn_it() {
        let velocities = [DVec3::new(3.0, -1.0, 4.0), DVec3::ZERO];
        for friction in [2.5, 100.0, f64::INFINITY] {
            let after = rub(velocities, [1.0, 1.0], friction);
            assert_eq!(after.friction, DVec3::new(-1.5, 0.0, -2.0));
            assert_eq!(after.first, DVec3::new(1.5, 0.0, 2.0));
            assert_eq!(after.second, DVec3::new(1.5, -1.0, 2.0));
            assert_eq!(after.energy_lost, 6.25);
        }
    }

    #[test]
    fn less_friction_takes_its_share_of_the_impulse() {
        let after = rub([DVec3::new(3.0, -1.0, 4.0), DVec3::ZERO], [1.0, f64::INFINITY], 0.5);
        assert!((after.friction - DVec3::new(-0.6, 0.0, -0.8)).length() < 1e-15);
        assert_eq!(after.second, DVec3::ZERO);
    }

    #[test]
    fn without_friction_or_sliding_nothing_changes() {
        let sliding = [DVec2::new(0.3, -0.7), DVec2::new(0.1, 0.0)];
        let plain = bounce(sliding, [1.0, 3.0], DVec2::Y, 1.0).unwrap();
        for friction in [0.0, -1.0, f64::NAN] {
            assert_eq!(rub(sliding, [1.0, 3.0], friction), plain);
        }
        let together = [DVec2::new(0.3, -0.7), DVec2::new(0.3, 0.0)];
        let plain = bounce(together, [1.0, 3.0], DVec2::Y, 1.0).unwrap();
        assert_eq!(rub(together, [1.0, 3.0], 0.5), plain);
    }

    #[test]
    fn a_moving_belt_drags_the_ball_along() {
        let belt = DVec2::new(2.0, 0.0);
        let after = rub([DVec2::new(0.0, -4.0), belt], [1.0, f64::INFINITY], f64::INFINITY);
        assert_eq!((after.first, after.second), (DVec2::new(2.0, 4.0), belt));
    }
}
