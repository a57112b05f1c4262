//! A pocket takes balls out of the game at the instant they enter, and gives them back.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_elastic::components::{Absorbed, Asleep};
use bevy_elastic::prelude::*;
use bevy_elastic::resources::Gravity;
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

/// A component that a game added to a body in play was ignored.
#[test]
fn a_game_may_take_out_a_body_in_play() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    listen::<SensorExited>(&mut app);
    let floor = spawn(&mut app, (Collider::half_plane(Vec2::Y), Static));
    let zone = spawn(&mut app, (Collider::circle(2.0), Sensor::Edge, Static));
    let under = Transform::from_xyz(0.0, 0.5, 0.0);
    let over = Transform::from_xyz(0.0, 1.5, 0.0);
    let still = (Collider::circle(0.5), Velocity(Vec2::ZERO), Restitution(0.0));
    let under = spawn(&mut app, (still.clone(), under));
    let over = spawn(&mut app, (still, over));
    run(&mut app, 64 * 2);
    assert!(app.world().get::<Asleep>(over).is_some());
    let by = app.world_mut().spawn_empty().id();
    app.world_mut().entity_mut(under).insert(Absorbed { by });
    run(&mut app, 1);
    assert_eq!(get::<Absorbed>(&app, under).by, by);
    assert!(velocity(&app, over).y < 0.0, "what lay on it falls");
    let left = heard::<SensorExited>(&mut app);
    assert_eq!(left.iter().map(|it| (it.sensor, it.ball)).collect::<Vec<_>>(), [(zone, under)]);
    run(&mut app, 64);
    assert!((position(&app, over).y - 0.5).abs() < 1e-3, "it has fallen through");
    assert_eq!(position(&app, under), vec2(0.0, 0.5));
    // A wall may be taken out too.
    app.world_mut().entity_mut(floor).insert(Absorbed { by });
    run(&mut app, 64);
    assert!(position(&app, over).y < -3.0);
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
