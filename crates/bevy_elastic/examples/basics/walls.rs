//! Balls fall on walls of each kind: a room, a chain of hills, a turned box, a polygon, a capsule and a disc.
//!
//!     cargo run -p bevy_elastic --example walls

use bevy::prelude::*;
use bevy_elastic::gizmos::ElasticGizmosPlugin;
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((ElasticPlugin, ElasticGizmosPlugin))
        .insert_resource(Gravity(vec2(0.0, -600.0)))
        .add_systems(Startup, setup);
}

fn setup(mut commands: Commands) {
    commands.spawn(Camera2d);
    // The inside of a rectangle.
    commands.spawn((Collider::arena(vec2(1200.0, 680.0)), Static));
    // Walls from point to point, without thickness.
    let hills =
        [vec2(-600.0, -180.0), vec2(-350.0, -300.0), vec2(0.0, -220.0), vec2(300.0, -310.0)];
    commands.spawn((Collider::chain(hills), Static));
    // The Transform turns and scales a collider.
    let turned = Transform::from_xyz(-300.0, 0.0, 0.0).with_rotation(Quat::from_rotation_z(-0.4));
    commands.spawn((Collider::rectangle(200.0, 30.0), Static, turned));
    // A convex polygon. Its corners are relative to the Transform.
    let ramp = [vec2(0.0, 0.0), vec2(180.0, 0.0), vec2(180.0, 90.0)];
    commands.spawn((Collider::polygon(ramp), Static, Transform::from_xyz(350.0, -150.0, 0.0)));
    commands.spawn((Collider::capsule(vec2(100.0, 60.0), vec2(260.0, 20.0), 15.0), Static));
    commands.spawn((Collider::circle(45.0), Static, Transform::from_xyz(-60.0, -60.0, 0.0)));

    for number in 0..40u8 {
        let column = f32::from(number % 20);
        let place =
            Transform::from_xyz(column * 58.0 - 550.0, 200.0 + 4.0 * f32::from(number), 0.0);
        commands.spawn((Collider::circle(12.0), Restitution(0.8), place));
    }
}
