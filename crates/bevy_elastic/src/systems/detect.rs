//! Detect: the earliest impacts inside the tick are predicted.

use bevy_ecs::system::{NonSendMarker, ResMut};

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;

/// Predicts the earliest events of every pair who come near each other.
pub fn detect<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut engine: ResMut<SimulationStepper<V>>,
) {
    engine.stepper.detect(&mut simulation.world);
}

/// The same on the thread that waits for the schedule, so that all others can help.
pub fn detect_with_help<V: Space>(
    simulation: ResMut<Simulation<V>>,
    engine: ResMut<SimulationStepper<V>>,
    _: NonSendMarker,
) {
    detect(simulation, engine);
}
