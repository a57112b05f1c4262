//! Rays, moving balls, overlaps and neighbours tell what is where at the end of the last tick.

use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::With;
use bevy_ecs::system::{Query, RunSystemOnce};
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use bevy_elastic::query::{EntityHit, QueryFilter};
use bevy_elastic::space::Space;
use bevy_math::{Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;
use collide_core::body::Kind;

use crate::app::{
    app, app_with, ball, change, clock, heard, listen, position, restore, run, spawn, take, wall,
};

/// Puts a question from within a system.
fn ask<V: Space, T: 'static>(
    app: &mut App,
    question: impl FnOnce(&mut ElasticQuery<'_, V>) -> T + Send + Sync + 'static,
) -> T {
    let mut question = Some(question);
    app.world_mut()
        .run_system_once(move |mut space: ElasticQuery<'_, V>| {
            question.take().expect("the system runs once")(&mut space)
        })
        .unwrap()
}

fn see(app: &mut App, along: Vec2) -> Option<EntityHit> {
    ask(app, move |space| space.cast_ray(Vec2::ZERO, along, 100.0, &QueryFilter::new()))
}

#[test]
fn a_ray_finds_a_ball_and_what_is_behind_it() {
    let mut app = app();
    let near = spawn(&mut app, ball(vec2(5.0, 0.0), Vec2::ZERO));
    let far = spawn(&mut app, wall(vec2(9.0, 0.0), -Vec2::X));
    run(&mut app, 1);
    let hit = see(&mut app, Vec2::X).unwrap();
    let told = (hit.entity, hit.distance, hit.point, hit.normal);
    assert_eq!(told, (near, 4.5, vec2(4.5, 0.0), -Vec2::X));
    let all = ask(&mut app, |space| {
        space.cast_ray_all(Vec2::ZERO, Vec2::X * 3.0, f64::INFINITY, &QueryFilter::new())
    });
    let told: Vec<_> = all.iter().map(|hit| (hit.entity, hit.distance)).collect();
    assert_eq!(told, [(near, 4.5), (far, 9.0)]);
    assert_eq!(see(&mut app, Vec2::NEG_X), None);
    assert_eq!(see(&mut app, Vec2::ZERO), None);
    assert_eq!(see(&mut app, Vec2::NAN), None);
}

#[test]
fn in_space_it_is_the_same() {
    let mut app = app_with(Elastic3dPlugin);
    let at = |x: f32, y: f32, z: f32| Transform::from_xyz(x, y, z);
    let ball = spawn(&mut app, (Collider::sphere(0.5), at(0.0, 0.0, 5.0)));
    let room = spawn(&mut app, (Collider::arena_3d(vec3(20.0, 20.0, 20.0)), Static));
    run(&mut app, 1);
    let (hit, cast, boxed, near, inside) = ask(&mut app, |space: &mut ElasticQuery<'_, Vec3>| {
        let all = QueryFilter::new();
        (
            space.cast_ray(Vec3::ZERO, Vec3::Z, 100.0, &all).unwrap(),
            space.cast_ball(Vec3::ZERO, 1.0, Vec3::NEG_Y, 100.0, &all).unwrap(),
            space.cast_box(Vec3::ZERO, Vec3::ONE, Vec3::Z, 100.0, &all).unwrap(),
            space.nearest(vec3(0.0, 3.0, 5.0), 100.0, &all).unwrap(),
            space.overlap_ball(vec3(0.0, 9.0, 5.0), 8.5, &all),
        )
    });
    assert_eq!((hit.entity, hit.distance, hit.normal), (ball, 4.5, Vec3::NEG_Z));
    assert_eq!((cast.entity, cast.distance, cast.normal), (room, 9.0, Vec3::Y));
    assert_eq!((boxed.entity, boxed.distance), (ball, 3.5));
    assert_eq!((near.entity, near.distance, near.point), (ball, 2.5, vec3(0.0, 0.5, 5.0)));
    assert_eq!(inside, [ball, room]);
}

