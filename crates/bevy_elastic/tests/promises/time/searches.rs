//! The search for an impact ends, and tells how.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_elastic::prelude::*;
use bevy_elastic::time::{DEFAULT_SEEK_SECONDS, SeekStatus};
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, clock, position, run, shown, spawn, wall};

/// Searches for so many seconds at most; tells what became of it, and how many ticks it took.
fn search(app: &mut App, seconds: f64) -> (Option<SeekStatus>, u64) {
    let before = clock(app).tick();
    clock(app).seek_impact_within(seconds);
    for _ in 0..16 {
        assert_eq!(clock(app).seek_status(), Some(SeekStatus::Running));
        run(app, 1);
        if !clock(app).is_seeking() {
            break;
        }
    }
    assert!(clock(app).is_paused());
    (clock(app).seek_status(), clock(app).tick() - before)
}

/// Two balls that have just met and part for ever.
fn parting() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, ball(vec2(-2.0, 0.0), vec2(1.0, 0.0)));
    let other = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    assert_eq!(search(&mut app, DEFAULT_SEEK_SECONDS).0, Some(SeekStatus::Found));
    (app, other)
}

#[test]
fn search_without_an_impact_ends_after_a_minute() {
    let (mut app, other) = parting();
    let (found, ticks) = search(&mut app, DEFAULT_SEEK_SECONDS);
    assert_eq!((found, ticks), (Some(SeekStatus::NotFound), 60 * 64));
    // What is seen is the end of the last tick, and stays.
    run(&mut app, 8);
    assert_eq!(
        (clock(&mut app).displayed_fraction(), shown(&app, other)),
        (1.0, position(&app, other))
    );
    // Another one begins anew.
    assert_eq!(search(&mut app, DEFAULT_SEEK_SECONDS), (Some(SeekStatus::NotFound), 60 * 64));
}

#[test]
fn a_search_may_be_shorter() {
    for (seconds, most) in [(2.0, 128), (0.0, 0), (-1.0, 0), (f64::NAN, 0)] {
        let (mut app, _) = parting();
        assert_eq!(search(&mut app, seconds), (Some(SeekStatus::NotFound), most), "{seconds} s");
    }
    // 1.5 s away.
    for (seconds, found) in [(1.0, SeekStatus::NotFound), (2.0, SeekStatus::Found)] {
        let mut app = app();
        spawn(&mut app, wall(vec2(2.0, 0.0), -Vec2::X));
        spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
        assert_eq!(search(&mut app, seconds).0, Some(found), "{seconds} s");
    }
}

#[test]
fn the_rest_of_the_last_tick_is_searched_without_another() {
    let mut app = app();
    spawn(&mut app, (Collider::arena(Vec2::splat(3.0)), Static));
    spawn(&mut app, ball(Vec2::ZERO, vec2(640.0, 0.0)));
    assert_eq!(search(&mut app, 1.0), (Some(SeekStatus::Found), 1));
    assert_eq!(search(&mut app, 0.0), (Some(SeekStatus::Found), 0));
}

#[test]
fn in_a_world_at_rest_it_is_in_vain() {
    let mut app = app();
    spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    assert_eq!(search(&mut app, DEFAULT_SEEK_SECONDS), (Some(SeekStatus::NotFound), 1));
}

#[test]
fn a_clock_that_is_set_going_forgets_the_search() {
    let (mut app, _) = parting();
    clock(&mut app).unpause();
    assert_eq!(clock(&mut app).seek_status(), None);
    clock(&mut app).seek_impact();
    clock(&mut app).pause();
    assert!(!clock(&mut app).is_seeking() && clock(&mut app).seek_status().is_none());
}
