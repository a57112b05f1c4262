//! Balls that turn: one with backspin returns, and a superball thrown under a table comes back. Space throws two more.
//!
//!     cargo run -p bevy_elastic --example backspin

use bevy::input::common_conditions::input_just_pressed;
use bevy::prelude::*;
use bevy_elastic::components::{AngularVelocity, InertiaFactor, TangentialRestitution};
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game. Debug drawing shows a radius of what turns.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -1000.0)))
        .add_systems(Startup, (setup, throw))
        .add_systems(Update, throw.run_if(input_just_pressed(KeyCode::Space)));
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    commands.spawn((Collider::rectangle(800.0, 20.0), Static, Position(vec2(200.0, -130.0))));
}

fn throw(mut commands: Commands) {
    // Counterclockwise, as it flies to the right: the friction on the table drives it back.
    commands.spawn((
        Collider::circle(20.0),
        Position(vec2(-180.0, -95.0)),
        Velocity(vec2(500.0, 0.0)),
        AngularVelocity(90.0),
        (Friction(0.3), Restitution(0.5)),
    ));
    // Each bounce reverses what slides, on the floor and on the underside of the table.
    commands.spawn((
        Collider::circle(20.0),
        Position(vec2(-300.0, -200.0)),
        Velocity(vec2(900.0, -900.0)),
        AngularVelocity(0.0),
        (Friction(100.0), TangentialRestitution(1.0), InertiaFactor::SOLID_SPHERE),
    ));
}
