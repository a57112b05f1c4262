//! The speed changes how many ticks a second has, and nothing else.

use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, clock, hash, run, shown, spawn, wall};

/// A ball between two walls, one of them met every three quarters of a second.
fn rally() -> bevy_app::App {
    let mut app = app();
    spawn(&mut app, wall(vec2(-2.0, 0.0), Vec2::X));
    spawn(&mut app, wall(vec2(2.0, 0.0), -Vec2::X));
    spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.3)));
    app
}

/// The state after so many ticks at normal speed.
fn reference(ticks: u32) -> u64 {
    let mut app = rally();
    run(&mut app, ticks);
    hash(&app)
}

#[test]
fn the_same_ticks_at_any_speed() {
    for (speed, updates, ticks) in [
        (1.0 / 64.0, 64 * 10, 10),
        (0.25, 400, 100),
        (1.0, 100, 100),
        (2.5, 40, 100),
        (16.0, 10, 160),
    ] {
        let mut app = rally();
        clock(&mut app).set_speed(speed);
        run(&mut app, updates);
        assert_eq!(clock(&mut app).tick(), ticks, "at speed {speed}");
        assert_eq!(clock(&mut app).tick_seconds(), 1.0 / 64.0);
        assert_eq!(hash(&app), reference(ticks as u32), "at speed {speed}");
    }
}

#[test]
fn a_pause_stands_and_single_ticks_are_made_on_request() {
    let mut app = rally();
    run(&mut app, 10);
    clock(&mut app).pause();
    run(&mut app, 100);
    assert_eq!((clock(&mut app).tick(), hash(&app)), (10, reference(10)));
    clock(&mut app).request_ticks(3);
    run(&mut app, 100);
    assert_eq!((clock(&mut app).tick(), hash(&app)), (13, reference(13)));
    clock(&mut app).unpause();
    run(&mut app, 7);
    assert_eq!((clock(&mut app).tick(), hash(&app)), (20, reference(20)));
}

#[test]
fn the_next_impact_is_seen_at_its_instant() {
    let mut app = rally();
    let ball = app
        .world_mut()
        .query_filtered::<bevy_ecs::entity::Entity, (bevy_ecs::query::With<Collider>, bevy_ecs::query::Without<Static>)>()
        .single(app.world())
        .unwrap();
    // From the middle 1.5 to the first wall, then 3 from wall to wall, at 4 a second.
    for (number, side) in [1.5f32, -1.5, 1.5, -1.5].into_iter().enumerate() {
        clock(&mut app).seek_impact();
        run(&mut app, 2);
        assert!(!clock(&mut app).is_seeking() && clock(&mut app).is_paused());
        assert!(
            (shown(&app, ball).x - side).abs() < 1e-5,
            "impact {number}: {}",
            shown(&app, ball)
        );
        let seen = clock(&mut app).tick() as f64 - 1.0 + clock(&mut app).view();
        assert!((seen / 64.0 - (0.375 + 0.75 * number as f64)).abs() < 1e-6);
    }
}

#[test]
fn a_search_where_nothing_moves_ends() {
    let mut app = app();
    spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    clock(&mut app).seek_impact();
    run(&mut app, 3);
    assert!(!clock(&mut app).is_seeking());
}

#[test]
fn speeds_that_are_none_are_ignored() {
    let mut app = rally();
    clock(&mut app).set_speed(f64::NAN);
    assert_eq!(clock(&mut app).speed(), 1.0);
    clock(&mut app).set_speed(-3.0);
    run(&mut app, 10);
    assert_eq!(clock(&mut app).tick(), 0);
}
