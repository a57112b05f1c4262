//! How a ball that may turn does so between its events.

use super::record::Slot;
use crate::response::spin::Spin;
use crate::vector::{Vector, Wide};
use crate::world::constraints::SpinState;

impl<V: Vector> Slot<V> {
    /// Whether it is a ball that may turn.
    pub(crate) fn is_turning_ball(&self) -> bool {
        self.shared.is_turning_ball
    }

    /// How it turns at `time`, if it is a ball that may. One that is held, sleeps or takes no part keeps its angular velocity.
    pub(crate) fn spin_at(&self, time: f64) -> Option<SpinState<V::Wide>> {
        let (spin, acceleration) = self.constrained.spin()?;
        let is_still = self.is_held() || self.constraints().asleep.is_some() || !self.takes_part();
        Some(if is_still { *spin } else { spin.after(time - self.time, acceleration) })
    }

    /// Turns it along to `time`, if it is a ball that may turn.
    pub(super) fn spin_to(&mut self, time: f64) {
        if self.is_turning_ball() && time != self.time {
            self.set_spin(self.spin_at(time));
        }
    }

    /// Its angular velocity at its last event, and how fast that changes; nothing unless it is a ball that turns.
    pub(crate) fn spin_rates(&self) -> Option<[<V::Wide as Wide>::Cross; 2]> {
        let (spin, acceleration) = self.constrained.spin()?;
        let rates = [spin.angular_velocity, acceleration];
        let is_still = self.is_held() || self.constraints().asleep.is_some() || !self.takes_part();
        (!is_still && rates != [Default::default(); 2]).then_some(rates)
    }

    /// How it turns at an impact at `time`.
    pub(crate) fn impact_spin(&self, time: f64) -> Spin<V::Wide> {
        match (self.spin_at(time), self.shared.inertia_factor) {
            (Some(SpinState { angular_velocity, .. }), Some(inertia_factor)) => {
                Spin { angular_velocity, radius: self.shared.mover.radius, inertia_factor }
            }
            _ => Spin::none(),
        }
    }

    /// Sets its angular velocity, if it is a ball that may turn.
    pub(crate) fn set_angular_velocity(&mut self, angular_velocity: <V::Wide as Wide>::Cross) {
        if let Some(spin) = self.constrained.if_any().and_then(|it| it.spin.as_mut()) {
            spin.angular_velocity = angular_velocity;
        }
    }

    /// Changes how it turns by the [twist](crate::response::spin) of an impact at the time of its state.
    pub(crate) fn twist(&mut self, twist: <V::Wide as Wide>::Cross) {
        self.set_angular_velocity(self.impact_spin(self.time).twisted(twist, self.mass()));
    }

    /// Applies angular damping at the start of a step of `dt` seconds.
    pub(super) fn damp_spin(&mut self, dt: f64) {
        let rate = self.shared.angular_damping;
        if rate > 0.0
            && let Some(spin) = self.constrained.if_any().and_then(|it| it.spin.as_mut())
        {
            spin.angular_velocity = spin.angular_velocity * libm::exp(-rate * dt);
        }
    }

    /// Its kinetic energy of rotation, in mass times speed squared.
    pub(crate) fn rotational_energy(&self) -> f64 {
        let speed = self.spin_speed();
        self.shared
            .inertia_factor
            .map_or(0.0, |factor| 0.5 * factor * self.shared.mass * speed * speed)
    }

    /// The speed with which its surface moves about its centre, in length units a second.
    pub(crate) fn spin_speed(&self) -> f64 {
        let of = |spin: SpinState<V::Wide>| V::Wide::magnitude(spin.angular_velocity);
        self.constraints().spin.map_or(0.0, of) * self.shared.mover.radius
    }

    /// Its angular momentum about its centre, in mass times length times speed.
    pub(crate) fn own_angular_momentum(&self) -> <V::Wide as Wide>::Cross {
        let radius = self.shared.mover.radius;
        match (self.constraints().spin, self.shared.inertia_factor) {
            (Some(spin), Some(factor)) => {
                spin.angular_velocity * (factor * self.shared.mass * radius * radius)
            }
            _ => Default::default(),
        }
    }
}
