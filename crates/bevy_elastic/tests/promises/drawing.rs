//! Between two ticks a ball is drawn where it truly was, one tick late, corners of bounces included.

use std::time::Duration;

use bevy_app::{App, PostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, ResMut};
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_transform::TransformSystems;
use bevy_transform::components::Transform;

use crate::app::{TICK, app, ball, clock, run, set_frame, shown, spawn, wall};

/// 240 frames a second, which no whole number of makes a tick.
const FRAME: Duration = Duration::from_nanos(4_166_667);

/// The place of a ball that starts at 0 with 20 a second between -1 and 1.
fn across(time: f64) -> f64 {
    let way = (20.0 * time + 1.0).rem_euclid(4.0);
    if way <= 2.0 { way - 1.0 } else { 3.0 - way }
}

/// The height of a ball that falls from 1 at 8 a second squared and loses nothing.
fn height(time: f64) -> f64 {
    let since_top = (time + 0.5).rem_euclid(1.0) - 0.5;
    1.0 - 4.0 * since_top * since_top
}

/// A ball that bounces at 20 a second between -1 and 1.
fn lane() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, wall(vec2(1.5, 0.0), -Vec2::X));
    spawn(&mut app, wall(vec2(-1.5, 0.0), Vec2::X));
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(20.0, 0.0)));
    (app, ball)
}

fn assert_near(drawn: f32, truth: f64, what: &str) {
    assert!((f64::from(drawn) - truth).abs() < 2e-5, "{what}: drawn at {drawn}, was at {truth}");
}

#[test]
fn frames_show_the_path_one_tick_late_at_any_speed() {
    let start = TICK.as_secs_f64();
    for speed in [1.0, 0.5, 0.25, 1.0 / 64.0, 0.3, 0.7, 1.5, 3.0, 16.0] {
        let (mut app, ball) = lane();
        set_frame(&mut app, FRAME);
        clock(&mut app).set_speed(speed);
        for frame in 1..200u32 {
            app.update();
            let passed = (FRAME * frame).as_secs_f64();
            let seen = speed * (passed - start).max(0.0);
            assert_near(shown(&app, ball).x, across(seen), &format!("speed {speed}, {seen} s"));
        }
    }
}

#[test]
fn a_parabola_is_drawn_as_one() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    set_frame(&mut app, FRAME);
    spawn(&mut app, wall(vec2(0.0, -0.5), Vec2::Y));
    let ball = spawn(&mut app, ball(vec2(0.0, 1.0), Vec2::ZERO));
    for frame in 1..480u32 {
        app.update();
        let seen = ((FRAME * frame).as_secs_f64() - TICK.as_secs_f64()).max(0.0);
        assert_near(shown(&app, ball).y, height(seen), &format!("{seen} s"));
    }
}

#[test]
fn pauses_and_changes_of_speed_leave_the_path_whole() {
    let (mut app, ball) = lane();
    set_frame(&mut app, FRAME);
    let mut before = 0.0;
    for frame in 0u32..1200 {
        match frame % 100 {
            7 => clock(&mut app).pause(),
            31 => clock(&mut app).unpause(),
            44 => clock(&mut app).set_speed(0.3),
            60 => clock(&mut app).set_speed(2.5),
            77 => clock(&mut app).set_speed(0.0),
            90 => clock(&mut app).set_speed(1.0),
            _ => {}
        }
        app.update();
        let clock = clock(&mut app);
        let seen = ((clock.tick() as f64 + clock.view() - 1.0) / 64.0).max(0.0);
        let paused = clock.is_paused();
        assert_near(shown(&app, ball).x, across(seen), &format!("frame {frame}"));
        assert!(seen >= before && seen < before + 0.06, "from {before} to {seen}");
        assert!(!paused || frame % 100 == 7 || seen == before);
        before = seen;
    }
    assert!(before > 3.0);
}

#[test]
fn after_slow_motion_the_game_is_seen_one_tick_late_again() {
    let (mut app, _) = lane();
    set_frame(&mut app, FRAME);
    clock(&mut app).set_speed(0.3);
    run(&mut app, 50);
    clock(&mut app).set_speed(1.0);
    run(&mut app, 50);
    for _ in 0..50 {
        app.update();
        assert!((0.0..=1.0).contains(&clock(&mut app).view()));
    }
}

#[test]
fn a_ball_that_is_struck_within_a_tick_stays_till_then() {
    let mut app = app();
    set_frame(&mut app, FRAME);
    let cue = spawn(&mut app, ball(vec2(-1.75, 0.0), vec2(20.0, 0.0)));
    let object = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    for frame in 1..60u32 {
        app.update();
        let seen = ((FRAME * frame).as_secs_f64() - TICK.as_secs_f64()).max(0.0);
        assert_near(shown(&app, object).x, (20.0 * seen - 0.75).max(0.0), "object ball");
        assert_near(shown(&app, cue).x, (20.0 * seen - 1.75).min(-1.0), "cue ball");
    }
}

/// Where the ball was after the stage `Draw` of a frame.
#[derive(Resource, Default)]
struct Seen(f32);

#[test]
fn what_comes_after_the_stage_draw_sees_what_is_drawn() {
    let (mut app, ball) = lane();
    set_frame(&mut app, FRAME);
    let look = move |places: Query<&Transform>, mut seen: ResMut<Seen>| {
        seen.0 = places.get(ball).unwrap().translation.x;
    };
    app.init_resource::<Seen>().add_systems(
        PostUpdate,
        look.after(ElasticSystems::Draw).before(TransformSystems::Propagate),
    );
    for _ in 0..50 {
        app.update();
        assert_eq!(app.world().resource::<Seen>().0, shown(&app, ball).x);
    }
    assert_ne!(app.world().resource::<Seen>().0, app.world().get::<Position>(ball).unwrap().0.x);
}
