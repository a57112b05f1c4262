//! When is a touch not an impact but a contact?
//!
//! Under gravity with restitution below 1 a ball would bounce infinitely often in finite time. A
//! touch of an immovable body that is slower than the **rest speed**, half of what the pull into the
//! surface adds in a step, is taken as a resting contact: the ball keeps no speed along the normal,
//! and for the rest of the step no pull along it. Without a pull the rest speed is zero.
//!
//! The same is done for any pair, at any restitution, when no approach speed is left to reflect
//! while something still presses the two together.

use crate::response::restitution::fraction;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// A pull along the normal below this share of the pulls themselves is their rounding.
const ROUNDING: f64 = 1e-9;

/// The acceleration with which the two press against each other; zero if they do not.
pub(super) fn pressure<V: Vector>(first: &Slot<V>, second: &Slot<V>, normal: V::Wide) -> f64 {
    let (one, two) = (first.flight.acceleration, second.flight.acceleration);
    let pressure = (two - one).dot(normal);
    if pressure > ROUNDING * (one.length() + two.length()) { pressure } else { 0.0 }
}

/// The approach speed below which a touch of these two is a resting contact.
pub(super) fn rest_speed<V: Vector>(
    second: &Slot<V>,
    restitution: f64,
    pressure: f64,
    dt: f64,
) -> f64 {
    if second.mass().is_infinite() && restitution < 1.0 { 0.5 * pressure * dt } else { 0.0 }
}

/// The accelerations that keep the two from pressing into each other.
pub(super) fn reactions<W: Wide>(masses: [f64; 2], normal: W, pressure: f64) -> [W; 2] {
    [
        normal * (pressure * fraction(masses[0], masses[1])),
        -normal * (pressure * fraction(masses[1], masses[0])),
    ]
}
