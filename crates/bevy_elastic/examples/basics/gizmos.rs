//! What debug drawing shows: the keys 1 to 4 switch colliders, velocities, impacts and contacts, and 0 all of it.
//!
//!     cargo run -p bevy_elastic --example gizmos

use bevy::prelude::*;
use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmos, ElasticGizmosPlugin};
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -500.0)))
        .add_systems(Startup, setup)
        .add_systems(Update, switch);
}

fn setup(mut commands: Commands, mut store: ResMut<GizmoConfigStore>) {
    let (config, elastic) = store.config_mut::<ElasticGizmos>();
    config.line.width = 1.5;
    elastic.impact_seconds = 1.0;
    elastic.colors.fixed = Color::srgb(0.6, 0.6, 0.9);

    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    // A body in a colour of its own, a sensor, a gate, and a body with an impossible mass.
    let pink = ElasticGizmo::Colored(Color::srgb(1.0, 0.4, 0.8));
    commands.spawn((Collider::circle(30.0), Velocity(vec2(400.0, 100.0)), pink));
    commands.spawn((Collider::circle(99.0), Static, Sensor::Edge, Position(vec2(-350.0, -200.0))));
    let gate = Collider::rectangle(300.0, 12.0);
    commands.spawn((gate, Static, OneWay(Vec2::Y), Position(vec2(300.0, -120.0))));
    commands.spawn((Collider::circle(20.0), Mass(-1.0), Position(vec2(0.0, 200.0))));
    for height in [-80.0, -35.0, 10.0, 55.0] {
        commands.spawn((Collider::circle(20.0), Restitution(0.3), Position(vec2(300.0, height))));
    }
}

fn switch(keys: Res<ButtonInput<KeyCode>>, mut store: ResMut<GizmoConfigStore>) {
    let (config, elastic) = store.config_mut::<ElasticGizmos>();
    for (key, shown) in [
        (KeyCode::Digit0, &mut config.enabled),
        (KeyCode::Digit1, &mut elastic.colliders),
        (KeyCode::Digit2, &mut elastic.velocities),
        (KeyCode::Digit3, &mut elastic.impacts),
        (KeyCode::Digit4, &mut elastic.contacts),
    ] {
        *shown ^= keys.just_pressed(key);
    }
}
