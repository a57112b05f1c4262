//! Gravity scaled, accelerations of one's own, and damping, by their formulas.

use std::time::Duration;

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_elastic::components::{Acceleration, GravityScale, LinearDamping};
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, vec2};

use crate::app::{
    app, app_in, at, ball, ball_in, change, clock, component, get, position, run, set_tick, spawn,
    velocity,
};

fn falls_in<V: Space>() {
    let mut app = app_in::<V>();
    app.insert_resource(Gravity(at::<V>(0.0, -8.0)));
    for (x, scale) in [(0.0, 1.0), (3.0, 0.0), (6.0, -1.0), (9.0, 2.0), (12.0, 0.25)] {
        let scaled = (ball_in(at::<V>(x, 0.0), at(0.0, 0.0)), GravityScale(scale));
        let pushed = (
            ball_in(at::<V>(x, 50.0), at(0.0, 0.0)),
            GravityScale(scale),
            Acceleration(at::<V>(4.0, 2.0)),
        );
        let (scaled, pushed) = (spawn(&mut app, scaled), spawn(&mut app, pushed));
        run(&mut app, 64);
        let down = -8.0 * f64::from(scale);
        assert_eq!(get::<Velocity<V>>(&app, scaled).0, at(0.0, down));
        assert_eq!(get::<Position<V>>(&app, scaled).0, at(x, 0.5 * down));
        assert_eq!(get::<Velocity<V>>(&app, pushed).0, at(4.0, down + 2.0));
        assert_eq!(get::<Position<V>>(&app, pushed).0, at(x + 2.0, 50.0 + 0.5 * (down + 2.0)));
        for done in [scaled, pushed] {
            app.world_mut().entity_mut(done).despawn();
        }
    }
    // Without the component gravity pulls as it does.
    let plain = spawn(&mut app, ball_in(at::<V>(0.0, 0.0), at(0.0, 0.0)));
    run(&mut app, 64);
    assert_eq!(get::<Position<V>>(&app, plain).0, at(0.0, -4.0));
}

#[test]
fn gravity_by_its_scale_and_an_acceleration_besides() {
    falls_in::<Vec2>();
    falls_in::<Vec3>();
    falls_in::<DVec2>();
    falls_in::<DVec3>();
}

#[test]
fn walls_and_paddles_feel_neither() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    let forces = (GravityScale(3.0), Acceleration(vec2(1.0, 1.0)), LinearDamping(2.0));
    let wall = spawn(&mut app, (ball(Vec2::ZERO, Vec2::ZERO), Static, forces));
    let paddle = spawn(&mut app, (ball(vec2(0.0, 9.0), Vec2::X), Kinematic, forces));
    run(&mut app, 64);
    assert_eq!((position(&app, wall), velocity(&app, wall)), (Vec2::ZERO, Vec2::ZERO));
    assert_eq!((position(&app, paddle), velocity(&app, paddle)), (vec2(1.0, 9.0), Vec2::X));
}

/// The velocity a tick after a component was given.
fn with<C: Component>(app: &mut App, ball: Entity, component: C) -> Vec2 {
    app.world_mut().entity_mut(ball).insert(component);
    run(app, 1);
    velocity(app, ball)
}

/// The velocity a tick after a component was taken away.
fn without<C: Component>(app: &mut App, ball: Entity) -> Vec2 {
    app.world_mut().entity_mut(ball).remove::<C>();
    run(app, 1);
    velocity(app, ball)
}

#[test]
fn inserted_changed_and_removed_they_count_from_the_next_tick() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -64.0)));
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(0.0, -1.0));
    assert_eq!(with(&mut app, ball, GravityScale(0.0)), vec2(0.0, -1.0));
    assert_eq!(with(&mut app, ball, GravityScale(-1.0)), vec2(0.0, 0.0));
    assert_eq!(with(&mut app, ball, Acceleration(Vec2::X * 64.0)), vec2(1.0, 1.0));
    assert_eq!(without::<Acceleration>(&mut app, ball), vec2(1.0, 2.0));
    assert_eq!(without::<GravityScale>(&mut app, ball), vec2(1.0, 1.0));
    assert_eq!(with(&mut app, ball, LinearDamping(f32::MAX)), vec2(0.0, -1.0));
    assert_eq!(without::<LinearDamping>(&mut app, ball), vec2(0.0, -2.0));
}

/// Compares the speed at the end of every tick with that of the law.
fn damps_in<V: Space>(tick: Duration) {
    let mut app = app_in::<V>();
    set_tick(&mut app, tick);
    let dt = tick.as_secs_f64();
    let rate = 2.5f32;
    let ball = ball_in(at::<V>(0.0, 0.0), at(8.0, -6.0));
    let ball = spawn(&mut app, (ball, LinearDamping(rate)));
    let mut way = 0.0;
    for number in 1..=100u32 {
        run(&mut app, 1);
        let velocity = get::<Velocity<V>>(&app, ball).0;
        let share = (-f64::from(rate) * dt * f64::from(number)).exp();
        // Every tick rounds once, and so does what it begins with.
        let rounding = V::GIVEN_ROUNDING * f64::from(number + 1);
        let speeds = [(0, 8.0), (1, -6.0)];
        for (axis, start) in speeds {
            let error = component(velocity, axis) / (start * share) - 1.0;
            assert!(error.abs() <= rounding, "after {number} ticks: {error}");
        }
        way += component(velocity, 0) * dt;
        let gone = component(get::<Position<V>>(&app, ball).0, 0);
        assert!(
            (gone - way).abs() <= 4.0 * V::GIVEN_ROUNDING * f64::from(number),
            "{gone} not {way}"
        );
    }
}

#[test]
fn damping_is_exponential_at_any_length_of_the_tick() {
    for tick in [Duration::from_micros(15_625), Duration::from_millis(50)] {
        damps_in::<Vec2>(tick);
        damps_in::<Vec3>(tick);
        damps_in::<DVec2>(tick);
        damps_in::<DVec3>(tick);
    }
}

#[test]
fn a_pause_stops_them_and_slow_motion_and_sleep_change_nothing() {
    let mut states = [1.0, 0.5, 4.0].map(|speed| {
        let mut app = app();
        app.insert_resource(Gravity(vec2(0.0, -8.0)));
        let forces = (GravityScale(0.5), Acceleration(vec2(1.0, 0.0)), LinearDamping(0.7));
        let ball = spawn(&mut app, (ball(Vec2::ZERO, vec2(2.0, 3.0)), forces));
        clock(&mut app).set_relative_speed(speed);
        while clock(&mut app).tick() < 40 {
            run(&mut app, 1);
        }
        let state = (position(&app, ball), velocity(&app, ball));
        clock(&mut app).pause();
        run(&mut app, 20);
        assert_eq!((position(&app, ball), velocity(&app, ball)), state);
        clock(&mut app).unpause();
        app.world_mut().entity_mut(ball).insert(Disabled);
        run(&mut app, 20);
        assert_eq!((position(&app, ball), velocity(&app, ball)), state);
        app.world_mut().entity_mut(ball).remove::<Disabled>();
        clock(&mut app).set_relative_speed(1.0);
        change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = Vec2::ZERO);
        run(&mut app, 1);
        (state, velocity(&app, ball))
    });
    states.sort_by(|a, b| a.0.0.x.total_cmp(&b.0.0.x));
    assert!(states[0] == states[2]);
    assert_eq!(states[0].1, vec2(1.0, -4.0) / 64.0);
}
