//! A pod: what it is ordered, and what a turn does to it before and after it moves.

use std::f64::consts::{PI, TAU};

use bevy::math::DVec2;

use crate::course::Course;

/// The radius of a pod.
pub const RADIUS: f64 = 400.0;

/// The least impulse of the second half of an impact of two pods.
pub const LEAST_IMPULSE: f32 = 120.0;

/// The most that a pod turns in a turn, in radians.
pub const MAX_TURN: f64 = 18.0 * PI / 180.0;

/// The most thrust without a boost.
pub const MAX_THRUST: f64 = 200.0;

/// The thrust of a boost.
pub const BOOST: f64 = 650.0;

/// The mass of a pod with its shield; without it, it is 1.
const SHIELD_MASS: f64 = 10.0;

/// After a shield a pod has no thrust for so many turns.
const RECOVERY: u8 = 3;

/// The share of the velocity that is left after a turn.
const DRAG: f64 = 0.85;

/// A pod that has not passed its next checkpoint for so many turns is out.
pub const MAX_IDLE: u32 = 100;

/// What drives a pod in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Power {
    /// From 0 to 200, a whole number.
    Thrust(f64),
    /// Once for each team; after that the most thrust.
    Boost,
    Shield,
}

/// What a pod is to do in a turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Order {
    /// Where to turn, in radians; as far as it can.
    pub heading: f64,
    pub power: Power,
}

/// A pod between two turns. Its place and its velocity are whole numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pod {
    pub place: DVec2,
    pub velocity: DVec2,
    /// In radians, from the x axis to the y axis; none before the first turn, in which it may turn by any angle.
    pub heading: Option<f64>,
    /// Its mass in the last turn.
    pub mass: f64,
    /// Its thrust in the last turn.
    pub thrust: f64,
    /// For how many turns it still has no thrust.
    pub recovers: u8,
    pub has_boost: bool,
    /// How many checkpoints it has passed.
    pub passed: u32,
    /// For how many turns it has passed none.
    pub idle: u32,
}

/// An angle as one from half a turn to the right to half a turn to the left.
pub fn wrap(angle: f64) -> f64 {
    (angle + PI).rem_euclid(TAU) - PI
}

/// The whole number that is next; of two the larger.
fn nearest(value: DVec2) -> DVec2 {
    (value + 0.5).floor()
}

impl Pod {
    /// A pod at the start.
    pub fn new(place: DVec2) -> Self {
        Self {
            place,
            velocity: DVec2::ZERO,
            heading: None,
            mass: 1.0,
            thrust: 0.0,
            recovers: 0,
            has_boost: true,
            passed: 0,
            idle: 0,
        }
    }

    /// Whether it has been too slow.
    pub fn is_out(&self) -> bool {
        self.idle >= MAX_IDLE
    }

    /// How far it has come. A checkpoint counts more than any distance on the map.
    pub fn progress(&self, course: &Course) -> f64 {
        const CHECKPOINT: f64 = 20_000.0;
        let distance = course.next_place(self.passed).distance(self.place);
        CHECKPOINT * f64::from(self.passed) - distance
    }

    /// Where it faces. Before the first turn it is free, and faces the next checkpoint.
    pub fn faces(&self, course: &Course) -> f64 {
        self.heading.unwrap_or_else(|| (course.next_place(self.passed) - self.place).to_angle())
    }

    /// The order to go on as it is.
    pub fn coast(&self) -> Order {
        Order { heading: self.heading.unwrap_or_default(), power: Power::Thrust(0.0) }
    }

    /// Turns and accelerates it, before it moves.
    pub fn begin(&mut self, order: &Order) {
        let heading = self.heading.map_or(order.heading, |now| {
            now + wrap(order.heading - now).clamp(-MAX_TURN, MAX_TURN)
        });
        self.mass = 1.0;
        self.thrust = match order.power {
            Power::Shield => {
                self.mass = SHIELD_MASS;
                self.recovers = RECOVERY + 1;
                0.0
            }
            _ if self.recovers > 0 => 0.0,
            Power::Boost if self.has_boost => {
                self.has_boost = false;
                BOOST
            }
            Power::Boost => MAX_THRUST,
            Power::Thrust(thrust) => thrust.clamp(0.0, MAX_THRUST),
        };
        self.recovers = self.recovers.saturating_sub(1);
        self.heading = Some(heading);
        self.velocity += DVec2::from_angle(heading) * self.thrust;
    }

    /// Slows it down and rounds, after it has moved.
    pub fn end(&mut self, place: DVec2, velocity: DVec2) {
        self.place = nearest(place);
        self.velocity = (velocity * DRAG).trunc();
        self.idle += 1;
    }
}

#[cfg(test)]
mod tests {
    use bevy::math::dvec2;

    use super::*;

    fn order(heading: f64, power: Power) -> Order {
        Order { heading: heading.to_radians(), power }
    }

    #[test]
    fn only_first_turn_is_by_any_angle() {
        let mut pod = Pod::new(DVec2::ZERO);
        pod.begin(&order(180.0, Power::Thrust(0.0)));
        assert_eq!(pod.heading, Some(PI));
        pod.begin(&order(-90.0, Power::Thrust(0.0)));
        assert!((pod.heading.unwrap_or_default().to_degrees() - 198.0).abs() < 1e-9);
    }

    #[test]
    fn turn_slows_down_and_rounds() {
        let mut pod = Pod::new(DVec2::ZERO);
        pod.end(dvec2(10.5, -10.5), dvec2(101.0, -101.0));
        // 101 * 0.85 = 85.85
        assert_eq!((pod.place, pod.velocity), (dvec2(11.0, -10.0), dvec2(85.0, -85.0)));
    }

    #[test]
    fn shield_takes_thrust_for_three_more_turns() {
        let mut pod = Pod::new(DVec2::ZERO);
        let powers = [Power::Shield, Power::Boost, Power::Boost, Power::Boost, Power::Boost];
        let turns = powers.map(|power| {
            pod.begin(&order(0.0, power));
            (pod.mass, pod.thrust)
        });
        assert_eq!(turns, [(10.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, BOOST)]);
    }
}
