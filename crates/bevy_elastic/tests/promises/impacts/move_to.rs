//! A kinematic body is at its target at the end of every tick, and what it hits feels its true speed.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_elastic::components::{Absorbed, Rejected};
use bevy_elastic::prelude::*;
use bevy_elastic::resources::Period;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, at, ball, ball_in, change, clock, cube_in, get, heard, listen, position, run,
    shown, spawn, velocity,
};

/// A paddle with its right face at 0.5.
fn paddle(app: &mut App, target: Vec2) -> Entity {
    spawn(app, (Collider::rectangle(1.0, 4.0), Kinematic, MoveTo(target)))
}

fn go(app: &mut App, paddle: Entity, target: Vec2) {
    change(app, paddle, |to: &mut MoveTo| to.0 = target);
}

#[test]
fn it_is_there_at_the_end_of_the_tick_to_the_bit_and_stays() {
    let mut app = app();
    let paddle = paddle(&mut app, vec2(0.1, -0.7));
    run(&mut app, 1);
    assert_eq!(position(&app, paddle), vec2(0.1, -0.7));
    assert!((velocity(&app, paddle) - vec2(6.4, -44.8)).length() < 1e-5);
    run(&mut app, 1);
    assert_eq!((position(&app, paddle), velocity(&app, paddle)), (vec2(0.1, -0.7), Vec2::ZERO));
    run(&mut app, 100);
    assert_eq!((position(&app, paddle), velocity(&app, paddle)), (vec2(0.1, -0.7), Vec2::ZERO));
    assert_eq!(shown(&app, paddle), vec2(0.1, -0.7));
}

#[test]
fn a_target_that_changes_every_tick_is_followed() {
    let mut app = app();
    let paddle = paddle(&mut app, Vec2::ZERO);
    run(&mut app, 1);
    for tick in 0..500u16 {
        let angle = 0.07 * f32::from(tick);
        let target = vec2(3.0 * angle.cos(), 0.1 + 5.0 * angle.sin());
        let before = position(&app, paddle);
        go(&mut app, paddle, target);
        run(&mut app, 1);
        // What is drawn is one tick late.
        assert_eq!((position(&app, paddle), shown(&app, paddle)), (target, before));
    }
}

fn hits_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<Collided<V>>(&mut app);
    let ball = spawn(&mut app, ball_in(at::<V>(1.0 + 1.0 / 32.0, 0.0), at(0.0, 0.0)));
    let to = MoveTo(at::<V>(1.0 / 16.0, 0.0));
    let paddle = spawn(&mut app, (cube_in::<V>(0.5), Kinematic, to));
    run(&mut app, 1);
    let hits = heard::<Collided<V>>(&mut app);
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].entity, hits[0].other, hits[0].time), (ball, paddle, 1.0 / 128.0));
    assert_eq!(hits[0].approach_speed, 4.0);
    assert_eq!(get::<Velocity<V>>(&app, ball).0, at(8.0, 0.0));
    assert_eq!(get::<Position<V>>(&app, paddle).0, to.0);
    run(&mut app, 10);
    assert!(heard::<Collided<V>>(&mut app).is_empty());
    assert_eq!(get::<Position<V>>(&app, paddle).0, to.0);
    assert_eq!(get::<Velocity<V>>(&app, paddle).0, at(0.0, 0.0));
}

#[test]
fn what_it_hits_on_the_way_feels_its_speed() {
    hits_in::<Vec2>();
    hits_in::<Vec3>();
    hits_in::<DVec2>();
    hits_in::<DVec3>();
}

#[test]
fn a_ball_hit_at_the_very_end_of_a_tick_is_hit_again_by_a_faster_paddle() {
    let mut app = app();
    let paddle = paddle(&mut app, vec2(1.0 / 16.0, 0.0));
    let ball = spawn(&mut app, ball(vec2(1.0 + 1.0 / 16.0, 0.0), Vec2::ZERO));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(8.0, 0.0));
    go(&mut app, paddle, vec2(5.0 / 16.0, 0.0));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(2.0 * 16.0 - 8.0, 0.0));
    assert_eq!(position(&app, ball), vec2(1.0 + 1.0 / 16.0 + 24.0 / 64.0, 0.0));
}

#[test]
fn absurd_targets_stop_no_one() {
    for far in [1e30, -1e30, f32::MAX, f32::MIN, 1e-40] {
        let mut app = app();
        let other = spawn(&mut app, ball(vec2(0.0, 100.0), Vec2::X));
        let paddle = paddle(&mut app, vec2(far, 0.0));
        run(&mut app, 32);
        assert_eq!(position(&app, paddle), vec2(far, 0.0));
        go(&mut app, paddle, vec2(1.0, 2.0));
        run(&mut app, 32);
        assert_eq!((position(&app, paddle), velocity(&app, paddle)), (vec2(1.0, 2.0), Vec2::ZERO));
        assert_eq!(position(&app, other), vec2(1.0, 100.0));
    }
}

#[test]
fn what_is_no_place_is_refused_and_mended() {
    for bad in [Vec2::NAN, Vec2::INFINITY, vec2(0.0, f32::NEG_INFINITY)] {
        let mut app = app();
        let paddle = paddle(&mut app, vec2(0.5, 0.5));
        run(&mut app, 2);
        go(&mut app, paddle, bad);
        run(&mut app, 2);
        let reason = get::<Rejected>(&app, paddle).reason;
        assert!(reason.starts_with("target cannot be"), "{reason}");
        assert_eq!((position(&app, paddle), velocity(&app, paddle)), (vec2(0.5, 0.5), Vec2::ZERO));
        go(&mut app, paddle, vec2(0.25, 0.5));
        run(&mut app, 2);
        assert!(app.world().get::<Rejected>(paddle).is_none());
        assert_eq!(position(&app, paddle), vec2(0.25, 0.5));
    }
}

