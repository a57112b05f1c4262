//! The stroke of a cue: the velocity, the roll and the spin that it gives to a ball at rest on a cloth.
//!
//! The cue of mass `M` moves with the speed `V` along the unit vector `d` and meets the ball at `r` from its centre. With a tip
//! that gives back the share `e` of the speed, and the moment of inertia `k m R^2`, the impulse and what follows from it are
//!
//! ```text
//! P = (1 + e) V / (1/M + 1/m + |r x d|^2 / (k m R^2))        v = P d / m        w = P (r x d) / (k m R^2)
//! ```
//!
//! The table takes the vertical part of the velocity. Source: Alciatore, Technical Proof A.30 (2007), with the restitution of
//! the tip added.

use glam::DVec2;

use crate::vector::Vector;

/// A stroke of a cue.
///
/// # Example
/// ```
/// use collide_core::response::strike::{Stroke, strike};
/// use glam::DVec2;
///
/// // A ball that is hit at two fifths of its radius above the middle rolls at once.
/// let high = Stroke { offset: DVec2::new(0.0, 0.4), ..Stroke::pool(DVec2::Y, 2.0) };
/// let struck = strike(&high).unwrap();
/// assert!((struck.roll - struck.velocity).length() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Where the cue aims, in the plane of the table: a unit vector.
    pub aim: DVec2,
    /// The speed of the cue, in length units a second.
    pub speed: f64,
    /// Where the tip meets the ball, in radii from its middle, seen by the player: to the right and up. Beyond about half a
    /// radius a real tip slips.
    pub offset: DVec2,
    /// By how much the butt of the cue is raised, in radians: 0 a level cue, less than a quarter turn.
    pub elevation: f64,
    /// The mass of the cue.
    pub cue_mass: f64,
    /// The share of the speed that the tip gives back, 0 to 1.
    pub tip_restitution: f64,
    /// The mass of the ball, in the same unit.
    pub ball_mass: f64,
    /// The radius of the ball, in length units.
    pub radius: f64,
    /// The [inertia factor](crate::body::Body::inertia_factor) of the ball.
    pub inertia_factor: f64,
}

/// What a stroke gives to a ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Struck {
    /// The velocity, in length units a second.
    pub velocity: DVec2,
    /// The [roll](crate::body::Body::roll), in length units a second.
    pub roll: DVec2,
    /// The spin about the vertical axis, in radians a second, counterclockwise.
    pub angular_velocity: f64,
}

impl Stroke {
    /// A level stroke at the middle of a ball of pool, in metres and kilograms, with a leather tip.
    #[must_use]
    pub fn pool(aim: DVec2, speed: f64) -> Self {
        Self {
            aim,
            speed,
            offset: DVec2::ZERO,
            elevation: 0.0,
            cue_mass: 0.567,
            tip_restitution: 0.75,
            ball_mass: 0.170_097,
            radius: 0.028_575,
            inertia_factor: 0.4,
        }
    }
}

/// What a stroke gives to a ball; nothing if the tip does not meet the ball, or a value is out of range.
#[must_use]
pub fn strike(stroke: &Stroke) -> Option<Struck> {
    let Stroke { aim, speed, offset, elevation, tip_restitution, .. } = *stroke;
    let Stroke { cue_mass, ball_mass, radius, inertia_factor, .. } = *stroke;
    let square = offset.length_squared();
    let is_meeting = square < 1.0 && speed > 0.0 && elevation.abs() < std::f64::consts::FRAC_PI_2;
    let has_masses = cue_mass > 0.0 && ball_mass > 0.0 && radius > 0.0 && inertia_factor > 0.0;
    if !is_meeting || !has_masses || !aim.is_finite() {
        return None;
    }
    let (sine, cosine) = libm::sincos(elevation);
    let yielding = 1.0 / cue_mass + (1.0 + square / inertia_factor) / ball_mass;
    let impulse = (1.0 + tip_restitution) * speed / yielding;
    let velocity = impulse / ball_mass;
    let turned = velocity / inertia_factor;
    let right = aim.swept(-1.0);
    let struck = Struck {
        velocity: aim * (velocity * cosine),
        roll: aim * (turned * offset.y) + right * (turned * offset.x * sine),
        angular_velocity: turned * offset.x * cosine / radius,
    };
    let is_finite = struck.velocity.is_finite() && struck.roll.is_finite();
    (is_finite && struck.angular_velocity.is_finite()).then_some(struck)
}
