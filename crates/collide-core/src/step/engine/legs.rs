//! The legs of bodies, as far as the settings want them reported.

use super::record::Engine;
use crate::flight::Flight;
use crate::report::{Leg, Legs, TurnLeg};
use crate::vector::Vector;
use crate::world::{Slot, SpinState};

impl<V: Vector> Engine<V> {
    /// The leg of a body that an event at `time` ends; nothing if it is not wanted.
    pub(crate) fn ended_leg(&self, slot: &Slot<V>, time: f64) -> Option<Leg<V>> {
        match self.settings.legs {
            Legs::None => None,
            Legs::AfterEvents if !slot.flight().is_moving() => stay(slot, time),
            Legs::AfterEvents | Legs::All => leg(slot, time),
        }
    }
}

/// How a ball turned from its last event to `time`; nothing if it does not turn or has no length in time.
pub(crate) fn turn_leg<V: Vector>(slot: &Slot<V>, time: f64) -> Option<TurnLeg<V>> {
    let (SpinState { angular_velocity, rotation, roll }, rates) = slot.spin_rates()?;
    let speed = V::magnitude(angular_velocity);
    let angular_acceleration = match speed > 0.0 && rates.spinning > 0.0 {
        true => angular_velocity * (-rates.spinning / speed),
        false => rates.angular,
    };
    (time > slot.time).then_some(TurnLeg {
        body: slot.id,
        start: slot.time,
        end: time,
        rotation,
        angular_velocity,
        angular_acceleration,
        roll,
        roll_acceleration: rates.roll,
    })
}

/// The leg of a body from its last event to `time`; nothing if it does not move or has no length in time.
pub(crate) fn leg<V: Vector>(slot: &Slot<V>, time: f64) -> Option<Leg<V>> {
    let flight = slot.flight();
    let Flight { start, origin, launch, acceleration, .. } = flight;
    (flight.is_moving() && time > slot.time).then_some(Leg {
        body: slot.id,
        start,
        end: time,
        position: origin,
        velocity: launch,
        acceleration,
    })
}

/// The leg of a body that stays where it is, from its last event to `time`.
fn stay<V: Vector>(slot: &Slot<V>, time: f64) -> Option<Leg<V>> {
    (time > slot.time).then_some(Leg {
        body: slot.id,
        start: slot.time,
        end: time,
        position: slot.position,
        velocity: V::ZERO,
        acceleration: V::ZERO,
    })
}
