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
//!
//! What loses speed at every impact and is pulled by nothing comes to meet infinitely often in finite time
//! too, in a cluster (McNamara and Young 1992). Whoever has had [`CLUSTER_EVENTS`] events in a step is in one from
//! then on, as long as it touches others there, and so is whoever lies against one of it: touches so slow that
//! they would take some three thousand steps for a way of its size are contacts, and those are solved as the
//! piles are, with the walls that they lie against when a part of the step begins. From others it goes on to bounce.

use crate::response::restitution::fraction;
use crate::shape::Shape;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// In a crowd a touch is a contact up to so many times the speed that the pull gives in a step.
pub(crate) const CROWDED_REST_SPEED: f64 = 3.0;

/// What is below this share of the forces at work is their rounding.
const ROUNDING: f64 = 1e-12;

/// What presses two bodies together, and how slow a touch it makes a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The acceleration with which they must be held apart, so that by rounding they do not press.
    pub(crate) weight: f64,
    /// The approach speed up to which a touch is a resting contact.
    pub(crate) rest_speed: f64,
    /// What of a velocity may be the rounding of what the forces at work give in the step.
    pub(crate) rounding: f64,
}

impl Load {
    /// The load of a touch along `normal`, of which the form of the wall takes the acceleration `centripetal`,
    /// at `restitution`, in a step of `dt` seconds, if a body may have `events_per_second`.
    pub(crate) fn new<V: Vector>(
        [first, second]: [&Slot<V>; 2],
        (normal, centripetal): (V::Wide, f64),
        gravity: V::Wide,
        restitution: f64,
        [dt, events_per_second]: [f64; 2],
    ) -> Self {
        /// Of two that nothing pulls, and that lie in no cluster.
        const NONE: Load = Load { weight: 0.0, rest_speed: 0.0, rounding: 0.0 };
        let acceleration = |slot: &Slot<V>| slot.flight().acceleration;
        let floats = |slot: &Slot<V>| {
            let is_free = acceleration(slot) == V::Wide::ZERO && !slot.clustered;
            is_free && (!slot.is_mover() || slot.pull(gravity) == V::Wide::ZERO)
        };
        if floats(first) && floats(second) && centripetal == 0.0 {
            return NONE;
        }
        let pressure = (acceleration(second) - acceleration(first)).dot(normal) + centripetal;
        // What supports take away counts too: where two hold a ball, what they leave is rounding.
        let strength = |slot: &Slot<V>| {
            if !slot.is_mover() {
                return 0.0;
            }
            let pull = slot.pull(gravity);
            pull.length() + (acceleration(slot) - pull).length()
        };
        let forces = strength(first) + strength(second) + centripetal;
        let weight = f64::max(pressure, 0.0) + 4.0 * f64::EPSILON * forces;
        let pressure = if pressure > ROUNDING * forces { pressure } else { 0.0 };
        let supported = !first.ties().supports.is_empty() || !second.ties().supports.is_empty();
        // A bounce at speed v takes 2 v / pressure; faster ones than these would spend the budget.
        // In a corner it is the other support that throws the ball back.
        let countable = 0.5 * if supported { forces } else { pressure } / events_per_second;
        // What slides along a hollow wall has many events with it, and that is no crowd.
        let hollow = matches!(second.form.shape, Shape::RoundArena { .. });
        let in_crowd = first.in_crowd
            || !hollow && is_crowded(first)
            || second.is_mover() && is_crowded(second);
        let immovable = second.mass().is_infinite();
        let pull = |slot: &Slot<V>| {
            if !slot.is_mover() {
                0.0
            } else if immovable {
                // From a wall a cluster bounces exactly.
                slot.pull(gravity).length()
            } else {
                slot.crowd_pull(gravity, dt)
            }
        };
        let lone = match (restitution < 1.0, in_crowd) {
            (true, true) => {
                CROWDED_REST_SPEED
                    * f64::max(pull(first), pull(second))
                    * dt
                    * rest_speed_growth([first, second])
            }
            (true, false) if immovable => 0.5 * pressure * dt,
            _ => 0.0,
        };
        let rounding = 4.0 * V::EPSILON * forces * dt;
        Self { weight, rest_speed: f64::max(lone, countable), rounding }
    }
}

/// A body that has had so many events in a step is in a crowd, whatever it lies on.
pub(crate) const CROWDED_EVENTS: u32 = 16;

/// After so many events of a body in a step more and more is taken for slow: twice as much after every
/// `CLUSTER_EVENTS / 8` further ones.
pub(crate) const CLUSTER_EVENTS: u32 = 256;

/// Whether a body is in a crowd.
pub(crate) fn is_crowded<V: Vector>(slot: &Slot<V>) -> bool {
    slot.in_crowd || slot.events() >= CROWDED_EVENTS
}

/// By how much more is taken for slow between two that have had many events in the step.
pub(crate) fn rest_speed_growth<V: Vector>([first, second]: [&Slot<V>; 2]) -> f64 {
    let events =
        if second.is_mover() { first.events().max(second.events()) } else { first.events() };
    rest_speed_growth_after(events)
}

/// The same of two of whom one has had so many events, and the other no more.
pub(crate) fn rest_speed_growth_after(events: u32) -> f64 {
    let doublings = events.saturating_sub(CLUSTER_EVENTS) / (CLUSTER_EVENTS / 8);
    (1u64 << u32::min(doublings, 63)) as f64
}

/// The accelerations that keep two that can move from pressing into each other.
pub(crate) fn reactions<W: Wide>(masses: [f64; 2], normal: W, pressure: f64) -> [W; 2] {
    [
        normal * (pressure * fraction(masses[0], masses[1])),
        -normal * (pressure * fraction(masses[1], masses[0])),
    ]
}