#[test]
fn inserted_and_removed_in_mid_play() {
    let mut app = app();
    let form = (Collider::rectangle(1.0, 1.0), Kinematic, Velocity(Vec2::X));
    let paddle = spawn(&mut app, form);
    run(&mut app, 64);
    app.world_mut().entity_mut(paddle).insert(MoveTo(vec2(1.5, 1.0)));
    run(&mut app, 1);
    assert_eq!(position(&app, paddle), vec2(1.5, 1.0));
    // It flies on with the velocity that it has then; at its target that is none.
    app.world_mut().entity_mut(paddle).remove::<MoveTo>();
    run(&mut app, 1);
    assert_eq!(position(&app, paddle), vec2(2.0, 2.0));
    app.world_mut().entity_mut(paddle).insert(MoveTo(vec2(0.0, 0.0)));
    run(&mut app, 2);
    app.world_mut().entity_mut(paddle).remove::<MoveTo>();
    run(&mut app, 64);
    assert_eq!((position(&app, paddle), velocity(&app, paddle)), (Vec2::ZERO, Vec2::ZERO));
}

#[test]
fn only_kinematic_bodies_follow() {
    let mut app = app();
    let free = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), MoveTo(vec2(9.0, 9.0))));
    let wall = spawn(&mut app, (Collider::rectangle(1.0, 1.0), Static, MoveTo(vec2(9.0, 9.0))));
    change(&mut app, wall, |position: &mut Transform| position.translation.y = 5.0);
    run(&mut app, 64);
    assert_eq!((position(&app, free), position(&app, wall)), (Vec2::X, vec2(0.0, 5.0)));
}

#[test]
fn moved_by_hand_it_returns_within_a_tick() {
    let mut app = app();
    let paddle = paddle(&mut app, vec2(0.5, 0.5));
    run(&mut app, 2);
    change(&mut app, paddle, |place: &mut Transform| place.translation.x = 7.0);
    run(&mut app, 1);
    assert_eq!(position(&app, paddle), vec2(0.5, 0.5));
    change(&mut app, paddle, |position: &mut Position| position.0.y = 7.0);
    run(&mut app, 2);
    assert_eq!((position(&app, paddle), velocity(&app, paddle)), (vec2(0.5, 0.5), Vec2::ZERO));
}

#[test]
fn paused_disabled_or_slow_it_waits_and_then_goes() {
    let mut app = app();
    let paddle = paddle(&mut app, Vec2::ZERO);
    run(&mut app, 2);
    clock(&mut app).pause();
    go(&mut app, paddle, vec2(3.0, 0.0));
    run(&mut app, 9);
    assert_eq!((position(&app, paddle), shown(&app, paddle)), (Vec2::ZERO, Vec2::ZERO));
    clock(&mut app).request_ticks(1);
    run(&mut app, 2);
    assert_eq!((position(&app, paddle), shown(&app, paddle)), (vec2(3.0, 0.0), vec2(3.0, 0.0)));
    clock(&mut app).unpause();
    app.world_mut().entity_mut(paddle).insert(Disabled);
    go(&mut app, paddle, vec2(4.0, 0.0));
    run(&mut app, 9);
    assert_eq!(position(&app, paddle), vec2(3.0, 0.0));
    app.world_mut().entity_mut(paddle).remove::<Disabled>();
    clock(&mut app).set_relative_speed(0.125);
    run(&mut app, 8);
    assert_eq!(position(&app, paddle), vec2(4.0, 0.0));
    // Its speed is that of the way in a tick, however many updates that takes.
    assert_eq!(velocity(&app, paddle), vec2(64.0, 0.0));
    app.world_mut().entity_mut(paddle).despawn();
    run(&mut app, 9);
}

#[test]
fn a_moving_brick_that_breaks_stays_where_it_broke() {
    let mut app = app();
    let brick = paddle(&mut app, vec2(1.0 / 16.0, 0.0));
    app.world_mut().entity_mut(brick).insert(Breaks(1));
    let ball = spawn(&mut app, ball(vec2(1.0 + 1.0 / 32.0, 0.0), Vec2::ZERO));
    run(&mut app, 1);
    app.world_mut().entity_mut(ball).despawn();
    assert!(app.world().get::<Absorbed>(brick).is_some());
    let broke_at = vec2(1.0 / 32.0, 0.0);
    assert_eq!(position(&app, brick), broke_at);
    go(&mut app, brick, vec2(5.0, 0.0));
    run(&mut app, 9);
    assert_eq!((position(&app, brick), shown(&app, brick)), (broke_at, broke_at));
    app.world_mut().entity_mut(brick).remove::<Absorbed>();
    run(&mut app, 1);
    assert_eq!(position(&app, brick), vec2(5.0, 0.0));
}

#[test]
fn in_a_space_that_repeats_it_takes_the_short_way() {
    let mut app = app();
    app.insert_resource(Period(vec2(10.0, 0.0)));
    let paddle = paddle(&mut app, vec2(4.5, 0.0));
    run(&mut app, 2);
    for (x, comes_to) in [(5.5, -4.5), (6.5, -3.5), (-3.5, -3.5), (-4.5, -4.5), (4.5, 4.5)] {
        let before = position(&app, paddle).x;
        go(&mut app, paddle, vec2(x, 0.0));
        run(&mut app, 1);
        assert_eq!(position(&app, paddle), vec2(comes_to, 0.0), "from {before} to {x}");
        let way = velocity(&app, paddle).x / 64.0;
        assert!(way.abs() <= 1.0, "from {before} to {x} over {way}");
    }
}
