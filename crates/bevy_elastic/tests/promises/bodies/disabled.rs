//! A disabled entity takes no part, and comes back as it was.

use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::ChildOf;
use bevy_elastic::components::{Absorbed, BodyKey, Rejected};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, ball, clock, heard, listen, position, restore, run, spawn, take, velocity, wall,
};

#[test]
fn disabled_body_meets_no_other_until_enabled() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let runner = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let sleeper = spawn(&mut app, ball(vec2(2.0, 0.0), Vec2::Y));
    run(&mut app, 16);
    app.world_mut().entity_mut(sleeper).insert(Disabled);
    run(&mut app, 64 * 4 - 16);
    assert_eq!(position(&app, runner), vec2(4.0, 0.0));
    assert_eq!(position(&app, sleeper), vec2(2.0, 0.25));
    assert!(app.world().resource::<Simulation>().body(sleeper).is_none());
    app.world_mut().entity_mut(sleeper).remove::<Disabled>();
    run(&mut app, 64);
    assert_eq!(position(&app, sleeper), vec2(2.0, 1.25));
    assert!(heard::<Collided>(&mut app).is_empty());
}

#[test]
fn a_body_may_be_spawned_disabled() {
    let mut app = app();
    let sleepers = [0.0, 3.0].map(|y| spawn(&mut app, (ball(vec2(0.0, y), Vec2::X), Disabled)));
    let other = spawn(&mut app, ball(vec2(0.0, 9.0), Vec2::X));
    run(&mut app, 64);
    for sleeper in sleepers {
        assert!(app.world().get::<Position>(sleeper).is_none());
        app.world_mut().entity_mut(sleeper).remove::<Disabled>();
    }
    run(&mut app, 64);
    for sleeper in sleepers {
        assert!(app.world().get::<Rejected>(sleeper).is_none());
        assert_eq!(position(&app, sleeper).x, 1.0);
        assert!(app.world().get::<BodyKey>(sleeper) < app.world().get::<BodyKey>(other));
    }
}

#[test]
fn a_disabled_parent_with_its_children() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::from_xyz(10.0, 0.0, 0.0));
    let child = spawn(&mut app, (wall(Vec2::ZERO, -Vec2::X), ChildOf(parent)));
    let ball = spawn(&mut app, ball(vec2(9.0, 0.0), Vec2::X));
    run(&mut app, 16);
    app.world_mut().entity_mut(parent).insert_recursive::<bevy_ecs::hierarchy::Children>(Disabled);
    run(&mut app, 48);
    assert_eq!((position(&app, ball), velocity(&app, ball)), (vec2(10.0, 0.0), Vec2::X));
    app.world_mut()
        .entity_mut(parent)
        .remove_recursive::<bevy_ecs::hierarchy::Children, Disabled>();
    run(&mut app, 2);
    assert!(app.world().resource::<Simulation>().body(child).is_some());
}

#[test]
fn an_absorbed_ball_may_be_disabled_and_brought_back_by_an_undo() {
    let mut app = app();
    let pocket = Transform::from_xyz(4.0, 0.0, 0.0);
    spawn(&mut app, (Collider::circle(1.0), Static, Absorbs::Centre, pocket));
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 32);
    let snapshot = take(&mut app);
    run(&mut app, 64 * 4);
    assert!(app.world().get::<Absorbed>(ball).is_some());
    app.world_mut().entity_mut(ball).insert(Disabled);
    run(&mut app, 64);
    // Without the undo it would stay what it is: absorbed.
    app.world_mut().entity_mut(ball).remove::<Disabled>();
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(3.0, 0.0));
    app.world_mut().entity_mut(ball).insert(Disabled);
    run(&mut app, 64);
    restore(&mut app, &snapshot);
    app.world_mut().entity_mut(ball).remove::<Disabled>();
    assert!(app.world().get::<Absorbed>(ball).is_none());
    run(&mut app, 32);
    assert_eq!((position(&app, ball), clock(&mut app).tick()), (Vec2::X, 64));
}
