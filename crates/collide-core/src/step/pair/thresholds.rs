//! The approach speed up to which a touch is a resting contact and not an impact.
//!
//! Under gravity with restitution below 1 a ball would bounce infinitely often in finite time. A touch of an
//! immovable body that is slower than the **rest speed**, half of what the pull into the surface adds in a
//! step, is a resting contact: the ball keeps no speed along the normal, and until the step or the face ends no
//! acceleration along it. Without a pull the rest speed is zero. The pull counts even where another wall takes it
//! away: a ball that bounces leaves that wall. The inside of a round wall presses against what slides along it, as a
//! pull does.
//!
//! Any pair, at any restitution, is in contact too if it is pressed together and its bounces come faster than
//! the event budget can count, as do those of a ball in a corner that rests on one of its walls.
//!
//! **Clusters.** Bodies that lose speed at every impact and that nothing pulls meet infinitely often in
//! finite time too, in a cluster (McNamara and Young 1992). A body is clustered once it has had
//! [`CLUSTER_EVENTS`] events in a step, for as long as it touches others there, and so is every body that
//! lies against a clustered one. Touches so slow that a body would take some three thousand steps to move by
//! its size are contacts. They are solved as those of piles are, together with those of the walls that the
//! bodies lie against when a sub-step begins. From other walls a clustered body bounces.

use crate::response::restitution::fraction;
use crate::shape::Shape;
use crate::vector::Vector;
use crate::world::Slot;

/// The rest speed of crowded bodies, as a multiple of the speed that the pull gives in a step.
pub(crate) const CROWDED_REST_SPEED: f64 = 3.0;

/// Two members of a pile that approach by no more than this share of the smaller one's size in a step are left to the
/// solver, and a member that is hit keeps its path if its velocity changes by no more. Faster ones have an exact impact.
/// With a fiftieth a pile of 2,000 fell with 400,000 impacts in place of 230,000, and one of three came to rest only after
/// 16 seconds.
pub(crate) const MEMBER_TRAVEL: f64 = 0.25;

/// The number of events in a step from which on a body is crowded, whatever it lies on.
pub(crate) const CROWDED_EVENTS: u32 = 16;

/// The number of events in a step from which on a body that nothing pulls is clustered. From there on the rest
/// speed of every crowded pair grows too.
pub(crate) const CLUSTER_EVENTS: u32 = 256;

/// The number of events in a step from which on a series of bounces counts as one without end, with this event budget. A short
/// step has a small budget, and the series must end before that is spent.
pub(crate) fn endless_events(budget: f64) -> u32 {
    u32::min(CLUSTER_EVENTS, (0.25 * budget) as u32)
}

/// The number of further events after which the rest speed is doubled each time.
const DOUBLING_EVENTS: u32 = CLUSTER_EVENTS / 8;

/// The share of the forces at work up to which a pressure may be their rounding.
const FORCE_ROUNDING: f64 = 1e-12;

/// What presses two bodies together, and up to which speed their touch is a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Load {
    /// The relative acceleration by which they must be held apart, a little more than what presses them
    /// together, so that rounding does not leave a pressure.
    pub(crate) weight: f64,
    /// The approach speed up to which a touch is a resting contact.
    pub(crate) rest_speed: f64,
    /// The part of a velocity that may be rounding of what the forces at work give in the step.
    pub(crate) rounding: f64,
}

impl Load {
    /// The load of two bodies that nothing pulls, and that are not clustered.
    const NONE: Self = Self { weight: 0.0, rest_speed: 0.0, rounding: 0.0 };

