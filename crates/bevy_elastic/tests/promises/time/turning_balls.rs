//! Balls that turn do so alike at any frame rate, are drawn on their true path, and can be restored and forecast.

use std::time::Duration;

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res, ResMut, RunSystemOnce};
use bevy_elastic::components::{AngularDamping, AngularVelocity, TangentialRestitution};
use bevy_elastic::prelude::*;
use bevy_math::{Quat, Vec2, vec2};
use bevy_time::Time;
use bevy_transform::components::Transform;
use collide_core::measure::state_hash;

use crate::app::{
    TICK, app, ball, change, clock, get, hash, restore, run, set_frame, spawn, take, wall,
};

/// 240 frames a second, which no whole number of makes a tick.
const FRAME: Duration = Duration::from_nanos(4_166_667);

/// The angle of a Transform in the plane.
fn angle(app: &App, entity: Entity) -> f64 {
    f64::from(get::<Transform>(app, entity).rotation.to_scaled_axis().z)
}

/// A ball that flies at 20 a second against a wall, which it touches after 0.05 s, in the fourth tick. It turns with 3
/// radians a second, and with 1 afterwards.
fn bounce() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, (wall(vec2(1.5, 0.0), -Vec2::X), Friction(0.3)));
    let ball = spawn(&mut app, (ball(Vec2::ZERO, vec2(20.0, 0.0)), AngularVelocity(3.0)));
    (app, ball)
}

/// How the ball of [`bounce`] is turned at a time.
fn turned(time: f64) -> f64 {
    if time < 0.05 { 3.0 * time } else { 0.15 + (time - 0.05) }
}

#[test]
fn frames_show_the_rotation_across_an_impact_at_any_speed() {
    let start = TICK.as_secs_f64();
    for speed in [1.0, 0.5, 1.0 / 64.0, 0.3, 0.7, 1.5, 3.0, 16.0] {
        let (mut app, ball) = bounce();
        set_frame(&mut app, FRAME);
        clock(&mut app).set_relative_speed(speed);
        for frame in 1..150u32 {
            app.update();
            let time = speed * ((FRAME * frame).as_secs_f64() - start).max(0.0);
            let off = (angle(&app, ball) - turned(time)).rem_euclid(std::f64::consts::TAU);
            let off = off.min(std::f64::consts::TAU - off);
            assert!(off < 1e-5, "speed {speed}, {time} s: off by {off}");
        }
        assert_eq!(get::<AngularVelocity>(&app, ball).0, if speed < 0.1 { 3.0 } else { 1.0 });
    }
}

#[test]
fn ball_that_begins_to_turn_within_a_tick_is_drawn_still_until_then() {
    let (mut app, ball) = bounce();
    set_frame(&mut app, FRAME);
    change(&mut app, ball, |angular: &mut AngularVelocity| angular.0 = 0.0);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0.y = 3.0);
    for frame in 1..60u32 {
        app.update();
        let time = ((FRAME * frame).as_secs_f64() - TICK.as_secs_f64()).max(0.0);
        // A third of what slides is taken from the velocity, and two thirds from the surface.
        let wanted = -4.0 * (time - 0.05).max(0.0);
        assert!((angle(&app, ball) - wanted).abs() < 1e-5, "{} at {time}", angle(&app, ball));
    }
}

#[test]
fn rotation_written_in_a_pause_is_drawn_at_once() {
    let (mut app, ball) = bounce();
    set_frame(&mut app, FRAME);
    run(&mut app, 20);
    clock(&mut app).pause();
    run(&mut app, 2);
    let drawn = angle(&app, ball);
    run(&mut app, 2);
    assert_eq!(angle(&app, ball), drawn);
    let quarter = Quat::from_rotation_z(1.5);
    change(&mut app, ball, |transform: &mut Transform| transform.rotation = quarter);
    run(&mut app, 3);
    assert!((angle(&app, ball) - 1.5).abs() < 1e-6, "{}", angle(&app, ball));
    clock(&mut app).unpause();
    let tick = clock(&mut app).tick();
    run(&mut app, 240);
    let clock = clock(&mut app);
    let passed = (clock.tick() - tick) as f64 + clock.displayed_fraction() - 1.0;
    let wanted = 1.5 + passed / 64.0;
    assert!((angle(&app, ball) - wanted).abs() < 1e-5, "{} for {wanted}", angle(&app, ball));
}

