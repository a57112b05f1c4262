//! What two surfaces do to each other if one of the bodies is a ball on a cloth, seen from above.
//!
//! Besides its spin `w` about the vertical axis such a ball has a **roll**: the velocity `p` with which it would roll with the
//! rest of its spin, `R` times that, turned by a quarter. Friction at a contact acts across the normal in the plane, and along
//! the vertical, where the table takes the momentum. What slides is, for two balls and with `n` from the second to the first,
//!
//! ```text
//! s = (v1 - v2) across n - (R1 w1 + R2 w2) x n         vertical  z = (p1 + p2) . n
//! ```
//!
//! and the impulse opposes it: `(t, b) = -(s, z) / |(s, z)| min(mu j, (1 + et) mt |(s, z)|)`. The vertical part turns both balls:
//! `p1` changes by `b n / (k1 m1)`, `p2` by `b n / (k2 m2)`.
//!
//! **A cushion with a nose** meets the ball `h = q R` above its centre. Its normal leans, so that with `c^2 = 1 - q^2`
//!
//! ```text
//! j = (1 + e) m c |v . n|      s = (v - c R w x n + q p) across n      z = q v . n + p . n
//! v changes by ((c j + q b) n + t) / m      p by (b n + q t) / (k m)      w by -c (n x t) / (k m R)
//! ```
//!
//! With `q = 0` that is the same as above at a wall. A ball that would go on into the cushion loses its velocity along the
//! normal instead. Energy never grows.
//!
//! Sources: Marlow, The Physics of Pocket Billiards (1995); Han, J. Mech. Sci. Technol. 19 (2005), for the cushion, with two
//! errors corrected.

use super::minimum_impulse::bounce_at_least;
use super::outcome::Response;
use super::spin::{Spin, twist};
use super::surface::Surface;
use crate::exact::dot_unit;
use crate::vector::Vector;

/// How a body that may lie on a cloth turns at the instant of an impact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothSpin<V: Vector> {
    /// How it turns about the vertical axis.
    pub spin: Spin<V>,
    /// The velocity with which it would roll with the spin that it has, in length units a second; zero of a body that does not
    /// lie on a cloth.
    pub roll: V,
}

/// What friction at an impact does to the spins of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpinChange<V: Vector> {
    /// The angular impulse over the radius on each of the two.
    pub(crate) twist: V::Cross,
    /// The changes of their rolls.
    pub(crate) rolls: [V; 2],
}

impl<V: Vector> SpinChange<V> {
    /// The change by an impulse of friction on the first body, if neither lies on a cloth.
    pub(crate) fn by(normal: V, friction: V) -> Self {
        Self { twist: twist(normal, friction), rolls: [V::ZERO; 2] }
    }
}

/// An impact of balls on a cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClothResponse<V: Vector> {
    /// The velocities afterwards, the impulses in the plane, and the energy that was lost, with that of all rotation.
    pub response: Response<V>,
    /// The angular velocities about the vertical axis afterwards, in radians a second.
    pub angular_velocities: [V::Cross; 2],
    /// The rolls afterwards, in length units a second.
    pub rolls: [V; 2],
}

/// The velocities, angular velocities and rolls after an impact; nothing if the two do not approach along the normal, or if
/// both masses are infinite.
///
/// `nose` is by how many radii of the first body the second one, a cushion, meets it above its centre, between -1 and 1; it
/// counts only if the second mass is infinite.
///
/// # Accuracy
/// A few units in the last place of the largest speed, of a centre or of a surface; the energy lost, of the energy.
///
/// # Example
/// ```
/// use collide_core::response::Surface;
/// use collide_core::response::cloth::{ClothSpin, respond_on_cloth};
/// use collide_core::response::spin::Spin;
/// use glam::DVec2;
///
/// // A ball that rolls hits one at rest in the middle: it stops, keeps its roll, and follows.
/// let spin = Spin { angular_velocity: 0.0, radius: 0.03, inertia_factor: 0.4 };
/// let cue = ClothSpin { spin, roll: DVec2::X };
/// let object = ClothSpin { spin, roll: DVec2::ZERO };
/// let velocities = [DVec2::X, DVec2::ZERO];
/// let surface = Surface::default();
/// let after = respond_on_cloth(velocities, [1.0; 2], [cue, object], -DVec2::X, &surface, 0.0).unwrap();
/// assert_eq!([after.response.first, after.response.second], [DVec2::ZERO, DVec2::X]);
/// assert_eq!(after.rolls, [DVec2::X, DVec2::ZERO]);
/// ```
#[must_use]
pub fn respond_on_cloth<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    spins: [ClothSpin<V>; 2],
    normal: V,
    surface: &Surface,
    nose: f64,
) -> Option<ClothResponse<V>> {
    let Surface { restitution, minimum_impulse, .. } = *surface;
    let bounced = bounce_at_least(velocities, masses, normal, restitution, minimum_impulse)?;
    let (response, change) =
        with_cloth(bounced, velocities, masses, &spins, normal, (surface, nose));
    let after = |side: usize| spins[side].spin.twisted(change.twist, masses[side]);
    Some(ClothResponse {
        response,
        angular_velocities: [after(0), after(1)],
        rolls: [spins[0].roll + change.rolls[0], spins[1].roll + change.rolls[1]],
    })
}

