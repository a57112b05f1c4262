//! Newton's cradle: five equal balls on a line, each pulled back to its own rest position.
//!
//! The x axis is the arc length along the paths of the balls; only the picture bends it. Bodies of the
//! plugin neither rotate nor hang on strings. A ball on strings cannot spin either, and along its arc it
//! moves as a [`Pendulum`].

use std::f64::consts::PI;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;

use crate::pendulum::Pendulum;

/// The number of balls.
pub const BALLS: usize = 5;

/// The radius of a ball, in metres; exact in binary, so that neighbours touch to the bit.
pub const RADIUS: f64 = 0.09375;

/// The initial state of the cradle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lift {
    /// The number of lifted balls.
    pub count: usize,
    /// The displacement of the lifted balls along the arc, in metres; negative to the left.
    pub away: f64,
    /// The gap between neighbours at rest, in metres.
    pub gap: f64,
}

impl Lift {
    /// The rest position of a ball, in metres.
    #[must_use]
    pub fn rest(&self, number: usize) -> f64 {
        (number as f64 - 0.5 * (BALLS - 1) as f64) * (2.0 * RADIUS + self.gap)
    }

    /// Whether a ball is displaced when the balls on the side of the sign of `away` are.
    fn is_out(&self, number: usize, away: f64) -> bool {
        if away < 0.0 { number < self.count } else { number >= BALLS - self.count }
    }

    /// The initial displacement of each ball, in metres.
    #[must_use]
    pub fn start(&self) -> [f64; BALLS] {
        std::array::from_fn(|number| if self.is_out(number, self.away) { self.away } else { 0.0 })
    }

    /// The displacement of each ball at a time in seconds, in metres, by the formula for touching balls: as
    /// many balls swing out on one side as came in on the other, and the others are at rest.
    #[must_use]
    pub fn touching(&self, seconds: f64) -> [f64; BALLS] {
        let away = self.away * (Pendulum::frequency() * seconds).cos();
        std::array::from_fn(|number| if self.is_out(number, away) { away } else { 0.0 })
    }

    /// The number of clacks of touching balls up to a time in seconds. At each pass through the rest position
    /// every incoming ball passes its velocity through every resting ball, one clack for each pair.
    #[must_use]
    pub fn clacks(&self, seconds: f64) -> usize {
        let passes = seconds * Pendulum::frequency() / PI + 0.5;
        passes as usize * self.count * (BALLS - self.count)
    }
}

/// A ball of the cradle.
#[derive(Component, Clone, Copy, Debug)]
pub struct Bob {
    /// The number of the ball from the left, from 0.
    pub number: usize,
    /// The rest position, in metres.
    pub rest: f64,
}

/// The components of all balls.
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
/// The new velocity is computed from the state of the simulation, not from the component, so it is correct
/// after a rewind too. This must run exactly once a tick: while the clock is paused, written components
/// enter the simulation at once, and a kick in every frame would add energy.
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
    fn neighbours_at_rest_touch_exactly() {
        let lift = Lift { count: 1, away: -0.4, gap: 0.0 };
        for number in 1..BALLS {
            assert_eq!(lift.rest(number) - lift.rest(number - 1), 2.0 * RADIUS);
        }
    }

    #[test]
    fn touching_balls_swing_out_on_other_side_after_half_a_period() {
        let lift = Lift { count: 2, away: -0.4, gap: 0.0 };
        assert_eq!(lift.start(), [-0.4, -0.4, 0.0, 0.0, 0.0]);
        let half = PI / Pendulum::frequency();
        assert_eq!(lift.touching(half), [0.0, 0.0, 0.0, 0.4, 0.4]);
        // Two balls hit three.
        assert_eq!((lift.clacks(0.0), lift.clacks(half), lift.clacks(2.0 * half)), (0, 6, 12));
    }
}
