//! The speed changes how many ticks a second has, and never what a tick is.

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::observer::On;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, ResMut};
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::Time;

use crate::app::{
    TICK, app, ball, clock, hash, heard, listen, run, set_frame, shown, spawn, velocity, wall,
};

/// Three balls in a box, soon in disorder.
fn scene() -> App {
    let mut app = app();
    listen::<Collided>(&mut app);
    spawn(&mut app, (Collider::arena(vec2(6.0, 4.0)), Static));
    spawn(&mut app, ball(vec2(-2.0, 0.1), vec2(7.0, 1.0)));
    spawn(&mut app, ball(vec2(0.0, 0.0), vec2(-3.0, 2.0)));
    spawn(&mut app, ball(vec2(2.0, -0.2), vec2(0.5, -5.0)));
    app
}

#[test]
fn a_tick_is_the_same_at_every_speed() {
    let mut known = None;
    for speed in [1.0, 1.0 / 64.0, 0.25, 0.3, 0.5, 2.0, 3.7, 16.0] {
        let mut app = scene();
        clock(&mut app).set_relative_speed(speed);
        let mut updates = 0;
        while clock(&mut app).tick() < 256 {
            // The last of them one by one, so that all stop at the same tick.
            if speed > 1.0 && clock(&mut app).tick() + 16 >= 256 {
                clock(&mut app).set_relative_speed(1.0);
            }
            run(&mut app, 1);
            updates += 1;
            assert_eq!(clock(&mut app).tick_seconds(), TICK.as_secs_f64());
        }
        assert!(speed > 1.0 || (f64::from(updates - 1) * speed - 255.0).abs() <= 1.0, "{updates}");
        let now = (hash(&app), heard::<Collided>(&mut app));
        assert!(now.1.len() > 10);
        assert_eq!(*known.get_or_insert(now.clone()), now, "at speed {speed}");
    }
}

#[test]
fn the_speed_is_the_number_of_ticks_in_a_fixed_update() {
    for (speed, ticks) in
        [(0.0, 0), (1.0 / 64.0, 2), (0.25, 32), (0.5, 64), (1.0, 128), (16.0, 2048)]
    {
        let mut app = app();
        clock(&mut app).set_relative_speed(speed);
        run(&mut app, 128);
        assert_eq!(clock(&mut app).tick(), ticks, "at speed {speed}");
        assert_eq!(clock(&mut app).elapsed(), TICK * ticks as u32);
    }
}

#[test]
fn no_speed_is_too_odd() {
    let mut app = app();
    for speed in [f64::NAN, -1.0, f64::NEG_INFINITY] {
        clock(&mut app).set_relative_speed(speed);
        run(&mut app, 2);
        assert!(clock(&mut app).tick() <= 2);
    }
    clock(&mut app).set_relative_speed(f64::INFINITY);
    run(&mut app, 1);
    assert_eq!(clock(&mut app).tick(), 2 + 1024);
}

#[test]
fn a_pause_holds_everything_and_ticks_may_be_asked_for() {
    let mut app = scene();
    run(&mut app, 10);
    clock(&mut app).pause();
    let before = hash(&app);
    run(&mut app, 50);
    assert_eq!((clock(&mut app).tick(), hash(&app)), (10, before));
    clock(&mut app).request_ticks(3);
    run(&mut app, 1);
    assert_eq!(clock(&mut app).tick(), 11);
    run(&mut app, 50);
    assert_eq!((clock(&mut app).tick(), clock(&mut app).displayed_fraction()), (13, 1.0));
    assert!(clock(&mut app).is_paused());
    clock(&mut app).unpause();
    run(&mut app, 7);
    let mut other = scene();
    run(&mut other, 20);
    assert_eq!((clock(&mut app).tick(), hash(&app)), (20, hash(&other)));
}

