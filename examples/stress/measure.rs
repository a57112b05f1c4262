//! How long does a tick take, what is conserved, and is everyone inside?

use std::marker::PhantomData;
use std::time::{Duration, Instant};

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use collide_core::body::Kind;
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy, total_mass};
use collide_core::world::World as Bodies;

use crate::stage::{Plane, Stage};

/// What was measured since the scene began.
#[derive(Resource, Clone, Debug)]
pub struct Measures {
    /// The seconds that the scene has played.
    pub seconds: f64,
    /// How many bodies move by themselves.
    pub movers: usize,
    /// How long the last step took, and the longest.
    pub step: Duration,
    pub longest: Duration,
    /// The times of all steps since somebody last took them.
    pub steps: Vec<Duration>,
    /// Impacts of the last tick, and of all.
    pub impacts_now: usize,
    pub impacts: u64,
    /// Limits hit in the last tick, and in all.
    pub limits_now: usize,
    pub limits: u64,
    /// The kinetic energy, and the total one with the lowest point of the room at height zero.
    pub kinetic: f64,
    pub energy: f64,
    /// The total energy after the first tick.
    pub energy_first: Option<f64>,
    /// The deepest overlap now, and of all ticks, in diameters of the smallest body.
    pub overlap: f64,
    pub deepest: f64,
    /// How far a mover was out of the room at most, in length units; below zero if all were inside.
    pub outside: f64,
    /// Whether all numbers were numbers.
    pub finite: bool,
    /// What a place outside of the room may be by rounding, in length units.
    pub rounding: f64,
    /// The last tick that was measured.
    tick: u64,
    /// When the stages of the simulation began, and how long they took; a paused clock passes them too.
    started: Option<Instant>,
    elapsed: Duration,
}

impl Default for Measures {
    fn default() -> Self {
        Self {
            seconds: 0.0,
            movers: 0,
            step: Duration::ZERO,
            longest: Duration::ZERO,
            steps: Vec::new(),
            impacts_now: 0,
            impacts: 0,
            limits_now: 0,
            limits: 0,
            kinetic: 0.0,
            energy: 0.0,
            energy_first: None,
            overlap: 0.0,
            deepest: 0.0,
            outside: f64::NEG_INFINITY,
            finite: true,
            rounding: 0.0,
            tick: 0,
            started: None,
            elapsed: Duration::ZERO,
        }
    }
}

impl Measures {
    /// Whether the invariant of every scene has held: all numbers are numbers, and nobody left the room.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.finite && self.outside <= self.rounding
    }

    /// The share of the first energy that is there; 1 if there was none.
    #[must_use]
    pub fn energy_left(&self) -> f64 {
        let first = self.energy_first.unwrap_or_default();
        if first == 0.0 { 1.0 } else { self.energy / first }
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
    measures.started = Some(Instant::now());
}

fn stop(mut measures: ResMut<Measures>) {
    if let Some(started) = measures.started.take() {
        measures.elapsed = started.elapsed();
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
        *measures =
            Measures { tick: measures.tick, elapsed: measures.elapsed, ..Measures::default() };
    }
    if measures.tick == time.tick() {
        return;
    }
    let (world, report, measures) = (simulation.world(), engine.report(), &mut *measures);
    measures.tick = time.tick();
    measures.seconds = stage.seconds(&time);
    measures.step = measures.elapsed;
    measures.steps.push(measures.step);
    measures.longest = measures.longest.max(measures.step);
    measures.impacts_now = report.impacts().count();
    measures.impacts += measures.impacts_now as u64;
    measures.limits_now = report.limits.len();
    measures.limits += measures.limits_now as u64;
    measures.kinetic = kinetic_energy(world);
    let lowest = -stage.scene.gravity.dot(stage.scene.room[0]);
    measures.energy = measures.kinetic + potential_energy(world) - lowest * total_mass(world);
    measures.energy_first.get_or_insert(measures.energy);
    measures.overlap = deepest_overlap(world) / stage.scene.smallest_diameter();
    measures.deepest = measures.deepest.max(measures.overlap);
    look_for_strays(&stage, world, measures);
}

/// Who is outside, and whose numbers are none?
fn look_for_strays<V: Plane>(stage: &Stage, world: &Bodies<V>, measures: &mut Measures) {
    let [low, high] = stage.scene.room;
    let largest = low.abs().max(high.abs()).max_element();
    measures.rounding =
        f64::max(1e-9 * stage.scene.smallest_diameter(), 1e3 * V::EPSILON * largest);
    measures.movers = 0;
    for body in world.ids().filter_map(|id| world.body(id)) {
        let (place, velocity) = (body.position.widen(), body.velocity.widen());
        measures.finite &= place.is_finite() && velocity.is_finite();
        if body.kind != Kind::Dynamic {
            continue;
        }
        measures.movers += 1;
        // Where space repeats, only the centre stays inside.
        let mover = body.shape.mover().filter(|_| stage.scene.period == DVec2::ZERO);
        let reach = mover.map_or(DVec2::ZERO, |mover| mover.half + mover.radius);
        let out = (low - place + reach).max(place + reach - high).max_element();
        measures.outside = measures.outside.max(out);
    }
}
