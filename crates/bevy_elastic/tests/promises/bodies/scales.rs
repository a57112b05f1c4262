//! The scale of a Transform scales and mirrors the collider.

use std::f32::consts::PI;

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

/// A scale that mirrors along x.
const MIRROR: Vec3 = vec3(-1.0, 1.0, 1.0);

#[test]
fn a_negative_scale_mirrors_every_shape() {
    let mirrored = Transform::from_scale(MIRROR);
    let back = Transform::from_rotation(Quat::from_rotation_y(PI));
    let block = [vec2(-1.0, -4.0), vec2(3.0, -4.0), vec2(3.0, 4.0), vec2(-1.0, 4.0)];
    let forms = [
        Collider::polygon(block),
        Collider::closed_chain(block),
        Collider::chain([vec2(-1.0, -4.0), vec2(-1.0, 4.0), vec2(3.0, 4.0), vec2(3.0, -4.0)]),
        Collider::capsule(vec2(-0.5, 0.0), vec2(2.5, 0.0), 0.5),
    ];
    for form in forms {
        let [as_given, mirrored, back] =
            [Transform::IDENTITY, mirrored, back].map(|transform| met_at(transform, form.clone()));
        assert!((as_given - 3.0).abs() < 1e-5, "{form:?}: {as_given}");
        assert!((mirrored - 1.0).abs() < 1e-5, "{form:?}: {mirrored}");
        assert!((back - 1.0).abs() < 1e-5, "{form:?} from the back: {back}");
    }
    // The solid is to the left of the normal: mirrored, it is to the left of the origin.
    assert_eq!(met_at(mirrored, Collider::half_plane(Vec2::NEG_X)), 0.0);
}

#[test]
fn a_mirrored_parent_mirrors_shapes_and_gates() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let parent = spawn(&mut app, Transform::from_scale(MIRROR));
    let wall = |x: f32, y: f32| (Static, Transform::from_xyz(x, y, 0.0), ChildOf(parent));
    // A gate that is open to the right for what is given is open to the left in the mirror.
    let bar = || Collider::segment(vec2(0.0, -2.0), vec2(0.0, 2.0));
    spawn(&mut app, (bar(), OneWay(Vec2::X), wall(10.0, 0.0)));
    let [through, back] = [(-5.0, 1.0, -8.0), (-15.0, -1.0, 8.0)]
        .map(|(x, y, speed)| spawn(&mut app, ball(vec2(x, y), vec2(speed, 0.0))));
    // The long side of this wedge falls to the right in the mirror, and to the left where it is given.
    let wedge = Collider::polygon([vec2(-3.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 1.0)]);
    spawn(&mut app, (wedge, wall(30.0, 40.0)));
    let on_wedge = spawn(&mut app, ball(vec2(-29.5, 60.0), vec2(0.0, -32.0)));
    run(&mut app, 64);
    assert!(crate::app::position(&app, through).x < -10.0);
    assert!(crate::app::position(&app, back).x < -10.0);
    let hits = heard::<Collided>(&mut app);
    let hit = hits.iter().find(|hit| [hit.entity, hit.other].contains(&on_wedge)).unwrap();
    // The slope of the mirrored wedge falls to the right: it throws the ball to the right.
    assert!(hit.point.x > -31.0, "{}", hit.point);
    assert!(crate::app::get::<Velocity>(&app, on_wedge).0.x > 1.0);
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
