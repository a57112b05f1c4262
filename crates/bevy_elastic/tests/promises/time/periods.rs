//! A space that repeats: what leaves on one side comes in on the other.

use std::time::Duration;

use bevy_elastic::components::Rejected;
use bevy_elastic::prelude::*;
use bevy_elastic::resources::Period;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, vec2};

use crate::app::{
    app, app_in, at, ball, ball_in, change, get, heard, listen, position, run, set_frame, shown,
    spawn, velocity, wall,
};

fn wraps_in<V: Space>() {
    let mut app = app_in::<V>();
    app.insert_resource(Period(at::<V>(10.0, 0.0)));
    listen::<Collided<V>>(&mut app);
    let runner = spawn(&mut app, ball_in(at::<V>(4.5, 3.0), at(4.0, 1.0)));
    let one = spawn(&mut app, ball_in(at::<V>(4.0, 0.0), at(1.0, 0.0)));
    let two = spawn(&mut app, ball_in(at::<V>(-4.0, 0.0), at(-1.0, 0.0)));
    run(&mut app, 16);
    assert_eq!(get::<Position<V>>(&app, runner).0, at(-4.5, 3.25));
    assert!(heard::<Collided<V>>(&mut app).is_empty());
    // Through the edge the two are 2 apart, so they touch after half a second.
    run(&mut app, 17);
    let hits = heard::<Collided<V>>(&mut app);
    assert_eq!(hits.len(), 1);
    assert_eq!((hits[0].entity, hits[0].other), (one, two));
    assert_eq!(hits[0].tick as f64 / 64.0 + hits[0].time, 0.5);
    assert_eq!((hits[0].normal, hits[0].approach_speed), (at(-1.0, 0.0), 2.0));
    run(&mut app, 31);
    assert_eq!(get::<Velocity<V>>(&app, one).0, at(-1.0, 0.0));
    assert_eq!(get::<Position<V>>(&app, one).0, at(4.0, 0.0));
    assert_eq!(get::<Position<V>>(&app, two).0, at(-4.0, 0.0));
    // Along the other axis space does not repeat.
    run(&mut app, 64 * 9);
    assert_eq!(get::<Position<V>>(&app, runner).0, at(4.5, 13.0));
}

#[test]
fn what_leaves_comes_in_and_pairs_meet_through_the_edge() {
    wraps_in::<Vec2>();
    wraps_in::<Vec3>();
    wraps_in::<DVec2>();
    wraps_in::<DVec3>();
}

#[test]
fn between_ticks_a_ball_is_drawn_near_where_it_is() {
    let mut app = app();
    app.insert_resource(Period(vec2(10.0, 10.0)));
    let frame = Duration::from_nanos(4_166_667);
    set_frame(&mut app, frame);
    let speed = vec2(20.0, -7.0);
    let ball = spawn(&mut app, ball(Vec2::ZERO, speed));
    for number in 1..600u32 {
        app.update();
        let seen = ((frame * number).as_secs_f64() - 1.0 / 64.0).max(0.0);
        for (drawn, speed) in [(shown(&app, ball).x, 20.0), (shown(&app, ball).y, -7.0)] {
            let way = f64::from(drawn) - speed * seen;
            let error = way - 10.0 * (way / 10.0).round();
            assert!(error.abs() < 1e-4, "drawn at {drawn} after {seen} s");
            // Within a tick it may be drawn beyond the edge that it crosses, by its way in the tick.
            assert!(f64::from(drawn).abs() < 5.0 + speed.abs() / 64.0 + 1e-4, "drawn at {drawn}");
        }
    }
}

#[test]
fn it_may_begin_change_and_end_in_mid_play() {
    let mut app = app();
    let ball = spawn(&mut app, ball(vec2(11.0, 0.0), Vec2::X));
    let wall = spawn(&mut app, wall(vec2(100.0, 0.0), -Vec2::X));
    run(&mut app, 64);
    app.insert_resource(Period(vec2(10.0, 0.0)));
    run(&mut app, 64);
    assert_eq!((position(&app, ball), velocity(&app, ball)), (vec2(3.0, 0.0), Vec2::X));
    app.insert_resource(Period(vec2(4.0, 0.0)));
    run(&mut app, 64);
    assert_eq!(position(&app, ball).x.rem_euclid(4.0), 0.0);
    app.insert_resource(Period(Vec2::ZERO));
    run(&mut app, 64 * 9);
    assert_eq!(position(&app, ball).x.rem_euclid(4.0), 1.0);
    assert!(position(&app, ball).x > 4.0);
    // Walls stay where they were put.
    assert_eq!(position(&app, wall), vec2(100.0, 0.0));
}

#[test]
fn what_no_period_can_be_leaves_it_as_it_was() {
    let mut app = app();
    app.insert_resource(Period(vec2(10.0, 0.0)));
    let ball = spawn(&mut app, ball(vec2(4.0, 0.0), Vec2::X));
    run(&mut app, 1);
    for bad in [vec2(f32::NAN, 0.0), vec2(f32::INFINITY, 0.0), vec2(-5.0, 0.0), vec2(0.5, 0.0)] {
        app.insert_resource(Period(bad));
        change(&mut app, ball, |position: &mut Position| position.0.x = 4.5);
        run(&mut app, 64);
        assert_eq!(position(&app, ball).x, -4.5, "{bad}");
    }
}

#[test]
fn body_wider_than_the_period_is_rejected_until_it_fits() {
    let mut app = app();
    app.insert_resource(Period(vec2(10.0, 0.0)));
    let broad = spawn(&mut app, (Collider::rectangle(12.0, 1.0), Static));
    run(&mut app, 2);
    assert_eq!(get::<Rejected>(&app, broad).reason, "width cannot be 12");
    app.insert_resource(Period(vec2(14.0, 0.0)));
    run(&mut app, 2);
    assert!(app.world().get::<Rejected>(broad).is_none());
}
