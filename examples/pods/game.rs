//! The game without its window: the bodies of a race, and a turn in each tick.
//!
//! ```text
//! Prepare      the searches end; orders turn and accelerate the pods; bodies get places, velocities and masses
//! the tick     the plugin moves the pods for a second, and reports impacts and checkpoints
//! Report       checkpoints count; drag and rounding end the turn
//! ```

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::{BodyKey, MinimumImpulse};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};
use bevy_elastic::snapshot::RewindBuffer;
use harness::keys::ResetRequested;

use crate::bots::track::{Bodies, Track};
use crate::control::{Drivers, Hand};
use crate::course::{CHECKPOINT_RADIUS, Course};
use crate::pod::{LEAST_IMPULSE, Pod, RADIUS};
use crate::race::Race;

/// How many futures a frame runs at most for each team that searches: 24 take 4 ms in the dev profile. A turn is shown for 15
/// frames, which have time for more than the 300 futures of a turn.
const FRAME: u32 = 24;

/// How many turns can be taken back.
const TURNS_BACK: usize = 200;

/// A pod with its number.
#[derive(Component, Clone, Copy, Debug)]
pub struct Racer(pub usize);

/// A checkpoint with its number.
#[derive(Component, Clone, Copy, Debug)]
pub struct Checkpoint(pub usize);

/// The course and the race on it.
#[derive(Resource)]
pub struct Game {
    pub seed: u32,
    pub course: Course,
    pub race: Race,
    /// Whether the race has been started.
    pub is_on: bool,
    /// Whether the tick is a turn.
    is_turn: bool,
    /// The races before the last turns, each with the number of ticks that had been made.
    past: Vec<(u64, Race)>,
}

impl Game {
    /// The race with a number; it waits if it is not on.
    pub fn new(seed: u32, is_on: bool) -> Self {
        let course = Course::new(seed);
        let race = Race::new(&course);
        Self { seed, course, race, is_on, is_turn: false, past: Vec::new() }
    }
}

/// The clock of the game: a tick is a turn of one second.
pub fn clock() -> Time<Fixed> {
    Time::from_duration(Duration::from_secs(1))
}

/// A race; something else inserts [`Game`] and [`Drivers`].
pub fn rules(app: &mut App) {
    app.init_resource::<Hand>()
        .add_message::<ResetRequested>()
        .add_systems(Startup, build)
        .add_systems(
            Update,
            (restart.run_if(on_message::<ResetRequested>), follow_rewind, think).chain(),
        )
        .add_systems(FixedPostUpdate, begin_turn.in_set(ElasticSystems::Prepare))
        .add_systems(FixedPostUpdate, end_turn.in_set(ElasticSystems::Report));
}

/// The body of a pod.
pub fn pod_body(number: usize, pod: &Pod) -> impl Bundle + use<> {
    let disc = (Collider::<DVec2>::ball(RADIUS), MinimumImpulse(LEAST_IMPULSE));
    (disc, Position(pod.place), Velocity(pod.velocity), BodyKey(number as u64))
}

/// Builds pods and checkpoints, and makes room for snapshots of each turn.
fn build(game: Res<Game>, mut commands: Commands) {
    // Bodies come into the simulation in the next tick. Until then they are drawn where their Transforms are.
    let drawn_at = |place: DVec2| Transform::from_translation(place.as_vec2().extend(0.0));
    for (number, pod) in game.race.pods.iter().enumerate() {
        commands.spawn((Racer(number), pod_body(number, pod), drawn_at(pod.place)));
    }
    for (key, (number, place)) in (10..).zip(game.course.checkpoints.iter().enumerate()) {
        let disc = (Collider::<DVec2>::ball(CHECKPOINT_RADIUS), Static, Sensor::Centre);
        let place = (Position(*place), drawn_at(*place));
        commands.spawn((Checkpoint(number), disc, place, BodyKey(key)));
    }
    commands.insert_resource(RewindBuffer::<DVec2>::new(1, TURNS_BACK));
}

