//! Bodies may come, change and go at any time.

use std::time::Duration;

use bevy_app::FixedPostUpdate;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Commands, ResMut};
use bevy_elastic::components::{BodyKey, Rejected};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    TICK, app, ball, change, clock, get, heard, listen, position, run, set_frame, spawn, velocity,
    wall,
};

#[test]
fn a_collider_is_enough() {
    let mut app = app();
    let ball = spawn(&mut app, (Collider::circle(1.0), Transform::from_xyz(3.0, 4.0, 5.0)));
    run(&mut app, 1);
    assert_eq!(position(&app, ball), vec2(3.0, 4.0));
    assert_eq!(get::<Mass>(&app, ball), Mass(1.0));
    let body = app.world().resource::<Simulation>().body(ball).unwrap();
    assert_eq!(app.world().resource::<Simulation>().entity(body), Some(ball));
}

#[test]
fn a_position_that_is_given_wins_over_the_transform() {
    let mut app = app();
    let ball = spawn(&mut app, (ball(vec2(3.0, 4.0), Vec2::ZERO), Position(vec2(1.0, 2.0))));
    run(&mut app, 1);
    assert_eq!(position(&app, ball), vec2(1.0, 2.0));
    assert_eq!(crate::app::shown(&app, ball), vec2(1.0, 2.0));
}

#[test]
fn of_two_bodies_with_one_key_the_second_waits() {
    let mut app = app();
    let first = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), BodyKey(7)));
    run(&mut app, 1);
    let second = spawn(&mut app, (ball(vec2(5.0, 0.0), Vec2::X), BodyKey(7)));
    run(&mut app, 1);
    assert!(get::<Rejected>(&app, second).reason.contains("key 7"));
    assert!(app.world().get::<Rejected>(first).is_none());
    app.world_mut().entity_mut(first).despawn();
    run(&mut app, 1);
    assert!(app.world().get::<Rejected>(second).is_none());
    assert_eq!(position(&app, second), vec2(5.0 + 1.0 / 64.0, 0.0));
}

#[test]
fn a_key_may_be_handed_on_within_a_tick() {
    let mut app = app();
    let first = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), BodyKey(7)));
    run(&mut app, 1);
    app.world_mut().entity_mut(first).despawn();
    let second = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), BodyKey(7)));
    run(&mut app, 1);
    assert!(app.world().get::<Rejected>(second).is_none());
    assert_eq!(position(&app, second), vec2(1.0 / 64.0, 0.0));
}

#[test]
fn body_without_its_key_gets_another() {
    let mut app = app();
    let balls = [0.0, 3.0].map(|x| spawn(&mut app, ball(vec2(x, 0.0), Vec2::ZERO)));
    for ball in balls {
        app.world_mut().entity_mut(ball).remove::<BodyKey>();
    }
    run(&mut app, 1);
    let late = spawn(&mut app, ball(vec2(6.0, 0.0), Vec2::ZERO));
    run(&mut app, 1);
    let keys = [balls[0], balls[1], late].map(|ball| get::<BodyKey>(&app, ball));
    assert!(keys[0] < keys[1] && keys[1] < keys[2]);
    assert!(
        [balls[0], balls[1], late].iter().all(|ball| app.world().get::<Rejected>(*ball).is_none())
    );
}

#[test]
fn whoever_is_despawned_between_the_stages_is_gone_with_the_next_tick() {
    #[derive(Resource)]
    struct Victim(Option<Entity>);
    let despawn = |mut victim: ResMut<Victim>, mut commands: Commands| {
        if let Some(victim) = victim.0.take() {
            commands.entity(victim).despawn();
        }
    };
    let sets = [
        ElasticSystems::Gather,
        ElasticSystems::Integrate,
        ElasticSystems::Detect,
        ElasticSystems::Respond,
        ElasticSystems::Scatter,
    ];
    for (set, next) in
        sets.into_iter().zip(sets.into_iter().skip(1).chain([ElasticSystems::Report]))
    {
        let mut app = app();
        listen::<Collided>(&mut app);
        app.insert_resource(Victim(None))
            .add_systems(FixedPostUpdate, despawn.after(set).before(next));
        let victim = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
        let other = spawn(&mut app, ball(vec2(1.01, 0.0), Vec2::ZERO));
        app.world_mut().resource_mut::<Victim>().0 = Some(victim);
        run(&mut app, 1);
        assert_eq!(heard::<Collided>(&mut app).len(), 1, "{set:?}");
        assert_eq!(velocity(&app, other), Vec2::X);
        run(&mut app, 1);
        assert!(app.world().resource::<Simulation>().body(victim).is_none());
    }
}

