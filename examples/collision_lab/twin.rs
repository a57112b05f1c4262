//! The discrete twin: the same balls simulated by the discrete method, which moves them first and resolves
//! overlaps afterwards.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::measure::kinetic_energy;
use collide_core::step::{Discrete, Method, Separation, Settings, Stepper};
use collide_core::world::World as Bodies;

/// The discrete twin of the simulation.
#[derive(Resource, Clone, Debug)]
pub struct Twin {
    /// Whether the twin is simulated and drawn.
    pub shown: bool,
    /// The length of a step of the twin, in ticks of the game.
    pub ticks: u32,
    /// How overlapping balls are separated.
    pub separation: Separation,
    /// The bodies of the twin, and the number of ticks since its last step; `None` before the next restart.
    bodies: Option<(Bodies<DVec2>, u32)>,
    /// The number of the last tick.
    tick: u64,
}

impl Default for Twin {
    fn default() -> Self {
        Self { shown: false, ticks: 4, separation: Separation::Projection, bodies: None, tick: 0 }
    }
}

impl Twin {
    /// Copies the simulation into the twin at the next tick.
    pub fn restart(&mut self) {
        self.bodies = None;
    }

    /// The bodies of the twin, with the same ids as in the simulation; `None` if the twin is not shown.
    #[must_use]
    pub fn bodies(&self) -> Option<&Bodies<DVec2>> {
        self.bodies.as_ref().map(|(bodies, _)| bodies).filter(|_| self.shown)
    }

    /// The kinetic energy of the twin, in joules.
    #[must_use]
    pub fn energy(&self) -> Option<f64> {
        self.bodies().map(kinetic_energy)
    }
}

/// Steps the twin after a tick.
pub fn step_twin(
    simulation: Res<Simulation<DVec2>>,
    time: Res<Time<Elastic>>,
    mut twin: ResMut<Twin>,
) {
    if !twin.shown {
        return;
    }
    let method = Method::Discrete(Discrete { separation: twin.separation, rounds: 8 });
    let (ticks, dt) = (twin.ticks, time.tick_seconds());
    let Some((bodies, passed)) = &mut twin.bodies else {
        twin.bodies = Some((simulation.world().clone(), 0));
        return;
    };
    *passed += 1;
    if *passed >= ticks {
        let mut stepper = Stepper::with_settings(Settings { method, ..Settings::default() });
        stepper.step(bodies, f64::from(*passed) * dt);
        *passed = 0;
    }
}

/// Restarts the twin after a rewind of the clock, because the twin has no history.
pub fn restart_after_rewind(time: Res<Time<Elastic>>, mut twin: ResMut<Twin>) {
    let tick = time.tick();
    if tick < twin.tick {
        twin.restart();
    }
    twin.tick = tick;
}

/// The key D, which shows or hides the twin.
pub fn toggle(keys: Res<ButtonInput<KeyCode>>, mut twin: ResMut<Twin>) {
    if keys.just_pressed(KeyCode::KeyD) {
        twin.shown = !twin.shown;
        twin.restart();
    }
}
