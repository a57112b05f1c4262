//! The same balls by the discrete method of textbooks, beside the continuous one: move first, and mend
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
    /// Whether there is one.
    pub shown: bool,
    /// How many ticks of the game make a step of the twin.
    pub ticks: u32,
    /// How two that overlap come apart.
    pub separation: Separation,
    /// Its bodies, which begin as those of the simulation, and how many ticks of the next step have passed.
    bodies: Option<(Bodies<DVec2>, u32)>,
    /// The number of the last tick that was seen.
    tick: u64,
}

impl Default for Twin {
    fn default() -> Self {
        Self { shown: false, ticks: 4, separation: Separation::Projection, bodies: None, tick: 0 }
    }
}

impl Twin {
    /// From the next tick on the twin is what the simulation is.
    pub fn restart(&mut self) {
        self.bodies = None;
    }

    /// Its bodies, by the names that they have in the simulation.
    #[must_use]
    pub fn bodies(&self) -> Option<&Bodies<DVec2>> {
        self.bodies.as_ref().map(|(bodies, _)| bodies).filter(|_| self.shown)
    }

    /// Its kinetic energy, in joules.
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

/// The twin has no past: when the clock has gone back it begins anew.
pub fn follow_clock(time: Res<Time<Elastic>>, mut twin: ResMut<Twin>) {
    let tick = time.tick();
    if tick < twin.tick {
        twin.restart();
    }
    twin.tick = tick;
}

/// The key D shows the twin or hides it.
pub fn toggle(keys: Res<ButtonInput<KeyCode>>, mut twin: ResMut<Twin>) {
    if keys.just_pressed(KeyCode::KeyD) {
        twin.shown = !twin.shown;
        twin.restart();
    }
}
