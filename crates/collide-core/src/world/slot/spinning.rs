//! How a ball that may turn does so between its events.

use super::record::Slot;
use crate::response::cloth::{ClothSpin, SpinChange};
use crate::response::spin::Spin;
use crate::vector::Vector;
use crate::world::constraints::{SpinRates, SpinState};

impl<V: Vector> Slot<V> {
    /// Whether it is a ball that may turn.
    pub(crate) fn is_turning_ball(&self) -> bool {
        self.shared.is_turning_ball
    }

    /// How it turns at `time`, if it is a ball that may. One that is held, sleeps or takes no part keeps its angular velocity.
    pub(crate) fn spin_at(&self, time: f64) -> Option<SpinState<V>> {
        let (spin, rates) = self.constrained.spin()?;
        let is_still = self.is_held() || self.constraints().asleep.is_some() || !self.takes_part();
        Some(if is_still { *spin } else { spin.after(time - self.time, rates) })
    }

    /// Turns it along to `time`, if it is a ball that may turn.
    #[inline]
    pub(super) fn spin_to(&mut self, time: f64) {
        if self.is_turning_ball() && time != self.time {
            self.set_spin(self.spin_at(time));
        }
    }

    /// How it turns at its last event, and how fast that changes; nothing unless it is a ball that turns.
    pub(crate) fn spin_rates(&self) -> Option<(SpinState<V>, SpinRates<V>)> {
        let (spin, rates) = self.constrained.spin()?;
        let is_still = self.is_held() || self.constraints().asleep.is_some() || !self.takes_part();
        let still = Default::default();
        let turns = [spin.angular_velocity, rates.angular] != [still; 2]
            || spin.roll.is_some_and(|roll| [roll, rates.roll] != [V::ZERO; 2]);
        (!is_still && turns).then_some((*spin, *rates))
    }

    /// How it turns at an impact at `time`.
    pub(crate) fn impact_spin(&self, time: f64) -> Spin<V> {
        match (self.spin_at(time), self.shared.inertia_factor) {
            (Some(SpinState { angular_velocity, .. }), Some(inertia_factor)) => {
                Spin { angular_velocity, radius: self.shared.mover.radius, inertia_factor }
            }
            _ => Spin::none(),
        }
    }

    /// How it turns at an impact at `time`, with its roll on a cloth.
    pub(crate) fn impact_roll(&self, time: f64) -> ClothSpin<V> {
        let roll = self.spin_at(time).and_then(|spin| spin.roll);
        ClothSpin { spin: self.impact_spin(time), roll: roll.unwrap_or(V::ZERO) }
    }

    /// Changes how it turns at an impact at the time of its state, of which it is the first or the second body. Its velocity has
    /// been changed already.
    pub(crate) fn turn_by(&mut self, change: &SpinChange<V>, side: usize) {
        if !self.is_turning_ball() {
            return;
        }
        self.twist(change.twist);
        if let Some(roll) = self.roll() {
            self.set_roll(roll + change.rolls[side]);
            self.settle_roll();
        }
    }

    /// Sets its angular velocity, if it is a ball that may turn.
    pub(crate) fn set_angular_velocity(&mut self, angular_velocity: V::Cross) {
        if let Some(spin) = self.constrained.if_any().and_then(|it| it.spin.as_mut()) {
            spin.angular_velocity = angular_velocity;
        }
    }

    /// Changes how it turns by the [twist](crate::response::spin) of an impact at the time of its state.
    pub(crate) fn twist(&mut self, twist: V::Cross) {
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
        let square = speed * speed + self.roll().map_or(0.0, V::length_squared);
        self.shared.inertia_factor.map_or(0.0, |factor| 0.5 * factor * self.shared.mass * square)
    }

    /// The speed with which its surface moves about its centre, in length units a second.
    pub(crate) fn spin_speed(&self) -> f64 {
        let of = |spin: SpinState<V>| V::magnitude(spin.angular_velocity);
        self.constraints().spin.map_or(0.0, of) * self.shared.mover.radius
    }

    /// Its angular momentum about its centre, in mass times length times speed.
    pub(crate) fn own_angular_momentum(&self) -> V::Cross {
        let radius = self.shared.mover.radius;
        match (self.constraints().spin, self.shared.inertia_factor) {
            (Some(spin), Some(factor)) => {
                spin.angular_velocity * (factor * self.shared.mass * radius * radius)
            }
            _ => Default::default(),
        }
    }
}
