//! The plane and space, f32 and f64, alone and side by side in one App.

use bevy_app::{App, FixedUpdate};
use bevy_elastic::prelude::*;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{app, app_with, ball, clock, get, heard, listen, position, run, spawn};

#[test]
fn spheres_bounce_in_a_room() {
    let mut app = app_with(ElasticPlugin3d);
    listen::<Collided<Vec3>>(&mut app);
    spawn(&mut app, (Collider::room(vec3(4.0, 4.0, 4.0)), Static));
    let one = spawn(&mut app, (Collider::sphere(0.5), Velocity(vec3(1.0, 2.0, 3.0))));
    run(&mut app, 640);
    assert_eq!(get::<Velocity<Vec3>>(&app, one).0.abs(), vec3(1.0, 2.0, 3.0));
    assert!(get::<Transform>(&app, one).translation.abs().max_element() <= 1.5 + 1e-6);
    // Ten seconds of way, one impact for every three of it after the first one and a half.
    assert_eq!(heard::<Collided<Vec3>>(&mut app).len(), 3 + 7 + 10);
}

#[test]
fn spaces_share_the_clock_and_do_not_meet() {
    let mut app = app();
    app.add_plugins((ElasticPlugin3d, ElasticSpacePlugin::<DVec2>::default()));
    let flat = spawn(&mut app, ball(Vec2::ZERO, vec2(64.0, 0.0)));
    let solid = spawn(&mut app, (Collider::sphere(0.5), Velocity(vec3(-64.0, 0.0, 0.0))));
    let fine = spawn(&mut app, (Collider::<DVec2>::ball(0.5), Velocity(dvec2(0.0, 64.0))));
    run(&mut app, 10);
    assert_eq!(clock(&mut app).tick(), 10);
    assert_eq!(position(&app, flat), vec2(10.0, 0.0));
    assert_eq!(get::<Position<Vec3>>(&app, solid).0, vec3(-10.0, 0.0, 0.0));
    assert_eq!(get::<Position<DVec2>>(&app, fine).0, dvec2(0.0, 10.0));
}

#[test]
fn f64_positions_are_kept_beyond_what_a_transform_holds() {
    let mut app = app_with(ElasticSpacePlugin::<DVec3>::default());
    let at = dvec3(1.0 + 1e-12, 2.0, 3.0);
    let bundle = (Collider::<DVec3>::ball(0.5), Position(at), Velocity(dvec3(0.0, 1e-9, 0.0)));
    let one = spawn(&mut app, bundle);
    run(&mut app, 64);
    let moved = get::<Position<DVec3>>(&app, one).0;
    assert_eq!((moved.x, moved.z), (at.x, at.z));
    assert!((moved.y - 2.0 - 1e-9).abs() < 64.0 * f64::EPSILON);
    assert_eq!(get::<Transform>(&app, one).translation, vec3(1.0, 2.0, 3.0));
}

#[test]
fn any_schedule_will_do() {
    let mut app: App = app_with(ElasticSpacePlugin::<Vec2>::new(FixedUpdate));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(64.0, 0.0)));
    clock(&mut app).set_speed(2.0);
    run(&mut app, 5);
    assert_eq!(position(&app, one), vec2(10.0, 0.0));
}