#[test]
fn a_collider_may_be_taken_off_and_put_on_again() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    spawn(&mut app, wall(vec2(1.0, 0.0), -Vec2::X));
    run(&mut app, 16);
    app.world_mut().entity_mut(ball).remove::<Collider>();
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(0.25, 0.0));
    assert!(heard::<Collided>(&mut app).is_empty());
    // What the game does to it meanwhile counts.
    change(&mut app, ball, |transform: &mut Transform| transform.translation.x = 0.0);
    app.world_mut().entity_mut(ball).insert(Collider::circle(0.25));
    run(&mut app, 64);
    assert_eq!(heard::<Collided>(&mut app).len(), 1);
    assert_eq!((position(&app, ball), velocity(&app, ball)), (vec2(0.5, 0.0), -Vec2::X));
}

#[test]
fn every_component_may_be_changed() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    let wall = spawn(&mut app, wall(vec2(4.5, 0.0), -Vec2::X));
    run(&mut app, 8);
    app.world_mut().entity_mut(ball).insert((Mass(2.0), Restitution(0.5), Collider::circle(1.0)));
    run(&mut app, 64);
    let hits = heard::<Collided>(&mut app);
    assert_eq!((hits[0].impulse, velocity(&app, ball)), (12.0, vec2(-2.0, 0.0)));
    assert_eq!(hits[0].point, vec2(4.5, 0.0));
    app.world_mut().entity_mut(ball).insert(RollingResistance(4.0));
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), Vec2::ZERO);
    app.world_mut().entity_mut(ball).insert((Velocity(Vec2::Y), RollingResistance(0.0), Static));
    let before = position(&app, ball);
    run(&mut app, 64);
    assert_eq!(position(&app, ball), before);
    app.world_mut().entity_mut(ball).remove::<Static>();
    run(&mut app, 64);
    assert_eq!(position(&app, ball), before + Vec2::Y);
    app.world_mut().entity_mut(ball).insert(Kinematic);
    app.world_mut().entity_mut(wall).insert(Absorbs::Edge);
    run(&mut app, 64);
    assert_eq!(position(&app, ball), before + vec2(0.0, 2.0));
    assert_eq!(heard::<Collided>(&mut app).len(), 0);
}

#[test]
fn frames_without_a_tick_lose_nothing() {
    let mut app = app();
    set_frame(&mut app, TICK / 5);
    let keeper = spawn(&mut app, ball(vec2(0.0, 9.0), Vec2::X));
    for round in 0u8..100 {
        let brief = spawn(&mut app, ball(vec2(0.0, -9.0), Vec2::X));
        app.update();
        if round % 2 == 0 {
            app.update();
        }
        app.world_mut().entity_mut(brief).despawn();
        app.update();
        if round % 3 == 0 {
            app.world_mut().entity_mut(keeper).remove::<Collider>();
            app.world_mut().entity_mut(keeper).insert(Collider::circle(0.5));
        }
    }
    let ticks = clock(&mut app).tick();
    assert!(ticks > 40);
    assert_eq!(position(&app, keeper).x, ticks as f32 / 64.0);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 1);
}

#[test]
fn an_entity_that_lives_less_than_a_tick_is_never_there() {
    let mut app = app();
    listen::<Collided>(&mut app);
    set_frame(&mut app, Duration::from_millis(1));
    let brief = spawn(&mut app, ball(Vec2::ZERO, vec2(100.0, 0.0)));
    app.world_mut().entity_mut(brief).despawn();
    spawn(&mut app, wall(vec2(0.6, 0.0), -Vec2::X));
    run(&mut app, 100);
    assert!(heard::<Collided>(&mut app).is_empty());
}
