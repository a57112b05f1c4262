//! Pairs that meet: by layers, and by a function of the game.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::prelude::*;
use bevy_elastic::resources::{EntityPair, PairHook};
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, at, ball, ball_in, change, get, heard, listen, position, run, spawn, velocity,
    wall, wall_in,
};

fn layers(memberships: u32, filters: u32) -> CollisionLayers {
    CollisionLayers { memberships, filters }
}

fn meets_in<V: Space>(of_ball: CollisionLayers, of_wall: CollisionLayers) -> bool {
    let mut app = app_in::<V>();
    let ball = spawn(&mut app, (ball_in(at::<V>(0.0, 0.0), at(4.0, 0.0)), of_ball));
    spawn(&mut app, (wall_in(at::<V>(1.0, 0.0), at(-1.0, 0.0)), of_wall));
    run(&mut app, 16);
    get::<Velocity<V>>(&app, ball).0 == at(-4.0, 0.0)
}

#[test]
fn two_meet_if_each_is_in_a_layer_that_the_other_looks_for() {
    let standard = CollisionLayers::default();
    for (one, two, meet) in [
        (standard, standard, true),
        (layers(1, 2), layers(2, 1), true),
        (layers(1, 2), layers(2, 2), false),
        (layers(1, 1), layers(2, 1), false),
        (layers(1 << 31, 1 << 30), layers(1 << 30, 1 << 31), true),
        (layers(0, u32::MAX), standard, false),
        (layers(u32::MAX, 0), standard, false),
        (layers(2, u32::MAX), standard, true),
    ] {
        for (one, two) in [(one, two), (two, one)] {
            assert_eq!(meets_in::<Vec2>(one, two), meet, "{one:?} and {two:?}");
            assert_eq!(meets_in::<Vec3>(one, two), meet, "{one:?} and {two:?}");
            assert_eq!(meets_in::<DVec2>(one, two), meet, "{one:?} and {two:?}");
            assert_eq!(meets_in::<DVec3>(one, two), meet, "{one:?} and {two:?}");
        }
    }
}

#[test]
fn layers_may_be_given_and_taken_in_mid_play() {
    let mut app = app();
    // A ball between two walls, 4 apart for its centre: a bounce every second, after half of one.
    let runner = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    let right = spawn(&mut app, wall(vec2(2.5, 0.0), -Vec2::X));
    spawn(&mut app, wall(vec2(-2.5, 0.0), Vec2::X));
    run(&mut app, 64);
    assert_eq!((position(&app, runner), velocity(&app, runner)), (Vec2::ZERO, vec2(-4.0, 0.0)));
    app.world_mut().entity_mut(right).insert(layers(2, 2));
    run(&mut app, 128);
    assert_eq!((position(&app, runner), velocity(&app, runner)), (vec2(4.0, 0.0), vec2(4.0, 0.0)));
    change(&mut app, runner, |position: &mut Position| position.0 = Vec2::ZERO);
    app.world_mut().entity_mut(right).remove::<CollisionLayers>();
    run(&mut app, 64);
    assert_eq!(velocity(&app, runner), vec2(-4.0, 0.0));
}

#[test]
fn a_ball_that_leaves_the_layer_of_a_sensor_leaves_the_sensor() {
    let mut app = app();
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    spawn(&mut app, (Collider::rectangle(4.0, 4.0), Static, Sensor::Edge));
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 2);
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 1);
    // In another layer, for which the sensor looks too.
    app.world_mut().entity_mut(ball).insert(layers(2, u32::MAX));
    run(&mut app, 2);
    let told = (heard::<SensorEntered>(&mut app).len(), heard::<SensorExited>(&mut app).len());
    assert_eq!(told, (0, 0));
    app.world_mut().entity_mut(ball).insert(layers(1, 2));
    run(&mut app, 2);
    assert_eq!(heard::<SensorExited>(&mut app).len(), 1);
    app.world_mut().entity_mut(ball).remove::<CollisionLayers>();
    run(&mut app, 2);
    assert_eq!(heard::<SensorEntered>(&mut app).len(), 1);
}

