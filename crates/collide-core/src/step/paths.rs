//! Which two balls surely do not meet? Told from what is needed for that alone, which fits into few lines of
//! memory: of those that come near each other most do not meet.

use crate::flight::Flight;
use crate::impact::{Motion, ball_ball};
use crate::vector::{Vector, Wide};
use crate::world::Slot;

/// The way of a body from its last event on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path<W: Wide> {
    flight: Flight<W>,
    /// Until when it is this one, unless it meets someone.
    until: f64,
    /// When the body leaves the images that are near.
    wraps: f64,
    /// NaN of what is no solid ball.
    radius: f64,
}

impl<W: Wide> Path<W> {
    /// That of a body that is not there, of which nothing is told.
    pub(super) fn none() -> Self {
        Self {
            flight: Flight::at_rest(0.0, W::ZERO),
            until: 0.0,
            wraps: f64::INFINITY,
            radius: f64::NAN,
        }
    }

    /// That of a body in a step of `dt` seconds.
    pub(super) fn of<V: Vector<Wide = W>>(slot: &Slot<V>, dt: f64) -> Self {
        // What has no mover is a point instead.
        let is_ball = slot.is_solid() && slot.mover.is_round() && slot.mover.radius > 0.0;
        let radius = if is_ball { slot.mover.radius } else { f64::NAN };
        Self { flight: slot.flight, until: slot.horizon(dt), wraps: slot.wraps, radius }
    }

    /// Whether it changes the place of the body.
    pub(super) fn is_moving(&self) -> bool {
        self.flight.is_moving()
    }

    /// Whether it may end by itself until `time`.
    pub(super) fn ends_by(&self, time: f64) -> bool {
        self.flight.stop <= time || self.wraps <= time
    }

    /// Whether the two surely do not meet while both go this way.
    pub(super) fn misses(&self, other: &Self) -> bool {
        let radius = self.radius + other.radius;
        if radius.is_nan() || self.flight.acceleration != other.flight.acceleration {
            return false;
        }
        let start = f64::max(self.flight.start, other.flight.start);
        let left = f64::min(self.until, other.until) - start;
        let motion = Motion::between(&self.flight, &other.flight, start);
        left < 0.0
            || motion.pace().is_none() && ball_ball::touch(&motion, radius, left, false).is_none()
    }
}
