//! How a ball turns about its centre.

use crate::body::Body;
use crate::shape::Frame;
use crate::vector::{Vector, Wide};

/// How a ball turns, when its state was last rewritten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpinState<W: Wide> {
    /// In radians a second.
    pub(crate) angular_velocity: W::Cross,
    /// How it is turned. Nothing but what is drawn depends on it.
    pub(crate) rotation: Frame<W>,
}

impl<W: Wide> SpinState<W> {
    /// That of a body, if it is a ball that may turn.
    pub(crate) fn of<V: Vector<Wide = W>>(body: &Body<V>) -> Option<Self> {
        let Body { angular_velocity, rotation, .. } = *body;
        body.is_turning_ball().then_some(Self { angular_velocity, rotation })
    }

    /// The state after `elapsed` seconds of this constant angular acceleration.
    pub(crate) fn after(&self, elapsed: f64, angular_acceleration: W::Cross) -> Self {
        let angle = turned_angle::<W>(self.angular_velocity, angular_acceleration, elapsed);
        let is_turned = angle != W::Cross::default();
        Self {
            angular_velocity: self.angular_velocity + angular_acceleration * elapsed,
            rotation: match is_turned {
                true => self.rotation.turned_by(&Frame::turning(angle)),
                false => self.rotation,
            },
        }
    }
}

/// The angle, with its axis, by which a body turns in `elapsed` seconds with an angular velocity that grows evenly. The
/// error is of the fifth order of the time.
///
/// Source: Magnus, Comm. Pure Appl. Math. 7 (1954): the first two terms of the exponent.
pub(crate) fn turned_angle<W: Wide>(
    angular_velocity: W::Cross,
    angular_acceleration: W::Cross,
    elapsed: f64,
) -> W::Cross {
    let mean = angular_velocity + angular_acceleration * (0.5 * elapsed);
    let bent = W::cross_of_axes(angular_acceleration, mean);
    mean * elapsed + bent * (elapsed * elapsed * elapsed / 12.0)
}
