//! When is a touch not an impact but a contact?
//!
//! Under gravity with restitution below 1 a ball would bounce infinitely often in finite time. A
//! touch of an immovable body that is slower than the **rest speed**, half of what the pull into the
//! surface adds in a step, is taken as a resting contact: the ball keeps no speed along the normal,
//! and for the rest of the step no pull along it. Without a pull the rest speed is zero; the inside of
//! a round wall pulls what slides along it.
//!
//! The same is done for any pair, at any restitution, that is pressed together and whose bounces
//! come faster than the event budget can tell, as do those of a ball in a corner that rests on one
//! of its walls.

use crate::response::restitution::fraction;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// What is below this share of the forces at work is their rounding.
const ROUNDING: f64 = 1e-12;

/// What presses two bodies together, and how slow a touch it makes a contact.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    /// The acceleration with which they press against each other; zero if they do not.
    pub(super) pressure: f64,
    /// The acceleration with which they must be held apart, so that by rounding they do not press.
    pub(super) weight: f64,
    /// The approach speed up to which a touch is a resting contact.
    pub(super) rest_speed: f64,
    /// What of a velocity may be the rounding of what the forces at work give in the step.
    pub(super) rounding: f64,
}

impl Load {
    /// The load of a touch along `normal`, of which the form of the wall takes the acceleration `bend`,
    /// at `restitution`, in a step of `dt` seconds, if a body may have `events_per_second`.
    pub(super) fn new<V: Vector>(
        [first, second]: [&Slot<V>; 2],
        (normal, bend): (V::Wide, f64),
        gravity: V::Wide,
        restitution: f64,
        [dt, events_per_second]: [f64; 2],
    ) -> Self {
        let acceleration = |slot: &Slot<V>| slot.flight.acceleration;
        let pressure = (acceleration(second) - acceleration(first)).dot(normal) + bend;
        // What supports take away counts too: where two hold a ball, what they leave is rounding.
        let strength = |slot: &Slot<V>| {
            if !slot.is_mover() {
                return 0.0;
            }
            let pull = slot.pull(gravity);
            pull.length() + (acceleration(slot) - pull).length()
        };
        let forces = strength(first) + strength(second) + bend;
        let weight = f64::max(pressure, 0.0) + 4.0 * f64::EPSILON * forces;
        let pressure = if pressure > ROUNDING * forces { pressure } else { 0.0 };
        let supported = !first.supports.is_empty() || !second.supports.is_empty();
        // A bounce at speed v takes 2 v / pressure; faster ones than these would spend the budget.
        // In a corner it is the other support that throws the ball back.
        let countable = 0.5 * if supported { forces } else { pressure } / events_per_second;
        let immovable = second.mass().is_infinite() && restitution < 1.0;
        let lone = if immovable { 0.5 * pressure * dt } else { 0.0 };
        let rounding = 4.0 * V::EPSILON * forces * dt;
        Self { pressure, weight, rest_speed: f64::max(lone, countable), rounding }
    }
}

/// The accelerations that keep two that can move from pressing into each other.
pub(super) fn reactions<W: Wide>(masses: [f64; 2], normal: W, pressure: f64) -> [W; 2] {
    [
        normal * (pressure * fraction(masses[0], masses[1])),
        -normal * (pressure * fraction(masses[1], masses[0])),
    ]
}
