//! The motion of a ball that slides along the inside of a round wall.
//!
//! The wall turns the ball by the centripetal acceleration `v^2 / r`. A flight is a parabola and cannot
//! follow the wall, so the ball flies from chord to chord, about sixteen in a step, and loses no speed by
//! that. A slow ball, which rather lies on the wall, moves along one chord for the rest of the step, as on a
//! ramp that holds it.

use crate::shape::Shape;
use crate::vector::Vector;
use crate::world::Slot;

/// The number of chords in a step, unless they would be too long.
const CHORDS_PER_STEP: f64 = 16.0;

/// The sine of the largest angle between a chord and the wall, which bounds the length of chords.
const MAX_CHORD_SINE: f64 = 1.0 / 16.0;

/// The number of fixed-point iterations for a ramp. Each makes the error smaller by a factor of the slope.
const RAMP_ITERATIONS: usize = 6;

/// The next piece of the motion of a ball along a round wall.
pub(crate) struct Chord<V: Vector> {
    pub(crate) velocity: V,
    /// The normal of the ramp that holds the ball along the chord, if it needs one.
    pub(crate) support: Option<V>,
}

/// A ball that touches the inside of a round wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bowl<V: Vector> {
    /// The radius of the circle on which the centre of the ball moves.
    radius: f64,
    normal: V,
    /// The acceleration of the ball relative to the wall.
    acceleration: V,
}

impl<V: Vector> Bowl<V> {
    /// The bowl of a pair, if the first is a ball inside the second, a round wall.
    pub(crate) fn new([ball, wall]: [&Slot<V>; 2], normal: V) -> Option<Self> {
        let acceleration = ball.flight().acceleration - wall.flight().acceleration;
        match wall.shared.shape {
            Shape::RoundArena { radius } if radius > ball.shared.mover.radius => {
                Some(Self { radius: radius - ball.shared.mover.radius, normal, acceleration })
            }
            _ => None,
        }
    }

    /// The acceleration that turns a ball of this velocity along the wall.
    pub(crate) fn centripetal(&self, velocity: V) -> f64 {
        velocity.cross_squared(self.normal) / self.radius
    }

    /// The next chord of a ball that slides with the velocity `sliding` and reached the wall with the speed
    /// `approach`, when `left` seconds of a step of `dt` seconds are left.
    pub(crate) fn chord(&self, sliding: V, approach: f64, left: f64, dt: f64) -> Chord<V> {
        let (speed, centripetal) = (sliding.length(), self.centripetal(sliding));
        let duration = dt / CHORDS_PER_STEP;
        let strength = self.acceleration.length();
        let pressure = f64::max(centripetal - self.acceleration.dot(self.normal), 0.0);
        let inwards = f64::min(0.5 * pressure * duration, MAX_CHORD_SINE * speed);
        if speed < strength * duration && centripetal < 0.5 * strength {
            return self.ramp(sliding, approach, inwards, left);
        }
        let outwards = kept_speed(approach, inwards);
        let along =
            f64::max(speed * speed - (inwards - outwards) * (inwards + outwards), 0.0).sqrt();
        let forwards = if speed > 0.0 { sliding * (along / speed) } else { sliding };
        Chord { velocity: forwards + self.normal * inwards, support: None }
    }

    /// The chord from a slow ball to its place at the end of the step, as a straight ramp that holds the ball
    /// and takes none of its energy. The ball came with the speed `approach`; from another chord it would have come
    /// with about the speed `inwards`.
    fn ramp(&self, sliding: V, approach: f64, inwards: f64, left: f64) -> Chord<V> {
        let (mut support, mut velocity) = (self.normal, sliding);
        let speed = sliding.length();
        for _ in 0..RAMP_ITERATIONS {
            let downhill = self.acceleration - support * self.acceleration.dot(support);
            let displacement_after = |time: f64| (velocity + downhill * (0.5 * time)) * time;
            let mut displacement = displacement_after(left);
            if displacement.dot(velocity) < 0.0 {
                // The ball turns within the step: the ramp leads to where it turns.
                displacement =
                    displacement_after(-velocity.dot(downhill) / downhill.length_squared());
            }
            let along = displacement - self.normal * displacement.dot(self.normal);
            let (length, base) = (displacement.length(), along.length());
            // A displacement that is not a number, or too short for one, has no direction.
            if base.is_nan() || base == 0.0 {
                break;
            }
            let rise = f64::min(0.5 * length / self.radius, MAX_CHORD_SINE);
            let run = f64::max(1.0 - rise * rise, 0.0).sqrt();
            support = self.normal * run - along * (rise / base);
            let outwards = kept_speed(approach, f64::max(rise * speed, inwards));
            let on_ramp = sliding - support * sliding.dot(support);
            let scale = libm::hypot(speed, outwards) / on_ramp.length();
            velocity = if scale.is_finite() { on_ramp * scale } else { on_ramp };
        }
        Chord { velocity, support: Some(support) }
    }
}

/// The speed into the wall that a ball keeps that reached the wall with the speed `approach`, where it leaves the wall with
/// the speed `inwards`.
///
/// A ball that came from another chord was on the wall already, and keeps all of its energy. It came up to twice as fast as
/// it leaves now, as its chords become flatter while it climbs. A ball that fell on the wall keeps what the next chord needs.
fn kept_speed(approach: f64, inwards: f64) -> f64 {
    if approach <= 2.0 * inwards { approach } else { inwards }
}
