//! Balls in a room of three dimensions, drawn as lines by a camera that goes around.
//!
//!     cargo run -p bevy_elastic --example space_3d

use bevy::prelude::*;
use bevy_elastic::gizmos::Elastic3dGizmosPlugin;
use bevy_elastic::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, plugin)).run();
}

/// The game.
pub fn plugin(app: &mut App) {
    app.add_plugins((Elastic3dPlugin, Elastic3dGizmosPlugin))
        .insert_resource(Gravity(vec3(0.0, -9.81, 0.0)))
        .add_systems(Startup, setup)
        .add_systems(Update, turn_camera);
}

fn setup(mut commands: Commands) {
    // With the 3D renderer of Bevy this would be a Camera3d. Lines need the 2D renderer only, and a perspective.
    commands.spawn((Camera2d, Projection::Perspective(PerspectiveProjection::default())));
    commands.spawn((Collider::arena_3d(vec3(10.0, 6.0, 10.0)), Static));
    let lying = Transform::from_xyz(0.0, -2.5, 0.0).with_rotation(Quat::from_rotation_y(0.5));
    commands.spawn((Collider::cuboid(4.0, 1.0, 2.0), Static, lying));
    for number in 0..8u8 {
        let angle = f32::from(number) * std::f32::consts::FRAC_PI_4;
        let place = vec3(3.0 * angle.cos(), f32::from(number) * 0.3, 3.0 * angle.sin());
        let velocity = Velocity(vec3(-4.0 * angle.sin(), 3.0, 4.0 * angle.cos()));
        commands.spawn((Collider::sphere(0.5), Position(place), velocity));
    }
}

fn turn_camera(time: Res<Time>, mut camera: Single<&mut Transform, With<Camera2d>>) {
    let angle = 0.2 * time.elapsed_secs();
    let place = vec3(16.0 * angle.cos(), 6.0, 16.0 * angle.sin());
    **camera = Transform::from_translation(place).looking_at(Vec3::ZERO, Vec3::Y);
}
