//! Integrate: begins the step of a tick, and sets the acceleration of each body.

use bevy_ecs::system::{Res, ResMut};
use bevy_time::Time;

use crate::resources::{ElasticConfig, PairHook};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::time::{Elastic, ElasticTime};

/// Begins the step of a tick with the settings of the game.
pub fn integrate<V: Space>(
    mut simulation: ResMut<Simulation<V>>,
    mut stepper: ResMut<SimulationStepper<V>>,
    time: Res<Time<Elastic>>,
    config: Res<ElasticConfig>,
    hook: Option<Res<PairHook<V>>>,
) {
    stepper.choose_threads(simulation.bodies.len());
    stepper.stepper.hook = hook.map(|hook| hook.0.clone());
    stepper.stepper.settings = config.settings();
    stepper.stepper.integrate(&mut simulation.world, time.tick_seconds());
}