/// Balls of a box that bounce, roll and turn under gravity, and what was true at the end of each tick.
fn crowd() -> (App, Vec<Entity>) {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    for side in [vec2(-6.0, 0.0), vec2(6.0, 0.0), vec2(0.0, -6.0), vec2(0.0, 6.0)] {
        spawn(&mut app, (wall(side, -side.normalize()), Friction(0.2)));
    }
    let balls = (0u8..10).map(|number| {
        let number = f32::from(number);
        let place = vec2(-4.5 + 3.0 * (number % 4.0), 4.0 - 2.5 * (number / 4.0).floor());
        let velocity = vec2(9.0 * (number * 2.4).cos(), 9.0 * (number * 2.4).sin());
        let turning = (AngularVelocity(number - 5.0), AngularDamping(0.01));
        let surface = (Friction(0.4), TangentialRestitution(0.5), Restitution(0.97));
        spawn(&mut app, (ball(place, velocity), turning, surface))
    });
    let balls = balls.collect();
    app.init_resource::<TickEnds>()
        .add_systems(FixedPostUpdate, record.in_set(ElasticSystems::Report));
    (app, balls)
}

/// The rotations and angular velocities of all balls at the ends of ticks.
#[derive(Resource, Default, Debug, PartialEq)]
struct TickEnds(Vec<(u64, Entity, Quat, f32)>);

fn record(
    balls: Query<(Entity, &Transform, &AngularVelocity)>,
    clock: Res<Time<Elastic>>,
    mut ends: ResMut<TickEnds>,
) {
    for (entity, transform, angular) in &balls {
        ends.0.push((clock.tick(), entity, transform.rotation, angular.0));
    }
}

/// The ends of ticks of a crowd, and the state at the last one.
fn play(frame: Duration, speed: f64, ticks: u64) -> (TickEnds, u64) {
    let (mut app, _) = crowd();
    set_frame(&mut app, frame);
    clock(&mut app).set_relative_speed(speed);
    while clock(&mut app).tick() < ticks {
        app.update();
    }
    let mut ends = std::mem::take(&mut *app.world_mut().resource_mut::<TickEnds>());
    ends.0.retain(|(tick, ..)| *tick <= ticks);
    let hash = if clock(&mut app).tick() == ticks { hash(&app) } else { 0 };
    (ends, hash)
}

#[test]
fn crowd_turns_alike_at_any_frame_rate() {
    let (known, state) = play(TICK, 1.0, 400);
    assert_eq!(known.0.len(), 4000);
    let spins = known.0.iter().filter(|(tick, .., spin)| *tick == 400 && spin.abs() > 0.1);
    assert!(spins.count() > 5);
    for (frame, speed) in [
        (Duration::from_micros(16_667), 1.0),
        (FRAME, 1.0),
        (FRAME, 0.3),
        (TICK * 5, 1.0),
        (Duration::from_millis(77), 1.0),
    ] {
        let (ends, hash) = play(frame, speed, 400);
        assert_eq!(ends, known, "{frame:?}, {speed}");
        assert!(hash == state || hash == 0, "{frame:?}, {speed}");
    }
}

