//! The stepper of a space, as a resource, and the choice between one thread and several.

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::Res;
use bevy_math::Vec2;
use collide_core::executor::{Executor, Serial};
use collide_core::report::Report;
use collide_core::step::Stepper;

use crate::simulation::thread_pool::ComputePool;
use crate::space::Space;

/// The stepper of a space, with the report of the last tick.
///
/// It holds nothing that decides the future of the space; that is all in
/// [`Simulation`](crate::simulation::Simulation).
#[derive(Resource, Clone, Debug)]
pub struct SimulationStepper<V: Space = Vec2> {
    pub(crate) stepper: Stepper<V::Wide>,
    /// Whether the step that has begun uses several threads.
    is_parallel: bool,
}

impl<V: Space> Default for SimulationStepper<V> {
    fn default() -> Self {
        let mut stepper = Stepper::new();
        stepper.executor = Arc::new(ComputePool);
        Self { stepper, is_parallel: false }
    }
}

impl<V: Space> SimulationStepper<V> {
    /// Decides whether a step of this many bodies uses several threads.
    ///
    /// In a small step it costs more to hand work to other threads than it saves, and so does a change of the thread
    /// that runs a system.
    pub(crate) fn choose_threads(&mut self, bodies: usize) {
        self.is_parallel = bodies >= ComputePool.min_bodies_per_task() / 2;
    }

    /// The executor for work that is done for all bodies.
    pub(crate) fn executor(&self) -> &dyn Executor {
        if self.is_parallel { &ComputePool } else { &Serial }
    }

    /// The report of the last tick, in terms of bodies.
    #[must_use]
    pub fn report(&self) -> &Report<V::Wide> {
        self.stepper.report()
    }
}

/// Whether the step that has begun uses several threads.
pub(crate) fn is_parallel<V: Space>(stepper: Res<SimulationStepper<V>>) -> bool {
    stepper.is_parallel
}
