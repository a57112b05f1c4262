//! Observers hear of every impact once, each body from its own side, after the messages are written.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Messages;
use bevy_ecs::observer::On;
use bevy_ecs::query::With;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, Query, Res, ResMut};
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};

use crate::app::{app, ball, get, run, spawn, velocity, wall};

/// What observers have seen, each under its own name.
#[derive(Resource, Default)]
struct Seen(Vec<(&'static str, Collided)>);

fn app_that_sees() -> App {
    let mut app = app();
    app.init_resource::<Seen>();
    app
}

fn watch(app: &mut App, target: Entity, name: &'static str) {
    app.world_mut().entity_mut(target).observe(move |hit: On<Collided>, mut seen: ResMut<Seen>| {
        seen.0.push((name, *hit.event()));
    });
}

#[test]
fn each_body_is_told_from_its_own_side() {
    let mut app = app_that_sees();
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    let wall = spawn(&mut app, wall(vec2(0.51, 0.0), -Vec2::X));
    watch(&mut app, ball, "ball");
    watch(&mut app, wall, "wall");
    app.add_observer(|hit: On<Collided>, mut seen: ResMut<Seen>| {
        seen.0.push(("all", *hit.event()));
    });
    run(&mut app, 2);
    let seen = &app.world().resource::<Seen>().0;
    let count = |name| seen.iter().filter(|(target, _)| *target == name).count();
    // One that observes everything hears of both bodies.
    assert_eq!((count("ball"), count("wall"), count("all")), (1, 1, 2));
    for (_, hit) in seen.iter().filter(|(target, _)| *target == "ball") {
        assert_eq!((hit.entity, hit.other, hit.normal), (ball, wall, -Vec2::X));
    }
    for (_, hit) in seen.iter().filter(|(target, _)| *target == "wall") {
        assert_eq!((hit.entity, hit.other, hit.normal), (wall, ball, Vec2::X));
        assert_eq!((hit.approach_speed, hit.impulse), (4.0, 8.0));
    }
}

#[test]
fn unwatched_entity_gets_no_event() {
    let mut app = app_that_sees();
    let first = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    let second = spawn(&mut app, ball(vec2(1.01, 0.0), Vec2::ZERO));
    watch(&mut app, second, "second");
    run(&mut app, 4);
    let seen = &app.world().resource::<Seen>().0;
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].1.entity, seen[0].1.other, seen[0].1.normal), (second, first, Vec2::X));
}

#[derive(Component)]
struct Brick;

#[test]
fn a_brick_may_be_despawned_by_its_observer() {
    let mut app = app_that_sees();
    app.add_observer(
        |hit: On<Collided>, bricks: Query<(), With<Brick>>, mut commands: Commands| {
            if bricks.contains(hit.entity) {
                commands.entity(hit.entity).despawn();
            }
        },
    );
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    let brick = spawn(&mut app, (wall(vec2(0.51, 0.0), -Vec2::X), Brick));
    watch(&mut app, ball, "ball");
    spawn(&mut app, wall(vec2(-0.52, 0.0), Vec2::X));
    run(&mut app, 1);
    assert!(app.world().get_entity(brick).is_err());
    assert_eq!(velocity(&app, ball), vec2(4.0, 0.0) * -1.0 * -1.0);
    run(&mut app, 32);
    // Off the brick, off the wall, and through where the brick was.
    assert_eq!(app.world().resource::<Seen>().0.len(), 2);
    assert!(crate::app::position(&app, ball).x > 1.0);
}

#[test]
fn observers_see_all_messages_of_the_tick_and_change_the_next() {
    let mut app = app_that_sees();
    #[derive(Resource, Default)]
    struct Written(usize);
    app.init_resource::<Written>();
    app.add_observer(
        |hit: On<Collided>,
         messages: Res<Messages<Collided>>,
         mut written: ResMut<Written>,
         mut velocities: Query<&mut Velocity>| {
            written.0 = messages.len();
            if let Ok(mut velocity) = velocities.get_mut(hit.entity) {
                velocity.0 = vec2(0.0, 2.0);
            }
        },
    );
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(8.0, 0.0)));
    spawn(&mut app, wall(vec2(0.51, 0.0), -Vec2::X));
    spawn(&mut app, wall(vec2(-0.52, 0.0), Vec2::X));
    run(&mut app, 1);
    // In a lane of 0.03 it bounces after 0.01, 0.04, 0.07 and 0.1 of its way of 0.125.
    assert_eq!(app.world().resource::<Written>().0, 4);
    let before = get::<Position>(&app, ball).0;
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(0.0, 2.0));
    assert_eq!(get::<Position>(&app, ball).0, before + vec2(0.0, 2.0 / 64.0));
}
