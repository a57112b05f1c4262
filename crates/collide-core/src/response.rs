//! The response to an impact: the velocities of two bodies after it.
//!
//! Everything here is a pure function of the velocities, the masses, the normal and what the two
//! [surfaces](Surface) are to each other. [`respond`] is the whole of it; the files are its parts:
//! [`restitution`] along the normal, the [`minimum_impulse`] of a bumper, and [`friction`] across the
//! normal. Bodies that turn are in [`spin`], those on a billiard table in [`cloth`], and the stroke of a cue in [`strike`].
//! [`textbook`] has the law of bodies that do not turn in the forms in which it is taught.

use crate::vector::Vector;

pub mod surface;
mod outcome;
pub mod restitution;
pub mod textbook;
pub mod minimum_impulse;
pub mod friction;
pub mod spin;
pub mod cloth;
pub mod strike;

pub use outcome::Response;
pub use surface::{Combine, Surface};

/// The velocities after an impact, and what it did; nothing if the two do not approach along the
/// normal, or if both masses are infinite.
///
/// `velocities` are in length units a second, `masses` in any unit, above zero; one may be infinite.
/// `normal` is the unit vector from the second body to the first. Nothing is said of where the two
/// are: whether they touch is for the caller to know. Values that are NaN or infinite where they should
/// not be make the result nothing or NaN, but never a panic.
///
/// With the default surface, and whenever friction and the minimum impulse are zero, the bits are
/// those of [`bounce`](restitution::bounce).
///
/// # Accuracy
/// A few units in the last place of the largest speed. Momentum is conserved and energy does not grow,
/// but for what a minimum impulse gives, within that.
///
/// # Example
/// ```
/// use collide_core::response::{Surface, respond};
/// use glam::DVec2;
///
/// let cushion = Surface { restitution: 0.5, friction: 0.25, ..Surface::default() };
/// let velocities = [DVec2::new(3.0, -2.0), DVec2::ZERO];
/// let after = respond(velocities, [1.0, f64::INFINITY], DVec2::Y, &cushion).unwrap();
/// assert_eq!(after.first, DVec2::new(2.25, 1.0));
/// assert_eq!((after.impulse, after.friction), (3.0, DVec2::new(-0.75, 0.0)));
/// ```
#[must_use]
pub fn respond<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    surface: &Surface,
) -> Option<Response<V>> {
    let bounced = restitution::bounce(velocities, masses, normal, surface.restitution)?;
    with_surface(bounced, velocities, masses, normal, surface, V::ZERO)
}

/// What becomes of a [`bounce`](restitution::bounce) at the restitution of the surface by the rest of what the
/// surface does; nothing if both masses are infinite. `surface_velocity` is that of the second body's surface relative to
/// the body.
#[inline]
pub(crate) fn with_surface<V: Vector>(
    bounced: Response<V>,
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    surface: &Surface,
    surface_velocity: V,
) -> Option<Response<V>> {
    if masses.into_iter().all(f64::is_infinite) {
        return None;
    }
    let Surface { restitution, friction, minimum_impulse, .. } = *surface;
    let response = minimum_impulse::at_least(
        bounced,
        velocities,
        masses,
        normal,
        restitution,
        minimum_impulse,
    );
    // Friction reads the difference only. Less a zero, a velocity has the same bits.
    let sliding = [velocities[0] - surface_velocity, velocities[1]];
    Some(friction::with_friction(response, sliding, masses, normal, friction))
}
