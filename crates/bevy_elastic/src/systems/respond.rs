//! Respond: impacts are resolved in order of time, and everyone is flown to the end of the tick.

use bevy_ecs::system::{NonSendMarker, ResMut};

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;

/// Resolves the events of the tick.
pub fn respond<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut engine: ResMut<SimulationStepper<V>>,
) {
    let was_moving = simulation.world.is_moving();
    // The events of a body are bounded, so the step ends.
    let _finished = engine.stepper.respond(&mut simulation.world, u64::MAX);
    if was_moving || !engine.report().events.is_empty() {
        simulation.revision += 1;
    }
}

/// The same on the thread that waits for the schedule, so that all others can help.
pub fn respond_with_help<V: Space>(
    simulation: ResMut<Simulation<V>>,
    engine: ResMut<SimulationStepper<V>>,
    _: NonSendMarker,
) {
    respond(simulation, engine);
}