/// The response with the friction of bodies of which one lies on a cloth added to it, and with the nose of a cushion.
pub(crate) fn with_cloth<V: Vector>(
    bounced: Response<V>,
    velocities: [V; 2],
    masses: [f64; 2],
    spins: &[ClothSpin<V>; 2],
    normal: V,
    (surface, nose): (&Surface, f64),
) -> (Response<V>, SpinChange<V>) {
    let Surface { friction, tangential_restitution, .. } = *surface;
    let nose = if masses[1].is_infinite() { nose } else { 0.0 };
    let along = (1.0 - nose * nose).sqrt();
    let normal_impulse = along * bounced.impulse;
    // The normal leans, and so less of the impulse is in the plane.
    let lifted = normal * (nose * nose * bounced.impulse);
    let [first, second] = spins;
    let relative = velocities[0] - velocities[1];
    let approach = dot_unit(relative, normal);
    let spin = (first.spin.angular_velocity * first.spin.radius) * along
        + second.spin.angular_velocity * second.spin.radius;
    let roll = first.roll + second.roll;
    let rolls_along = dot_unit(roll, normal);
    let sliding = relative - normal * approach + (roll - normal * rolls_along) * nose
        - normal.swept(spin) / normal.length();
    let rising = nose * approach + rolls_along;
    let speed = (sliding.length_squared() + rising * rising).sqrt();
    let inverse = |side: usize| spins[side].spin.mobility() / masses[side];
    let tangential_mass = 1.0 / (inverse(0) + inverse(1));
    let (allowed, stopping) = (friction * normal_impulse, tangential_mass * speed);
    let most = 1.0 + tangential_restitution;
    let slides = friction > 0.0 && speed > 0.0;
    let share = match allowed < most * stopping {
        _ if !slides => 0.0,
        true => allowed / stopping,
        false => most,
    };
    let across = -sliding * (share * tangential_mass);
    let up = -rising * (share * tangential_mass);
    let impulse = across + normal * (nose * up) - lifted;
    let roll_change = |side: usize| {
        let inertia = spins[side].spin.inertia_factor * masses[side];
        (normal * up + across * nose) / inertia
    };
    let change = SpinChange {
        twist: twist(normal, across) * along,
        rolls: [roll_change(0), roll_change(1)],
    };
    let mut after = [bounced.first + impulse / masses[0], bounced.second - impulse / masses[1]];
    // That of a nose leans: its part in the plane is what the walls and the other body feel.
    let mut pushed = along * normal_impulse + nose * up;
    // Off a high nose of little restitution the ball would go on under the cushion.
    let approach = dot_unit(after[1] - after[0], normal);
    if nose != 0.0 && approach > 0.0 {
        after[0] += normal * approach;
        pushed += approach * masses[0];
    }
    let energy = |side: usize| {
        energy_lost([velocities[side], after[side]], masses[side], &spins[side], (&change, side))
    };
    let response = Response {
        first: after[0],
        second: after[1],
        impulse: pushed,
        friction: across,
        energy_lost: energy(0) + energy(1),
        ..bounced
    };
    (response, change)
}

/// The kinetic energy that a body loses if its velocity changes so.
fn energy_lost<V: Vector>(
    [before, after]: [V; 2],
    mass: f64,
    ClothSpin { spin, roll }: &ClothSpin<V>,
    (change, side): (&SpinChange<V>, usize),
) -> f64 {
    if mass.is_infinite() {
        return 0.0;
    }
    let translation = before.length_squared() - after.length_squared();
    if spin.inertia_factor.is_infinite() {
        return 0.5 * mass * translation;
    }
    let rates = [spin.angular_velocity, spin.twisted(change.twist, mass)].map(V::magnitude);
    let rolls = [*roll, *roll + change.rolls[side]].map(V::length_squared);
    let turning = spin.radius * spin.radius * (rates[0] * rates[0] - rates[1] * rates[1]);
    0.5 * mass * (translation + spin.inertia_factor * (rolls[0] - rolls[1] + turning))
}
