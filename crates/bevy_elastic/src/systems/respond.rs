//! Respond: resolves the impacts in the order of time, and moves all bodies to the end of the tick.

use bevy_ecs::system::{NonSendMarker, ResMut};

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;

/// Resolves the events of the tick.
pub fn respond<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut stepper: ResMut<SimulationStepper<V>>,
) {
    let was_moving = simulation.world.is_moving();
    // The events of a body are bounded, so the step ends.
    let _finished = stepper.stepper.respond(&mut simulation.world, u64::MAX);
    let report = stepper.report();
    if was_moving || !report.events.is_empty() || !report.turns.is_empty() {
        simulation.revision += 1;
    }
}

/// The same as [`respond`], on the thread that waits for the schedule, so that all other threads can work on it.
pub fn respond_parallel<V: Space>(
    simulation: ResMut<Simulation<V>>,
    stepper: ResMut<SimulationStepper<V>>,
    _: NonSendMarker,
) {
    respond(simulation, stepper);
}