#[test]
fn filters_choose_by_entity_layers_kind_and_role() {
    const GHOSTLY: CollisionLayers = CollisionLayers { memberships: 1 << 4, filters: 1 << 4 };
    let mut app = app();
    let at = |x: f32| Transform::from_xyz(x, 0.0, 0.0);
    let first = spawn(&mut app, (Collider::circle(0.5), at(2.0)));
    let ghost = spawn(&mut app, (Collider::circle(0.5), at(4.0), GHOSTLY));
    let sensor = spawn(&mut app, (Collider::circle(0.5), at(6.0), Static, Sensor::Edge));
    let post = spawn(&mut app, (Collider::circle(0.5), at(8.0), Static));
    run(&mut app, 1);
    let mut seen = |filter: fn([Entity; 2]) -> QueryFilter<'static>| -> Vec<Entity> {
        let own = [first, ghost];
        let hits = ask(&mut app, move |space| {
            space.cast_ray_all(Vec2::ZERO, Vec2::X, 100.0, &filter(own))
        });
        hits.into_iter().map(|hit| hit.entity).collect()
    };
    assert_eq!(seen(|_| QueryFilter::new()), [first, ghost, post]);
    assert_eq!(seen(|_| QueryFilter::everything()), [first, ghost, sensor, post]);
    assert_eq!(seen(|_| QueryFilter::new().with_sensors().without_solids()), [sensor]);
    assert_eq!(seen(|own| QueryFilter::new().excluding(own)), [post]);
    assert_eq!(seen(|[own, _]| QueryFilter::new().predicate(move |it| it == own)), [first]);
    assert_eq!(seen(|_| QueryFilter::new().of_kinds(&[Kind::Static])), [post]);
    assert_eq!(
        seen(|_| QueryFilter::new().colliding_with(CollisionLayers::default())),
        [first, post]
    );
    assert_eq!(seen(|_| QueryFilter::new().colliding_with(GHOSTLY)), [ghost]);
}

#[test]
fn a_cast_tells_what_then_happens() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let cue = spawn(&mut app, ball(vec2(-6.0, 0.25), Vec2::ZERO));
    for y in [-1.0, 0.0, 1.5] {
        spawn(&mut app, ball(vec2(3.0, y), Vec2::ZERO));
    }
    run(&mut app, 1);
    let hit = ask(&mut app, move |space| {
        let others = QueryFilter::new().excluding([cue]);
        space.cast_ball(vec2(-6.0, 0.25), 0.5, vec2(4.0, 0.0), 100.0, &others)
    });
    let hit = hit.unwrap();
    let start = clock(&mut app).tick();
    // So fast and so long are the ticks that no place is rounded before the impact.
    change(&mut app, cue, |velocity: &mut Velocity| velocity.0 = vec2(4.0, 0.0));
    run(&mut app, 64 * 3);
    let impact = heard::<Collided>(&mut app)[0];
    let ticks = f64::from(u32::try_from(impact.tick - start).unwrap());
    assert_eq!((impact.entity, impact.other), (cue, hit.entity));
    assert!((hit.distance - 4.0 * (ticks / 64.0 + impact.time)).abs() < 1e-12);
    assert_eq!((impact.point, impact.normal), (hit.point, hit.normal));
}

#[test]
fn overlaps_and_neighbours_are_told_in_order() {
    let mut app = app();
    let one = spawn(&mut app, ball(vec2(0.0, 0.0), Vec2::ZERO));
    let two = spawn(&mut app, ball(vec2(2.0, 0.0), Vec2::ZERO));
    let block = (Collider::rectangle(2.0, 2.0), Static, Transform::from_xyz(5.0, 0.0, 0.0));
    let block = spawn(&mut app, block);
    run(&mut app, 1);
    let (around, boxed, here, nowhere, near, inside, gap) = ask(&mut app, move |space| {
        let all = QueryFilter::new();
        (
            space.overlap_ball(vec2(2.0, 0.0), 2.0, &all),
            space.overlap_box(vec2(1.0, 0.0), vec2(0.75, 0.25), &all),
            space.at_point(vec2(5.5, 0.5), &all),
            space.at_point(vec2(1.0, 0.0), &all),
            space.nearest(vec2(3.0, 0.0), 9.0, &all).unwrap(),
            space.nearest(vec2(5.0, 0.75), 9.0, &all).unwrap(),
            space.gap_between(one, two).unwrap(),
        )
    });
    assert_eq!(around, [one, two, block]);
    assert_eq!(boxed, [one, two]);
    assert_eq!(here, [block]);
    assert!(nowhere.is_empty());
    assert_eq!((near.entity, near.distance, near.point), (two, 0.5, vec2(2.5, 0.0)));
    assert_eq!((inside.entity, inside.distance, inside.normal), (block, -0.25, Vec2::Y));
    assert_eq!((gap.separation, gap.point, gap.normal), (1.0, vec2(1.0, 0.0), Vec2::NEG_X));
}

