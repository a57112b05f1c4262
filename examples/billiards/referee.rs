//! Watches the table: what happened in the shot, and when is it over?

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::body::Absorbed;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::Snapshot;
use harness::keys::ResetRequested;

use crate::bodies::{Balls, Cushion, PocketNumber};
use crate::game::{Game, Parlour, Phase, State};
use crate::place;
use crate::rules::ball::Ball;
use crate::rules::eight_ball::EightBall;
use crate::rules::practice::Practice;
use crate::rules::shot::Happening;
use crate::rules::verdict::Player;

/// The table before the first shot.
#[derive(Resource, Clone, Debug)]
pub struct Racked(pub Snapshot<DVec2>);

/// Remembers the table as soon as the simulation knows it.
pub fn remember_rack(
    racked: Option<Res<Racked>>,
    snapshots: Snapshots<DVec2>,
    mut commands: Commands,
) {
    if racked.is_none() {
        let table = snapshots.take();
        if table.tick() > 0 {
            commands.insert_resource(Racked(table));
        }
    }
}

/// Notes impacts and pocketed balls.
pub fn watch(
    mut impacts: MessageReader<Collided<DVec2>>,
    mut entered: MessageReader<SensorEntered>,
    time: Res<Time<Elastic>>,
    balls: Res<Balls>,
    cushions: Query<(), With<Cushion>>,
    pockets: Query<&PocketNumber>,
    mut parlour: ResMut<Parlour>,
) {
    let Some(shot) = parlour.bypass_change_detection().shots.last_mut() else {
        impacts.clear();
        entered.clear();
        return;
    };
    let start = shot.start;
    let seconds =
        |tick: u64, within: f64| tick.saturating_sub(start) as f64 * time.tick_seconds() + within;
    let mut note = |tick: u64, happening: Happening| {
        if tick >= start && shot.end.is_none() {
            shot.happenings.push((tick, happening));
        }
    };
    for impact in impacts.read() {
        let time = seconds(impact.tick, impact.time);
        match (balls.ball(impact.entity), balls.ball(impact.other)) {
            (Some(a), Some(b)) => note(impact.tick, Happening::Contact { a, b, time }),
            (Some(ball), None) if cushions.contains(impact.other) => {
                note(impact.tick, Happening::Cushion { ball, time });
            }
            _ => {}
        }
    }
    for event in entered.read() {
        if let (Some(ball), Ok(pocket)) = (balls.ball(event.ball), pockets.get(event.sensor)) {
            let time = seconds(event.tick, event.time);
            note(event.tick, Happening::Pocketed { ball, pocket: pocket.0, time });
        }
    }
}

/// Judges the shot when the balls lie still.
pub fn judge(
    time: Res<Time<Elastic>>,
    simulation: Res<Simulation<DVec2>>,
    balls: Res<Balls>,
    mut places: Query<&mut Position<DVec2>>,
    mut commands: Commands,
    mut parlour: ResMut<Parlour>,
) {
    let rolling = parlour.state.phase == Phase::Rolling;
    let begun = parlour.shots.last().is_some_and(|shot| time.tick() > shot.start);
    if !rolling || !begun || simulation.world().is_moving() {
        return;
    }
    let mut respot = parlour.judge(time.tick());
    if let Phase::Placing(_) = parlour.state.phase {
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
        commands.entity(entity).try_remove::<Absorbed>();
    }
}

/// U takes the last shot back, M changes the game, R begins anew.
pub fn take_back(
    keys: Res<ButtonInput<KeyCode>>,
    mut resets: MessageReader<ResetRequested>,
    racked: Option<Res<Racked>>,
    mut snapshots: Snapshots<DVec2>,
    mut parlour: ResMut<Parlour>,
) {
    if keys.just_pressed(KeyCode::KeyU)
        && let Some(table) = parlour.undo()
    {
        snapshots.restore(&table);
    }
    let change = keys.just_pressed(KeyCode::KeyM);
    if (resets.read().count() > 0 || change)
        && let Some(racked) = racked
    {
        let practice = matches!(parlour.state.game, Game::Practice(_));
        let game = if practice == change {
            Game::EightBall(EightBall::new(Player::One))
        } else {
            Game::Practice(Practice::default())
        };
        *parlour = Parlour { state: State::new(game), shots: Vec::new() };
        snapshots.restore(&racked.0);
    }
}

/// Follows the clock when it goes back.
pub fn follow_rewind(time: Res<Time<Elastic>>, mut last: Local<u64>, mut parlour: ResMut<Parlour>) {
    if time.tick() < *last {
        parlour.rewound(time.tick());
    }
    *last = time.tick();
}
