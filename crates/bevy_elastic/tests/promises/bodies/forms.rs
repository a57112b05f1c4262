//! Rounded boxes, rods, polygons, chains and round arenas are hit where they are, scaled and turned.

use std::f32::consts::FRAC_PI_2;

use bevy_ecs::bundle::Bundle;
use bevy_ecs::entity_disabling::Disabled;
use bevy_elastic::components::Rejected;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, app_with, at, ball, ball_in, change, clock, component, get, heard, listen,
    position, run, spawn, velocity,
};

const ONE: f32 = 1.0;

/// Where a ball from the right, at a height, first bounces off a body around the origin.
fn met_at(collider: Collider, scale: f32, turn: f32, height: f32) -> Vec2 {
    let mut app = app();
    listen::<Collided>(&mut app);
    let place =
        Transform::from_scale(Vec3::splat(scale)).with_rotation(Quat::from_rotation_z(turn));
    spawn(&mut app, (collider, Static, place));
    spawn(&mut app, ball(vec2(20.0, height), vec2(-32.0, 0.0)));
    run(&mut app, 64);
    heard::<Collided>(&mut app)[0].point
}

fn assert_near(point: Vec2, expected: Vec2) {
    assert!((point - expected).length() < 1e-5, "{point} instead of {expected}");
}

#[test]
fn each_form_is_met_at_its_edge_scaled_and_turned() {
    let triangle = || Collider::polygon([vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(-1.0, 3.0)]);
    let stairs = || Collider::chain([vec2(0.0, -9.0), vec2(0.0, 0.0), vec2(2.0, 0.0)]);
    let ring = || Collider::closed_chain([vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(-1.0, 3.0)]);
    let rounded = || Collider::rounded_rectangle(3.0, 2.0, 0.5);
    for scale in [1.0, 2.0] {
        assert_near(met_at(rounded(), scale, 0.0, 0.0), vec2(1.5 * scale, 0.0));
        assert_near(met_at(rounded(), scale, FRAC_PI_2, 0.0), vec2(scale, 0.0));
        assert_near(met_at(stairs(), scale, 0.0, -3.0 * scale), vec2(0.0, -3.0 * scale));
        // Turned by a quarter the long leg lies along x, and its end comes first.
        assert_near(met_at(stairs(), scale, FRAC_PI_2, 0.0), vec2(9.0 * scale, 0.0));
        for form in [triangle(), ring()] {
            // The hypotenuse is the line y = 1 - 2 x. The ball touches beside the height of its centre.
            let point = met_at(form.clone(), scale, 0.0, scale);
            assert!((point.y + 2.0 * point.x - scale).abs() < 1e-5, "{point}");
            assert_near(
                point + vec2(2.0, 1.0) / 5f32.sqrt() * 0.5,
                vec2(point.x + 0.2f32.sqrt(), scale),
            );
            // Turned by a half, the upright edge is on the right.
            assert_near(met_at(form, scale, 2.0 * FRAC_PI_2, 0.0), vec2(scale, 0.0));
        }
    }
    // Into the rounded corner, with its centre at (1, 0.5): radii of 0.5 and 0.5 along (0.8, 0.6).
    assert_near(met_at(rounded(), ONE, 0.0, 0.5 + 0.6), vec2(1.0 + 0.4, 0.5 + 0.3));
}

fn chord_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<Collided<V>>(&mut app);
    let place = Transform::from_scale(Vec3::splat(2.0)).with_translation(vec3(7.0, 0.0, 0.0));
    spawn(&mut app, (Collider::<V>::RoundArena { radius: 2.75 }, Static, place));
    // Of radius 5 for the centre of a ball, 3 above the middle: 4 to the first bounce.
    let ball = spawn(&mut app, ball_in(at::<V>(7.0, 3.0), at(8.0, 0.0)));
    run(&mut app, 33);
    let first = heard::<Collided<V>>(&mut app);
    assert_eq!(first.len(), 1);
    let seconds = |hit: &Collided<V>| hit.tick as f64 / 64.0 + hit.time;
    assert!((seconds(&first[0]) - 0.5).abs() < 1e-6);
    assert!((component(first[0].normal, 0) + 0.8).abs() < 1e-6);
    // From then on a chord of 8 takes a second.
    run(&mut app, 64 * 20);
    let hits = heard::<Collided<V>>(&mut app);
    assert_eq!(hits.len(), 20);
    for (number, hit) in (1u8..).zip(&hits) {
        // Every tick rounds a position of at most 12.
        let rounding = 64.0 * f64::from(number + 1) * V::GIVEN_ROUNDING * 12.0;
        let error = (seconds(hit) - 0.5 - f64::from(number)).abs();
        assert!(error < rounding, "{error} at bounce {number}");
    }
    let velocity = get::<Velocity<V>>(&app, ball).0;
    let speed = component(velocity, 0).hypot(component(velocity, 1));
    assert!((speed / 8.0 - 1.0).abs() < 20.0 * V::GIVEN_ROUNDING, "{speed}");
}

