//! Integrate: every body is given the acceleration it flies with.

use bevy_ecs::system::{Res, ResMut};
use bevy_time::Time;

use crate::resources::{ElasticConfig, PairHook};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

/// Begins the step of a tick.
pub fn integrate<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut engine: ResMut<SimulationStepper<V>>,
    time: Res<Time<Elastic>>,
    config: Res<ElasticConfig>,
    hook: Option<Res<PairHook<V>>>,
) {
    engine.call_for_help(simulation.bodies.len());
    engine.stepper.hook = hook.map(|hook| hook.0.clone());
    engine.stepper.settings = config.settings();
    engine.stepper.integrate(&mut simulation.world, time.tick_seconds());
}