#[test]
fn answers_follow_what_moves_comes_and_goes() {
    let mut app = app();
    assert_eq!(see(&mut app, Vec2::X), None);
    let moving = spawn(&mut app, ball(vec2(5.0, 0.0), vec2(8.0, 0.0)));
    // What was spawned since the last tick is not there yet.
    assert_eq!(see(&mut app, Vec2::X), None);
    for _ in 0..5 {
        run(&mut app, 1);
        let hit = see(&mut app, Vec2::X).unwrap();
        assert_eq!((hit.entity, hit.point.x), (moving, position(&app, moving).x - 0.5));
    }
    let snapshot = take(&mut app);
    let then = see(&mut app, Vec2::X);
    run(&mut app, 5);
    assert_ne!(see(&mut app, Vec2::X), then);
    restore(&mut app, &snapshot);
    assert_eq!(see(&mut app, Vec2::X), then);
    let nearer = spawn(&mut app, ball(vec2(2.0, 0.0), Vec2::ZERO));
    run(&mut app, 1);
    assert_eq!(see(&mut app, Vec2::X).unwrap().entity, nearer);
    app.world_mut().entity_mut(nearer).despawn();
    // Until the next tick the state is that of the last one.
    assert_eq!(see(&mut app, Vec2::X).unwrap().entity, nearer);
    run(&mut app, 1);
    assert_eq!(see(&mut app, Vec2::X).unwrap().entity, moving);
    change(&mut app, moving, |position: &mut Position| position.0 = vec2(0.0, 7.0));
    run(&mut app, 1);
    assert_eq!(see(&mut app, Vec2::X), None);
    app.world_mut().entity_mut(moving).despawn();
    run(&mut app, 1);
    let gone = ask(&mut app, move |space| {
        let all = QueryFilter::<Vec2>::everything();
        (space.nearest(Vec2::ZERO, 1e9, &all), space.gap_between(moving, nearer))
    });
    assert_eq!(gone, (None, None));
}

#[test]
fn absorbed_body_is_not_found() {
    let mut app = app();
    let pocket = spawn(&mut app, (Collider::circle(1.0), Static, Absorbs::Centre));
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 2);
    let found =
        ask(&mut app, |space| space.at_point(Vec2::ZERO, &QueryFilter::<Vec2>::everything()));
    assert_eq!(found, [pocket]);
    let mut absorbed = app.world_mut().query_filtered::<Entity, With<Absorbed>>();
    assert_eq!(absorbed.iter(app.world()).collect::<Vec<_>>(), [ball]);
}

#[test]
fn a_question_can_use_components() {
    let mut app = app();
    let light = spawn(&mut app, ball(vec2(3.0, 0.0), Vec2::ZERO));
    let heavy = spawn(&mut app, (ball(vec2(6.0, 0.0), Vec2::ZERO), Mass(5.0)));
    run(&mut app, 1);
    let system = |masses: Query<&Mass>, mut space: ElasticQuery| {
        let mass = |entity| masses.get(entity).map_or(0.0, |mass| mass.0);
        let filter = QueryFilter::new().predicate(|entity| mass(entity) > 2.0);
        let seen = space.cast_ray(Vec2::ZERO, Vec2::X, 100.0, &filter).unwrap().entity;
        (seen, space.cast_ray(Vec2::ZERO, Vec2::X, 100.0, &QueryFilter::new()).unwrap().entity)
    };
    assert_eq!(app.world_mut().run_system_once(system).unwrap(), (heavy, light));
}

#[test]
fn the_bodies_are_arranged_once_for_many_questions() {
    let mut app = app();
    for number in 0u16..4000 {
        let at = vec2(f32::from(number % 64) * 2.0, f32::from(number / 64) * 2.0);
        spawn(&mut app, ball(at, Vec2::ZERO));
    }
    run(&mut app, 1);
    let timed = |app: &mut App| -> Duration {
        ask(app, |space| {
            let start = Instant::now();
            let found = space.at_point(vec2(4.0, 4.0), &QueryFilter::<Vec2>::new());
            assert_eq!(found.len(), 1);
            start.elapsed()
        })
    };
    let first = timed(&mut app);
    // Nothing moves, so the arrangement of then still holds.
    run(&mut app, 3);
    let again = timed(&mut app);
    assert!(again < first / 5, "{again:?} after {first:?}");
}