#[test]
fn restored_crowd_turns_as_before() {
    let (mut app, balls) = crowd();
    set_frame(&mut app, FRAME);
    run(&mut app, 300);
    let (snapshot, before) = (take(&mut app), hash(&app));
    let ends = |app: &mut App, end: u64| {
        app.world_mut().resource_mut::<TickEnds>().0.clear();
        while clock(app).tick() < end {
            app.update();
        }
        std::mem::take(&mut *app.world_mut().resource_mut::<TickEnds>())
    };
    let end = snapshot.tick() + 200;
    let (future, after) = (ends(&mut app, end), hash(&app));
    // What the game has done since is forgotten.
    change(&mut app, balls[0], |angular: &mut AngularVelocity| angular.0 = 99.0);
    change(&mut app, balls[1], |transform: &mut Transform| transform.rotation = Quat::IDENTITY);
    restore(&mut app, &snapshot);
    assert_eq!(hash(&app), before);
    assert_eq!((ends(&mut app, end), hash(&app)), (future, after));
}

#[test]
fn ball_that_turns_only_since_the_snapshot_goes_on_turning() {
    let mut app = app();
    let start = Transform::from_rotation(Quat::from_rotation_z(0.5));
    let disc = spawn(&mut app, (Collider::circle(0.5), start));
    run(&mut app, 9);
    let snapshot = take(&mut app);
    app.world_mut().entity_mut(disc).insert(AngularVelocity(2.0));
    run(&mut app, 17);
    let drawn = angle(&app, disc);
    assert!((drawn - 1.0).abs() < 1e-6, "{drawn}");
    restore(&mut app, &snapshot);
    run(&mut app, 17);
    assert!((angle(&app, disc) - drawn - 0.5).abs() < 1e-6, "{}", angle(&app, disc));
}

#[test]
fn forecast_of_a_shot_with_spin_comes_true() {
    let (mut app, balls) = crowd();
    run(&mut app, 100);
    for (ball, velocity, spin) in
        [(balls[0], Some(vec2(9.0, 2.0)), Some(-25.0)), (balls[3], None, Some(0.1))]
    {
        let shot = ForecastChange { velocity, angular_velocity: spin, ..ForecastChange::of(ball) };
        let future = app
            .world_mut()
            .run_system_once(move |mut forecast: Forecast| forecast.predict(&[shot], 150).clone())
            .unwrap();
        if let Some(velocity) = velocity {
            change(&mut app, ball, |value: &mut Velocity| value.0 = velocity);
        }
        change(&mut app, ball, |value: &mut AngularVelocity| value.0 = spin.unwrap());
        run(&mut app, future.ticks);
        assert_eq!(future.ticks, 150);
        assert_eq!(hash(&app), state_hash(&future.end));
    }
}

#[test]
fn forecast_knows_a_ball_that_only_turns() {
    let mut app = app();
    let disc = (ball(Vec2::ZERO, Vec2::ZERO), AngularVelocity(8.0), AngularDamping(1.0));
    let disc = spawn(&mut app, (disc, Friction(1.0)));
    let cue = spawn(&mut app, (ball(vec2(-3.0, 0.0), Vec2::ZERO), Friction(1.0)));
    let shot = ForecastChange { velocity: Some(vec2(8.0, 0.0)), ..ForecastChange::of(cue) };
    for _ in 0..3 {
        run(&mut app, 20);
        let spin = f64::from(get::<AngularVelocity>(&app, disc).0);
        let future = app
            .world_mut()
            .run_system_once(move |mut forecast: Forecast| forecast.predict(&[shot], 18).clone())
            .unwrap();
        // It meets the disc in the 16th tick: what slides is taken, and depends on the spin at that time.
        let hit = future.events.iter().find_map(|event| match event {
            bevy_elastic::events::ElasticEvent::Collided(hit) => Some(*hit),
            _ => None,
        });
        let friction = f64::from(hit.unwrap().friction.length());
        let sliding = 0.5 * spin * (-16.0f64 / 64.0).exp();
        // The disc, which turns, and the cue ball, which does not, have 3 and 1 times their inverse masses.
        assert!((friction - sliding / 4.0).abs() < 1e-6, "{friction} for {}", sliding / 4.0);
    }
}
