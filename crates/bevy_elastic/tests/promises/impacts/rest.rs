//! What bounces lower and lower comes to rest, and what has no room is told.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::observer::On;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::ResMut;
use bevy_elastic::components::Position;
use bevy_elastic::events::{DeepOverlap, LimitReached};
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, dvec2};
use collide_core::vector::Vector;

use crate::app::{app_in, at, ball_in, clock, get, heard, listen, run, spawn};

/// The times of all bounces of a ball that falls from a height of 1, until a bounce is shorter than a tick.
fn bounces_at_their_times(restitution: f32) {
    const GRAVITY: f64 = 9.81;
    let mut app = app_in::<DVec2>();
    listen::<Collided<DVec2>>(&mut app);
    listen::<LimitReached>(&mut app);
    app.insert_resource(Gravity(dvec2(0.0, -GRAVITY)));
    spawn(&mut app, (Collider::HalfSpace { normal: DVec2::Y }, Static));
    let falls = ball_in::<DVec2>(dvec2(0.0, 1.5), DVec2::ZERO);
    spawn(&mut app, (falls, Restitution(restitution)));
    let start = clock(&mut app).tick();
    run(&mut app, 64 * 20);
    let tick = clock(&mut app).tick_seconds();
    let told: Vec<f64> = heard::<Collided<DVec2>>(&mut app)
        .iter()
        .map(|event| (event.tick - start) as f64 * tick + event.time)
        .collect();
    let (mut time, mut speed) = ((2.0 / GRAVITY).sqrt(), (2.0 * GRAVITY).sqrt());
    let mut expected = Vec::new();
    while speed > 0.5 * GRAVITY * tick {
        expected.push(time);
        speed *= f64::from(restitution);
        time += 2.0 * speed / GRAVITY;
    }
    assert_eq!(told.len(), expected.len(), "{restitution}");
    let errors = told.iter().zip(&expected).map(|(told, expected)| (told - expected).abs());
    let worst = errors.fold(0.0, f64::max);
    println!("e = {restitution}: {} bounces, at most {worst:e} s off", told.len());
    assert!(worst < 1e-9, "{restitution}: {worst:e}");
    assert!(heard::<LimitReached>(&mut app).is_empty());
}

#[test]
fn a_ball_bounces_until_its_bounce_is_shorter_than_a_tick() {
    for restitution in [0.5, 0.8, 0.9] {
        bounces_at_their_times(restitution);
    }
}

#[derive(Resource, Default)]
struct Noticed(Vec<Entity>);

/// Two balls in one place tell that they have no room, once, and part without getting a velocity.
fn two_in_one_place_part<V: Space>() {
    let mut app: App = app_in::<V>();
    listen::<DeepOverlap>(&mut app);
    app.init_resource::<Noticed>().add_observer(
        |event: On<DeepOverlap>, mut noticed: ResMut<Noticed>| noticed.0.push(event.entity),
    );
    let pair = [0, 1].map(|_| spawn(&mut app, ball_in(at::<V>(2.0, 1.0), V::default())));
    run(&mut app, 128);
    let told = heard::<DeepOverlap>(&mut app);
    assert_eq!(told.iter().map(|event| event.entity).collect::<Vec<_>>(), pair);
    assert_eq!((told[0].other, told[0].depth), (pair[1], 1.0));
    assert_eq!(app.world().resource::<Noticed>().0, pair);
    let places = pair.map(|ball| get::<Position<V>>(&app, ball).0.widen());
    let distance = (places[0] - places[1]).length();
    assert!((distance - 1.0).abs() < 2e-4, "{distance}");
    assert!(pair.iter().all(|ball| get::<Velocity<V>>(&app, *ball).0 == V::default()));
}

#[test]
fn two_in_one_place_part_in_every_space() {
    two_in_one_place_part::<Vec2>();
    two_in_one_place_part::<DVec2>();
    two_in_one_place_part::<Vec3>();
    two_in_one_place_part::<DVec3>();
}