#[test]
fn in_a_round_arena_chords_are_equal() {
    chord_in::<Vec2>();
    chord_in::<Vec3>();
    chord_in::<DVec2>();
    chord_in::<DVec3>();
}

/// Where a ball that falls onto a body in space from 9 above touches it.
fn landed_at(body: impl Bundle, x: f32) -> Vec3 {
    let mut app = app_with(Elastic3dPlugin);
    listen::<Collided<Vec3>>(&mut app);
    spawn(&mut app, (body, Static));
    spawn(&mut app, ball_in(vec3(x, 9.0, 0.0), vec3(0.0, -16.0, 0.0)));
    run(&mut app, 64);
    heard::<Collided<Vec3>>(&mut app)[0].point
}

#[test]
fn rods_and_rounded_cuboids_of_space() {
    let near = |point: Vec3, expected: Vec3| {
        assert!((point - expected).length() < 1e-5, "{point} instead of {expected}");
    };
    let rod = || Collider::capsule_3d(vec3(-2.0, 0.0, 0.0), vec3(2.0, 0.0, 0.0), 0.25);
    let cuboid = || Collider::rounded_cuboid(vec3(4.0, 2.0, 1.0), 0.25);
    near(landed_at(rod(), 1.0), vec3(1.0, 0.25, 0.0));
    near(landed_at((rod(), Transform::from_scale(Vec3::splat(2.0))), 3.0), vec3(3.0, 0.5, 0.0));
    let upright = Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_2));
    near(landed_at((rod(), upright), 0.0), vec3(0.0, 2.25, 0.0));
    near(landed_at(cuboid(), 1.0), vec3(1.0, 1.0, 0.0));
    near(landed_at((cuboid(), upright), 0.5), vec3(0.5, 2.0, 0.0));
    // Onto the rounded edge around (1.75, 0.75), with radii of 0.25 and 0.5 along (0.6, 0.8).
    near(landed_at(cuboid(), 1.75 + 0.45), vec3(1.75 + 0.15, 0.75 + 0.2, 0.0));
}

#[test]
fn a_radius_that_is_too_large_makes_a_stadium() {
    let stadium = Collider::rounded_rectangle(4.0, 2.0, 9.0);
    assert_eq!(stadium, Collider::rounded_rectangle(4.0, 2.0, 1.0));
    assert_near(met_at(stadium, ONE, 0.0, 0.0), vec2(2.0, 0.0));
    let ball = Collider::rounded_cuboid(Vec3::splat(2.0), 5.0);
    assert_eq!(ball, Collider::RoundedCuboid { half_size: Vec3::ZERO, radius: 1.0 });
}

#[test]
fn what_no_rounded_box_can_be_is_refused() {
    for (width, height, radius) in [
        (f32::NAN, 1.0, 0.1),
        (1.0, f32::NAN, 0.1),
        (1.0, 1.0, f32::NAN),
        (-1.0, 1.0, 0.1),
        (1.0, 1.0, -0.1),
        (f32::INFINITY, 1.0, 0.1),
    ] {
        let mut app = app();
        let flat = Collider::rounded_rectangle(width, height, radius);
        let flat = spawn(&mut app, (flat, Static));
        run(&mut app, 1);
        assert!(app.world().get::<Rejected>(flat).is_some(), "{width} {height} {radius}");
        let mut app = app_with(Elastic3dPlugin);
        let deep = Collider::rounded_cuboid(vec3(1.0, width, height), radius);
        let deep = spawn(&mut app, (deep, Static));
        run(&mut app, 1);
        assert!(app.world().get::<Rejected>(deep).is_some(), "{width} {height} {radius}");
    }
}