/// A ball that meets a wall at 0.21 s, 0.63 s, ...
fn lane(app: &mut App) -> Entity {
    spawn(app, wall(vec2(2.6, 0.0), -Vec2::X));
    spawn(app, wall(vec2(-2.6, 0.0), Vec2::X));
    spawn(app, ball(Vec2::ZERO, vec2(10.0, 0.0)))
}

#[test]
fn seeking_shows_the_very_instant_of_the_impact() {
    for frame in [TICK, TICK * 2 / 7, TICK * 3] {
        let mut app = app();
        set_frame(&mut app, frame);
        let ball = lane(&mut app);
        for count in 0u8..6 {
            clock(&mut app).seek_impact();
            run(&mut app, 8);
            assert!(clock(&mut app).is_paused() && !clock(&mut app).is_seeking());
            let side = if count % 2 == 0 { 1.0 } else { -1.0 };
            assert!((shown(&app, ball).x - 2.1 * side).abs() < 1e-6, "{}", shown(&app, ball));
            let seen =
                (clock(&mut app).tick() as f64 - 1.0 + clock(&mut app).displayed_fraction()) / 64.0;
            assert!((seen - (0.21 + 0.42 * f64::from(count))).abs() < 1e-6, "{seen}");
            // What is seen stays, whatever the frames do.
            run(&mut app, 5);
            assert!((shown(&app, ball).x - 2.1 * side).abs() < 1e-6);
        }
        let ticks = clock(&mut app).tick();
        clock(&mut app).unpause();
        run(&mut app, 64);
        assert!(clock(&mut app).tick() > ticks);
    }
}

#[test]
fn several_impacts_of_a_tick_are_sought_one_by_one() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(640.0, 0.0)));
    spawn(&mut app, wall(vec2(1.5, 0.0), -Vec2::X));
    spawn(&mut app, wall(vec2(-1.5, 0.0), Vec2::X));
    let mut sides = Vec::new();
    for _ in 0..5 {
        clock(&mut app).seek_impact();
        run(&mut app, 1);
        sides.push(shown(&app, ball).x);
    }
    assert_eq!(sides, [1.0, -1.0, 1.0, -1.0, 1.0]);
    assert_eq!(clock(&mut app).tick(), 1);
}

#[test]
fn a_search_in_a_world_at_rest_ends() {
    let mut app = app();
    spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    clock(&mut app).seek_impact();
    run(&mut app, 3);
    assert!(!clock(&mut app).is_seeking());
    assert_eq!(clock(&mut app).tick(), 1);
}

#[test]
fn an_observer_may_stop_the_clock_at_the_first_hit() {
    let mut app = app();
    let ball = lane(&mut app);
    app.add_observer(|_: On<Collided>, mut time: ResMut<Time<Elastic>>| time.pause());
    clock(&mut app).set_relative_speed(16.0);
    run(&mut app, 20);
    assert_eq!(velocity(&app, ball), vec2(-10.0, 0.0));
    // 0.21 s lie in the 14th tick, the 14th of the 16 of the first update.
    assert_eq!(clock(&mut app).tick(), 14);
}

#[test]
fn what_is_in_prepare_counts_once_for_each_tick() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    let kick = |mut balls: Query<&mut Velocity>| {
        balls.iter_mut().for_each(|mut velocity| velocity.0.x += 1.0);
    };
    app.add_systems(FixedPostUpdate, kick.in_set(ElasticSystems::Prepare));
    run(&mut app, 3);
    clock(&mut app).pause();
    run(&mut app, 20);
    let ticks = clock(&mut app).tick();
    assert_eq!(velocity(&app, ball).x, ticks as f32);
    clock(&mut app).request_ticks(2);
    run(&mut app, 10);
    assert_eq!(velocity(&app, ball).x, ticks as f32 + 2.0);
    for speed in [0.25, 4.0] {
        clock(&mut app).unpause();
        clock(&mut app).set_relative_speed(speed);
        run(&mut app, 9);
        assert_eq!(velocity(&app, ball).x, clock(&mut app).tick() as f32);
    }
}
