//! Measurements of a scene: the durations of steps, the conserved quantities, overlaps, and bodies outside of
//! the room.

use std::marker::PhantomData;
use std::time::Duration;

use bevy::math::DVec2;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use collide_core::body::Kind;
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy, total_mass};
use collide_core::world::World as Bodies;

use crate::stage::{Plane, Stage};

/// The measurements since the start of the scene.
#[derive(Resource, Clone, Debug, Default)]
pub struct Measures {
    /// The time since the start of the scene, in seconds of game time.
    pub seconds: f64,
    /// The number of dynamic bodies.
    pub bodies: usize,
    /// The durations of the steps.
    pub steps: StepTimes,
    /// The numbers of impacts.
    pub impacts: Count,
    /// The numbers of limits that were hit.
    pub limits: Count,
    /// The energy of all bodies.
    pub energy: Energy,
    /// The overlaps.
    pub overlap: Overlap,
    /// The validity of the positions and velocities.
    pub validity: Validity,
    /// The last tick that was measured.
    tick: u64,
}

/// The durations of the steps of the simulation.
#[derive(Clone, Debug, Default)]
pub struct StepTimes {
    /// The duration of the last step.
    pub last: Duration,
    /// The longest duration.
    pub longest: Duration,
    /// The durations of all steps since the list was last taken.
    pub all: Vec<Duration>,
    /// The start of the current step. It is set even if the clock is paused and no step follows.
    started: Option<Instant>,
    /// The duration of the last pass through the stages of the simulation, with a step or without.
    elapsed: Duration,
}

/// A number in the last tick, and in all ticks.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    /// The number in the last tick.
    pub last: usize,
    /// The number in all ticks.
    pub total: u64,
}

/// The energy of all bodies. Potential energy is zero at the lowest point of the room.
#[derive(Clone, Copy, Debug, Default)]
pub struct Energy {
    /// The kinetic energy.
    pub kinetic: f64,
    /// The kinetic and potential energy.
    pub total: f64,
    /// The total energy after the first tick.
    first: Option<f64>,
}

/// The overlaps, in diameters of the smallest body.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overlap {
    /// The deepest overlap at the end of the last tick.
    pub last: f64,
    /// The deepest overlap at the end of any tick.
    pub deepest: f64,
}

/// Whether all numbers are finite, and whether all bodies are inside of the room.
#[derive(Clone, Copy, Debug)]
pub struct Validity {
    /// Whether all positions and velocities were finite.
    pub finite: bool,
    /// The largest distance of a dynamic body outside of the room, in length units; negative if all were inside.
    pub outside: f64,
    /// The distance outside of the room that rounding explains, in length units.
    rounding: f64,
}

impl Default for Validity {
    fn default() -> Self {
        Self { finite: true, outside: f64::NEG_INFINITY, rounding: 0.0 }
    }
}

impl Count {
    fn add(&mut self, count: usize) {
        self.last = count;
        self.total += count as u64;
    }
}

impl Energy {
    /// The total energy relative to the first tick; 1 if that was zero.
    #[must_use]
    pub fn share_left(&self) -> f64 {
        let first = self.first.unwrap_or_default();
        if first == 0.0 { 1.0 } else { self.total / first }
    }
}

impl Measures {
    /// Whether the invariants of every scene hold: all numbers are finite, and no body has left the room.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.validity.finite && self.validity.outside <= self.validity.rounding
    }
}

/// Measures every tick.
pub struct MeasurePlugin<V: Plane>(PhantomData<V>);

impl<V: Plane> Default for MeasurePlugin<V> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<V: Plane> Plugin for MeasurePlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Measures>()
            .add_systems(
                FixedPostUpdate,
                (
                    start.after(ElasticSystems::Gather).before(ElasticSystems::Integrate),
                    stop.after(ElasticSystems::Respond).before(ElasticSystems::Scatter),
                ),
            )
            .add_systems(FixedLast, measure::<V>);
    }
}

fn start(mut measures: ResMut<Measures>) {
    measures.steps.started = Some(Instant::now());
}

fn stop(mut measures: ResMut<Measures>) {
    if let Some(started) = measures.steps.started.take() {
        measures.steps.elapsed = started.elapsed();
    }
}

fn measure<V: Plane>(
    time: Res<Time<Elastic>>,
    stage: Res<Stage>,
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    mut measures: ResMut<Measures>,
) {
    if stage.is_changed() {
        let steps = StepTimes { elapsed: measures.steps.elapsed, ..StepTimes::default() };
        *measures = Measures { tick: measures.tick, steps, ..Measures::default() };
    }
    if measures.tick == time.tick() {
        return;
    }
    let (world, report, measures) = (simulation.world(), engine.report(), &mut *measures);
    measures.tick = time.tick();
    measures.seconds = stage.seconds(&time);
    let steps = &mut measures.steps;
    steps.last = steps.elapsed;
    steps.all.push(steps.last);
    steps.longest = steps.longest.max(steps.last);
    measures.impacts.add(report.impacts().count());
    measures.limits.add(report.limits.len());
    let energy = &mut measures.energy;
    energy.kinetic = kinetic_energy(world);
    let lowest = -stage.scene.gravity.dot(stage.scene.room[0]);
    energy.total = energy.kinetic + potential_energy(world) - lowest * total_mass(world);
    energy.first.get_or_insert(energy.total);
    measures.overlap.last = deepest_overlap(world) / stage.scene.smallest_diameter();
    measures.overlap.deepest = measures.overlap.deepest.max(measures.overlap.last);
    validate(&stage, world, measures);
}

/// Updates the number of dynamic bodies and the validity of their positions and velocities.
fn validate(stage: &Stage, world: &Bodies<DVec2>, measures: &mut Measures) {
    let [low, high] = stage.scene.room;
    let largest = low.abs().max(high.abs()).max_element();
    let validity = &mut measures.validity;
    validity.rounding =
        f64::max(1e-9 * stage.scene.smallest_diameter(), 1e3 * f64::EPSILON * largest);
    measures.bodies = 0;
    for body in world.ids().filter_map(|id| world.body(id)) {
        let (position, velocity) = (body.position, body.velocity);
        validity.finite &= position.is_finite() && velocity.is_finite();
        if body.kind != Kind::Dynamic {
            continue;
        }
        measures.bodies += 1;
        // In a periodic space only the centre stays inside.
        let mover = body.shape.mover().filter(|_| stage.scene.period == DVec2::ZERO);
        let reach = mover.map_or(DVec2::ZERO, |mover| mover.half + mover.radius);
        let outside = (low - position + reach).max(position + reach - high).max_element();
        validity.outside = validity.outside.max(outside);
    }
}
