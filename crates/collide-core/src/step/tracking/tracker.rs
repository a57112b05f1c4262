//! The state of persistent tracking: whether it is used, since when, and which state of the world it continues.

use crate::step::state::backoff::Backoff;
use crate::step::tracking::trajectories::Trajectories;
use crate::step::tracking::tuning::Tuning;
use crate::vector::Vector;
use crate::world::Epoch;

/// Persistent tracking of all bodies.
#[derive(Clone, Debug)]
pub(crate) struct Tracking<V: Vector> {
    /// Whether the present step is made by tracking.
    pub(crate) is_on: bool,
    pub(crate) backoff: Backoff,
    /// The state of the world that the trajectories continue; nothing if they continue none.
    epoch: Option<Epoch>,
    /// For how many steps the trajectories have lasted.
    age: u32,
    pub(crate) trajectories: Trajectories<V>,
}

impl<V: Vector> Default for Tracking<V> {
    fn default() -> Self {
        let backoff = Backoff::new(Tuning::FIRST_WAIT, Tuning::LONGEST_WAIT);
        Self { is_on: false, backoff, epoch: None, age: 0, trajectories: Trajectories::default() }
    }
}

impl<V: Vector> Tracking<V> {
    /// Whether the trajectories continue this state.
    pub(crate) fn is_of(&self, epoch: Epoch) -> bool {
        self.epoch.is_some_and(|own| own.is_same(epoch))
    }

    /// Whether the trajectories continue any state.
    pub(crate) fn is_of_any(&self) -> bool {
        self.epoch.is_some()
    }

    /// Records that the trajectories continue this state, or none.
    pub(crate) fn set_epoch(&mut self, epoch: Option<Epoch>) {
        self.epoch = epoch;
    }

    /// Begins with new trajectories.
    pub(crate) fn begin(&mut self) {
        self.age = 0;
    }

    /// Ends the trajectories. For some steps there are none.
    pub(crate) fn stop(&mut self) {
        (self.epoch, self.is_on) = (None, false);
        self.backoff.fail();
    }

    /// Whether the trajectories last for another step of `dt` seconds.
    pub(crate) fn lasts_for(&self, dt: f64) -> bool {
        self.trajectories.last_for(dt, self.age)
    }

    /// Ends a step of `dt` seconds that was made by tracking.
    pub(crate) fn end_step(&mut self, dt: f64) {
        self.trajectories.end_step(dt);
        self.age += 1;
        if self.age == Tuning::USEFUL_STEPS {
            self.backoff.succeed();
        }
    }

    /// Ends a step: if it was made by tracking, the trajectories continue the state that it has led to.
    pub(crate) fn end(&mut self, epoch: Epoch) {
        if std::mem::take(&mut self.is_on) {
            self.epoch = Some(epoch);
        }
    }
}
