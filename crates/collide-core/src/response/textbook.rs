//! The formulas of the textbooks, to call and to read.
//!
//! Two laws rule the collision of two bodies on a line, with speeds `u1`, `u2` before and `v1`, `v2`
//! after it:
//!
//! ```text
//! m1 v1 + m2 v2 = m1 u1 + m2 u2      momentum is conserved
//! v1 - v2 = -e (u1 - u2)             the definition of restitution
//! ```
//!
//! These are two linear equations for two unknowns, and each function here is one way to write their
//! solution. In the plane and in space they hold for the parts of the velocities along the normal,
//! which [`decompose`] takes out; without friction the rest of each velocity stays as it is.
//! [`bounce`](super::restitution::bounce) solves the same two equations in the form that rounds least.
//!
//! A speed on the line is in length units a second and has a sign, a mass is above zero and may be
//! infinite, which is the wall that nothing moves, and restitution is from 0 (they stay together) to
//! 1 (no energy is lost). Of two infinite masses the laws do not decide which one yields: the result is NaN.
//! None of the functions asks whether the two approach; that is left to the caller.
//!
//! Source: Newton, Philosophiae Naturalis Principia Mathematica (1687), Axioms or Laws of Motion,
//! Corollary III (momentum is conserved) and the Scholium (restitution, measured with pendulums).

use super::restitution::fraction;
use crate::vector::Vector;

/// The speeds after a collision on a line, in length units a second.
///
/// Put `v2 = v1 + e (u1 - u2)` into the conservation of momentum and solve for `v1`; for the other
/// body exchange the indices:
///
/// ```text
/// v1 = (m1 - e m2) / (m1 + m2) u1 + (1 + e) m2 / (m1 + m2) u2
/// v2 = (m2 - e m1) / (m1 + m2) u2 + (1 + e) m1 / (m1 + m2) u1
/// ```
///
/// At `e = 1` that is the pair of formulas for the elastic collision, `v1 = (m1 - m2) / (m1 + m2) u1 +
/// 2 m2 / (m1 + m2) u2`. So that one mass may be infinite it is computed with the mass fractions
/// `m2 / (m1 + m2)` and `m1 / (m1 + m2)`; the wall keeps its speed to the bit.
///
/// # Accuracy
/// Four units in the last place of the largest of the four speeds.
///
/// # Example
/// ```
/// use collide_core::response::textbook::one_dimensional;
///
/// assert_eq!(one_dimensional([2.0, 0.0], [1.0, 1.0], 1.0), [0.0, 2.0]); // equal masses exchange
/// assert_eq!(one_dimensional([2.0, 0.0], [1.0, 3.0], 0.0), [0.5, 0.5]); // they stay together
/// assert_eq!(one_dimensional([2.0, 0.0], [1.0, f64::INFINITY], 0.5), [-1.0, 0.0]); // a wall
/// ```
///
/// Source: the two laws above. The elastic pair goes back to Huygens, De motu corporum ex percussione
/// (printed 1703), and to Wren (1669).
#[must_use]
pub fn one_dimensional([u1, u2]: [f64; 2], [m1, m2]: [f64; 2], restitution: f64) -> [f64; 2] {
    let e = restitution;
    // f1 = m2 / (m1 + m2), f2 = m1 / (m1 + m2)
    let (f1, f2) = (fraction(m1, m2), fraction(m2, m1));
    [(f2 - e * f1) * u1 + (1.0 + e) * f1 * u2, (f1 - e * f2) * u2 + (1.0 + e) * f2 * u1]
}

/// A velocity in two parts, in length units a second; their sum is the velocity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parts<V: Vector> {
    /// The part along the normal, which a collision changes.
    pub normal: V,
    /// The part across it, in the plane of contact, which only friction changes.
    pub tangential: V,
}

