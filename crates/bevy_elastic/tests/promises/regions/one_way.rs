//! A platform lets pass from below, and carries what comes from above.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_elastic::components::Rejected;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, at, ball, ball_in, change, clock, component, get, heard, listen, position, run,
    spawn, velocity,
};

const TURN: f32 = std::f32::consts::PI;

/// A platform around (0, 0), half a unit thick, through which balls pass upwards.
fn platform(app: &mut App, place: Transform) -> Entity {
    spawn(app, (Collider::rectangle(200.0, 0.5), Static, OneWay(Vec2::Y), place))
}

fn app_with_gravity() -> App {
    let mut app = app();
    listen::<Collided>(&mut app);
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    app
}

fn up_through_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<Collided<V>>(&mut app);
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    app.insert_resource(Gravity(at::<V>(0.0, -8.0)));
    let form = Collider::Capsule { start: at::<V>(-9.0, 0.0), end: at(9.0, 0.0), radius: 0.25 };
    let gate = spawn(&mut app, (form, Static, OneWay(at::<V>(0.0, 1.0))));
    // It rises 4, to 1, and touches at heights of -0.75 and 0.75.
    let ball = spawn(&mut app, (ball_in(at::<V>(0.0, -3.0), at(0.0, 8.0)), Restitution(0.0)));
    run(&mut app, 64 * 3);
    let (ins, outs) = (heard::<SensorEntered>(&mut app), heard::<SensorExited>(&mut app));
    assert_eq!((ins.len(), outs.len()), (1, 1));
    assert_eq!((ins[0].sensor, ins[0].ball, outs[0].ball), (gate, ball, ball));
    let seconds = |tick: u64, time: f64| tick as f64 / 64.0 + time;
    let climbed = |height: f64| 1.0 - (1.0 - height / 4.0f64).sqrt();
    assert!((seconds(ins[0].tick, ins[0].time) - climbed(2.25)).abs() < 1e-5);
    assert!((seconds(outs[0].tick, outs[0].time) - climbed(3.75)).abs() < 1e-5);
    // From the top it falls 0.25 and lands with a speed of 2.
    let hits = heard::<Collided<V>>(&mut app);
    assert_eq!(hits.len(), 1);
    assert!((seconds(hits[0].tick, hits[0].time) - 1.25).abs() < 1e-5);
    assert!((hits[0].approach_speed - 2.0).abs() < 1e-5);
    assert!((component(get::<Position<V>>(&app, ball).0, 1) - 0.75).abs() < 1e-6);
    assert_eq!(get::<Velocity<V>>(&app, ball).0, at(0.0, 0.0));
}

#[test]
fn up_through_and_down_onto_it() {
    up_through_in::<Vec2>();
    up_through_in::<Vec3>();
    up_through_in::<DVec2>();
    up_through_in::<DVec3>();
}

#[test]
fn on_top_it_bounces_for_ever() {
    let mut app = app_with_gravity();
    platform(&mut app, Transform::default());
    let ball = spawn(&mut app, ball(vec2(0.0, 1.75), Vec2::X));
    // It falls 1 in half a second.
    let mut highest = 0.0f32;
    for _ in 0..64 * 20 {
        run(&mut app, 1);
        highest = highest.max(position(&app, ball).y);
        assert!(position(&app, ball).y > 0.75 - 1e-5);
    }
    let hits = heard::<Collided>(&mut app);
    assert_eq!(hits.len(), 20);
    assert!(hits.iter().all(|hit| (hit.approach_speed - 4.0).abs() < 1e-4));
    assert!(heard::<SensorEntered>(&mut app).is_empty() && highest < 1.7501);
}

#[test]
fn body_placed_inside_passes() {
    let mut app = app_with_gravity();
    platform(&mut app, Transform::default());
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(0.0, -4.0));
    assert!(heard::<Collided>(&mut app).is_empty());
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 1);
    assert_eq!(heard::<SensorExited>(&mut app).len(), 1);
}

#[test]
fn body_that_turns_back_inside_passes_back() {
    let mut app = app_with_gravity();
    platform(&mut app, Transform::default());
    // It rises to 0, in the middle.
    let ball = spawn(&mut app, ball(vec2(0.0, -1.0), vec2(0.0, 4.0)));
    run(&mut app, 64);
    assert!(heard::<Collided>(&mut app).is_empty());
    assert_eq!(position(&app, ball), vec2(0.0, -1.0));
    assert_eq!(heard::<SensorExited>(&mut app).len(), 1);
}

#[test]
fn the_direction_turns_with_the_transform() {
    for (angle, passes) in [(0.0, false), (TURN, true), (0.5, false), (TURN + 0.5, true)] {
        let mut app = app();
        let place = Transform::from_rotation(Quat::from_rotation_z(angle));
        platform(&mut app, place);
        let ball = spawn(&mut app, ball(vec2(0.0, 3.0), vec2(0.0, -4.0)));
        run(&mut app, 64);
        assert_eq!(velocity(&app, ball) == vec2(0.0, -4.0), passes, "turned by {angle}");
    }
}

#[test]
fn turned_in_mid_play_it_lets_fall_what_lay_on_it() {
    let mut app = app_with_gravity();
    let gate = platform(&mut app, Transform::default());
    let ball = spawn(&mut app, (ball(vec2(0.0, 1.0), Vec2::ZERO), Restitution(0.0)));
    run(&mut app, 64);
    assert!((position(&app, ball).y - 0.75).abs() < 1e-6);
    change(&mut app, gate, |place: &mut Transform| place.rotation = Quat::from_rotation_z(TURN));
    run(&mut app, 64);
    assert!((position(&app, ball).y - (0.75 - 4.0)).abs() < 1e-4, "{}", position(&app, ball));
}

