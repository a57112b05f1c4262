//! What the rollback library saves, restores and compares: snapshots of the simulation, and the match.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Instant;

use bevy::ecs::schedule::SingleThreadedExecutor;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::Snapshot;
use bevy_ggrs::prelude::*;
use bevy_ggrs::{LoadWorld, LocalInputs, LocalPlayers, RollbackFrameCount, SaveWorld};
use collide_core::measure::state_hash;

use crate::control;
use crate::game::{RATE, build};
use crate::mallet::{Inputs, Wish, Wishes};
use crate::rules::Match;

/// The schedule in which the library makes ticks, and makes them again.
pub use bevy_ggrs::GgrsSchedule as AirHockeyTick;

/// What the library sends, and to what.
pub type Config = GgrsConfig<Wish, SocketAddr>;

/// The simulation at the end of a tick. The library keeps one for each tick that it may go back to.
#[derive(Resource, Clone, Default)]
struct Saved(Option<Snapshot>);

/// The hash of the simulation and the match at the end of a tick, which the library compares with that of the other machine.
#[derive(Resource, Clone, Copy, Default, Hash)]
struct StateHash(u64);

/// The hash and the match at the end of each tick, if the resource exists. A tick that is made again replaces them.
#[derive(Resource, Default)]
pub struct Record(pub BTreeMap<i32, (u64, Match)>);

/// How many ticks were made, how often one was saved and the game went back, and the time of both.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Costs {
    pub ticks: u32,
    pub saves: u32,
    pub loads: u32,
    pub save_seconds: f64,
    pub load_seconds: f64,
    started: Option<Instant>,
}

/// The game in the schedule of the library.
pub fn game(app: &mut App) {
    app.add_plugins(GgrsPlugin::<Config>::default())
        .insert_resource(RollbackFrameRate(RATE))
        .init_resource::<Saved>()
        .init_resource::<StateHash>()
        .init_resource::<Costs>()
        .rollback_resource_with_clone::<Saved>()
        .rollback_resource_with_clone::<Match>()
        .checksum_resource_with_hash::<StateHash>()
        .add_systems(ReadInputs, (control::wish, send_wishes).chain())
        .add_systems(SaveWorld, (start_timer, save).chain().before(SaveWorldSystems::Checksum))
        .add_systems(SaveWorld, stop_save_timer.after(SaveWorldSystems::Snapshot))
        .add_systems(LoadWorld, start_timer.before(LoadWorldSystems::EntityResurrect))
        .add_systems(LoadWorld, load.in_set(LoadWorldSystems::Mapping))
        .add_systems(LoadWorld, stop_load_timer.after(LoadWorldSystems::Mapping));
    build(app, AirHockeyTick, take_inputs);
    // Systems are many and bodies few: other threads would only wait for each other.
    app.edit_schedule(SaveWorld, make_serial)
        .edit_schedule(LoadWorld, make_serial)
        .edit_schedule(AirHockeyTick, make_serial);
}

fn make_serial(schedule: &mut Schedule) {
    schedule.set_executor(SingleThreadedExecutor::new());
}

/// Hands what the player of this machine wants to the library.
fn send_wishes(players: Res<LocalPlayers>, wishes: Res<Wishes>, mut commands: Commands) {
    let inputs = players.0.iter().map(|player| (*player, wishes.0[*player]));
    commands.insert_resource(LocalInputs::<Config>(inputs.collect()));
}

/// Takes what both players want, or what the library guesses, for this tick.
fn take_inputs(
    (players, game): (Res<PlayerInputs<Config>>, Res<Match>),
    (mut inputs, mut costs): (ResMut<Inputs>, ResMut<Costs>),
) {
    costs.ticks += 1;
    for (input, (wish, _)) in inputs.0.iter_mut().zip(players.iter()) {
        // An end that was guessed and did not come is no end, so nothing has asked for another match.
        *input = *wish;
        input.restarts &= game.is_over();
    }
}

fn save(
    snapshots: Snapshots,
    simulation: Res<Simulation>,
    (game, frame): (Res<Match>, Res<RollbackFrameCount>),
    (mut saved, mut hash, record): (ResMut<Saved>, ResMut<StateHash>, Option<ResMut<Record>>),
) {
    saved.0 = Some(snapshots.take());
    let numbers = game.numbers();
    hash.0 = numbers.iter().fold(state_hash(simulation.world()), |hash, number| {
        hash.rotate_left(7) ^ u64::from(*number)
    });
    if let Some(mut record) = record {
        record.0.insert(frame.0, (hash.0, game.clone()));
    }
}

fn load(saved: Res<Saved>, mut snapshots: Snapshots) {
    if let Some(snapshot) = &saved.0 {
        snapshots.restore(snapshot);
    }
}

fn start_timer(mut costs: ResMut<Costs>) {
    costs.started = Some(Instant::now());
}

fn stop_save_timer(mut costs: ResMut<Costs>) {
    let seconds = costs.started.take().map_or(0.0, |start| start.elapsed().as_secs_f64());
    costs.saves += 1;
    costs.save_seconds += seconds;
}

fn stop_load_timer(mut costs: ResMut<Costs>) {
    let seconds = costs.started.take().map_or(0.0, |start| start.elapsed().as_secs_f64());
    costs.loads += 1;
    costs.load_seconds += seconds;
}
