//! How a wall turns about its position.

use std::borrow::Cow;
use std::sync::Arc;

use super::record::Slot;
use super::shared_body::SharedBody;
use crate::body::Body;
use crate::shape::{Frame, Shape};
use crate::vector::Vector;

impl<V: Vector> Slot<V> {
    /// Whether it is a wall that turns.
    pub(crate) fn is_turning(&self) -> bool {
        self.shared.is_turning && self.takes_part()
    }

    /// Whether its surface bends into the even path of a body that moves along it: the inside of a round wall, or a wall that
    /// turns.
    pub(crate) fn bends_under_paths(&self) -> bool {
        self.is_turning() || matches!(self.shared.shape, Shape::RoundArena { .. })
    }

    /// Whether its position or its rotation changes.
    pub(crate) fn is_in_motion(&self) -> bool {
        self.flight().is_moving() || self.is_turning()
    }

    /// Its angular velocity, if it turns.
    pub(crate) fn turn_rate(&self) -> Option<V::Cross> {
        self.is_turning().then_some(self.shared.angular_velocity)
    }

    /// The velocity of its point at this place relative to its position, by the turning alone.
    pub(crate) fn turn_velocity(&self, arm: V) -> V {
        self.turn_rate().map_or(V::ZERO, |rate| arm.swept(rate))
    }

    /// Its shape as it is turned at `time`.
    pub(crate) fn shape_at(&self, time: f64) -> Cow<'_, Shape<V>> {
        let turn = self.turn_until(time);
        let turned = turn.and_then(|turn| self.shared.shape.turned(&turn));
        turned.map_or(Cow::Borrowed(&self.shared.shape), Cow::Owned)
    }

    /// How it is turned at `time`.
    pub(crate) fn rotation_at(&self, time: f64) -> Frame<V> {
        if let Some(spin) = self.spin_at(time) {
            return spin.rotation;
        }
        let rotation = self.shared.rotation();
        self.turn_until(time).map_or(rotation, |turn| rotation.turned_by(&turn))
    }

    /// Turns it along to `time`.
    #[inline]
    pub(super) fn turn_to(&mut self, time: f64) {
        self.spin_to(time);
        if self.shared.is_turning && self.turn_until(time).is_some() {
            let rotation = self.rotation_at(time);
            self.shared = Arc::new(SharedBody::of(&Body { rotation, ..self.body() }));
        }
    }

    /// By how much it turns until `time`; nothing if it does not.
    fn turn_until(&self, time: f64) -> Option<Frame<V>> {
        let elapsed = time - self.time;
        let rate = self.turn_rate().filter(|_| elapsed != 0.0)?;
        Some(Frame::turning(rate * elapsed))
    }
}