/// The parts of a velocity along a normal and across it.
///
/// The part along the normal, `k n`, is the one that leaves a rest across it, so `(v - k n) . n = 0` and
/// `k = v . n / n . n`. The normal may be of any length but zero, for which the parts are NaN.
///
/// # Accuracy
/// Each part to four units in the last place of the whole velocity, and so the right angle between
/// them: of a velocity along the normal the tangential part may be that rounding instead of zero.
///
/// # Example
/// ```
/// use collide_core::response::textbook::decompose;
/// use glam::DVec2;
///
/// let parts = decompose(DVec2::new(3.0, 1.0), DVec2::new(2.0, 2.0));
/// assert_eq!(parts.normal, DVec2::new(2.0, 2.0));
/// assert_eq!(parts.tangential, DVec2::new(1.0, -1.0));
/// ```
///
/// Source: the orthogonal projection, as in any book of linear algebra.
#[must_use]
pub fn decompose<V: Vector>(velocity: V, normal: V) -> Parts<V> {
    let along = normal * (velocity.dot(normal) / normal.length_squared());
    Parts { normal: along, tangential: velocity - along }
}

/// The common velocity of two bodies, that of their centre of mass, in length units a second.
///
/// Momentum is conserved, so both together move before and after with `V = (m1 v1 + m2 v2) / (m1 + m2)`.
/// An infinite mass has it all to itself.
///
/// # Accuracy
/// Two units in the last place of the larger velocity.
///
/// # Example
/// ```
/// use collide_core::response::textbook::common_velocity;
/// use glam::DVec2;
///
/// assert_eq!(common_velocity([DVec2::X, DVec2::Y], [1.0, 3.0]), DVec2::new(0.25, 0.75));
/// ```
///
/// Source: Newton, Principia (1687), Axioms or Laws of Motion, Corollary IV.
#[must_use]
pub fn common_velocity<V: Vector>([v1, v2]: [V; 2], [m1, m2]: [f64; 2]) -> V {
    v1 * fraction(m2, m1) + v2 * fraction(m1, m2)
}

/// The velocities after a head-on collision, as seen from the common velocity; in length units a second.
///
/// In the frame of the centre of mass the momenta are opposite, and stay so: a collision can only turn
/// both velocities round and shorten them by `e`. Hence `v' - V = -e (v - V)`, or
///
/// ```text
/// v' = (1 + e) V - e v,      V = (m1 v1 + m2 v2) / (m1 + m2)
/// ```
///
/// and at `e = 1` the well-known `v' = 2 (m1 v1 + m2 v2) / (m1 + m2) - v`. It holds for velocities along
/// one line; of an oblique collision give the [normal parts](Parts::normal).
///
/// # Accuracy
/// Four units in the last place of the largest of the four velocities.
///
/// # Example
/// ```
/// use collide_core::response::textbook::about_the_common_velocity;
/// use glam::DVec2;
///
/// let [first, second] = about_the_common_velocity([DVec2::X * 4.0, DVec2::ZERO], [1.0, 3.0], 1.0);
/// assert_eq!((first, second), (DVec2::X * -2.0, DVec2::X * 2.0));
/// ```
///
/// Source: the two laws at the head of this module, in the frame of the centre of mass.
#[must_use]
pub fn about_the_common_velocity<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    restitution: f64,
) -> [V; 2] {
    let common = common_velocity(velocities, masses);
    velocities.map(|velocity| common * (1.0 + restitution) - velocity * restitution)
}

