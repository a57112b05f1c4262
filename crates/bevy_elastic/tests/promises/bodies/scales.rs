//! The scale of a Transform scales the collider.

use bevy_ecs::hierarchy::ChildOf;
use bevy_elastic::components::BodyKey;
use bevy_elastic::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{app, ball, change, heard, listen, run, spawn};

/// Where a small ball that comes from the right along x bounces off a body around the origin.
fn met_at(transform: Transform, collider: Collider) -> f32 {
    let mut app = app();
    listen::<Collided>(&mut app);
    spawn(&mut app, (collider, Static, transform));
    spawn(&mut app, ball(vec2(20.0, 0.0), vec2(-32.0, 0.0)));
    run(&mut app, 64);
    heard::<Collided>(&mut app)[0].point.x
}

#[test]
fn an_even_scale_counts_for_every_form() {
    let twice = Transform::from_scale(Vec3::splat(2.0));
    assert_eq!(met_at(twice, Collider::circle(1.5)), 3.0);
    assert_eq!(met_at(twice, Collider::rectangle(3.0, 1.0)), 3.0);
    assert_eq!(met_at(twice, Collider::capsule(Vec2::ZERO, Vec2::X, 0.5)), 3.0);
    // Of a mirrored body the size counts, and what it is along z does not.
    let mirrored = Transform::from_scale(vec3(-2.0, 2.0, 9.0));
    assert_eq!(met_at(mirrored, Collider::circle(1.5)), 3.0);
    let turned = twice.with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    assert!((met_at(turned, Collider::rectangle(1.0, 3.0)) - 3.0).abs() < 1e-5);
}

#[test]
fn of_an_uneven_scale_the_largest_axis_counts() {
    let uneven = Transform::from_scale(vec3(2.0, 0.5, 1.0));
    assert_eq!(met_at(uneven, Collider::circle(1.5)), 3.0);
}

#[test]
fn a_ball_under_a_turning_parent_of_some_size_is_not_disturbed() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::from_scale(Vec3::splat(1.7)));
    let child = spawn(&mut app, (ball(Vec2::ZERO, vec2(3.0, 1.0)), ChildOf(parent)));
    let free = spawn(&mut app, (Collider::circle(0.85), Velocity(vec2(3.0, 1.0)), BodyKey(1)));
    app.world_mut().entity_mut(free).insert(Position(vec2(0.0, 50.0)));
    for step in 0u8..200 {
        change(&mut app, parent, |place: &mut Transform| {
            place.rotation = Quat::from_rotation_z(0.1 * f32::from(step));
        });
        run(&mut app, 1);
    }
    let gap = crate::app::position(&app, free) - crate::app::position(&app, child);
    assert!((gap - vec2(0.0, 50.0)).length() < 1e-4, "{gap}");
}
