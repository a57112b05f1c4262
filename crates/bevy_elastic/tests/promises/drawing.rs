//! What is drawn is the path: between ticks a ball is where it truly was, corners of bounces included.

use std::time::Duration;

use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, clock, position, run, set_frame, shown, spawn, wall};

/// Where a ball that starts at x = 0 with speed 4 towards a wall met at x = 1.5 is after a time.
fn path(seconds: f64) -> f64 {
    let way = 4.0 * seconds;
    if way <= 1.5 { way } else { 3.0 - way }
}

#[test]
fn frames_between_ticks_show_the_true_path_one_tick_late() {
    for speed in [1.0, 0.25, 0.5] {
        let mut app = app();
        spawn(&mut app, wall(vec2(2.0, 0.0), -Vec2::X));
        let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
        clock(&mut app).set_speed(speed);
        // Five frames a tick, so that frames fall anywhere in it.
        set_frame(&mut app, Duration::from_micros(3125));
        let (mut corner, mut compared) = (false, 0);
        for _ in 0..(280.0 / speed) as u32 {
            app.update();
            let made = clock(&mut app).tick() as f64;
            let seen = (made - 1.0 + clock(&mut app).view()) / 64.0;
            if made < 1.0 || seen < 0.0 {
                continue;
            }
            let at = f64::from(shown(&app, ball).x);
            assert!((at - path(seen)).abs() < 1e-5, "at speed {speed} and {seen} s: {at}");
            assert!(clock(&mut app).view() <= 1.0);
            corner |= at > 1.4;
            compared += 1;
        }
        assert!(corner && compared > 200);
    }
}

#[test]
fn a_pause_freezes_what_is_seen() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    set_frame(&mut app, Duration::from_micros(3125));
    run(&mut app, 33);
    clock(&mut app).pause();
    run(&mut app, 1);
    let seen = shown(&app, ball);
    run(&mut app, 50);
    assert_eq!(shown(&app, ball), seen);
}

#[test]
fn games_read_the_end_of_the_tick_and_never_a_drawn_position() {
    use bevy_app::Update;
    use bevy_ecs::query::Without;
    use bevy_ecs::system::Query;
    use bevy_transform::components::Transform;

    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    app.add_systems(Update, |bodies: Query<(&Transform, &Position), Without<Static>>| {
        for (transform, position) in &bodies {
            assert_eq!(transform.translation.truncate(), position.0);
        }
    });
    set_frame(&mut app, Duration::from_micros(3125));
    run(&mut app, 200);
    assert_ne!(shown(&app, ball), position(&app, ball), "this frame lies between two ticks");
}
