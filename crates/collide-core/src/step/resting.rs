//! When is a touch not an impact but a contact?
//!
//! Under gravity with restitution below 1 a ball would bounce infinitely often in finite time. A
//! touch of an immovable body that is slower than the **rest speed**, half of what the pull into the
//! surface adds in a step, is taken as a resting contact: the ball keeps no speed along the normal,
//! and for the rest of the step no pull along it. Without a pull the rest speed is zero.
//!
//! The same is done for any pair, at any restitution, that is pressed together and whose bounces
//! come faster than the event budget can tell.

use crate::response::restitution::fraction;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// A pull along the normal below this share of the forces that make it up is their rounding.
const ROUNDING: f64 = 1e-12;

/// The acceleration with which the two press against each other; zero if they do not.
pub(super) fn pressure<V: Vector>(
    first: &Slot<V>,
    second: &Slot<V>,
    normal: V::Wide,
    gravity: V::Wide,
) -> f64 {
    let acceleration = |slot: &Slot<V>| slot.flight.acceleration;
    let pressure = (acceleration(second) - acceleration(first)).dot(normal);
    // What supports take away counts too: where two hold a ball, what they leave is rounding.
    let strength = |slot: &Slot<V>| {
        let resistance = slot.body.rolling_resistance;
        if slot.is_ball() { gravity.length() + slot.reaction.length() + resistance } else { 0.0 }
    };
    let forces = strength(first) + strength(second);
    if pressure > ROUNDING * forces { pressure } else { 0.0 }
}

/// The approach speed below which a touch of these two is a resting contact, if a body may have
/// `events_per_second`.
pub(super) fn rest_speed<V: Vector>(
    second: &Slot<V>,
    restitution: f64,
    pressure: f64,
    dt: f64,
    events_per_second: f64,
) -> f64 {
    // A bounce at speed v takes 2 v / pressure; faster ones than these would spend the budget.
    let countable = 0.5 * pressure / events_per_second;
    if second.mass().is_infinite() && restitution < 1.0 {
        f64::max(0.5 * pressure * dt, countable)
    } else {
        countable
    }
}

/// The accelerations that keep the two from pressing into each other.
pub(super) fn reactions<W: Wide>(masses: [f64; 2], normal: W, pressure: f64) -> [W; 2] {
    [
        normal * (pressure * fraction(masses[0], masses[1])),
        -normal * (pressure * fraction(masses[1], masses[0])),
    ]
}
