//! The load of a pair: what presses two bodies together, and the rest speed that follows from it.
//!
//! The pull counts even where another wall takes it away: a ball that bounces leaves that wall. The inside of a round wall
//! presses against what slides along it, as a pull does.
//!
//! Any pair, at any restitution, is in contact too if it is pressed together and its bounces come faster than
//! the event budget can count, as do those of a ball in a corner that rests on one of its walls.

use super::classify::{
    crowd_rest_speed, is_crowded_pair, may_settle, rest_speed_growth, wall_rest_speed,
};
use crate::response::restitution::fraction;
use crate::rounding;
use crate::vector::Vector;
use crate::world::{Slot, level_acceleration};

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

/// How a pair touches, as far as its load depends on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pressed<V> {
    /// The unit vector from the second to the first.
    pub(crate) normal: V,
    /// The acceleration by which a round wall turns the first body, or by which a wall that turns presses it; else zero.
    pub(crate) centripetal: f64,
    pub(crate) gravity: V,
    pub(crate) restitution: f64,
    /// The length of the step in seconds.
    pub(crate) dt: f64,
    /// The events of a body that can be counted.
    pub(crate) events_per_second: f64,
}

impl Load {
    /// The load of two bodies that nothing pulls, and that are not clustered.
    const NONE: Self = Self { weight: 0.0, rest_speed: 0.0, rounding: 0.0 };

    /// The load of a pair.
    pub(crate) fn new<V: Vector>(pair: [&Slot<V>; 2], pressed: Pressed<V>) -> Self {
        let Pressed { normal, centripetal, gravity, restitution, dt, events_per_second } = pressed;
        let [first, second] = pair;
        let acceleration = |slot: &Slot<V>| level_acceleration(slot);
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
        let weight = f64::max(pressure, 0.0) + rounding::VELOCITY * forces;
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
        let rounding = rounding::VELOCITY * forces * dt;
        Self { weight, rest_speed: f64::max(resting, countable), rounding }
    }
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
    crowd_rest_speed(f64::max(pull(first), pull(second)), dt) * rest_speed_growth(pair)
}

/// The accelerations that keep two bodies that can move from pressing into each other.
pub(crate) fn reactions<V: Vector>(masses: [f64; 2], normal: V, pressure: f64) -> [V; 2] {
    [
        normal * (pressure * fraction(masses[0], masses[1])),
        -normal * (pressure * fraction(masses[1], masses[0])),
    ]
}

#[cfg(test)]
mod tests {
    use glam::DVec2;

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;
    use crate::world::World;

    /// The load of a ball on a floor under a pull of 10, in a step of a tenth of a second.
    fn load(restitution: f64, gravity_scale: f64) -> Load {
        let mut world = World::new();
        world.set_gravity(DVec2::NEG_Y * 10.0).unwrap();
        let ball = Body { gravity_scale, ..Body::dynamic(Shape::ball(0.5), DVec2::Y * 0.5) };
        let bodies = [ball, Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)];
        let [ball, floor] = bodies.map(|body| world.add(body).unwrap());
        let pressed = Pressed {
            normal: DVec2::Y,
            centripetal: 0.0,
            gravity: world.gravity(),
            restitution,
            dt: 0.1,
            events_per_second: 1e4,
        };
        Load::new([world.slot(ball).unwrap(), world.slot(floor).unwrap()], pressed)
    }

    #[test]
    fn rest_speed_at_a_wall_is_half_of_what_the_pull_adds() {
        let load = load(0.5, 1.0);
        assert_eq!(load.rest_speed, 0.5);
        assert!((load.weight - 10.0).abs() < 1e-13);
    }

    #[test]
    fn ball_that_keeps_its_energy_rests_where_bounces_cannot_be_counted_only() {
        assert_eq!(load(1.0, 1.0).rest_speed, 0.5 * 10.0 / 1e4);
    }

    #[test]
    fn body_that_nothing_pulls_never_rests() {
        assert_eq!(load(0.5, 0.0).rest_speed, 0.0);
        assert_eq!(load(0.5, -1.0).rest_speed, 0.0);
    }
}
