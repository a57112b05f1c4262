//! A ball that is pressed against a wall that turns.
//!
//! The wall turns away under the ball, or into it, and no parabola follows that. So the ball is not held: it flies from
//! chord to chord, about eight in a step, each so steep that the wall is there when the ball comes down.

use super::meeting::{Meeting, TurningResponse};
use crate::contact::{Feature, contact, turning_away};
use crate::impact::Motion;
use crate::impact::turning_wall::frame_acceleration;
use crate::period::Period;
use crate::response::Response;
use crate::shape::Frame;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot};

/// The number of chords in a step: fewer than the events that make a body crowded.
const CHORDS_PER_STEP: f64 = 8.0;

/// How a ball leaves the wall for a chord.
#[derive(Clone, Copy)]
pub(crate) struct Departure<V> {
    /// The speed off the wall with which the ball comes down on it after the chord; zero if it flies off.
    pub(crate) speed: f64,
    /// The velocity along the wall, relative to it, with which the ball comes down where it was, so that friction can hold it.
    slip: V,
}

/// A ball that touches a wall that turns.
pub(crate) struct TurningWall<'a, V: Vector> {
    obstacle: Obstacle<'a, V>,
    rate: V::Cross,
    /// The offset of the ball, and the velocity and the acceleration of the wall's position.
    offset: V,
    velocity: V,
    acceleration: V,
    /// The velocity with which the ball goes on along the wall: a member of a pile does so on another path than its velocity
    /// says.
    path: V,
    feature: Feature,
    normal: V,
}

impl<'a, V: Vector> TurningWall<'a, V> {
    /// The wall of a pair, if it turns.
    pub(crate) fn new(
        [ball, wall]: [&'a Slot<V>; 2],
        meeting: &Meeting<V>,
        feature: Feature,
        period: Period<V>,
    ) -> Option<Self> {
        let rate = wall.turn_rate()?;
        let (&Meeting { time, normal, .. }, flight) = (meeting, wall.flight());
        let obstacle = Obstacle::new(wall, &ball.shared.mover, period, time);
        let offset = obstacle.nearest(ball.flight().position(time) - flight.position(time));
        let acceleration = ball.flight().acceleration - flight.acceleration;
        let velocity = flight.velocity(time);
        let path = ball.flight().velocity(time);
        let approach = f64::min((path - meeting.velocities[1]).dot(normal), 0.0);
        let path = path - normal * approach;
        Some(Self { obstacle, rate, offset, velocity, acceleration, path, feature, normal })
    }

    /// The acceleration into the wall of a ball that goes on with this velocity, by the turning alone.
    pub(crate) fn pressure(&self, velocity: V) -> f64 {
        let relative = velocity - self.velocity;
        let turning = frame_acceleration(self.rate, self.offset, relative).dot(self.normal);
        let passing = relative - self.offset.swept(self.rate);
        let radius = self.obstacle.radius();
        -turning - turning_away(self.obstacle.shape(), (passing, radius), self.feature)
    }

    /// How the ball leaves the wall for a chord, in a step of `dt` seconds.
    pub(crate) fn departure(&self, dt: f64) -> Departure<V> {
        let duration = dt / CHORDS_PER_STEP;
        let relative = self.path - self.velocity;
        let motion =
            Motion { offset: self.offset, velocity: relative, acceleration: self.acceleration };
        let turn = Frame::turning(self.rate * duration);
        let end = turn.to_local(motion.offset_after(duration));
        let separation =
            |offset: V| contact(self.obstacle.shape(), offset, self.obstacle.radius()).separation;
        let approach = (separation(self.offset) - separation(end)) / duration;
        // A ball that slides over an end of the wall is not pressed against it until the chord ends, but is at first.
        let pull = self.acceleration + frame_acceleration(self.rate, self.offset, relative);
        let pressure = self.pressure(self.path) - self.acceleration.dot(self.normal);
        let speed = f64::max(f64::max(approach, 0.5 * pressure * duration), 0.0);
        let along = pull - self.normal * pull.dot(self.normal);
        Departure { speed, slip: along * (-0.5 * duration) }
    }
}

impl<V: Vector> Departure<V> {
    /// The response with which the ball leaves, with friction, after a plastic one, or none if the two do not approach.
    pub(crate) fn response(
        &self,
        meeting: &Meeting<V>,
        plastic: Option<Response<V>>,
        pair: [&Slot<V>; 2],
    ) -> TurningResponse<V> {
        let &Meeting { velocities: [first, second], masses, normal, .. } = meeting;
        let (approach_speed, impulse, friction, energy_lost) = (0.0, 0.0, V::ZERO, 0.0);
        let none = Response { first, second, approach_speed, impulse, friction, energy_lost };
        let plastic = plastic.unwrap_or(none);
        let thrown = Response {
            first: plastic.first + normal * self.speed,
            impulse: plastic.impulse + masses[0] * self.speed,
            ..plastic
        };
        meeting.with_friction_at(first - self.slip, thrown, pair)
    }
}
