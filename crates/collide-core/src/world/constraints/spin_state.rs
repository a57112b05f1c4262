//! How a ball turns about its centre.

use crate::body::Body;
use crate::shape::Frame;
use crate::vector::Vector;

/// How a ball turns, when its state was last rewritten.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SpinState<V: Vector> {
    /// In radians a second.
    pub(crate) angular_velocity: V::Cross,
    /// How it is turned. Nothing but what is drawn depends on it. A ball on a cloth is not turned.
    pub(crate) rotation: Frame<V>,
    /// Its roll, if it lies on a cloth.
    pub(crate) roll: Option<V>,
}

/// How the spin of a ball changes until its next event.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SpinRates<V: Vector> {
    /// The angular acceleration.
    pub(crate) angular: V::Cross,
    /// The acceleration of the roll.
    pub(crate) roll: V,
    /// The deceleration of the spin by a cloth, until it is zero.
    pub(crate) spinning: f64,
}

impl<V: Vector> SpinRates<V> {
    /// Those of a ball of which nothing changes the spin.
    pub(crate) fn none() -> Self {
        Self { angular: V::Cross::default(), roll: V::ZERO, spinning: 0.0 }
    }
}

impl<V: Vector> SpinState<V> {
    /// That of a body, if it is a ball that may turn.
    pub(crate) fn of(body: &Body<V>) -> Option<Self> {
        let Body { angular_velocity, rotation, roll, .. } = *body;
        let roll = body.cloth_under().map(|_| roll);
        body.is_turning_ball().then_some(Self { angular_velocity, rotation, roll })
    }

    /// The state after `elapsed` seconds of these constant rates.
    pub(crate) fn after(&self, elapsed: f64, rates: &SpinRates<V>) -> Self {
        if let Some(roll) = self.roll {
            return Self {
                angular_velocity: braked::<V>(self.angular_velocity, rates.spinning * elapsed),
                roll: Some(roll + rates.roll * elapsed),
                ..*self
            };
        }
        let angle = turned_angle::<V>(self.angular_velocity, rates.angular, elapsed);
        let is_turned = angle != V::Cross::default();
        Self {
            angular_velocity: self.angular_velocity + rates.angular * elapsed,
            rotation: match is_turned {
                true => self.rotation.turned_by(&Frame::turning(angle)),
                false => self.rotation,
            },
            roll: None,
        }
    }
}

/// An angular velocity that has been braked by this amount, or to zero.
pub(crate) fn braked<V: Vector>(angular_velocity: V::Cross, by: f64) -> V::Cross {
    let speed = V::magnitude(angular_velocity);
    if speed > by { angular_velocity * (1.0 - by / speed) } else { V::Cross::default() }
}

/// The divisor of the second term of the exponent of Magnus, of two constant rates of turning.
const MAGNUS_DIVISOR: f64 = 12.0;

/// The angle, with its axis, by which a body turns in `elapsed` seconds with an angular velocity that grows evenly. The
/// error is of the fifth order of the time.
///
/// Source: Magnus, Comm. Pure Appl. Math. 7 (1954): the first two terms of the exponent.
pub(crate) fn turned_angle<V: Vector>(
    angular_velocity: V::Cross,
    angular_acceleration: V::Cross,
    elapsed: f64,
) -> V::Cross {
    let mean = angular_velocity + angular_acceleration * (0.5 * elapsed);
    let bent = V::cross_of_axes(angular_acceleration, mean);
    mean * elapsed + bent * (elapsed * elapsed * elapsed / MAGNUS_DIVISOR)
}
