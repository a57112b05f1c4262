//! The impulse along the normal.
//!
//! Conservation of momentum and the definition of restitution, `v1 - v2 = -e (u1 - u2)` along the
//! normal, give `j = (1 + e) (u2 - u1) m1 m2 / (m1 + m2)`. So the first speed changes by
//!
//! ```text
//! v1 - u1 = (1 + e) (u2 - u1) m2 / (m1 + m2)
//! ```
//!
//! and the second likewise. Written for equal masses as a mean, this exchanges their speeds to the bit at `e = 1`.
//!
//! **Rounding has no sign.** A million impacts must not add up what each rounds. The length of a normal, rounded, is the
//! same at each bounce off a face, and is rounded down more often than up elsewhere: a division by its square gave a ball
//! in a round arena 3e-17 of its energy at each bounce. The rounding of a share of two masses is the same at each impact
//! of the two. So speeds along the normal, and shares of them, are rounded once.

use super::outcome::Response;
use crate::exact::{dot_unit, share_of};
use crate::vector::Vector;

/// The share of a change of relative velocity that the first of two masses takes, `m2 / (m1 + m2)`.
///
/// One mass may be infinite. With two infinite ones the share is NaN.
#[must_use]
pub fn fraction(first: f64, second: f64) -> f64 {
    1.0 / (1.0 + first / second)
}

/// The reduced mass `m1 m2 / (m1 + m2)`, the mass that their relative motion has, in the unit of mass.
///
/// It is the finite mass if the other is infinite, and NaN if both are.
///
/// # Accuracy
/// Two units in the last place.
///
/// # Example
/// ```
/// use collide_core::response::restitution::reduced_mass;
///
/// assert_eq!(reduced_mass([1.0, 3.0]), 0.75);
/// assert_eq!(reduced_mass([f64::INFINITY, 3.0]), 3.0);
/// ```
#[must_use]
pub fn reduced_mass([first, second]: [f64; 2]) -> f64 {
    if first < second { first * fraction(first, second) } else { second * fraction(second, first) }
}

/// The velocities after an impact with restitution `e`, or nothing if the two do not approach.
///
/// `normal` points from the second body to the first. It need be a unit vector only to rounding: the
/// response allows for its length, so that its error does not become energy. One mass may be infinite;
/// of two infinite ones the velocities are NaN.
///
/// # Accuracy
/// A few units in the last place of the larger speed; exact when equal masses meet head on along an axis.
///
/// # Example
/// ```
/// use collide_core::response::restitution::bounce;
/// use glam::DVec2;
///
/// let wall = bounce([DVec2::new(-3.0, 1.0), DVec2::ZERO], [1.0, f64::INFINITY], DVec2::X, 0.5).unwrap();
/// assert_eq!(wall.first, DVec2::new(1.5, 1.0));
/// assert_eq!(wall.impulse, 4.5);
/// ```
#[inline]
#[must_use]
pub fn bounce<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    restitution: f64,
) -> Option<Response<V>> {
    let [u1, u2] = velocities.map(|velocity| dot_unit(velocity, normal));
    let approach_speed = u2 - u1;
    if approach_speed.is_nan() || approach_speed <= 0.0 {
        return None;
    }
    let f1 = fraction(masses[0], masses[1]);
    let f2 = fraction(masses[1], masses[0]);
    let v1 = after(u1, u2, masses, restitution);
    let v2 = after(u2, u1, [masses[1], masses[0]], restitution);
    let reduced = if masses[0] < masses[1] { masses[0] * f1 } else { masses[1] * f2 };
    Some(Response {
        first: (velocities[0] - normal * u1) + normal * v1,
        second: (velocities[1] - normal * u2) + normal * v2,
        approach_speed,
        impulse: (1.0 + restitution) * approach_speed * reduced,
        friction: V::ZERO,
        energy_lost: 0.5
            * reduced
            * (1.0 - restitution * restitution)
            * approach_speed
            * approach_speed,
    })
}

/// The speed of a body of the first mass along the normal after it has met one of the second.
///
/// Unlike masses share the change of their relative speed, rounded once.
pub(super) fn after(own: f64, other: f64, masses: [f64; 2], restitution: f64) -> f64 {
    let [mass, other_mass] = masses;
    match masses.map(f64::is_infinite) {
        [true, true] => f64::NAN,
        [true, false] => own,
        [false, true] => other + restitution * (other - own),
        _ if mass == other_mass => {
            (0.5 - restitution * 0.5) * own + (1.0 + restitution) * 0.5 * other
        }
        // Off a much heavier body, as off a wall that moves a little faster.
        _ if mass < other_mass / 3.0 => {
            let change = share_of((1.0 + restitution) * (own - other), mass, other_mass);
            (other + change) + restitution * (other - own)
        }
        _ => own + share_of((1.0 + restitution) * (other - own), other_mass, mass),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn equal_masses_exchange_their_speeds_to_the_bit() {
        let (u1, u2) = (DVec2::new(-1e-20, 0.0), DVec2::new(0.3, 0.0));
        let after = bounce([u1, u2], [0.7, 0.7], DVec2::X, 1.0).unwrap();
        assert_eq!((after.first, after.second), (u2, u1));
    }

    #[test]
    fn a_wall_keeps_its_velocity_whatever_it_is() {
        let wall = DVec2::new(0.1, 0.3);
        let after = bounce([DVec2::ZERO, wall], [2.0, f64::INFINITY], DVec2::Y, 1.0).unwrap();
        assert_eq!(after.second, wall);
        assert_eq!(after.first, DVec2::new(0.0, 0.6));
    }

    #[test]
    fn without_restitution_no_relative_velocity_is_left() {
        let after = bounce([DVec2::ZERO, DVec2::X], [1.0, 3.0], DVec2::X, 0.0).unwrap();
        assert_eq!((after.first.x, after.second.x), (0.75, 0.75));
        assert_eq!(after.energy_lost, 0.375);
    }

    #[test]
    fn bodies_that_part_are_left_alone() {
        assert_eq!(bounce([DVec2::X, DVec2::ZERO], [1.0, 1.0], DVec2::X, 1.0), None);
    }
}
