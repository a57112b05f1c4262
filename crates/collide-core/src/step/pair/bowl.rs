//! How does a ball slide along the inside of a round wall?
//!
//! The wall must turn it by `v^2 / r`. A path is a parabola and cannot follow the wall, so the ball goes
//! from chord to chord, about sixteen in a step, and loses no speed by that. What is so slow that it
//! rather lies on the wall goes down or up one chord as on a ramp for the rest of the step.

use crate::shape::Shape;
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// How many chords a ball goes along in a step, unless they would be too long.
const CHORDS: f64 = 16.0;

/// The longest chord: the sine of the angle at which a ball leaves the wall for it.
const STEEPEST: f64 = 1.0 / 16.0;

/// How often the ramp of a slow ball is sought: its slope is known to a power of itself that grows with it.
const RAMPS: usize = 6;

/// The next way of a ball along a round wall.
pub(crate) struct Chord<W: Wide> {
    pub(crate) velocity: W,
    /// Out of what holds the ball on its way, if anything does.
    pub(crate) support: Option<W>,
}

/// A ball in touch with the inside of a round wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bowl<W: Wide> {
    /// The radius of the circle on which the centre of the ball moves.
    radius: f64,
    normal: W,
    /// The acceleration of the ball as the wall sees it.
    pull: W,
}

impl<W: Wide> Bowl<W> {
    /// The two, if they are such a pair.
    pub(crate) fn new<V: Vector<Wide = W>>([ball, wall]: [&Slot<V>; 2], normal: W) -> Option<Self> {
        let pull = ball.flight().acceleration - wall.flight().acceleration;
        match wall.form.shape {
            Shape::RoundArena { radius } if radius > ball.form.mover.radius => {
                Some(Self { radius: radius - ball.form.mover.radius, normal, pull })
            }
            _ => None,
        }
    }

    /// The acceleration that turns what moves with this velocity along the wall.
    pub(crate) fn centripetal(&self, velocity: W) -> f64 {
        velocity.cross_squared(self.normal) / self.radius
    }

    /// The way along the next chord of a ball that slides with `sliding`, of a step of which `left` seconds
    /// of `dt` are left. It came to the wall with the speed `approach`.
    pub(crate) fn chord(&self, sliding: W, approach: f64, [left, dt]: [f64; 2]) -> Chord<W> {
        let (speed, centripetal) = (sliding.length(), self.centripetal(sliding));
        let chord = dt / CHORDS;
        let strength = self.pull.length();
        if speed < strength * chord && centripetal < 0.5 * strength {
            return self.ramp(sliding, approach, left);
        }
        let pressure = f64::max(centripetal - self.pull.dot(self.normal), 0.0);
        let inwards = f64::min(0.5 * pressure * chord, STEEPEST * speed);
        // What came slower than it leaves was on a chord already, and keeps its speed.
        let came = f64::min(approach, inwards);
        let along = f64::max(speed * speed - (inwards - came) * (inwards + came), 0.0).sqrt();
        let forwards = if speed > 0.0 { sliding * (along / speed) } else { sliding };
        Chord { velocity: forwards + self.normal * inwards, support: None }
    }

    /// The chord on which a slow ball is at the end of the step, as a straight ramp that holds it and takes
    /// none of its energy.
    fn ramp(&self, sliding: W, approach: f64, left: f64) -> Chord<W> {
        let (mut support, mut velocity) = (self.normal, sliding);
        let speed = sliding.length();
        for _ in 0..RAMPS {
            let pull = self.pull - support * self.pull.dot(support);
            let way_in = |time: f64| (velocity + pull * (0.5 * time)) * time;
            let mut way = way_in(left);
            if way.dot(velocity) < 0.0 {
                // It turns and comes back first: the ramp leads to where it turns.
                way = way_in(-velocity.dot(pull) / pull.length_squared());
            }
            let along = way - self.normal * way.dot(self.normal);
            let (length, base) = (way.length(), along.length());
            // A way that is no number, or too short for one, leads nowhere.
            if base.is_nan() || base == 0.0 {
                break;
            }
            let rise = f64::min(0.5 * length / self.radius, STEEPEST);
            let run = f64::max(1.0 - rise * rise, 0.0).sqrt();
            support = self.normal * run - along * (rise / base);
            // What came as it does from a chord like this was on one already, and keeps its speed.
            let came = f64::min(approach, rise * speed);
            let on_ramp = sliding - support * sliding.dot(support);
            let kept = libm::hypot(speed, came) / on_ramp.length();
            velocity = if kept.is_finite() { on_ramp * kept } else { on_ramp };
        }
        Chord { velocity, support: Some(support) }
    }
}