/// Throws a ball about on a platform, and tells how deep it came, in units of the rounding of its place.
fn juggle(place: Transform, restitution: f32, edit: impl Fn(u16, &mut Vec2)) -> f32 {
    let mut app = app_with_gravity();
    platform(&mut app, place);
    let [middle, up] = [place.translation, place.rotation * Vec3::Y].map(Vec3::truncate);
    let ball = spawn(&mut app, (ball(middle + 1.25 * up, Vec2::ZERO), Restitution(restitution)));
    let mut deepest = f32::INFINITY;
    for tick in 0..250u16 {
        change(&mut app, ball, |velocity: &mut Velocity| edit(tick, &mut velocity.0));
        run(&mut app, 1);
        let place = position(&app, ball);
        let rounding = f32::EPSILON * place.abs().max_element().max(1.0);
        deepest = deepest.min(((place - middle).dot(up) - 0.75) / rounding);
    }
    deepest
}

#[test]
fn body_steered_on_top_does_not_fall_through() {
    let places = [(0.0, 0.0, 0.0), (0.1, 0.3, 0.0), (-371.7, 1234.567, 0.0), (3.3, -0.7, 0.3)];
    for ((x, y, turn), restitution) in places.iter().flat_map(|at| [0.0, 0.3, 1.0].map(|e| (at, e)))
    {
        let place = Transform::from_xyz(*x, *y, 0.0).with_rotation(Quat::from_rotation_z(*turn));
        let runs = |tick: u16, velocity: &mut Vec2| velocity.x = f32::from(tick % 7) - 3.0;
        let jumps = |tick: u16, velocity: &mut Vec2| {
            if tick.is_multiple_of(37) {
                velocity.y = 1.7;
            }
        };
        let stamps = |tick: u16, velocity: &mut Vec2| velocity.y -= 0.3 * f32::from(tick % 3);
        let turns = |_: u16, velocity: &mut Vec2| velocity.x = -velocity.x;
        let depths = [
            juggle(place, restitution, runs),
            juggle(place, restitution, jumps),
            juggle(place, restitution, stamps),
            juggle(place, restitution, turns),
        ];
        for (way, depth) in depths.into_iter().enumerate() {
            // Deeper than this it would count as inside, and an edit would let it pass.
            assert!(depth > -16.0, "way {way}, {restitution} at {place:?}: {depth}");
        }
    }
}

#[test]
fn a_gate_that_moves_counts_the_speed_against_it() {
    // A ball that rises at 2 is overtaken by a platform that rises at 4, and comes to lie on top.
    let mut app = app();
    let form = (Collider::rectangle(9.0, 0.5), Kinematic, OneWay(Vec2::Y));
    spawn(&mut app, (form, Velocity(vec2(0.0, 4.0))));
    let ball = spawn(&mut app, ball(vec2(0.0, 1.0), vec2(0.0, 2.0)));
    run(&mut app, 32);
    assert_eq!(velocity(&app, ball), vec2(0.0, 6.0));
}

#[test]
fn without_the_component_it_is_a_wall_and_with_it_a_gate_again() {
    let mut app = app();
    let gate = platform(&mut app, Transform::default());
    let ball = spawn(&mut app, ball(vec2(0.0, -3.0), vec2(0.0, 4.0)));
    app.world_mut().entity_mut(gate).remove::<OneWay>();
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(0.0, -4.0));
    app.world_mut().entity_mut(gate).insert(OneWay(Vec2::Y));
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0.y = 4.0);
    run(&mut app, 128);
    assert_eq!(velocity(&app, ball), vec2(0.0, 4.0));
    assert!(app.world().get::<Rejected>(gate).is_none());
}

#[test]
fn a_gate_that_goes_while_a_ball_is_inside_tells_it() {
    for disable in [false, true] {
        let mut app = app_with_gravity();
        let gate = platform(&mut app, Transform::default());
        let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
        run(&mut app, 2);
        assert_eq!(heard::<SensorEntered>(&mut app).len(), 1);
        if disable {
            app.world_mut().entity_mut(gate).insert(Disabled);
        } else {
            app.world_mut().entity_mut(gate).despawn();
        }
        run(&mut app, 62);
        assert_eq!(heard::<SensorExited>(&mut app).len(), 1);
        assert_eq!(position(&app, ball), vec2(0.0, -4.0));
    }
}

#[test]
fn in_slow_motion_it_is_the_same_jump() {
    let mut ends = [1.0, 0.25, 3.0].map(|speed| {
        let mut app = app_with_gravity();
        platform(&mut app, Transform::default());
        let ball = spawn(&mut app, (ball(vec2(0.0, -3.0), vec2(0.5, 8.0)), Restitution(0.0)));
        clock(&mut app).set_relative_speed(speed);
        while clock(&mut app).tick() < 120 {
            run(&mut app, 1);
        }
        (position(&app, ball), velocity(&app, ball), heard::<Collided>(&mut app))
    });
    assert!(ends[0] == ends[1] && ends[1] == ends[2]);
    assert_eq!(std::mem::take(&mut ends[0].2).len(), 1);
}
