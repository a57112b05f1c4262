//! A goal counts the balls that pass it, to the centre of the ball and to the exact time.
//!
//!     cargo run -p bevy_elastic --example sensors

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .add_systems(Startup, setup)
        .add_systems(Update, count);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text2d::new("0"));
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    // Sensor::Edge would count from the first touch on.
    let goal = Transform::from_xyz(450.0, 0.0, 0.0);
    commands.spawn((Collider::rectangle(100.0, 500.0), Static, Sensor::Centre, goal));
    for number in 0..8u8 {
        let velocity = Vec2::from_angle(f32::from(number) * 0.7) * 600.0;
        let place = Position(vec2(-200.0, f32::from(number) * 70.0 - 245.0));
        commands.spawn((Collider::circle(15.0), Velocity(velocity), place));
    }
}

fn count(
    mut entered: MessageReader<SensorEntered>,
    time: Res<Time<Elastic>>,
    mut goals: Local<u32>,
    mut text: Single<&mut Text2d>,
) {
    for event in entered.read() {
        *goals += 1;
        text.0 = goals.to_string();
        let seconds = event.tick as f64 * time.tick_seconds() + event.time;
        info!("{} scored after {seconds:.6} s", event.ball);
    }
}
