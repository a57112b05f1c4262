//! The constraints of a body: contacts, supports, sleep and absorption, and how it turns. Most bodies have none, which takes
//! no memory.

use std::fmt;

use super::id::BodyId;
use crate::flight::Flight;
use crate::vector::Vector;

mod held;
mod support;
mod limits;
mod ride;
mod resting;
mod pile_state;
mod spin_state;

pub(crate) use held::Held;
pub(crate) use pile_state::{EvenMotion, PileState};
pub(crate) use resting::Resting;
pub(crate) use ride::{Bearing, Ride, Rider};
pub(crate) use spin_state::{SpinRates, SpinState, braked, turned_angle};
pub(crate) use support::{Bend, MAX_WALLS, Push, Support, Supports};

/// What keeps a body from flying freely, and what few bodies have.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Constraints<V: Vector> {
    /// How it moves in a pile, if it moves evenly.
    pub(crate) even: Option<EvenMotion<V>>,
    /// The walls that support it, and the bodies that push it.
    pub(crate) supports: Supports<V>,
    /// How it is held in place until the step ends.
    pub(crate) held: Held<V>,
    /// The island with which it sleeps, named by the smallest key of its bodies; `None` if it is awake.
    pub(crate) asleep: Option<u64>,
    /// The body that absorbed or broke it: then it takes no part.
    pub(crate) absorbed_by: Option<BodyId>,
    /// For how long it has been quiet, in seconds.
    pub(crate) quiet_time: f64,
    /// How it turns, if it is a ball that may.
    pub(crate) spin: Option<SpinState<V>>,
}

impl<V: Vector> Constraints<V> {
    /// Those of a body that flies freely.
    const NONE: &'static Self = &Self {
        even: None,
        supports: Supports { pushes: Vec::new(), walls: Vec::new() },
        held: Held::Free,
        asleep: None,
        absorbed_by: None,
        quiet_time: 0.0,
        spin: None,
    };
}

/// How a body moves under its constraints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ConstrainedMotion<V: Vector> {
    pub(crate) flight: Flight<V>,
    /// How its spin changes, if it is a ball that may turn.
    pub(crate) spin: SpinRates<V>,
    /// When it ceases to slide on a cloth, in seconds from the start of the step; infinite if it does not slide.
    pub(crate) slide_end: f64,
    /// The chord along walls that bend, if the flight is one.
    pub(crate) chord: Option<Chord>,
}

/// A piece of a way along walls that bend. The flight leads from its start to its end, and is off the way in between.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Chord {
    /// How long it lasts from the time of the state on, in seconds.
    pub(crate) length: f64,
    /// The length in seconds of a chord that is the way itself but for rounding; nothing if this one is.
    pub(crate) exact_for: Option<f64>,
}

impl<V: Vector> From<Flight<V>> for ConstrainedMotion<V> {
    /// The motion of a body on which nothing acts that would change how it turns.
    fn from(flight: Flight<V>) -> Self {
        Self { flight, spin: SpinRates::none(), slide_end: f64::INFINITY, chord: None }
    }
}

/// The constraints of a body, which are stored only if there are any, together with its constrained motion. A body of a pile
/// keeps the memory of empty ones, which makes no difference.
#[derive(Clone)]
pub(crate) struct Constrained<V: Vector>(Option<Box<(Constraints<V>, ConstrainedMotion<V>)>>);

impl<V: Vector> Constrained<V> {
    /// No constraints.
    pub(crate) const FREE: Self = Self(None);

    /// These constraints of a body on this flight.
    #[cfg(feature = "serde")]
    pub(crate) fn by(constraints: Constraints<V>, flight: Flight<V>) -> Self {
        let mut constrained = Self(Some(Box::new((constraints, flight.into()))));
        constrained.drop_if_empty();
        constrained
    }

    /// The constraints, to be read.
    pub(crate) fn get(&self) -> &Constraints<V> {
        self.0.as_deref().map_or(Constraints::NONE, |(constraints, _)| constraints)
    }

    /// The constraints, to be changed. If none are stored, empty ones are, with this flight.
    pub(crate) fn get_mut(&mut self, flight: impl FnOnce() -> Flight<V>) -> &mut Constraints<V> {
        let empty = || Box::new((Constraints::NONE.clone(), flight().into()));
        &mut self.0.get_or_insert_with(empty).0
    }

    /// The constraints, to be reduced, if any are stored.
    pub(crate) fn if_any(&mut self) -> Option<&mut Constraints<V>> {
        self.0.as_deref_mut().map(|(constraints, _)| constraints)
    }

    /// The flight, if constraints are stored.
    pub(crate) fn flight(&self) -> Option<&Flight<V>> {
        self.0.as_deref().map(|(_, motion)| &motion.flight)
    }

    /// When it ceases to slide on a cloth, in seconds from the start of the step; infinite if it does not slide.
    pub(crate) fn slide_end(&self) -> f64 {
        self.0.as_deref().map_or(f64::INFINITY, |(_, motion)| motion.slide_end)
    }

    /// The chord along walls that bend on which it flies, if it does.
    pub(crate) fn chord(&self) -> Option<&Chord> {
        self.0.as_deref().and_then(|(_, motion)| motion.chord.as_ref())
    }

    /// How it turns and how fast that changes, if it is a ball that may turn.
    pub(crate) fn spin(&self) -> Option<(&SpinState<V>, &SpinRates<V>)> {
        let (constraints, motion) = self.0.as_deref()?;
        Some((constraints.spin.as_ref()?, &motion.spin))
    }

    /// Stores the motion that follows from the constraints and the state, if constraints are stored.
    pub(crate) fn set_motion(&mut self, new: ConstrainedMotion<V>) {
        if let Some((_, motion)) = self.0.as_deref_mut() {
            *motion = new;
        }
    }

    /// Whether none are stored. If some are, they may still be empty.
    pub(crate) fn is_free(&self) -> bool {
        self.0.is_none()
    }

    /// Frees the memory of constraints that are empty.
    pub(crate) fn drop_if_empty(&mut self) {
        if self.get() == Constraints::NONE {
            self.0 = None;
        }
    }
}

impl<V: Vector> fmt::Debug for Constrained<V> {
    /// Shows what is compared.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(formatter)
    }
}

impl<V: Vector> PartialEq for Constrained<V> {
    /// Compares the constraints; the flight follows from them and from the state.
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}
