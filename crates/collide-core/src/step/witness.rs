//! Who stands beside one who [follows](super::tracking) bodies?
//!
//! Who follows a half of all has copies of them. Of most he only knows their tracks, so a copy is brought into the
//! state that the body has when the step begins as soon as that is asked for, and not before.

use super::queue::Prediction;
use crate::report::Report;
use crate::vector::Vector;
use crate::world::World;

/// Who stands beside one who follows bodies.
pub(super) trait Witness<V: Vector> {
    /// Brings these bodies into the states that they have when the step begins, if nothing was done to them in it.
    fn bring(&mut self, world: &mut World<V>, bodies: [u32; 2]);

    /// Brings all bodies into these states.
    fn bring_all(&mut self, world: &mut World<V>);

    /// An event has been handled and told.
    fn note(&mut self, world: &World<V>, prediction: &Prediction, report: &mut Report<V>);
}

/// An event as one has seen it: when, to whom, and how they flew after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight<V: Vector> {
    pub(super) time: f64,
    pub(super) bodies: [u32; 2],
    pub(super) velocities: [V; 2],
}

/// Nobody: everyone is in his state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nobody;

impl<V: Vector> Witness<V> for Nobody {
    fn bring(&mut self, _: &mut World<V>, _: [u32; 2]) {}

    fn bring_all(&mut self, _: &mut World<V>) {}

    fn note(&mut self, _: &World<V>, _: &Prediction, _: &mut Report<V>) {}
}
