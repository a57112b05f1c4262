//! Bodies come, change and go at any time.

use std::time::Duration;

use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, ball, change, get, heard, listen, position, run, set_frame, spawn, velocity, wall,
};

#[test]
fn a_body_spawned_between_ticks_joins_the_next_one() {
    let mut app = app();
    run(&mut app, 5);
    let one = spawn(&mut app, ball(vec2(1.0, 2.0), vec2(64.0, 0.0)));
    run(&mut app, 1);
    assert_eq!(position(&app, one), vec2(2.0, 2.0));
    // It is seen one tick late.
    assert_eq!(get::<Transform>(&app, one).translation.truncate(), vec2(1.0, 2.0));
}

#[test]
fn a_body_despawned_between_ticks_is_gone_even_if_no_tick_comes_for_long() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let wall = spawn(&mut app, wall(vec2(2.0, 0.0), -Vec2::X));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    run(&mut app, 2);
    set_frame(&mut app, Duration::from_micros(1000));
    app.world_mut().despawn(wall);
    run(&mut app, 1000);
    assert!(heard::<Collided>(&mut app).is_empty());
    assert!(position(&app, one).x > 3.0);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 1);
}

#[test]
fn a_body_spawned_and_despawned_without_a_tick_leaves_no_trace() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    app.world_mut().despawn(one);
    run(&mut app, 3);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 0);
}

#[test]
fn a_collider_may_be_taken_off_and_put_on_again() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    run(&mut app, 64);
    app.world_mut().entity_mut(one).remove::<Collider>();
    run(&mut app, 64);
    assert_eq!(position(&app, one), vec2(1.0, 0.0));
    app.world_mut().entity_mut(one).insert(Collider::circle(0.5));
    run(&mut app, 64);
    assert_eq!(position(&app, one), vec2(2.0, 0.0));
}

#[test]
fn every_component_counts_from_the_next_tick_on() {
    let mut app = app();
    let floor = spawn(&mut app, wall(vec2(0.0, -2.0), Vec2::Y));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(0.0, -2.0)));
    run(&mut app, 64);
    assert_eq!(velocity(&app, one), vec2(0.0, 2.0), "off the floor");
    change(&mut app, one, |restitution: &mut Restitution| restitution.0 = 0.5);
    change(&mut app, one, |velocity: &mut Velocity| velocity.0 = vec2(0.0, -4.0));
    run(&mut app, 64);
    assert_eq!(velocity(&app, one), vec2(0.0, 2.0), "half of the speed is left");
    app.world_mut().entity_mut(one).insert(Kinematic);
    change(&mut app, one, |velocity: &mut Velocity| velocity.0 = vec2(0.0, -2.0));
    run(&mut app, 128);
    assert!(position(&app, one).y < -3.0, "what is kinematic feels no floor");
    app.world_mut().entity_mut(one).remove::<Kinematic>().insert(Position(vec2(0.0, 0.0)));
    app.world_mut().entity_mut(floor).insert(Sensor::Edge);
    listen::<SensorEntered>(&mut app);
    run(&mut app, 64);
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 1, "a sensor lets it pass");
    app.world_mut().entity_mut(one).insert((RollingResistance(2.0), Velocity(vec2(2.0, 0.0))));
    run(&mut app, 128);
    assert_eq!(velocity(&app, one), Vec2::ZERO);
    assert!((position(&app, one).x - 1.0).abs() < 1e-6);
}

#[test]
fn mass_decides_who_moves() {
    let mut app = app();
    let light = spawn(&mut app, ball(vec2(-2.0, 0.0), vec2(3.0, 0.0)));
    let heavy = spawn(&mut app, (ball(Vec2::ZERO, Vec2::ZERO), Mass(2.0)));
    run(&mut app, 64);
    assert_eq!((velocity(&app, light), velocity(&app, heavy)), (vec2(-1.0, 0.0), vec2(2.0, 0.0)));
}
