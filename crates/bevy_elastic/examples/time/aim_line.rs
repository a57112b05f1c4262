//! The aim line is the shot: left and right aim, space shoots.
//!
//!     cargo run -p bevy_elastic --example aim_line

use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;

/// The ball that is shot.
#[derive(Component)]
struct CueBall;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    // The gizmos draw the last forecast of each frame.
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, aim);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    let ball = || (Collider::circle(24.0), RollingResistance(150.0));
    let white = ElasticGizmo::Colored(Color::WHITE);
    commands.spawn((CueBall, ball(), Position(vec2(-300.0, 0.0)), white));
    for (x, y) in [(200.0, 0.0), (243.0, 25.0), (243.0, -25.0)] {
        commands.spawn((ball(), Position(vec2(x, y))));
    }
}

fn aim(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time>,
    cue_ball: Single<Entity, With<CueBall>>,
    mut balls: Query<&mut Velocity, Without<Static>>,
    mut forecast: Forecast,
    mut angle: Local<f32>,
) {
    if balls.iter().any(|velocity| velocity.0 != Vec2::ZERO) {
        return;
    }
    let [left, right] = [KeyCode::ArrowLeft, KeyCode::ArrowRight].map(|key| keys.pressed(key));
    *angle += 0.5 * time.delta_secs() * (f32::from(left) - f32::from(right));
    let shot = Vec2::from_angle(*angle) * 900.0;
    // What would follow, for at most ten seconds: it is kept until the shot changes.
    let change = ForecastChange { velocity: Some(shot), ..ForecastChange::of(*cue_ball) };
    forecast.predict(&[change], 640);
    if keys.just_pressed(KeyCode::Space)
        && let Ok(mut velocity) = balls.get_mut(*cue_ball)
    {
        velocity.0 = shot;
    }
}
