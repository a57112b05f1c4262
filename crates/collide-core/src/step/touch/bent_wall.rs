//! What presses a ball against a wall that turns, or that is round.
//!
//! The wall turns away under the ball, or into it. A ball that lies on walls alone follows that along chords. A member of a pile
//! has an even path until the piles are solved again, and must leave the wall so fast that it does not come to lie in it.

use crate::contact::{Feature, contact};
use crate::impact::Motion;
use crate::period::Period;
use crate::shape::Frame;
use crate::vector::Vector;
use crate::world::{Obstacle, Slot};

/// The number of paths in a step of a member that lies on a wall which turns: fewer than the events that make a body crowded.
const PATHS_PER_STEP: f64 = 8.0;

/// A member becomes faster than it was and than what presses it makes it by at most this multiple of the speed of a wall that turns.
const LARGEST_LIFT: f64 = 4.0;

/// A ball that touches a wall that turns, or the inside of a round one.
pub(crate) struct BentWall<'a, V: Vector> {
    obstacle: Obstacle<'a, V>,
    /// The angular velocity of the wall, if it turns.
    rate: Option<V::Cross>,
    /// The motion of the ball relative to the position of the wall. Its velocity is that with which it goes on along the wall: a
    /// member of a pile does so on another path than its velocity says.
    motion: Motion<V>,
    /// The feature that it touches, and the normal there.
    at: (Feature, V),
}

impl<'a, V: Vector> BentWall<'a, V> {
    /// The wall of a pair at `time`, if it is such a one.
    pub(crate) fn new(
        pair: [&'a Slot<V>; 2],
        (feature, normal): (Feature, V),
        period: Period<V>,
        time: f64,
    ) -> Option<Self> {
        let [ball, wall] = pair;
        if !wall.bends_under_paths() {
            return None;
        }
        let obstacle = Obstacle::new(wall, &ball.shared.mover, period, time);
        let motion = Motion::between(&ball.flight(), &wall.flight(), time);
        let offset = obstacle.nearest(motion.offset);
        let rate = wall.turn_rate();
        let turning = offset.swept(rate.unwrap_or_default());
        let approach = f64::min((motion.velocity - turning).dot(normal), 0.0);
        let motion = Motion { offset, velocity: motion.velocity - normal * approach, ..motion };
        Some(Self { obstacle, rate, motion, at: (feature, normal) })
    }

    /// The acceleration into the wall of a ball that goes on with this velocity relative to the position of the wall.
    pub(crate) fn pressure(&self, velocity: V) -> f64 {
        self.obstacle.bend(self.motion.offset, velocity, self.at).rise
    }

    /// The velocities of a member of a pile and of the wall, changed so that the member leaves a wall which bends into its even path.
    /// It becomes no faster by that than it was, or than what presses it makes it, but for what a wall that turns adds.
    pub(crate) fn lifted(&self, [member, wall]: [V; 2], dt: f64) -> [V; 2] {
        let up = self.at.1 * self.speed_into(dt);
        let relative = member - wall;
        let pressed = 0.5 * self.motion.acceleration.length() * dt / PATHS_PER_STEP;
        let turning = self.motion.offset.swept(self.rate.unwrap_or_default()).length();
        let off = relative + up;
        let fastest = f64::max(relative.length(), pressed) + LARGEST_LIFT * turning;
        let is_slow = off.length() <= fastest;
        [if is_slow { member + up } else { wall + off * (fastest / off.length()) }, wall + up]
    }

    /// The speed off the wall with which a member of a pile does not come to lie in it soon, in a step of `dt` seconds: the wall
    /// turns under the even path of the member.
    fn speed_into(&self, dt: f64) -> f64 {
        let duration = dt / PATHS_PER_STEP;
        let Motion { offset, velocity, acceleration } = self.motion;
        let turn = Frame::turning(self.rate.unwrap_or_default() * duration);
        let end = turn.to_local(self.motion.offset_after(duration));
        let separation =
            |offset: V| contact(self.obstacle.shape(), offset, self.obstacle.radius()).separation;
        let approach = (separation(offset) - separation(end)) / duration;
        // A ball that slides over an end of the wall is not pressed against it until the path ends, but is at first.
        let pressure = self.pressure(velocity) - acceleration.dot(self.at.1);
        f64::max(f64::max(approach, 0.5 * pressure * duration), 0.0)
    }
}
