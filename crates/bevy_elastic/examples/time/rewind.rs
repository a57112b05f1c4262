//! Back in time: R goes back a second, as often as you like, and the same game follows.
//!
//!     cargo run -p bevy_elastic --example rewind

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::RewindBuffer;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    // A snapshot every eighth tick, and 512 of them: the last minute.
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(RewindBuffer::<Vec2>::new(8, 512))
        .add_systems(Startup, setup)
        .add_systems(Update, (rewind, show));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn(Text2d::default());
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    // A rack, and a ball that breaks it.
    for row in 0..5u8 {
        for place in 0..=row {
            let place =
                vec2(f32::from(row) * 52.0, f32::from(place) * 60.0 - f32::from(row) * 30.0);
            commands.spawn((Collider::circle(28.0), Restitution(0.95), Position(place)));
        }
    }
    commands.spawn((
        Collider::circle(28.0),
        Velocity(vec2(900.0, 20.0)),
        Position(vec2(-500.0, 0.0)),
    ));
}

fn rewind(keys: Res<ButtonInput<KeyCode>>, mut snapshots: Snapshots) {
    if keys.just_pressed(KeyCode::KeyR) && !snapshots.rewind(1.0) {
        info!("there is no snapshot yet");
    }
}

fn show(time: Res<Time<Elastic>>, mut text: Single<&mut Text2d>) {
    text.0 = format!("tick {}", time.tick());
}
