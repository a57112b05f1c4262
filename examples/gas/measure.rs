//! Measurements of the gas: temperature, pressure, speeds, and the path of the grain.

use std::collections::VecDeque;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use collide_core::body::Body;
use collide_core::shape::Shape;

use crate::theory::{packing_inside, pressure};
use crate::vessel::{Disc, RADIUS, Vessel};

/// The state of the gas at the end of a tick.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The time since the start of the experiment, in seconds of game time.
    pub seconds: f64,
    /// The mean kinetic energy of all discs.
    pub temperature: f64,
    /// The mean kinetic energies of the light and of the heavy discs.
    pub by_kind: [f64; 2],
    /// The packing far from the walls, by theory.
    pub packing: f64,
    /// The mean force per length of the walls in this tick.
    pub pressure: f64,
    /// The pressure by the equation of state.
    pub expected: f64,
}

/// The measurements since the start of the experiment.
#[derive(Resource, Clone, Debug, Default)]
pub struct Measures {
    /// The samples of the last ticks.
    pub samples: VecDeque<Sample>,
    /// The speeds of the light and of the heavy discs at the end of the last tick.
    pub speeds: [Vec<f64>; 2],
    /// The positions of the grain at the ends of the ticks.
    pub path: Vec<DVec2>,
    /// The number of impacts of discs on walls, piston, divider and grain since [`Measures::clear`].
    pub wall_impacts: u64,
    /// The number of all impacts.
    pub impacts: u64,
    /// The integrals over time of the measured and of the expected pressure, since [`Measures::clear`].
    sums: [f64; 2],
    /// The time of these integrals, in seconds.
    summed: f64,
    /// The first tick of the experiment.
    start: u64,
}

impl Measures {
    /// Restarts the means of the pressure.
    pub fn clear(&mut self) {
        (self.sums, self.summed, self.wall_impacts) = ([0.0; 2], 0.0, 0);
    }

    /// The means of the measured and of the expected pressure since [`Measures::clear`].
    pub fn mean_pressures(&self) -> [f64; 2] {
        self.sums.map(|sum| sum / self.summed)
    }

    /// The mean of a quantity over the last `ticks` ticks.
    pub fn mean(&self, ticks: usize, quantity: impl Fn(&Sample) -> f64) -> f64 {
        let samples = self.samples.iter().rev().take(ticks);
        let count = samples.len().max(1) as f64;
        samples.map(quantity).sum::<f64>() / count
    }
}

/// Measures every tick.
pub struct MeasurePlugin;

impl Plugin for MeasurePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Measures>().add_systems(
            FixedPostUpdate,
            measure.run_if(resource_exists::<Vessel>).in_set(ElasticSystems::Report),
        );
    }
}

fn measure(
    time: Res<Time<Elastic>>,
    vessel: Res<Vessel>,
    simulation: Res<Simulation<DVec2>>,
    engine: Res<SimulationStepper<DVec2>>,
    discs: Query<(&Disc, &Velocity<DVec2>, &Mass)>,
    places: Query<&Position<DVec2>>,
    mut measures: ResMut<Measures>,
) {
    const MAX_SAMPLES: usize = 3840;
    const MAX_PATH: usize = 16_384;
    if measures.start != vessel.start {
        *measures = Measures { start: vessel.start, ..default() };
    }
    let measures = &mut *measures;
    let ticks = time.tick().saturating_sub(vessel.start);
    // A rewind removes the samples after the present.
    let seconds = ticks as f64 * time.tick_seconds();
    while measures.samples.back().is_some_and(|last| last.seconds >= seconds) {
        measures.samples.pop_back();
        measures.path.pop();
    }
    let (impulse, wall_impacts) = wall_impulse(&simulation, &engine);
    measures.impacts += engine.report().impacts().count() as u64;
    measures.wall_impacts += wall_impacts;
    let (temperature, by_kind) = temperatures(discs, &mut measures.speeds);
    let [area, edge] = vessel.reach();
    let packing = packing_inside(vessel.count, RADIUS, area, edge);
    let dt = engine.report().dt;
    let sample = Sample {
        seconds,
        temperature,
        by_kind,
        packing,
        pressure: impulse / (edge * dt),
        expected: pressure(vessel.count, area, vessel.packing(), temperature),
    };
    measures.sums[0] += sample.pressure * dt;
    measures.sums[1] += sample.expected * dt;
    measures.summed += dt;
    measures.samples.push_back(sample);
    if measures.samples.len() > MAX_SAMPLES {
        measures.samples.pop_front();
    }
    if let Some(place) = vessel.grain.and_then(|grain| places.get(grain).ok()) {
        measures.path.push(place.0);
        if measures.path.len() > MAX_PATH {
            measures.path.drain(..MAX_PATH / 2);
        }
    }
}

/// The sum and the number of the impulses of discs on all other bodies in the last tick.
fn wall_impulse(simulation: &Simulation<DVec2>, engine: &SimulationStepper<DVec2>) -> (f64, u64) {
    let is_disc = |body| {
        let body: Option<Body<DVec2>> = simulation.world().body(body);
        body.is_some_and(|body| body.shape == Shape::ball(RADIUS))
    };
    engine
        .report()
        .impacts()
        .filter(|impact| is_disc(impact.bodies[0]) != is_disc(impact.bodies[1]))
        .fold((0.0, 0), |(sum, count), impact| (sum + impact.impulse, count + 1))
}

/// The mean kinetic energies of all discs and by kind. Stores the speeds by kind in `speeds`.
fn temperatures(
    discs: Query<(&Disc, &Velocity<DVec2>, &Mass)>,
    speeds: &mut [Vec<f64>; 2],
) -> (f64, [f64; 2]) {
    speeds.iter_mut().for_each(Vec::clear);
    let mut sums = [0.0; 2];
    for (disc, velocity, mass) in &discs {
        let kind = usize::from(disc.heavy);
        let square = velocity.0.length_squared();
        speeds[kind].push(square.sqrt());
        sums[kind] += 0.5 * f64::from(mass.0) * square;
    }
    let counts = [0, 1].map(|kind| speeds[kind].len() as f64);
    let all = (sums[0] + sums[1]) / (counts[0] + counts[1]).max(1.0);
    (all, [0, 1].map(|kind| sums[kind] / counts[kind].max(1.0)))
}
