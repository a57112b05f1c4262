//! A ball that is pressed against a wall that turns.
//!
//! The wall turns away under the ball, or into it, and no parabola follows that. So the ball is not held: it flies from
//! chord to chord, about eight in a step, each so steep that the wall is there when the ball comes down.

use super::meeting::Meeting;
use crate::contact::{Feature, contact, turning_away};
use crate::impact::Motion;
use crate::impact::turning_wall::frame_acceleration;
use crate::period::Period;
use crate::shape::Frame;
use crate::vector::{Vector, Wide};
use crate::world::{Obstacle, Slot};

/// The number of chords in a step: fewer than the events that make a body crowded.
const CHORDS_PER_STEP: f64 = 8.0;

/// A ball that touches a wall that turns.
pub(crate) struct TurningWall<'a, W: Wide> {
    obstacle: Obstacle<'a, W>,
    rate: W::Cross,
    /// The offset of the ball, and the velocity and the acceleration of the wall's position.
    offset: W,
    velocity: W,
    acceleration: W,
    feature: Feature,
    normal: W,
}

impl<'a, W: Wide> TurningWall<'a, W> {
    /// The wall of a pair, if it turns.
    pub(crate) fn new<V: Vector<Wide = W>>(
        [ball, wall]: [&'a Slot<V>; 2],
        meeting: &Meeting<W>,
        feature: Feature,
        period: Period<W>,
    ) -> Option<Self> {
        let rate = wall.turn_rate()?;
        let (&Meeting { time, normal, .. }, flight) = (meeting, wall.flight());
        let obstacle = Obstacle::new(wall, &ball.shared.mover, period, time);
        let offset = obstacle.nearest(ball.flight().position(time) - flight.position(time));
        let acceleration = ball.flight().acceleration - flight.acceleration;
        let velocity = flight.velocity(time);
        Some(Self { obstacle, rate, offset, velocity, acceleration, feature, normal })
    }

    /// The acceleration into the wall of a ball that goes on with this velocity, by the turning alone.
    pub(crate) fn pressure(&self, velocity: W) -> f64 {
        let relative = velocity - self.velocity;
        let turning = frame_acceleration(self.rate, self.offset, relative).dot(self.normal);
        let passing = relative - self.offset.swept(self.rate);
        let radius = self.obstacle.radius();
        -turning - turning_away(self.obstacle.shape(), (passing, radius), self.feature)
    }

    /// The speed off the wall with which a ball of this velocity comes down on it after a chord, in a step of `dt` seconds;
    /// zero if it flies off.
    pub(crate) fn outward_speed(&self, velocity: W, dt: f64) -> f64 {
        let duration = dt / CHORDS_PER_STEP;
        let velocity = velocity - self.velocity;
        let motion = Motion { offset: self.offset, velocity, acceleration: self.acceleration };
        let turn = Frame::turning(self.rate * duration);
        let end = turn.to_local(motion.offset_after(duration));
        let separation =
            |offset: W| contact(self.obstacle.shape(), offset, self.obstacle.radius()).separation;
        let approach = (separation(self.offset) - separation(end)) / duration;
        // A ball that slides over an end of the wall is not pressed against it until the chord ends, but is at first.
        let pressure = self.pressure(self.velocity + velocity) - self.acceleration.dot(self.normal);
        f64::max(f64::max(approach, 0.5 * pressure * duration), 0.0)
    }
}
