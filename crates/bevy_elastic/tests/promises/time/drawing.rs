//! Between two ticks a ball is drawn where it truly was, one tick late, corners of bounces included.

use std::time::Duration;

use bevy_app::{App, PostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, ResMut};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::SimulationStepper;
use bevy_math::{Vec2, vec2, vec3};
use bevy_transform::TransformSystems;
use bevy_transform::components::Transform;

use crate::app::{TICK, app, ball, change, clock, run, set_frame, shown, spawn, wall};

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
        clock(&mut app).set_relative_speed(speed);
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
            44 => clock(&mut app).set_relative_speed(0.3),
            60 => clock(&mut app).set_relative_speed(2.5),
            77 => clock(&mut app).set_relative_speed(0.0),
            90 => clock(&mut app).set_relative_speed(1.0),
            _ => {}
        }
        app.update();
        let clock = clock(&mut app);
        let seen = ((clock.tick() as f64 + clock.displayed_fraction() - 1.0) / 64.0).max(0.0);
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
    clock(&mut app).set_relative_speed(0.3);
    run(&mut app, 50);
    clock(&mut app).set_relative_speed(1.0);
    run(&mut app, 50);
    for _ in 0..50 {
        app.update();
        assert!((0.0..=1.0).contains(&clock(&mut app).displayed_fraction()));
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

#[test]
fn a_ball_that_is_taken_out_within_a_tick_is_seen_where_that_was() {
    for record_paths in [false, true] {
        let mut app = app();
        app.insert_resource(ElasticConfig { record_paths, ..ElasticConfig::default() });
        set_frame(&mut app, FRAME);
        spawn(&mut app, (Collider::circle(0.5), Static, Absorbs::Edge, Position(vec2(2.0, 0.0))));
        // It touches the pocket in the middle of the 32nd tick.
        let ball = spawn(&mut app, ball(vec2(-0.96875, 0.0), vec2(4.0, 0.0)));
        for frame in 1..124u32 {
            app.update();
            let seen = ((FRAME * frame).as_secs_f64() - TICK.as_secs_f64()).max(0.0);
            assert_near(shown(&app, ball).x, (4.0 * seen - 0.96875).min(1.0), "until then");
        }
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
        look.after(ElasticSystems::Interpolate).before(TransformSystems::Propagate),
    );
    for _ in 0..50 {
        app.update();
        assert_eq!(app.world().resource::<Seen>().0, shown(&app, ball).x);
    }
    assert_ne!(app.world().resource::<Seen>().0, app.world().get::<Position>(ball).unwrap().0.x);
}

/// Twelve balls in a box with gravity, one that rolls, one that lies, one that is taken out, and a paddle.
fn bustle(record_paths: bool) -> (App, Vec<Entity>) {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    app.insert_resource(ElasticConfig { record_paths, ..ElasticConfig::default() });
    set_frame(&mut app, FRAME);
    for side in [vec2(-6.0, 0.0), vec2(6.0, 0.0), vec2(0.0, -6.0), vec2(0.0, 6.0)] {
        spawn(&mut app, wall(side, -side.normalize()));
    }
    let pocket = (Collider::circle(0.2), Static, Absorbs::Centre, Position(vec2(-5.0, 0.0)));
    spawn(&mut app, pocket);
    let mut balls: Vec<Entity> = (0u8..12)
        .map(|number| {
            let number = f32::from(number);
            let place = vec2(-4.5 + 3.0 * (number % 4.0), 4.0 - 2.0 * (number / 4.0).floor());
            let velocity = vec2(9.0 * (number * 2.4).cos(), 9.0 * (number * 2.4).sin());
            spawn(&mut app, (ball(place, velocity), Restitution(0.9)))
        })
        .collect();
    balls.push(spawn(&mut app, (ball(vec2(0.0, -5.5), vec2(3.0, 0.0)), RollingResistance(0.5))));
    balls.push(spawn(&mut app, (ball(vec2(4.0, -5.5), Vec2::ZERO), Restitution(0.2))));
    let paddle = (ball(vec2(3.0, 2.5), vec2(0.0, -2.0)), Kinematic);
    balls.push(spawn(&mut app, paddle));
    (app, balls)
}

#[test]
fn what_the_report_tells_of_paths_makes_no_difference_to_what_is_drawn() {
    let (mut short, balls) = bustle(false);
    let (mut long, same) = bustle(true);
    let mut legs = [0, 0];
    for frame in 0u32..900 {
        for app in [&mut short, &mut long] {
            match frame {
                90 => clock(app).set_relative_speed(0.3),
                200 => clock(app).pause(),
                204 => change::<Velocity>(app, balls[2], |it| it.0 = vec2(4.0, 9.0)),
                206 => {
                    change::<Transform>(app, balls[3], |it| it.translation = vec3(0.0, 5.2, 0.0))
                }
                210 => clock(app).unpause(),
                300 => clock(app).set_relative_speed(1.7),
                400 => clock(app).set_relative_speed(1.0),
                500 => drop(app.world_mut().entity_mut(balls[4]).insert(Static)),
                560 => drop(app.world_mut().entity_mut(balls[5]).insert(Kinematic)),
                620 => drop(app.world_mut().entity_mut(balls[4]).remove::<Static>()),
                _ => {}
            }
            app.update();
        }
        for (app, legs) in [&short, &long].into_iter().zip(&mut legs) {
            *legs += app.world().resource::<SimulationStepper>().report().legs.len();
        }
        for (one, other) in balls.iter().zip(&same) {
            let apart = shown(&short, *one).distance(shown(&long, *other));
            assert!(apart < 2e-6, "frame {frame}, {one}: {apart}");
        }
    }
    assert!(legs[0] * 2 < legs[1], "{legs:?}");
}
