//! Futures of the golden ball: the distribution of the bins, and a place from which it lands in a chosen one.
//!
//! The golden ball meets nothing but the board, so they are run in a copy of the game's world without the rain. A frame
//! runs a few of them, on one thread, so that a page of the web finds a bin as a desktop does.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::body::Kind;
use collide_core::forecast::{Forecaster, Paths, Question, Until};
use collide_core::report::{Event, Leg};
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use harness::keys::ResetRequested;

use crate::board::{BINS, Bin, Golden, HALF, Landed};
use crate::hopper::{HEIGHT, Hopper, RADIUS, VELOCITY, drop_golden, spread};

/// The most futures a frame.
const FRAME: u32 = 6;

/// The number of futures from which the distribution is known.
const SAMPLES: u32 = 3000;

/// After so many futures none has landed in the chosen bin.
pub const MAX_TRIES: u32 = 20_000;

/// The most ticks of a future: a minute.
const TICKS: u32 = 4000;

/// Runs futures of the golden ball.
#[derive(Resource)]
pub struct Futures {
    /// The world without the rain, and the golden ball in it.
    world: World<DVec2>,
    ball: BodyId,
    /// The floors of the bins.
    bins: Vec<BodyId>,
    forecaster: Forecaster<DVec2>,
}

/// Where balls that meet nothing but the board land, as far as it is known.
#[derive(Resource, Default)]
pub struct Expected {
    pub by_bin: [u32; BINS],
    /// The number of futures.
    pub samples: u32,
}

/// The bin that the player has chosen.
#[derive(Resource, Default)]
pub struct Chosen {
    /// It, until a place is found.
    pub bin: Option<usize>,
    /// How many futures were run for it.
    pub tries: u32,
    /// The path from the place that was found.
    pub path: Vec<Vec2>,
}

/// Runs futures in each frame.
pub struct FuturesPlugin;

impl Plugin for FuturesPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Expected>()
            .init_resource::<Chosen>()
            .add_systems(Update, copy.run_if(not(resource_exists::<Futures>)))
            .add_systems(
                Update,
                (forget.run_if(on_message::<ResetRequested>), search, sample).chain(),
            );
    }
}

/// Copies the world of the game, without the rain, as soon as the golden ball is in it.
fn copy(
    simulation: Res<Simulation>,
    golden: Single<Entity, With<Golden>>,
    bins: Query<(Entity, &Bin)>,
    mut commands: Commands,
) {
    let Some(ball) = simulation.body(*golden) else { return };
    let mut world = simulation.world().clone();
    let is_rain =
        |it: &BodyId| *it != ball && world.body(*it).is_some_and(|it| it.kind == Kind::Dynamic);
    let rain: Vec<BodyId> = world.ids().filter(is_rain).collect();
    rain.into_iter().for_each(|it| drop(world.remove(it)));
    let mut bins: Vec<_> = bins.iter().collect();
    bins.sort_unstable_by_key(|(_, bin)| bin.0);
    let bins = bins.into_iter().filter_map(|(entity, _)| simulation.body(entity)).collect();
    let forecaster = Forecaster::new(&Stepper::new());
    commands.insert_resource(Futures { world, ball, bins, forecaster });
}

impl Futures {
    /// The bin in which the golden ball lands from a place, and its path if it is wanted.
    fn lands(&mut self, place: Vec2, tick: f64, with_path: bool) -> (Option<usize>, Vec<Vec2>) {
        let Self { world, ball, bins, forecaster } = self;
        let paths = if with_path { Paths::Of(vec![*ball]) } else { Paths::None };
        let question = Question::new(tick, TICKS).until(Until::Leaves(*ball)).paths(paths);
        let future = forecaster.run(world, &question, |world| {
            world.restore(*ball);
            // The values are finite, so they are not refused.
            let _ = world.edit(*ball, |body| {
                body.position = place.as_dvec2();
                body.velocity = VELOCITY.as_dvec2();
            });
        });
        let bin = future.last_event().and_then(|(_, event)| match event {
            Event::Absorbed(crossing) => bins.iter().position(|it| *it == crossing.region),
            _ => None,
        });
        (bin, future.legs.iter().flat_map(|(_, leg)| points(leg)).collect())
    }
}

/// Some points of a leg, which is a part of a parabola.
fn points(leg: &Leg<DVec2>) -> impl Iterator<Item = Vec2> + '_ {
    let length = leg.end - leg.start;
    (0..=4u8).map(move |it| leg.position_at(leg.start + length * f64::from(it) / 4.0).as_vec2())
}

/// A place from which a try for a chosen bin begins.
fn place_of_try(number: u32) -> Vec2 {
    vec2((HALF.x - 2.0 * RADIUS) * spread(number), HEIGHT)
}

/// Looks for a place from which the golden ball lands in the chosen bin, and drops it there.
fn search(
    futures: Option<ResMut<Futures>>,
    time: Res<Time<Elastic>>,
    golden: Single<Entity, With<Golden>>,
    (mut chosen, mut landed): (ResMut<Chosen>, ResMut<Landed>),
    mut commands: Commands,
) {
    let (Some(mut futures), Some(bin)) = (futures, chosen.bin) else { return };
    for _ in 0..FRAME {
        let place = place_of_try(chosen.tries);
        chosen.tries += 1;
        if futures.lands(place, time.tick_seconds(), false).0 == Some(bin) {
            chosen.path = futures.lands(place, time.tick_seconds(), true).1;
            chosen.bin = None;
            drop_golden(*golden, place, &mut landed, &mut commands);
            return;
        }
    }
    if chosen.tries >= MAX_TRIES {
        chosen.bin = None;
    }
}

/// Completes the expected distribution of the hopper as it is now.
fn sample(
    futures: Option<ResMut<Futures>>,
    time: Res<Time<Elastic>>,
    hopper: Res<Hopper>,
    chosen: Res<Chosen>,
    mut expected: ResMut<Expected>,
) {
    let Some(mut futures) = futures.filter(|_| chosen.bin.is_none()) else { return };
    for _ in 0..FRAME.min(SAMPLES - expected.samples) {
        let place = hopper.place(expected.samples);
        if let (Some(bin), _) = futures.lands(place, time.tick_seconds(), false) {
            expected.by_bin[bin] += 1;
        }
        expected.samples += 1;
    }
}

fn forget(mut expected: ResMut<Expected>) {
    *expected = Expected::default();
}
