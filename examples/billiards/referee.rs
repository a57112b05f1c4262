//! Records the events of a shot, judges it when the balls are at rest, and handles undo and restart.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::Snapshot;
use harness::keys::ResetRequested;

use crate::game::{Game, Phase, Session};
use crate::rules::ball::Ball;
use crate::rules::verdict::Player;
use crate::table::bodies::{Balls, Cushion, PocketNumber, RackSeed, STILL, motion};
use crate::table::events::shot_event;
use crate::table::place;

/// The snapshot of the table before the first shot.
#[derive(Resource, Clone, Debug)]
pub struct RackSnapshot(pub Snapshot<DVec2>);

/// Saves the table as soon as the simulation contains it.
pub fn save_rack(
    rack: Option<Res<RackSnapshot>>,
    snapshots: Snapshots<DVec2>,
    mut commands: Commands,
) {
    if rack.is_none() {
        let table = snapshots.take();
        if table.tick() > 0 {
            commands.insert_resource(RackSnapshot(table));
        }
    }
}

/// Records impacts and pocketed balls.
pub fn record_events(
    mut impacts: MessageReader<Collided<DVec2>>,
    mut entered: MessageReader<SensorEntered>,
    time: Res<Time<Elastic>>,
    balls: Res<Balls>,
    cushions: Query<(), With<Cushion>>,
    pockets: Query<&PocketNumber>,
    mut session: ResMut<Session>,
) {
    let Some(shot) = session.bypass_change_detection().shots.last_mut() else {
        impacts.clear();
        entered.clear();
        return;
    };
    let start = shot.start;
    let impacts = impacts.read().copied().map(ElasticEvent::Collided);
    for event in impacts.chain(entered.read().copied().map(ElasticEvent::SensorEntered)) {
        let ticks = event.tick().saturating_sub(start);
        let seconds = ticks as f64 * time.tick_seconds() + event.time();
        let is_cushion = |entity| cushions.contains(entity);
        let pocket = |entity| pockets.get(entity).ok().map(|pocket| pocket.0);
        let found = shot_event(&event, seconds, &balls, is_cushion, pocket);
        if let (Some(found), true) = (found, event.tick() >= start && shot.end.is_none()) {
            shot.events.push((event.tick(), found));
        }
    }
}

/// Judges the shot when all balls are at rest.
pub fn judge(
    time: Res<Time<Elastic>>,
    simulation: Res<Simulation<DVec2>>,
    balls: Res<Balls>,
    mut places: Query<&mut Position<DVec2>>,
    mut commands: Commands,
    mut session: ResMut<Session>,
) {
    let rolling = session.state.phase == Phase::Rolling;
    let begun = session.shots.last().is_some_and(|shot| time.tick() > shot.start);
    if !rolling || !begun || simulation.world().is_moving() {
        return;
    }
    let mut respot = session.judge(time.tick());
    if let Phase::Placing(_) = session.state.phase {
        respot.push(Ball::CUE);
    }
    for ball in respot {
        let others = place::others(ball, &balls, &simulation);
        let spot =
            if ball == Ball::CUE { place::head_spot(&others) } else { place::foot_spot(&others) };
        let entity = balls.entity(ball);
        if let Ok(mut position) = places.get_mut(entity) {
            position.0 = spot;
        }
        commands.entity(entity).try_insert(motion(&STILL)).try_remove::<Absorbed>();
    }
}

/// A message: the players ask for a game, from its rack on.
#[derive(Message, Clone, Debug)]
pub struct GameChosen(pub Game);

/// The keys U, which undoes the last shot, M, which changes the game, and R, which restarts it.
pub fn undo_or_restart(
    keys: Res<ButtonInput<KeyCode>>,
    mut resets: MessageReader<ResetRequested>,
    mut chosen: MessageWriter<GameChosen>,
    mut snapshots: Snapshots<DVec2>,
    mut session: ResMut<Session>,
) {
    if keys.just_pressed(KeyCode::KeyU)
        && let Some(table) = session.undo()
    {
        snapshots.restore(&table);
    }
    let game = &session.state.game;
    if resets.read().count() > 0 {
        chosen.write(GameChosen(game.again(Player::One)));
    }
    if keys.just_pressed(KeyCode::KeyM) {
        chosen.write(GameChosen(game.next()));
    }
}

/// Racks the balls of a game that was chosen.
pub fn rack_balls(
    mut chosen: MessageReader<GameChosen>,
    rack: Res<RackSnapshot>,
    (seed, balls): (Res<RackSeed>, Res<Balls>),
    mut snapshots: Snapshots<DVec2>,
    mut session: ResMut<Session>,
    mut commands: Commands,
) {
    let Some(GameChosen(game)) = chosen.read().last() else { return };
    session.rack(game.clone());
    snapshots.restore(&rack.0);
    place::rack_balls(game.name(), seed.0, &balls, &mut commands);
}

/// Adjusts the history of shots after a rewind of the clock.
pub fn follow_rewind(time: Res<Time<Elastic>>, mut last: Local<u64>, mut session: ResMut<Session>) {
    if time.tick() < *last {
        session.rewind_to(time.tick());
    }
    *last = time.tick();
}
