//! Balls on a cloth are drawn with the orientation that their spin gives them, at any frame rate, and can be restored and
//! forecast.

use std::time::Duration;

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res, ResMut, RunSystemOnce};
use bevy_elastic::components::{AngularVelocity, Cloth, Nose, Orientation, Roll};
use bevy_elastic::events::{ElasticEvent, Rolls};
use bevy_elastic::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2};
use bevy_time::Time;
use bevy_transform::components::Transform;
use collide_core::measure::state_hash;

use crate::app::{
    TICK, app, change, clock, get, hash, heard, listen, restore, run, set_frame, set_tick, spawn,
    take, velocity, wall,
};

/// 240 frames a second, which no whole number of makes a tick.
const FRAME: Duration = Duration::from_nanos(4_166_667);

fn orientation(app: &App, ball: Entity) -> Quat {
    get::<Orientation>(app, ball).0
}

/// A ball of radius 0.5 that rolls for ever with this velocity.
fn roller(app: &mut App, velocity: Vec2) -> Entity {
    let cloth = Cloth { rolling: 0.0, ..Cloth::default() };
    let ball = (Collider::circle(0.5), Velocity(velocity), Roll(velocity), cloth);
    spawn(app, (ball, Orientation::default()))
}

#[test]
fn rolling_ball_turns_by_its_way_over_its_radius_at_any_speed() {
    for speed in [1.0, 0.5, 1.0 / 64.0, 0.3, 0.7, 1.5, 3.0, 16.0] {
        let mut app = app();
        let velocity = vec2(1.5, 2.0);
        let ball = roller(&mut app, velocity);
        set_frame(&mut app, FRAME);
        clock(&mut app).set_relative_speed(speed);
        for frame in 1..150u32 {
            app.update();
            let time = speed * ((FRAME * frame).as_secs_f64() - TICK.as_secs_f64()).max(0.0);
            // It rolls to the upper right: the axis is to its left.
            let axis = Vec3::new(-0.8, 0.6, 0.0);
            let wanted = Quat::from_axis_angle(axis, (2.5 * time / 0.5) as f32);
            let off = orientation(&app, ball).angle_between(wanted);
            assert!(off < 2e-3, "speed {speed}, {time} s: off by {off}");
            assert_eq!(get::<Transform>(&app, ball).rotation, Quat::IDENTITY);
        }
    }
}

#[test]
fn spot_on_top_moves_with_the_ball_and_side_turns_it_counterclockwise() {
    let mut app = app();
    let ball = roller(&mut app, vec2(1.0, 0.0));
    run(&mut app, 9);
    let spot = orientation(&app, ball) * Vec3::Z;
    // Eight ticks of a 64th of a second: a quarter of a radian.
    assert!(spot.abs_diff_eq(Vec3::new(0.25f32.sin(), 0.0, 0.25f32.cos()), 1e-5), "{spot}");
    let still = (Collider::circle(0.5), Position(vec2(0.0, 5.0)), AngularVelocity(2.0));
    let cloth = Cloth { spinning: 0.0, ..Cloth::default() };
    let still = spawn(&mut app, (still, cloth, Orientation::default()));
    run(&mut app, 9);
    let spot = orientation(&app, still) * Vec3::X;
    assert!(spot.abs_diff_eq(Vec3::new(0.25f32.cos(), 0.25f32.sin(), 0.0), 1e-5), "{spot}");
}

/// Balls of a table that slide, roll, turn and bounce.
fn table(tick: Duration) -> (App, Vec<Entity>) {
    let mut app = app();
    set_tick(&mut app, tick);
    for side in [vec2(-6.0, 0.0), vec2(6.0, 0.0), vec2(0.0, -6.0), vec2(0.0, 6.0)] {
        let cushion = (Friction(0.2), Restitution(0.85), Nose(0.28));
        spawn(&mut app, (wall(side, -side.normalize()), cushion));
    }
    let balls = (0u8..10).map(|number| {
        let number = f32::from(number);
        let place = vec2(-4.5 + 3.0 * (number % 4.0), 4.0 - 2.5 * (number / 4.0).floor());
        let velocity = vec2(9.0 * (number * 2.4).cos(), 9.0 * (number * 2.4).sin());
        let spin = (AngularVelocity(4.0 * number - 20.0), Roll(-velocity.perp()));
        let surface = (Friction(0.05), Restitution(0.95), Cloth::pool(2.0), Orientation::default());
        let ball = (Collider::circle(0.5), Position(place), Velocity(velocity));
        spawn(&mut app, (ball, spin, surface))
    });
    let balls = balls.collect();
    app.init_resource::<TickEnds>()
        .add_systems(FixedPostUpdate, record.in_set(ElasticSystems::Report));
    (app, balls)
}

/// How all balls spin and are turned at the ends of ticks.
#[derive(Resource, Default, Debug, PartialEq)]
struct TickEnds(Vec<(u64, Entity, Quat, f32, Vec2)>);

fn record(
    balls: Query<(Entity, &Orientation, &AngularVelocity, &Roll)>,
    clock: Res<Time<Elastic>>,
    mut ends: ResMut<TickEnds>,
) {
    for (entity, orientation, angular, roll) in &balls {
        ends.0.push((clock.tick(), entity, orientation.0, angular.0, roll.0));
    }
}

/// The ends of ticks, up to one.
fn ends(app: &mut App, end: u64) -> TickEnds {
    app.world_mut().resource_mut::<TickEnds>().0.clear();
    while clock(app).tick() < end {
        app.update();
    }
    let mut ends = std::mem::take(&mut *app.world_mut().resource_mut::<TickEnds>());
    ends.0.retain(|(tick, ..)| *tick <= end);
    ends
}

