//! Impossible values are rejected with a reason, and disturb no other body.

use bevy_app::App;
use bevy_ecs::bundle::Bundle;
use bevy_ecs::entity::Entity;
use bevy_elastic::components::Rejected;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Quat, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, ball, change, clock, get, position, run, shown, spawn, velocity};

/// A ball that flies at 1 a second, to see that the game goes on.
fn witness(app: &mut App) -> Entity {
    spawn(app, ball(vec2(0.0, 100.0), Vec2::X))
}

fn assert_refused(bundle: impl Bundle, reason: &str) {
    let mut app = app();
    let bad = spawn(&mut app, bundle);
    let good = witness(&mut app);
    run(&mut app, 64);
    let told = get::<Rejected>(&app, bad).reason;
    assert!(told.starts_with(reason), "{told} instead of {reason}");
    assert!(app.world().resource::<Simulation>().body(bad).is_none());
    assert_eq!(position(&app, good), vec2(1.0, 100.0));
}

#[test]
fn body_with_invalid_values_takes_no_part() {
    assert_refused(ball(Vec2::ZERO, Vec2::NAN), "velocity cannot be");
    assert_refused(ball(Vec2::NAN, Vec2::ZERO), "position cannot be");
    assert_refused((ball(Vec2::ZERO, Vec2::ZERO), Position(Vec2::INFINITY)), "position cannot be");
    assert_refused((ball(Vec2::ZERO, Vec2::ZERO), Mass(f32::NAN)), "mass cannot be NaN");
    assert_refused((ball(Vec2::ZERO, Vec2::ZERO), Mass(0.0)), "mass cannot be 0");
    assert_refused((ball(Vec2::ZERO, Vec2::ZERO), Mass(-1.0)), "mass cannot be -1");
    assert_refused((ball(Vec2::ZERO, Vec2::ZERO), Restitution(-0.5)), "restitution cannot be -0.5");
    assert_refused(
        (ball(Vec2::ZERO, Vec2::ZERO), SpeedLimit { least: 2.0, most: 1.0 }),
        "speed_limits.most cannot be 1",
    );
    assert_refused(
        (ball(Vec2::ZERO, Vec2::ZERO), RollingResistance(-2.0)),
        "rolling_resistance cannot be -2",
    );
    assert_refused(Collider::circle(-1.0), "radius cannot be -1");
    assert_refused(Collider::circle(f32::NAN), "radius cannot be NaN");
    let unmovable = "a body that is neither static nor kinematic must be a ball, or a box";
    assert_refused(Collider::half_plane(Vec2::Y), unmovable);
    let turned = Transform::from_rotation(Quat::from_rotation_z(0.5));
    assert_refused((Collider::rectangle(1.0, 1.0), turned), unmovable);
    let boomerang = [vec2(0.0, 0.0), vec2(2.0, -1.0), vec2(0.0, 2.0), vec2(-2.0, -1.0)];
    assert_refused((Collider::polygon(boomerang), Static), "the polygon is not convex");
    assert_refused((Collider::chain([Vec2::ZERO]), Static), "1 points are too few");
    assert_refused((Collider::chain([Vec2::X, Vec2::X]), Static), "point 0 lies on the next one");
    assert_refused((Collider::polygon([Vec2::NAN; 3]), Static), "point 0 is not finite");
    assert_refused((Collider::half_plane(Vec2::ZERO), Static), "normal cannot be 0");
    assert_refused((Collider::arena(vec2(-1.0, 2.0)), Static), "half extent cannot be -0.5");
}

#[test]
fn bad_scales_and_rotations_do_no_harm() {
    let mut app = app();
    let good = witness(&mut app);
    let scales = [Vec3::ZERO, Vec3::NAN, Vec3::INFINITY, Vec3::splat(-2.0), Vec3::splat(1e-40)];
    for scale in scales {
        spawn(&mut app, (Collider::circle(0.5), Velocity(Vec2::X), Transform::from_scale(scale)));
        let walls = (Collider::rectangle(1.0, 2.0), Static, Transform::from_scale(scale));
        spawn(&mut app, walls);
    }
    let rotation = bevy_math::Quat::from_xyzw(0.0, 0.0, f32::NAN, 0.0);
    spawn(&mut app, (Collider::rectangle(1.0, 2.0), Static, Transform::from_rotation(rotation)));
    run(&mut app, 64);
    assert_eq!(position(&app, good), vec2(1.0, 100.0));
}

#[test]
fn body_that_becomes_invalid_keeps_its_last_values_until_mended() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 64);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = Vec2::NAN);
    run(&mut app, 64);
    assert!(get::<Rejected>(&app, ball).reason.starts_with("velocity cannot be"));
    assert_eq!(position(&app, ball), vec2(2.0, 0.0));
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = Vec2::Y);
    run(&mut app, 64);
    assert!(app.world().get::<Rejected>(ball).is_none());
    assert_eq!(position(&app, ball), vec2(2.0, 1.0));
    change(&mut app, ball, |mass: &mut Mass| mass.0 = -1.0);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = -Vec2::Y);
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(2.0, 2.0));
    // What was written along with the bad value is not lost.
    change(&mut app, ball, |mass: &mut Mass| mass.0 = 1.0);
    run(&mut app, 64);
    assert_eq!((position(&app, ball), velocity(&app, ball)), (vec2(2.0, 1.0), -Vec2::Y));
}

#[test]
fn a_spoilt_place_is_mended_by_a_good_one() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 2);
    change(&mut app, ball, |position: &mut Position| position.0.x = f32::NAN);
    run(&mut app, 2);
    assert!(app.world().get::<Rejected>(ball).is_some());
    assert!(shown(&app, ball).is_finite());
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(7.0, 0.0));
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(8.0, 0.0));
    change(&mut app, ball, |transform: &mut Transform| transform.translation.y = f32::NAN);
    run(&mut app, 64);
    assert!(app.world().get::<Rejected>(ball).is_some());
    assert_eq!(position(&app, ball), vec2(9.0, 0.0));
    change(&mut app, ball, |transform: &mut Transform| transform.translation = Vec3::ZERO);
    run(&mut app, 64);
    assert!(app.world().get::<Rejected>(ball).is_none());
    assert_eq!(position(&app, ball), vec2(1.0, 0.0));
}

#[test]
fn gravity_that_is_no_number_leaves_gravity_as_it_was() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -64.0)));
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 1);
    app.insert_resource(Gravity(vec2(f32::NAN, 0.0)));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(0.0, -2.0));
    app.insert_resource(Gravity(Vec2::ZERO));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(0.0, -2.0));
}

#[test]
fn a_ball_at_the_end_of_the_numbers_stops_no_one() {
    let mut app = app();
    let good = witness(&mut app);
    let far = spawn(&mut app, ball(vec2(f32::MAX, 0.0), vec2(f32::MAX, 0.0)));
    run(&mut app, 64);
    assert_eq!(position(&app, good), vec2(1.0, 100.0));
    app.world_mut().entity_mut(far).despawn();
    run(&mut app, 64);
    assert_eq!((position(&app, good), clock(&mut app).tick()), (vec2(2.0, 100.0), 128));
}
