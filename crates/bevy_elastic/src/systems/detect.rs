//! Detect: predicts the earliest impacts inside the tick.

use bevy_ecs::system::{NonSendMarker, ResMut};

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;

/// Predicts the earliest events of each pair of bodies that come near each other.
pub fn detect<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut stepper: ResMut<SimulationStepper<V>>,
) {
    stepper.stepper.detect(&mut simulation.world);
}

/// The same as [`detect`], on the thread that waits for the schedule, so that all other threads can work on it.
pub fn detect_parallel<V: Space>(
    simulation: ResMut<Simulation<V>>,
    stepper: ResMut<SimulationStepper<V>>,
    _: NonSendMarker,
) {
    detect(simulation, stepper);
}
