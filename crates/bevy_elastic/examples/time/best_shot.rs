//! Space: of four thousand shots the one that pots most.
//!
//!     cargo run -p bevy_elastic --example best_shot

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::forecast::ForecastSearch;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;

/// The ball that is shot.
#[derive(Component)]
pub struct CueBall;

/// How many balls each shot leaves on the table.
#[derive(Resource)]
pub struct Thinking(ForecastSearch<usize>);

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, (think, shoot.run_if(resource_exists::<Thinking>)));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 600.0)), Static));
    for (x, y) in [-600.0, 0.0, 600.0].into_iter().flat_map(|x| [-300.0, 300.0].map(|y| (x, y))) {
        let pocket = (Collider::circle(45.0), Static, Absorbs::Centre);
        commands.spawn((pocket, Position(vec2(x, y))));
    }
    let ball = || (Collider::circle(24.0), RollingResistance(150.0), Restitution(0.95));
    let white = ElasticGizmo::Colored(Color::WHITE);
    commands.spawn((CueBall, ball(), Position(vec2(-300.0, 40.0)), white));
    for (x, y) in [(200.0, 0.0), (380.0, 170.0), (-100.0, -180.0), (80.0, 210.0), (480.0, -90.0)] {
        commands.spawn((ball(), Position(vec2(x, y))));
    }
}

/// The velocity of a shot: 400 directions, ten speeds.
fn shot(number: usize) -> Vec2 {
    let [direction, speed] = [number % 400, number / 400].map(|it| it as f32);
    Vec2::from_angle(direction * std::f32::consts::TAU / 400.0) * (500.0 + 100.0 * speed)
}

/// A ball on the table, if it is not a wall.
type OnTable = (Without<Static>, Without<Absorbed>);

fn think(
    keys: Res<ButtonInput<KeyCode>>,
    cue_ball: Single<Entity, (With<CueBall>, Without<Absorbed>)>,
    balls: Query<(Entity, &Velocity), OnTable>,
    forecast: Forecast,
    mut commands: Commands,
) {
    let rests = balls.iter().all(|(_, velocity)| velocity.0 == Vec2::ZERO);
    if !rests || !keys.just_pressed(KeyCode::Space) {
        return;
    }
    let (cue_ball, balls): (_, Vec<Entity>) = (*cue_ball, balls.iter().map(|it| it.0).collect());
    let change = |it| ForecastChange { velocity: Some(shot(it)), ..ForecastChange::of(cue_ball) };
    let requests = (0..4000).map(|number| ForecastRequest::new([change(number)], 1000)).collect();
    let search = forecast.search(requests, move |future| {
        let left = balls.iter().filter(|ball| !future.has_left(**ball)).count();
        if future.has_left(cue_ball) { usize::MAX } else { left }
    });
    commands.insert_resource(Thinking(search));
}

fn shoot(
    mut thinking: ResMut<Thinking>,
    mut velocity: Single<&mut Velocity, With<CueBall>>,
    mut commands: Commands,
) {
    let Some(left) = thinking.0.poll(20) else { return };
    let best = (0..left.len()).min_by_key(|number| left[*number]);
    velocity.0 = best.map_or(Vec2::ZERO, shot);
    commands.remove_resource::<Thinking>();
}