/// A ball that flies at two walls, one behind the other, and bounces off the second after a second.
fn two_walls(app: &mut App) -> [Entity; 3] {
    let plate = |x: f32| (Collider::rectangle(1.0, 9.0), Static, Transform::from_xyz(x, 0.0, 0.0));
    [spawn(app, ball(Vec2::ZERO, vec2(4.0, 0.0))), spawn(app, plate(3.0)), spawn(app, plate(5.0))]
}

#[test]
fn a_hook_may_let_pass_by_name_and_may_be_exchanged() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let [ball, near, far] = two_walls(&mut app);
    // The ball comes first, whoever was spawned first.
    app.insert_resource(PairHook::new(move |pair: &EntityPair| {
        assert_eq!(pair.entities[0], ball);
        (pair.entities[1] != near).then_some(pair.surface)
    }));
    run(&mut app, 65);
    assert_eq!(velocity(&app, ball), vec2(-4.0, 0.0));
    let hits = heard::<Collided>(&mut app);
    assert_eq!((hits.len(), hits[0].other), (1, far));
    // Thrown back to where it came from, now between the two.
    change(&mut app, ball, |position: &mut Position| position.0 = Vec2::ZERO);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = vec2(4.0, 0.0));
    app.world_mut().remove_resource::<PairHook>();
    run(&mut app, 65);
    let hits = heard::<Collided>(&mut app);
    assert_eq!((hits.len(), hits[0].other), (1, near));
}

fn changes_in<V: Space>() {
    let mut app = app_in::<V>();
    let ball = spawn(&mut app, ball_in(at::<V>(0.0, 0.0), at(4.0, 3.0)));
    spawn(&mut app, wall_in(at::<V>(1.0, 0.0), at(-1.0, 0.0)));
    app.insert_resource(PairHook::new(|pair: &EntityPair<V>| {
        let mut surface = pair.surface;
        (surface.restitution, surface.friction) = (0.5, 0.25);
        Some(surface)
    }));
    run(&mut app, 16);
    // The impulse is 6, of which friction takes a quarter from the 3.
    assert_eq!(get::<Velocity<V>>(&app, ball).0, at(-2.0, 1.5));
}

#[test]
fn a_hook_may_change_the_surface() {
    changes_in::<Vec2>();
    changes_in::<Vec3>();
    changes_in::<DVec2>();
    changes_in::<DVec3>();
}

#[test]
fn what_no_surface_can_be_is_passed_over() {
    let mut app = app();
    let ball = spawn(&mut app, (ball(Vec2::ZERO, vec2(4.0, 3.0)), Restitution(0.5)));
    spawn(&mut app, wall(vec2(1.0, 0.0), -Vec2::X));
    app.insert_resource(PairHook::new(|pair: &EntityPair| {
        let mut surface = pair.surface;
        (surface.restitution, surface.friction) = (f64::NAN, -1.0);
        surface.minimum_impulse = f64::INFINITY;
        Some(surface)
    }));
    run(&mut app, 16);
    assert_eq!(velocity(&app, ball), vec2(-2.0, 3.0));
}

#[test]
fn a_forecast_asks_the_hook_of_now() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let [_, near, far] = two_walls(&mut app);
    run(&mut app, 4);
    for (passes, expected) in [(near, far), (far, near)] {
        app.insert_resource(PairHook::new(move |pair: &EntityPair| {
            (!pair.entities.contains(&passes)).then_some(pair.surface)
        }));
        let first = app
            .world_mut()
            .run_system_once(|mut forecast: Forecast| {
                forecast.predict(&[], 64).events.first().copied()
            })
            .unwrap();
        let Some(ElasticEvent::Collided(hit)) = first else { panic!("{first:?}") };
        assert_eq!(hit.other, expected);
    }
    run(&mut app, 64);
    let hits = heard::<Collided>(&mut app);
    assert_eq!(hits[0].other, near);
}
