//! What two surfaces do to each other across the normal if the bodies turn.
//!
//! At the point of contact a ball of radius `R` moves with `v + R n x w` if it turns with `w`, so what slides is
//!
//! ```text
//! s = (v1 - v2) across n  -  (R1 w1 + R2 w2) x n
//! ```
//!
//! An impulse `t` across the normal changes this by `t / mt`, along `t`, where a ball of inertia `k m R^2` counts with
//!
//! ```text
//! 1 / mt = (1 + 1 / k1) / m1 + (1 + 1 / k2) / m2
//! ```
//!
//! So the direction of the sliding stays the same during the impact, and Coulomb's law at each instant gives the smaller of
//! two impulses, as [without spin](super::friction): what the normal impulse `j` allows, and what stops the sliding, or
//! reverses it if the contact is elastic across the normal too:
//!
//! ```text
//! |t| = min(mu j, (1 + et) mt |s|)        w1 changes by -(n x t) / (k1 m1 R1), and w2 by -(n x t) / (k2 m2 R2)
//! ```
//!
//! Both balls turn the same way by it. Angular momentum about any point is conserved by two balls, as the two impulses are
//! opposite at one point. Of the sliding energy `mt s^2 / 2` the share `q (2 - q)` is lost, where `q = |t| / (mt |s|)`: none
//! if nothing slides, if there is no friction, or if `q = 2`, the reversal.
//!
//! Source: Walton and Braun, J. Rheology 30 (1986), for the law of two regimes; Garwin, Am. J. Phys. 37 (1969), for the
//! reversal.

use super::friction::with_friction;
use super::minimum_impulse::bounce_at_least;
use super::outcome::Response;
use super::surface::Surface;
use crate::exact::dot_unit;
use crate::vector::Vector;

/// How a body turns at the instant of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spin<V: Vector> {
    /// Its angular velocity, in radians a second.
    pub angular_velocity: V::Cross,
    /// The distance of the point of contact from the centre, in length units; above zero of a body that turns.
    pub radius: f64,
    /// Its moment of inertia over mass times the square of the radius, above zero: 2/5 of a solid sphere, 1/2 of a disc.
    /// Infinite of a body that does not turn.
    pub inertia_factor: f64,
}

impl<V: Vector> Spin<V> {
    /// That of a body that does not turn, whatever it is.
    #[must_use]
    pub fn none() -> Self {
        Self { angular_velocity: V::Cross::default(), radius: 0.0, inertia_factor: f64::INFINITY }
    }

    /// By how much the inverse mass across the normal is larger than that along it, as a factor: `1 + 1 / k`.
    pub(crate) fn mobility(&self) -> f64 {
        1.0 + 1.0 / self.inertia_factor
    }

    /// The angular velocity after an impact with this [`twist`], of a body of this mass.
    pub(crate) fn twisted(&self, twist: V::Cross, mass: f64) -> V::Cross {
        if self.inertia_factor.is_infinite() || mass.is_infinite() {
            return self.angular_velocity;
        }
        self.angular_velocity + twist * (1.0 / (self.inertia_factor * mass * self.radius))
    }
}

/// An impact of bodies that turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpinResponse<V: Vector> {
    /// The velocities afterwards, the impulses, and the energy that was lost, with that of the rotation.
    pub response: Response<V>,
    /// The angular velocities afterwards, in radians a second.
    pub angular_velocities: [V::Cross; 2],
}

/// The velocities and angular velocities after an impact; nothing if the two do not approach along the normal, or if both
/// masses are infinite.
///
/// As [`respond`](super::respond), with bodies that may turn. A body of infinite mass keeps its angular velocity. With two
/// bodies that do not turn the response has the bits of [`respond`](super::respond). A sliding below 1e-154 length units a
/// second changes nothing, as its square is out of range.
///
/// # Accuracy
/// A few units in the last place of the largest speed, of a centre or of a surface.
///
/// # Example
/// ```
/// use collide_core::response::Surface;
/// use collide_core::response::spin::{Spin, respond_with_spin};
/// use glam::DVec2;
///
/// // A superball falls slantwise on a floor: what slides is reversed, and no energy is lost.
/// let ball = Spin { angular_velocity: 0.0, radius: 1.0, inertia_factor: 0.4 };
/// let superball = Surface { friction: f64::INFINITY, tangential_restitution: 1.0, ..Surface::default() };
/// let (velocities, masses) = ([DVec2::new(7.0, -5.0), DVec2::ZERO], [1.0, f64::INFINITY]);
/// let after = respond_with_spin(velocities, masses, [ball, Spin::none()], DVec2::Y, &superball).unwrap();
/// assert!((after.response.first - DVec2::new(3.0, 5.0)).length() < 1e-14);
/// assert!((after.angular_velocities[0] + 10.0).abs() < 1e-14);
/// assert!(after.response.energy_lost.abs() < 1e-13);
/// ```
#[must_use]
pub fn respond_with_spin<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    spins: [Spin<V>; 2],
    normal: V,
    surface: &Surface,
) -> Option<SpinResponse<V>> {
    let Surface { restitution, minimum_impulse, .. } = *surface;
    let bounced = bounce_at_least(velocities, masses, normal, restitution, minimum_impulse)?;
    let response = with_spin(bounced, velocities, masses, &spins, normal, surface);
    let twist = twist(normal, response.friction);
    let after = |side: usize| spins[side].twisted(twist, masses[side]);
    Some(SpinResponse { response, angular_velocities: [after(0), after(1)] })
}

/// The response with the friction of bodies that may turn added to it.
pub(crate) fn with_spin<V: Vector>(
    response: Response<V>,
    velocities: [V; 2],
    masses: [f64; 2],
    spins: &[Spin<V>; 2],
    normal: V,
    surface: &Surface,
) -> Response<V> {
    let Surface { friction, tangential_restitution, .. } = *surface;
    if spins.iter().all(|spin| spin.inertia_factor.is_infinite()) {
        return with_friction(response, velocities, masses, normal, friction);
    }
    if friction.is_nan() || friction <= 0.0 {
        return response;
    }
    let relative = velocities[0] - velocities[1];
    let [first, second] = spins;
    let rolling = first.angular_velocity * first.radius + second.angular_velocity * second.radius;
    let sliding =
        relative - normal * dot_unit(relative, normal) - normal.swept(rolling) / normal.length();
    let speed = sliding.length();
    if speed.is_nan() || speed <= 0.0 {
        return response;
    }
    let inverse = |side: usize| spins[side].mobility() / masses[side];
    let tangential_mass = 1.0 / (inverse(0) + inverse(1));
    let (allowed, stopping) = (friction * response.impulse, tangential_mass * speed);
    let most = 1.0 + tangential_restitution;
    let share = if allowed < most * stopping { allowed / stopping } else { most };
    let impulse = -sliding * (share * tangential_mass);
    let lost = 0.5 * tangential_mass * (share * (2.0 - share)) * speed * speed;
    Response {
        first: response.first + impulse / masses[0],
        second: response.second - impulse / masses[1],
        friction: impulse,
        energy_lost: response.energy_lost + lost,
        ..response
    }
}

/// The angular impulse over the radius that an impulse of friction gives to each of two balls, `-(n x t)`.
pub(crate) fn twist<V: Vector>(normal: V, friction: V) -> V::Cross {
    normal.cross(friction) * (-1.0 / normal.length())
}
