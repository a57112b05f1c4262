//! How does a ball slide along the inside of a round wall?
//!
//! The wall must turn it by `v^2 / r`. A path is a parabola and cannot follow the wall, so the ball goes
//! from chord to chord, about sixteen in a step, and loses no speed by that. What is so slow that it
//! rather lies on the wall goes along one chord for the rest of the step.

use crate::shape::Shape;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// How many chords a ball goes along in a step, unless they would be too long.
const CHORDS: f64 = 16.0;

/// The longest chord: the sine of the angle at which a ball leaves the wall for it.
const STEEPEST: f64 = 1.0 / 16.0;

/// A ball in touch with the inside of a round wall.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bowl<W: Wide> {
    /// The radius of the circle on which the centre of the ball moves.
    radius: f64,
    normal: W,
    /// The acceleration of the ball as the wall sees it.
    pull: W,
}

impl<W: Wide> Bowl<W> {
    /// The two, if they are such a pair.
    pub(super) fn new<V: Vector<Wide = W>>([ball, wall]: [&Slot<V>; 2], normal: W) -> Option<Self> {
        let pull = ball.flight.acceleration - wall.flight.acceleration;
        match wall.body.shape {
            Shape::RoundArena { radius } if radius > ball.mover.radius => {
                Some(Self { radius: radius - ball.mover.radius, normal, pull })
            }
            _ => None,
        }
    }

    /// The acceleration that turns what moves with this velocity along the wall.
    pub(super) fn bend(&self, velocity: W) -> f64 {
        velocity.cross_squared(self.normal) / self.radius
    }

    /// The velocity along the next chord of a ball that slides with `sliding`, of a step of which
    /// `left` seconds of `dt` are left, and whether the wall supports it on that chord. It came to the
    /// wall with the speed `approach`.
    pub(super) fn chord(&self, sliding: W, approach: f64, [left, dt]: [f64; 2]) -> (W, bool) {
        let (speed, bend) = (sliding.length(), self.bend(sliding));
        let pressure = f64::max(bend - self.pull.dot(self.normal), 0.0);
        let chord = dt / CHORDS;
        let strength = self.pull.length();
        if speed < strength * chord && bend < 0.5 * strength {
            let along = self.pull - self.normal * self.pull.dot(self.normal);
            // By the end of the step it is as far from the tangent as the circle is.
            let way = ((sliding + along * (0.5 * left)) * left).length();
            let foot = f64::max(self.radius * self.radius - way * way, 0.0).sqrt();
            let rise = way * way / (self.radius + foot);
            return (sliding + self.normal * (rise / left), true);
        }
        let inwards = f64::min(0.5 * pressure * chord, STEEPEST * speed);
        // What came slower than it leaves was on a chord already, and keeps its speed.
        let came = f64::min(approach, inwards);
        let along = f64::max(speed * speed - (inwards - came) * (inwards + came), 0.0).sqrt();
        let forwards = if speed > 0.0 { sliding * (along / speed) } else { sliding };
        (forwards + self.normal * inwards, false)
    }
}
