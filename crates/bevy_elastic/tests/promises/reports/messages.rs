//! Every impact is told once, in order of time, with what happened.

use std::time::Duration;

use bevy_elastic::components::BodyKey;
use bevy_elastic::events::Stopped;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::{Time, Virtual};

use crate::app::{app, ball, clock, heard, listen, run, set_tick, spawn, wall};

#[test]
fn five_bounces_in_a_tick_are_five_messages() {
    let mut app = app();
    app.world_mut().resource_mut::<Time<Virtual>>().set_max_delta(Duration::from_secs(60));
    set_tick(&mut app, Duration::from_secs(1));
    listen::<Collided>(&mut app);
    // From the middle of a lane of 2 it takes 1/10 s to the first wall and 2/10 s to each other.
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(10.0, 0.0)));
    let left = spawn(&mut app, wall(vec2(-1.5, 0.0), Vec2::X));
    let right = spawn(&mut app, wall(vec2(1.5, 0.0), -Vec2::X));
    app.update();
    let hits = heard::<Collided>(&mut app);
    let expected = [(0.1, right), (0.3, left), (0.5, right), (0.7, left), (0.9, right)];
    assert_eq!(hits.len(), 5);
    for (hit, (time, other)) in hits.iter().zip(expected) {
        assert!((hit.time - time).abs() < 1e-15, "{} is not {time}", hit.time);
        assert_eq!((hit.entity, hit.other, hit.tick), (ball, other, 0));
    }
    app.update();
    assert!(heard::<Collided>(&mut app).iter().all(|hit| hit.tick == 1));
}

#[test]
fn a_message_tells_all_about_a_bounce() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let ball = spawn(&mut app, (ball(Vec2::ZERO, vec2(0.0, -8.0)), Mass(3.0), Restitution(0.5)));
    let floor = spawn(&mut app, wall(vec2(0.0, -0.5625), Vec2::Y));
    run(&mut app, 1);
    let hits = heard::<Collided>(&mut app);
    assert_eq!(hits.len(), 1);
    let expected = Collided {
        entity: ball,
        other: floor,
        tick: 0,
        time: 0.0625 / 8.0,
        point: vec2(0.0, -0.5625),
        normal: Vec2::Y,
        approach_speed: 8.0,
        // Momentum goes from -24 to 12, energy from 96 to 24.
        impulse: 36.0,
        friction: Vec2::ZERO,
        energy_lost: 72.0,
    };
    assert_eq!(hits[0], expected);
}

#[test]
fn of_two_balls_the_smaller_key_comes_first() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let first = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), BodyKey(7)));
    let second = spawn(&mut app, (ball(vec2(1.01, 0.0), Vec2::ZERO), BodyKey(3)));
    run(&mut app, 1);
    let hits = heard::<Collided>(&mut app);
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].entity, hits[0].other, hits[0].normal), (second, first, Vec2::X));
}

#[test]
fn a_rolling_ball_tells_when_it_stops() {
    let mut app = app();
    listen::<Stopped>(&mut app);
    let ball = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), RollingResistance(1.6)));
    run(&mut app, 64);
    // After 1 / 1.6 = 0.625 s, that is at the end of the 40th tick.
    let stops = heard::<Stopped>(&mut app);
    assert_eq!(stops.len(), 1);
    assert_eq!(stops[0].entity, ball);
    let when = stops[0].tick as f64 / 64.0 + stops[0].time;
    assert!((when - 0.625).abs() < 1e-6, "it stopped at {when}");
}

#[test]
fn what_is_not_in_time_for_a_tick_is_told_of_the_next() {
    let mut app = app();
    listen::<Collided>(&mut app);
    spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    spawn(&mut app, wall(vec2(1.5, 0.0), -Vec2::X));
    run(&mut app, 64);
    let told = heard::<Collided>(&mut app);
    run(&mut app, 64);
    let later = heard::<Collided>(&mut app);
    // The touch at 1 s lies on the edge of two ticks, and is told once.
    assert_eq!(told.len() + later.len(), 1);
    assert_eq!(clock(&mut app).tick(), 128);
}
