//! Values that no body can have are refused by name; everyone else plays on, and what is mended comes in.

use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, change, get, position, run, spawn, velocity};

#[test]
fn a_refused_body_takes_no_part_until_it_is_mended() {
    for (wrong, name) in [
        (Collider::circle(-1.0), "radius"),
        (Collider::circle(f32::NAN), "radius"),
        (Collider::rectangle(1.0, 1.0), "ball"),
    ] {
        let mut app = app();
        let good = spawn(&mut app, ball(vec2(9.0, 0.0), vec2(1.0, 0.0)));
        let bad = spawn(&mut app, (wrong, Velocity(vec2(1.0, 0.0))));
        run(&mut app, 64);
        assert!(get::<Refused>(&app, bad).reason.contains(name), "{wrong:?}");
        assert_eq!(position(&app, good), vec2(10.0, 0.0));
        change(&mut app, bad, |collider: &mut Collider| *collider = Collider::circle(0.5));
        run(&mut app, 64);
        assert!(app.world().get::<Refused>(bad).is_none());
        assert_eq!(position(&app, bad), vec2(1.0, 0.0));
    }
}

#[test]
fn a_body_whose_values_go_wrong_plays_on_with_its_last_valid_ones() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    run(&mut app, 64);
    change(&mut app, one, |velocity: &mut Velocity| velocity.0.x = f32::NAN);
    change(&mut app, one, |mass: &mut Mass| mass.0 = 0.0);
    run(&mut app, 64);
    assert!(app.world().get::<Refused>(one).is_some());
    assert_eq!(position(&app, one), vec2(2.0, 0.0));
    change(&mut app, one, |velocity: &mut Velocity| velocity.0 = vec2(0.0, 2.0));
    change(&mut app, one, |mass: &mut Mass| mass.0 = 1.0);
    run(&mut app, 64);
    assert!(app.world().get::<Refused>(one).is_none());
    assert_eq!((position(&app, one), velocity(&app, one)), (vec2(2.0, 2.0), vec2(0.0, 2.0)));
}

#[test]
fn gravity_that_is_no_number_is_not_felt() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    app.insert_resource(Gravity(vec2(0.0, f32::NAN)));
    run(&mut app, 64);
    assert_eq!(position(&app, one), vec2(1.0, 0.0));
}

#[test]
fn a_key_that_is_taken_is_refused() {
    let mut app = app();
    spawn(&mut app, (ball(Vec2::ZERO, Vec2::ZERO), BodyKey(7)));
    let second = spawn(&mut app, (ball(vec2(9.0, 0.0), Vec2::ZERO), BodyKey(7)));
    run(&mut app, 2);
    assert!(get::<Refused>(&app, second).reason.contains('7'));
}

#[test]
fn balls_spawned_on_one_spot_do_no_harm() {
    let mut app = app();
    let all: Vec<_> = (0..50).map(|_| spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)))).collect();
    run(&mut app, 64);
    assert!(all.iter().all(|one| position(&app, *one).is_finite()));
}