/// A hundred segments from -50 to 50 on a slope.
fn hundred(slope: f32) -> Collider {
    Collider::chain((0..=100u8).map(|number| {
        let x = f32::from(number) - 50.0;
        vec2(x, slope * x)
    }))
}

#[test]
fn a_ball_that_rolls_over_a_hundred_joints_hears_none() {
    for slope in [0.0, -0.25, -0.3] {
        let ends = [
            hundred(slope),
            Collider::segment(vec2(-50.0, -50.0 * slope), vec2(50.0, 50.0 * slope)),
        ]
        .map(|floor| {
            let mut app = app();
            listen::<Collided>(&mut app);
            app.insert_resource(Gravity(vec2(0.0, -10.0)));
            spawn(&mut app, (floor, Static));
            let along = vec2(1.0, slope).normalize();
            let start = along * -40.0 + along.perp() * 0.5;
            let roller = (ball(start, along * 9.0), Restitution(0.0));
            let roller = spawn(&mut app, roller);
            run(&mut app, 64 * 4);
            assert!(heard::<Collided>(&mut app).is_empty(), "slope {slope}");
            (position(&app, roller), velocity(&app, roller))
        });
        let [chain, straight] = ends;
        assert!(chain.0.x > -10.0 && (chain.0 - straight.0).length() < 1e-3, "{ends:?}");
        assert!((chain.1 - straight.1).length() < 1e-3, "{ends:?}");
    }
}

#[test]
fn a_ball_that_glides_along_a_chain_without_gravity_keeps_its_velocity() {
    let mut app = app();
    listen::<Collided>(&mut app);
    spawn(&mut app, (hundred(0.0), Static));
    let glider = spawn(&mut app, ball(vec2(-40.0, 0.5), vec2(16.0, 0.0)));
    run(&mut app, 64 * 5);
    assert_eq!(
        (position(&app, glider), velocity(&app, glider)),
        (vec2(40.0, 0.5), vec2(16.0, 0.0))
    );
    assert!(heard::<Collided>(&mut app).is_empty());
}

#[test]
fn a_closed_chain_holds_its_balls() {
    let mut app = app();
    let corners = (0..24u8).map(|number| {
        let angle = f32::from(number) * std::f32::consts::TAU / 24.0;
        Vec2::from_angle(angle) * if number.is_multiple_of(2) { 9.0 } else { 6.0 }
    });
    let star = spawn(&mut app, (Collider::closed_chain(corners), Static));
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(31.0, 17.0)));
    for _ in 0..2000 {
        run(&mut app, 1);
        assert!(position(&app, ball).length() < 8.5);
    }
    assert!((velocity(&app, ball).length() / vec2(31.0, 17.0).length() - 1.0).abs() < 1e-4);
    app.world_mut().entity_mut(star).insert(Disabled);
    run(&mut app, 64);
    assert!(position(&app, ball).length() > 8.5);
}

#[test]
fn a_chain_may_be_reshaped_turned_and_despawned_in_mid_play() {
    let mut app = app();
    let floor = Collider::chain([vec2(-5.0, 0.0), vec2(0.0, 0.0), vec2(5.0, 0.0)]);
    let floor = spawn(&mut app, (floor, Static));
    let ball = spawn(&mut app, ball(vec2(0.0, 2.5), vec2(0.0, -4.0)));
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(0.0, 4.0));
    // Under a bent floor, which it hits from below on its way back up.
    change(&mut app, floor, |collider: &mut Collider| {
        *collider = Collider::chain([vec2(-5.0, 6.0), vec2(0.0, 6.0), vec2(5.0, 6.0)]);
    });
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(0.0, -4.0));
    let (paused, before) = (clock(&mut app).tick(), (position(&app, ball), velocity(&app, ball)));
    clock(&mut app).pause();
    app.world_mut().entity_mut(floor).despawn();
    run(&mut app, 9);
    assert_eq!(clock(&mut app).tick(), paused);
    assert_eq!((position(&app, ball), velocity(&app, ball)), before);
    clock(&mut app).unpause();
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = vec2(0.0, 16.0));
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(0.0, 16.0));
    assert!(position(&app, ball).y > 7.0);
}