#[test]
fn table_spins_alike_at_any_frame_rate() {
    let known = ends(&mut table(TICK).0, 300);
    assert_eq!(known.0.len(), 3000);
    for frame in [FRAME, Duration::from_micros(16_667), TICK * 5, Duration::from_millis(77)] {
        let (mut app, _) = table(TICK);
        set_frame(&mut app, frame);
        assert_eq!(ends(&mut app, 300), known, "{frame:?}");
    }
}

#[test]
fn orientation_does_not_depend_on_the_length_of_ticks() {
    let [mut coarse, mut fine] = [TICK, TICK / 32].map(|tick| table(tick).0);
    for ticks in 1..=24u64 {
        let turned = [ends(&mut coarse, ticks), ends(&mut fine, 32 * ticks)].map(|mut ends| {
            ends.0.retain(|(tick, ..)| *tick == ticks || *tick == 32 * ticks);
            ends.0.into_iter().rev().take(10).map(|(.., turned, _, _)| turned).collect::<Vec<_>>()
        });
        for (one, two) in turned[0].iter().zip(&turned[1]) {
            let off = (*one * two.dot(*one).signum() - *two).length();
            assert!(off < 1e-4, "{ticks}: {off}");
        }
    }
}

#[test]
fn restored_table_spins_as_before() {
    let (mut app, balls) = table(TICK);
    set_frame(&mut app, FRAME);
    run(&mut app, 150);
    let (snapshot, before) = (take(&mut app), hash(&app));
    let end = snapshot.tick() + 200;
    let (future, after) = (ends(&mut app, end), hash(&app));
    // What the game has done since is forgotten.
    change(&mut app, balls[0], |angular: &mut AngularVelocity| angular.0 = 99.0);
    change(&mut app, balls[1], |roll: &mut Roll| roll.0 = Vec2::ONE);
    change(&mut app, balls[2], |turned: &mut Orientation| turned.0 = Quat::IDENTITY);
    restore(&mut app, &snapshot);
    assert_eq!(hash(&app), before);
    assert_eq!((ends(&mut app, end), hash(&app)), (future, after));
}

#[test]
fn orientation_from_the_game_is_shown_in_a_pause_and_turned_from_then_on() {
    let mut app = app();
    let ball = roller(&mut app, vec2(1.0, 0.0));
    run(&mut app, 10);
    clock(&mut app).pause();
    run(&mut app, 2);
    let up = Quat::from_rotation_x(1.0);
    change(&mut app, ball, |turned: &mut Orientation| turned.0 = up);
    run(&mut app, 2);
    assert_eq!(orientation(&app, ball), up);
    clock(&mut app).unpause();
    run(&mut app, 8);
    // The last frame displays the end of the seventh tick.
    let off = orientation(&app, ball).angle_between(Quat::from_rotation_y(2.0 * 7.0 / 64.0) * up);
    assert!(off < 2e-3, "{off}");
    // What is no rotation stays until it is mended.
    change(&mut app, ball, |turned: &mut Orientation| {
        turned.0 = Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)
    });
    run(&mut app, 3);
    assert_eq!(orientation(&app, ball).length(), 0.0);
    change(&mut app, ball, |turned: &mut Orientation| turned.0 = up * 5.0);
    run(&mut app, 9);
    let off = orientation(&app, ball).angle_between(Quat::from_rotation_y(2.0 * 8.0 / 64.0) * up);
    assert!(off < 2e-3, "{off}");
}

#[test]
fn forecast_of_a_shot_with_draw_and_side_comes_true() {
    let (mut app, balls) = table(TICK);
    listen::<Collided>(&mut app);
    listen::<Rolls>(&mut app);
    run(&mut app, 100);
    heard::<Collided>(&mut app);
    heard::<Rolls>(&mut app);
    let shot = ForecastChange {
        velocity: Some(vec2(9.0, 2.0)),
        roll: Some(vec2(-5.0, 3.0)),
        angular_velocity: Some(-25.0),
        ..ForecastChange::of(balls[0])
    };
    let future = app
        .world_mut()
        .run_system_once(move |mut forecast: Forecast| forecast.predict(&[shot], 150).clone())
        .unwrap();
    let bends =
        future.path(balls[0]).any(|leg| leg.velocity.perp_dot(leg.acceleration).abs() > 0.1);
    assert!(bends, "no leg is a curve");
    change(&mut app, balls[0], |value: &mut Velocity| value.0 = vec2(9.0, 2.0));
    change(&mut app, balls[0], |value: &mut Roll| value.0 = vec2(-5.0, 3.0));
    change(&mut app, balls[0], |value: &mut AngularVelocity| value.0 = -25.0);
    run(&mut app, future.ticks);
    assert_eq!(hash(&app), state_hash(&future.end));
    let hits = future.events.iter().filter_map(|event| match event {
        ElasticEvent::Collided(hit) => Some(*hit),
        _ => None,
    });
    assert_eq!(heard::<Collided>(&mut app), hits.collect::<Vec<_>>());
    let rolls = future.events.iter().filter_map(|event| match event {
        ElasticEvent::Rolls(rolls) => Some(*rolls),
        _ => None,
    });
    let rolls: Vec<_> = rolls.collect();
    assert!(rolls.len() > 3);
    assert_eq!(heard::<Rolls>(&mut app), rolls);
    assert!(velocity(&app, balls[0]).is_finite());
}
