//! A paddle moved by the keys left and right, and a ball that keeps its speed.
//!
//!     cargo run -p bevy_elastic --example paddle

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

/// How far the paddle goes: a ball must fit between it and the wall.
const REACH: f32 = 480.0;
/// Its speed, in length units a second.
const SPEED: f32 = 900.0;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(FixedPostUpdate, steer.in_set(ElasticSystems::Prepare));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    let start = vec2(0.0, -280.0);
    // A top that is round aims the ball: it leaves to the side on which it was hit.
    let top = (-4..=4i8)
        .map(|step| 0.1 * f32::from(step))
        .map(|angle| vec2(250.0 * angle.sin(), 250.0 * angle.cos() - 240.0));
    commands.spawn((Collider::polygon(top), Kinematic, Position(start), MoveTo(start)));
    let velocity = Velocity(vec2(150.0, 450.0));
    commands.spawn((Collider::circle(12.0), velocity, SpeedLimit::keep(600.0)));
}

/// The paddle goes there within the tick and hits what is in its way; setting its Transform would teleport it.
fn steer(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Elastic>>,
    mut paddle: Single<&mut MoveTo>,
) {
    let [left, right] = [KeyCode::ArrowLeft, KeyCode::ArrowRight].map(|key| keys.pressed(key));
    let step = SPEED * time.tick_seconds() as f32 * (f32::from(right) - f32::from(left));
    paddle.0.x = (paddle.0.x + step).clamp(-REACH, REACH);
}
