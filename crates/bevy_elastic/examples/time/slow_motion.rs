//! The clock: space pauses, S is slow motion, T makes a single tick, N plays on to the instant of the next impact.
//!
//!     cargo run -p bevy_elastic --example slow_motion

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
        .add_systems(Update, control);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text2d::default());
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    for number in 0..12u8 {
        let place =
            vec2(f32::from(number % 4) * 200.0 - 300.0, f32::from(number / 4) * 200.0 - 200.0);
        let velocity = Vec2::from_angle(f32::from(number)) * 300.0;
        commands.spawn((Collider::circle(40.0), Position(place), Velocity(velocity)));
    }
}

fn control(
    keys: Res<ButtonInput<KeyCode>>,
    mut time: ResMut<Time<Elastic>>,
    mut text: Single<&mut Text2d>,
) {
    if keys.just_pressed(KeyCode::Space) {
        if time.is_paused() { time.unpause() } else { time.pause() }
    }
    if keys.just_pressed(KeyCode::KeyS) {
        // The length of a tick stays, so slow motion shows the same game.
        let speed = if time.relative_speed() < 1.0 { 1.0 } else { 0.1 };
        time.set_relative_speed(speed);
    }
    if keys.just_pressed(KeyCode::KeyT) {
        time.pause();
        time.request_ticks(1);
    }
    if keys.just_pressed(KeyCode::KeyN) {
        time.seek_impact();
    }
    let state = if time.is_paused() { "paused" } else { "running" };
    text.0 = format!("{state} at tick {}, speed {}", time.tick(), time.relative_speed());
}
