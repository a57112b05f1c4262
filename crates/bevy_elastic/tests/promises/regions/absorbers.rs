//! A pocket takes balls out of the game at the instant they enter, and gives them back.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, ball, change, get, heard, listen, position, run, spawn, velocity};

/// A pocket of radius 1 around (4, 0), and a ball that flies to it at 1 a second.
fn pocket(app: &mut App, absorbs: Absorbs) -> (Entity, Entity) {
    let at = Transform::from_xyz(4.0, 0.0, 0.0);
    let pocket = spawn(app, (Collider::circle(1.0), Static, absorbs, at));
    (pocket, spawn(app, ball(Vec2::ZERO, vec2(1.0, 0.0))))
}

#[test]
fn a_ball_is_taken_by_the_edge_or_by_the_centre() {
    for (absorbs, x) in [(Absorbs::Edge, 2.5), (Absorbs::Centre, 3.0)] {
        let mut app = app();
        listen::<SensorEntered>(&mut app);
        let (pocket, ball) = pocket(&mut app, absorbs);
        run(&mut app, 64 * 4);
        assert_eq!(get::<Absorbed>(&app, ball).by, pocket);
        assert_eq!(position(&app, ball), vec2(x, 0.0));
        let told = heard::<SensorEntered>(&mut app);
        assert_eq!(told.len(), 1);
        assert_eq!((told[0].sensor, told[0].ball), (pocket, ball));
        assert_eq!(told[0].tick as f64 / 64.0 + told[0].time, f64::from(x));
    }
}

#[test]
fn an_absorbed_ball_meets_nothing() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let (_, taken) = pocket(&mut app, Absorbs::Edge);
    run(&mut app, 64 * 4);
    let other = spawn(&mut app, ball(vec2(2.5, 4.0), vec2(0.0, -2.0)));
    run(&mut app, 64 * 4);
    assert!(heard::<Collided>(&mut app).is_empty());
    assert!(position(&app, other).y < -3.0);
    assert_eq!(position(&app, taken), vec2(2.5, 0.0));
}

#[test]
fn a_ball_that_is_moved_and_freed_plays_on() {
    let mut app = app();
    let (_, ball) = pocket(&mut app, Absorbs::Edge);
    run(&mut app, 64 * 4);
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(0.0, 3.0));
    app.world_mut().entity_mut(ball).remove::<Absorbed>();
    run(&mut app, 64);
    assert_eq!((position(&app, ball), velocity(&app, ball)), (vec2(1.0, 3.0), vec2(1.0, 0.0)));
    assert!(app.world().get::<Absorbed>(ball).is_none());
}

#[test]
fn a_ball_that_is_freed_where_it_lies_is_taken_again() {
    let mut app = app();
    listen::<SensorEntered>(&mut app);
    let (_, ball) = pocket(&mut app, Absorbs::Edge);
    run(&mut app, 64 * 4);
    app.world_mut().entity_mut(ball).remove::<Absorbed>();
    run(&mut app, 2);
    assert!(app.world().get::<Absorbed>(ball).is_some());
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 2);
}

#[test]
fn an_absorbed_ball_stays_so_when_its_pocket_goes() {
    let mut app = app();
    let (pocket, ball) = pocket(&mut app, Absorbs::Edge);
    run(&mut app, 64 * 4);
    app.world_mut().entity_mut(pocket).despawn();
    run(&mut app, 64);
    assert!(app.world().get::<Absorbed>(ball).is_some());
    assert_eq!(position(&app, ball), vec2(2.5, 0.0));
    let snapshot = crate::app::take(&mut app);
    crate::app::restore(&mut app, &snapshot);
    run(&mut app, 64);
    assert!(app.world().get::<Absorbed>(ball).is_some());
    assert_eq!(position(&app, ball), vec2(2.5, 0.0));
}