/// The impulse that the second body gives the first on a line, in mass times speed.
///
/// The impulse changes the speeds to `v1 = u1 + j / m1` and `v2 = u2 - j / m2`, which conserves momentum
/// whatever `j` is. Put into `v1 - v2 = -e (u1 - u2)` this gives
///
/// ```text
/// j = (1 + e) (u2 - u1) m1 m2 / (m1 + m2)
/// ```
///
/// with the reduced mass at its end, which is computed as `m / (1 + m / M)` of the light mass `m` and the
/// heavy one `M`, so that this may be infinite. The impulse is above zero if the second body is the
/// faster one, and zero if both are equally fast.
///
/// # Accuracy
/// Seven roundings, and so at most seven units in the last place; seldom more than three.
///
/// # Example
/// ```
/// use collide_core::response::textbook::impulse;
///
/// assert_eq!(impulse([0.0, 2.0], [1.0, 3.0], 1.0), 3.0);
/// assert_eq!(impulse([0.0, 2.0], [1.0, f64::INFINITY], 1.0), 4.0);
/// ```
///
/// Source: the two laws at the head of this module.
#[must_use]
pub fn impulse([u1, u2]: [f64; 2], [m1, m2]: [f64; 2], restitution: f64) -> f64 {
    let (light, heavy) = if m1 < m2 { (m1, m2) } else { (m2, m1) };
    (1.0 + restitution) * (u2 - u1) * (light / (1.0 + light / heavy))
}

/// The same impulse by the inverse masses, of two bodies in the plane or in space.
///
/// Engines often store `1 / m`, so that zero stands for the infinite mass. With the velocities `va`,
/// `vb` and the normal `n` that points from the second body to the first,
///
/// ```text
/// j = -(1 + e) (va - vb) . n / ((1 / ma + 1 / mb) n . n)
/// ```
///
/// and the velocities change by `n j / ma` and `-n j / mb`. Of a unit normal `n . n` is 1, and `j` is
/// the impulse in mass times speed; of a longer one it is the impulse as a multiple of `n`. Above
/// zero if the two approach. Of two infinite masses it is infinite, or NaN if they do not move
/// relative to each other.
///
/// # Accuracy
/// Four units in the last place of the impulse that an elastic bounce at the larger of the two speeds
/// gives: the scalar product may cancel.
///
/// # Example
/// ```
/// use collide_core::response::textbook::impulse_by_inverse_masses;
/// use glam::DVec2;
///
/// let velocities = [DVec2::new(-3.0, 1.0), DVec2::ZERO];
/// assert_eq!(impulse_by_inverse_masses(velocities, [1.0, f64::INFINITY], DVec2::X, 0.5), 4.5);
/// ```
///
/// Source: Hecker, Physics, Part 3: Collision Response, Game Developer Magazine (1997).
#[must_use]
pub fn impulse_by_inverse_masses<V: Vector>(
    [va, vb]: [V; 2],
    [ma, mb]: [f64; 2],
    normal: V,
    restitution: f64,
) -> f64 {
    let yielding = (1.0 / ma + 1.0 / mb) * normal.length_squared();
    (1.0 + restitution) * (vb - va).dot(normal) / yielding
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_wall_keeps_its_speed_to_the_bit() {
        for restitution in [0.0, 0.3, 1.0] {
            let [ball, wall] = one_dimensional([-0.7, 0.1], [2.0, f64::INFINITY], restitution);
            assert_eq!(wall, 0.1);
            assert!((ball - (0.1 + restitution * 0.8)).abs() <= f64::EPSILON);
        }
    }

    #[test]
    fn a_light_ball_leaves_a_heavy_one_with_twice_its_speed() {
        let [light, heavy] = one_dimensional([0.0, 1.0], [1e-6, 1.0], 1.0);
        assert!((light - 2.0).abs() < 3e-6 && (heavy - 1.0).abs() < 3e-6);
    }

    #[test]
    fn the_common_velocity_is_that_of_the_infinite_mass() {
        let velocities = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(-0.7, 0.9, 1.1)];
        assert_eq!(common_velocity(velocities, [f64::INFINITY, 2.0]), velocities[0]);
    }

    #[test]
    fn two_infinite_masses_have_no_answer() {
        let both = [f64::INFINITY; 2];
        assert!(one_dimensional([1.0, 0.0], both, 1.0).into_iter().all(f64::is_nan));
        assert!(impulse([1.0, 0.0], both, 1.0).is_nan());
    }
}
