//! Newton's cradle: five equal balls on a line, each pulled back to its own place.
//!
//! The line is the way along the arcs; the picture bends it. Bodies of the plugin do not rotate and hang
//! on no strings, and a ball on a string needs neither: it cannot spin, and along its arc it is a
//! [`Pendulum`].

use std::f64::consts::PI;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;

use crate::pendulum::Pendulum;

/// How many balls there are.
pub const BALLS: usize = 5;

/// The radius of a ball, in metres; exact in binary, so that neighbours touch to the bit.
pub const RADIUS: f64 = 0.09375;

/// How balls are let go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// How many.
    pub count: usize,
    /// How far along the arc, in metres: to the left below zero, else to the right.
    pub away: f64,
    /// The gap between neighbours in rest, in metres.
    pub gap: f64,
}

impl Lift {
    /// Where a ball hangs in rest, in metres.
    #[must_use]
    pub fn rest(&self, number: usize) -> f64 {
        (number as f64 - 0.5 * (BALLS - 1) as f64) * (2.0 * RADIUS + self.gap)
    }

    /// Whether a ball is among those that are out on the side of `away`, if the way is to that side.
    fn is_out(&self, number: usize, away: f64) -> bool {
        if away < 0.0 { number < self.count } else { number >= BALLS - self.count }
    }

    /// How far each ball is from its rest at the beginning, in metres.
    #[must_use]
    pub fn start(&self) -> [f64; BALLS] {
        std::array::from_fn(|number| if self.is_out(number, self.away) { self.away } else { 0.0 })
    }

    /// How far each ball is from its rest after so many seconds, in metres, by the formula for balls
    /// that touch: as many swing out on one side as came in on the other, and the rest hang still.
    #[must_use]
    pub fn touching(&self, seconds: f64) -> [f64; BALLS] {
        let away = self.away * (Pendulum::frequency() * seconds).cos();
        std::array::from_fn(|number| if self.is_out(number, away) { away } else { 0.0 })
    }

    /// How many clacks of balls that touch there have been after so many seconds: at each pass through
    /// the rest, each of those that come meets each of those that hang there, by pairs.
    #[must_use]
    pub fn clacks(&self, seconds: f64) -> usize {
        let passes = seconds * Pendulum::frequency() / PI + 0.5;
        passes as usize * self.count * (BALLS - self.count)
    }
}

/// A ball of the cradle.
#[derive(Component, Clone, Copy, Debug)]
pub struct Bob {
    /// From the left, from 0.
    pub number: usize,
    /// Where it hangs in rest, in metres.
    pub rest: f64,
}

/// The bundles of all balls.
pub fn balls(lift: &Lift, dt: f64) -> [impl Bundle + use<>; BALLS] {
    let (start, pendulum) = (lift.start(), Pendulum::new(dt));
    std::array::from_fn(|number| {
        let (rest, away) = (lift.rest(number), start[number]);
        (
            Bob { number, rest },
            Collider::<DVec2>::ball(RADIUS),
            Position(DVec2::X * (rest + away)),
            Velocity(DVec2::X * pendulum.release(away)),
        )
    })
}

/// Kicks every ball before a tick.
///
/// The new velocity is computed from the state of the simulation, not from the component, so it is the
/// same after a rewind too. It must run once for each tick: while the clock stands what is written enters
/// the simulation at once, and a kick in every frame would wind the cradle up.
pub fn kick(
    mut bobs: Query<(Entity, &Bob, &mut Velocity<DVec2>)>,
    simulation: Res<Simulation<DVec2>>,
    time: Res<Time<Elastic>>,
) {
    let pendulum = Pendulum::new(time.tick_seconds());
    for (entity, bob, mut velocity) in &mut bobs {
        let body = simulation.body(entity).and_then(|body| simulation.world().body(body));
        if let Some(body) = body {
            let kick = pendulum.kick(body.position.x - bob.rest);
            velocity.set_if_neq(Velocity(body.velocity + DVec2::X * kick));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_in_rest_touch_to_the_bit() {
        let lift = Lift { count: 1, away: -0.4, gap: 0.0 };
        for number in 1..BALLS {
            assert_eq!(lift.rest(number) - lift.rest(number - 1), 2.0 * RADIUS);
        }
    }

    #[test]
    fn half_a_swing_later_as_many_are_out_on_the_other_side() {
        let lift = Lift { count: 2, away: -0.4, gap: 0.0 };
        assert_eq!(lift.start(), [-0.4, -0.4, 0.0, 0.0, 0.0]);
        let half = PI / Pendulum::frequency();
        assert_eq!(lift.touching(half), [0.0, 0.0, 0.0, 0.4, 0.4]);
        // Two meet three.
        assert_eq!((lift.clacks(0.0), lift.clacks(half), lift.clacks(2.0 * half)), (0, 6, 12));
    }
}
