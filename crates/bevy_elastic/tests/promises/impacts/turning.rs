//! A kinematic body turns about its position, its Transform with it, and what it hits feels the speed of the point that hits.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_elastic::components::{AngularVelocity, Rejected};
use bevy_elastic::prelude::*;
use bevy_math::{DVec2, Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{app, app_in, change, get, is_asleep, restore, run, spawn, take, velocity};

/// A flipper at rest with its pivot in the origin, and a ball that lies on it at 60 from the pivot.
fn flipper(app: &mut App) -> [Entity; 2] {
    app.insert_resource(Gravity(Vec2::NEG_Y * 1000.0));
    let bat = Collider::capsule(Vec2::ZERO, vec2(80.0, 0.0), 5.0);
    let flipper = spawn(app, (bat, Kinematic, AngularVelocity(0.0), Position(Vec2::ZERO)));
    let start = Position(vec2(60.0, 18.5));
    let ball = spawn(app, (Collider::circle(13.5), Restitution(0.5), start));
    [flipper, ball]
}

/// The angle of a Transform in the plane.
fn angle(app: &App, entity: Entity) -> f32 {
    get::<Transform>(app, entity).rotation.to_scaled_axis().z
}

#[test]
fn ball_leaves_flipper_and_transform_turns_with_it() {
    let mut app = app();
    let [flipper, ball] = flipper(&mut app);
    run(&mut app, 64);
    assert!(is_asleep::<Vec2>(&app, ball));
    change(&mut app, flipper, |turning: &mut AngularVelocity| turning.0 = 16.0);
    run(&mut app, 1);
    // The point of contact moves at 16 x 60; gravity takes 1000 / 64.
    let speed = 1.5 * 16.0 * 60.0 - 1000.0 / 64.0;
    assert!((velocity(&app, ball) - vec2(0.0, speed)).length() < 0.1, "{}", velocity(&app, ball));
    // What is drawn is one tick late.
    assert!(angle(&app, flipper).abs() < 1e-6);
    run(&mut app, 1);
    assert!((angle(&app, flipper) - 0.25).abs() < 1e-6, "{}", angle(&app, flipper));
    change(&mut app, flipper, |turning: &mut AngularVelocity| turning.0 = 0.0);
    run(&mut app, 3);
    assert!((angle(&app, flipper) - 0.5).abs() < 1e-6, "{}", angle(&app, flipper));
}

#[test]
fn rotation_of_game_turns_body() {
    let mut app = app();
    let bat = Collider::segment(Vec2::ZERO, vec2(80.0, 0.0));
    let bar = spawn(&mut app, (bat, Kinematic, AngularVelocity(1.0)));
    run(&mut app, 3);
    let turned = Quat::from_rotation_z(1.5);
    change(&mut app, bar, |transform: &mut Transform| transform.rotation = turned);
    run(&mut app, 65);
    assert!((angle(&app, bar) - 2.5).abs() < 1e-5, "{}", angle(&app, bar));
    // Another change of the Transform leaves the rotation as it is.
    change(&mut app, bar, |transform: &mut Transform| transform.translation.x = 7.0);
    run(&mut app, 32);
    assert!((angle(&app, bar) - 3.0).abs() < 1e-5, "{}", angle(&app, bar));
}

#[test]
fn rotation_in_space_and_in_f64() {
    let mut app = app_in::<Vec3>();
    let rod = Collider::<Vec3>::Capsule { start: Vec3::ZERO, end: Vec3::X, radius: 0.1 };
    let turning = AngularVelocity(vec3(0.0, 2.0, 0.0));
    let rod = spawn(&mut app, (rod, Kinematic, turning, Position(Vec3::ZERO)));
    run(&mut app, 65);
    let axis = get::<Transform>(&app, rod).rotation.to_scaled_axis();
    assert!((axis - vec3(0.0, 2.0, 0.0)).length() < 1e-5, "{axis}");
    let mut app = app_in::<DVec2>();
    let rod = Collider::Capsule { start: DVec2::ZERO, end: DVec2::X, radius: 0.1 };
    let rod = spawn(&mut app, (rod, Kinematic, AngularVelocity(-2.0), Position(DVec2::ZERO)));
    run(&mut app, 65);
    assert!((angle(&app, rod) + 2.0).abs() < 1e-5, "{}", angle(&app, rod));
}

#[test]
fn restored_snapshot_turns_back() {
    let mut app = app();
    let [flipper, _] = flipper(&mut app);
    change(&mut app, flipper, |turning: &mut AngularVelocity| turning.0 = 4.0);
    run(&mut app, 16);
    let before = take(&mut app);
    change(&mut app, flipper, |turning: &mut AngularVelocity| turning.0 = -2.0);
    run(&mut app, 16);
    restore(&mut app, &before);
    assert_eq!(get::<AngularVelocity>(&app, flipper).0, 4.0);
    run(&mut app, 2);
    assert!((angle(&app, flipper) - 17.0 / 16.0).abs() < 1e-5, "{}", angle(&app, flipper));
}

#[test]
fn what_cannot_turn_is_rejected() {
    let mut app = app();
    let floor = spawn(&mut app, (Collider::half_plane(Vec2::Y), Kinematic, AngularVelocity(1.0)));
    run(&mut app, 1);
    assert!(app.world().get::<Rejected>(floor).is_some());
    // A wall that does not move ignores it.
    let wall = spawn(&mut app, (Collider::half_plane(Vec2::Y), Static, AngularVelocity(1.0)));
    run(&mut app, 1);
    assert!(app.world().get::<Rejected>(wall).is_none());
}
