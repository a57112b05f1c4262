//! The stages of a step, compiled in this crate for the plane and for space.
//!
//! Generic code is compiled in each crate that calls it, and the engine is most of this one. These functions are not generic,
//! so a game, a test or an example links what is compiled here.

use glam::{DVec2, DVec3};

use crate::step::{Outcome, Stepper};
use crate::vector::Vector;
use crate::world::World;

/// The stages of a step in one space.
pub trait Compiled: Sized {
    /// See [`Stepper::integrate`].
    fn integrate(stepper: &mut Stepper<Self>, world: &mut World<Self>, dt: f64)
    where
        Self: Vector;

    /// See [`Stepper::detect`].
    fn detect(stepper: &mut Stepper<Self>, world: &mut World<Self>)
    where
        Self: Vector;

    /// See [`Stepper::respond`].
    fn respond(stepper: &mut Stepper<Self>, world: &mut World<Self>, events: u64) -> Outcome
    where
        Self: Vector;
}

macro_rules! compile {
    ($space:ty) => {
        impl Compiled for $space {
            fn integrate(stepper: &mut Stepper<Self>, world: &mut World<Self>, dt: f64) {
                stepper.begin(world, dt);
            }

            fn detect(stepper: &mut Stepper<Self>, world: &mut World<Self>) {
                stepper.detect_what_follows(world);
            }

            fn respond(
                stepper: &mut Stepper<Self>,
                world: &mut World<Self>,
                events: u64,
            ) -> Outcome {
                stepper.handle_events(world, events)
            }
        }
    };
}

compile!(DVec2);
compile!(DVec3);
