//! Records the events of a shot, judges it when the balls are at rest, and handles undo and restart.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::Snapshot;
use harness::keys::ResetRequested;

use crate::bodies::{Balls, Cushion, PocketNumber, STILL, motion};
use crate::game::{Game, Phase, Session, State};
use crate::place;
use crate::rules::ball::Ball;
use crate::rules::eight_ball::EightBall;
use crate::rules::practice::Practice;
use crate::rules::shot::ShotEvent;
use crate::rules::verdict::Player;

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
    let seconds =
        |tick: u64, within: f64| tick.saturating_sub(start) as f64 * time.tick_seconds() + within;
    let mut record = |tick: u64, event: ShotEvent| {
        if tick >= start && shot.end.is_none() {
            shot.events.push((tick, event));
        }
    };
    for impact in impacts.read() {
        let time = seconds(impact.tick, impact.time);
        match (balls.ball(impact.entity), balls.ball(impact.other)) {
            (Some(a), Some(b)) => record(impact.tick, ShotEvent::Contact { a, b, time }),
            (Some(ball), None) if cushions.contains(impact.other) => {
                record(impact.tick, ShotEvent::Cushion { ball, time });
            }
            _ => {}
        }
    }
    for event in entered.read() {
        if let (Some(ball), Ok(pocket)) = (balls.ball(event.ball), pockets.get(event.sensor)) {
            let time = seconds(event.tick, event.time);
            record(event.tick, ShotEvent::Pocketed { ball, pocket: pocket.0, time });
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

/// The keys U, which undoes the last shot, M, which changes the game, and R, which restarts it.
pub fn undo_or_restart(
    keys: Res<ButtonInput<KeyCode>>,
    mut resets: MessageReader<ResetRequested>,
    rack: Option<Res<RackSnapshot>>,
    mut snapshots: Snapshots<DVec2>,
    mut session: ResMut<Session>,
) {
    if keys.just_pressed(KeyCode::KeyU)
        && let Some(table) = session.undo()
    {
        snapshots.restore(&table);
    }
    let change = keys.just_pressed(KeyCode::KeyM);
    if (resets.read().count() > 0 || change)
        && let Some(rack) = rack
    {
        let practice = matches!(session.state.game, Game::Practice(_));
        let game = if practice == change {
            Game::EightBall(EightBall::new(Player::One))
        } else {
            Game::Practice(Practice::default())
        };
        *session = Session { state: State::new(game), shots: Vec::new() };
        snapshots.restore(&rack.0);
    }
}

/// Adjusts the history of shots after a rewind of the clock.
pub fn follow_rewind(time: Res<Time<Elastic>>, mut last: Local<u64>, mut session: ResMut<Session>) {
    if time.tick() < *last {
        session.rewind_to(time.tick());
    }
    *last = time.tick();
}