/// Builds the race anew.
fn restart(
    mut game: ResMut<Game>,
    mut drivers: ResMut<Drivers>,
    bodies: Query<Entity, Or<(With<Racer>, With<Checkpoint>)>>,
    mut commands: Commands,
) {
    bodies.iter().for_each(|body| commands.entity(body).despawn());
    *game = Game::new(game.seed, game.is_on);
    drivers.restart(game.seed);
    commands.run_system_cached(build);
}

/// Takes turns back if the clock was turned back.
fn follow_rewind(time: Res<Time<Elastic>>, mut game: ResMut<Game>, mut drivers: ResMut<Drivers>) {
    while game.past.last().is_some_and(|(tick, _)| *tick >= time.tick()) {
        let Some((_, race)) = game.past.pop() else { return };
        game.race = race;
        drivers.forget();
    }
}

/// The world of the game, with the bodies of the race.
#[derive(SystemParam)]
pub struct Stage<'w, 's> {
    simulation: Res<'w, Simulation<DVec2>>,
    racers: Query<'w, 's, (Entity, &'static Racer)>,
    checkpoints: Query<'w, 's, (Entity, &'static Checkpoint)>,
}

impl Stage<'_, '_> {
    /// The pods and checkpoints in the world; none before the tick in which they come into it.
    fn bodies(&self) -> Option<Bodies> {
        let mut racers: Vec<_> = self.racers.iter().collect();
        racers.sort_unstable_by_key(|(_, racer)| racer.0);
        let mut checkpoints: Vec<_> = self.checkpoints.iter().collect();
        checkpoints.sort_unstable_by_key(|(_, checkpoint)| checkpoint.0);
        let body = |entity: Entity| self.simulation.body(entity);
        let pods: Option<Vec<_>> = racers.into_iter().map(|(it, _)| body(it)).collect();
        let checkpoints: Option<Vec<_>> = checkpoints.into_iter().map(|(it, _)| body(it)).collect();
        Some(Bodies { pods: pods?.try_into().ok()?, checkpoints: checkpoints? })
    }
}

/// Searches a little in each frame, so that none is held up.
fn think(stage: Stage, game: Res<Game>, mut drivers: ResMut<Drivers>) {
    let Some(bodies) = stage.bodies() else { return };
    if game.race.winner.is_none() {
        let copy = || Track::new(stage.simulation.world(), bodies);
        drivers.think(copy, &game.course, &game.race, FRAME);
    }
}

/// Before a tick: the orders. After the end of a race pods run out.
fn begin_turn(
    stage: Stage,
    time: Res<Time<Elastic>>,
    (mut game, mut drivers, mut hand): (ResMut<Game>, ResMut<Drivers>, ResMut<Hand>),
    mut pods: Query<(&Racer, &mut Position<DVec2>, &mut Velocity<DVec2>, &mut Mass)>,
) {
    let game = &mut *game;
    let Some(bodies) = stage.bodies().filter(|_| game.is_on) else { return };
    game.past.push((time.tick(), game.race));
    let oldest = game.past.len().saturating_sub(TURNS_BACK);
    game.past.drain(..oldest);
    let orders = if game.race.winner.is_some() {
        game.race.pods.map(|pod| pod.coast())
    } else {
        // What no frame had time for.
        let copy = || Track::new(stage.simulation.world(), bodies);
        drivers.think(copy, &game.course, &game.race, u32::MAX);
        drivers.orders(&game.course, &game.race, &hand)
    };
    hand.asked = None;
    game.race.begin(&orders);
    game.is_turn = true;
    for (racer, mut place, mut velocity, mut mass) in &mut pods {
        let pod = &game.race.pods[racer.0];
        (place.0, velocity.0, mass.0) = (pod.place, pod.velocity, pod.mass as f32);
    }
}

/// After a tick: what ends a turn, here as in futures.
fn end_turn(
    stage: Stage,
    engine: Res<SimulationStepper<DVec2>>,
    mut game: ResMut<Game>,
    mut drivers: ResMut<Drivers>,
) {
    let game = &mut *game;
    let is_turn = std::mem::take(&mut game.is_turn);
    if let Some(bodies) = stage.bodies().filter(|_| is_turn) {
        bodies.end_turn(stage.simulation.world(), engine.report(), &game.course, &mut game.race);
        drivers.end_turn();
    }
}