    /// The load of a pair that touches along `normal`, in a step of `dt` seconds with an event budget of
    /// `events_per_second` a body. A round wall turns the first body by the acceleration `centripetal`, or a wall that turns
    /// presses it so, else that is zero.
    pub(crate) fn new<V: Vector>(
        pair: [&Slot<V>; 2],
        normal: V,
        centripetal: f64,
        gravity: V,
        restitution: f64,
        dt: f64,
        events_per_second: f64,
    ) -> Self {
        let [first, second] = pair;
        let acceleration = |slot: &Slot<V>| slot.flight().acceleration;
        let is_unloaded = |slot: &Slot<V>| {
            let is_free = acceleration(slot) == V::ZERO && !slot.in_cluster && !slot.is_on_cloth();
            is_free && (!slot.is_mover() || slot.external_acceleration(gravity) == V::ZERO)
        };
        if is_unloaded(first) && is_unloaded(second) && centripetal == 0.0 {
            return Self::NONE;
        }
        // A ball that lies still on a cloth resists as soon as it is pushed.
        let resisted = |slot: &Slot<V>| match slot.is_on_cloth() && slot.is_at_rest() {
            true => slot.shared.resistance,
            false => 0.0,
        };
        let resisted = resisted(first) + resisted(second);
        let pressure = (acceleration(second) - acceleration(first)).dot(normal) + centripetal;
        // What supports take away counts too: of a ball that two of them hold, the rest is rounding.
        let strength = |slot: &Slot<V>| {
            if !slot.is_mover() {
                return 0.0;
            }
            let pull = slot.external_acceleration(gravity);
            pull.length() + (acceleration(slot) - pull).length()
        };
        let forces = strength(first) + strength(second) + centripetal.abs() + resisted;
        let weight = f64::max(pressure, 0.0) + 4.0 * f64::EPSILON * forces;
        let pressure = pressure + resisted;
        let pressure = if pressure > FORCE_ROUNDING * forces { pressure } else { 0.0 };
        let is_supported =
            !first.constraints().supports.is_empty() || !second.constraints().supports.is_empty();
        // A bounce at speed v takes 2 v / pressure; faster ones than these would spend the budget.
        // In a corner it is the other support that throws the ball back.
        let countable = 0.5 * if is_supported { forces } else { pressure } / events_per_second;
        let is_immovable = second.mass().is_infinite();
        let resting = match (may_settle(pair, restitution), is_crowded_pair(pair)) {
            (true, true) => crowded_rest_speed(pair, gravity, dt),
            // A ball that bounces off a bump leaves the wall that holds it now.
            // On a cloth the pull of sliding is strong, and slow touches of a cushion are real bounces.
            (true, false) if is_immovable && !first.is_on_cloth() => {
                let pull = -first.external_acceleration(gravity).dot(normal);
                let pull = if pull > FORCE_ROUNDING * forces { pull } else { 0.0 };
                wall_rest_speed(f64::max(pressure, pull), dt)
            }
            _ => 0.0,
        };
        let rounding = 4.0 * f64::EPSILON * forces * dt;
        Self { weight, rest_speed: f64::max(resting, countable), rounding }
    }
}

/// The rest speed at a wall, as a share of the speed that the pull into the wall adds in a step: a bounce at this speed
/// lasts as long as the step.
const WALL_REST_SPEED: f64 = 0.5;

/// The approach speed up to which a lone body that an acceleration of `pressure` presses against a wall comes to rest
/// there, in a step of `dt` seconds.
pub(crate) fn wall_rest_speed(pressure: f64, dt: f64) -> f64 {
    WALL_REST_SPEED * pressure * dt
}

/// Whether two bodies of this restitution may come to rest against each other: they lose speed when they meet, or on a cloth
/// soon after.
pub(crate) fn may_settle<V: Vector>(pair: [&Slot<V>; 2], restitution: f64) -> bool {
    restitution < 1.0 || pair.into_iter().all(|slot| slot.shared.cloth_under().is_some())
}

/// Whether a touch of the pair is one in a crowd.
fn is_crowded_pair<V: Vector>([first, second]: [&Slot<V>; 2]) -> bool {
    // A body that slides along the inside of a round wall has many events, and is not crowded by them.
    let is_round_wall = matches!(second.shared.shape, Shape::RoundArena { .. });
    first.in_pile || !is_round_wall && is_crowded(first) || second.is_mover() && is_crowded(second)
}

/// The rest speed of a pair in a crowd, in a step of `dt` seconds.
fn crowded_rest_speed<V: Vector>(pair: [&Slot<V>; 2], gravity: V, dt: f64) -> f64 {
    let [first, second] = pair;
    let is_immovable = second.mass().is_infinite();
    let pull = |slot: &Slot<V>| {
        if !slot.is_mover() {
            0.0
        } else if is_immovable {
            // From a wall a cluster bounces exactly.
            slot.external_acceleration(gravity).length()
        } else {
            slot.resting_acceleration(gravity, dt)
        }
    };
    CROWDED_REST_SPEED * f64::max(pull(first), pull(second)) * dt * rest_speed_growth(pair)
}

/// Whether a body is in a pile or falls on one, or has had many events in the step.
pub(crate) fn is_crowded<V: Vector>(slot: &Slot<V>) -> bool {
    slot.in_pile || slot.events() >= CROWDED_EVENTS
}

/// The factor by which the rest speed of a crowded pair has grown by the events that it has had in the step.
pub(crate) fn rest_speed_growth<V: Vector>([first, second]: [&Slot<V>; 2]) -> f64 {
    let events =
        if second.is_mover() { first.events().max(second.events()) } else { first.events() };
    rest_speed_growth_after(events)
}

/// The same for a pair of which the body with more events has had so many.
pub(crate) fn rest_speed_growth_after(events: u32) -> f64 {
    let doublings = events.saturating_sub(CLUSTER_EVENTS) / DOUBLING_EVENTS;
    (1u64 << u32::min(doublings, 63)) as f64
}

/// The accelerations that keep two bodies that can move from pressing into each other.
pub(crate) fn reactions<V: Vector>(masses: [f64; 2], normal: V, pressure: f64) -> [V; 2] {
    [
        normal * (pressure * fraction(masses[0], masses[1])),
        -normal * (pressure * fraction(masses[1], masses[0])),
    ]
}
