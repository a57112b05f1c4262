//! The replay of a recording, step by step.

use std::error::Error;
use std::fmt;
use std::vec::IntoIter;

use crate::body::InvalidBody;
use crate::measure::state_hash;
use crate::report::Report;
use crate::step::Stepper;
use crate::vector::Vector;
use crate::world::{Change, World};

/// A recording that is played.
#[derive(Clone, Debug)]
pub struct Replay<V: Vector> {
    world: World<V>,
    /// The stepper that makes the steps. Its hook must be that of the recording; its settings are set by the replay, and any
    /// executor will do.
    pub stepper: Stepper<V>,
    changes: IntoIter<Change<V, World<V>>>,
    /// The length of the next steps in seconds, and how many there are.
    next: (f64, u64),
    /// How many steps have been made.
    made: u64,
}

impl<V: Vector> Replay<V> {
    pub(super) fn new(start: World<V>, changes: Vec<Change<V, World<V>>>) -> Self {
        let (stepper, changes) = (Stepper::new(), changes.into_iter());
        Self { world: start, stepper, changes, next: (0.0, 0), made: 0 }
    }

    /// The world after the last step.
    #[must_use]
    pub fn world(&self) -> &World<V> {
        &self.world
    }

    /// How many steps have been made.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.made
    }

    /// Makes the next step, with what was done to the world before it, and returns its report; `None` if the recording has
    /// ended. What was done after the last step is done then.
    ///
    /// # Errors
    /// If the state is not what it was, if a change is not possible, or if the hook is missing. The replay is over then.
    pub fn step(&mut self) -> Result<Option<&Report<V>>, ReplayError> {
        loop {
            let (dt, count) = self.next;
            if count > 0 {
                self.next = (dt, count - 1);
                self.made += 1;
                return Ok(Some(self.stepper.step(&mut self.world, dt)));
            }
            let Some(change) = self.changes.next() else { return Ok(None) };
            if let Change::GoOn { events } = change {
                self.made += 1;
                let _outcome = self.stepper.resume(&mut self.world, events);
                return Ok(Some(self.stepper.report()));
            }
            if let Err(error) = self.make(change) {
                self.changes = Vec::new().into_iter();
                return Err(error);
            }
        }
    }

    /// Makes a change that is no step.
    fn make(&mut self, change: Change<V, World<V>>) -> Result<(), ReplayError> {
        let (world, step) = (&mut self.world, self.made);
        let impossible = |reason| ReplayError::Impossible { step, reason };
        // All are named, so that the compiler asks for a new one.
        match change {
            Change::Steps { dt, count } => self.next = (dt, count),
            Change::BeginStep { dt } => self.stepper.integrate(world, dt),
            Change::GoOn { .. } => {}
            Change::Settings { settings, has_hook } => {
                self.stepper.settings = settings;
                if has_hook && self.stepper.hook.is_none() {
                    return Err(ReplayError::NoHook);
                }
            }
            Change::StateHash(hash) => {
                if state_hash(world) != hash {
                    return Err(ReplayError::Diverged { step });
                }
            }
            Change::Add { key, body } => {
                world.add_with_key(*body, key).map_err(impossible)?;
            }
            Change::Remove(id) => {
                world.remove(id).ok_or(InvalidBody::Unknown).map_err(impossible)?;
            }
            Change::Edit { id, body } => {
                world.edit(id, |held| *held = *body).map_err(impossible)?;
            }
            Change::Absorb { id, by } => world.absorb(id, by).map_err(impossible)?,
            Change::SetGravity(gravity) => world.set_gravity(gravity).map_err(impossible)?,
            Change::SetPeriod(period) => world.set_period(period).map_err(impossible)?,
            Change::SetGivenRounding(it) => world.set_given_rounding(it).map_err(impossible)?,
            Change::Restore(id) => world.restore(id),
            Change::Wake(id) => world.wake(id),
            Change::ForgetPast(id) => world.forget_past(id),
            Change::ForgetAllPast => world.forget_all_past(),
            Change::SetTag { id, tag } => world.set_tag(id, tag),
            Change::SetState(state) => world.set_state(*state),
        }
        Ok(())
    }
}

/// Why a replay ended early.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ReplayError {
    /// After this many steps the state is not that of the recording: it was made by another version of this library, or with
    /// another hook.
    Diverged {
        /// How many steps were made.
        step: u64,
    },
    /// The recording was made with a hook, and the [`stepper`](Replay::stepper) has none.
    NoHook,
    /// After this many steps comes a change that is not possible, so the recording was made up or by another version.
    Impossible {
        /// How many steps were made.
        step: u64,
        /// Why it is not possible.
        reason: InvalidBody,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Diverged { step } => {
                write!(formatter, "after {step} steps the state is not that of the recording")
            }
            Self::NoHook => {
                write!(formatter, "the recording was made with a hook, and the replay has none")
            }
            Self::Impossible { step, reason } => {
                write!(
                    formatter,
                    "after {step} steps the recording has an impossible change: {reason}"
                )
            }
        }
    }
}

impl Error for ReplayError {}
