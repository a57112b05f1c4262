//! What lies quietly falls asleep, tells, and costs nothing until it is touched.

use bevy_app::App;
use bevy_ecs::change_detection::{DetectChanges, Ref};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::Messages;
use bevy_ecs::observer::On;
use bevy_ecs::query::With;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut, RunSystemOnce};
use bevy_elastic::components::{Asleep, BodyKey};
use bevy_elastic::events::{FellAsleep, LimitReached, Woke};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::Snapshot;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3};
use bevy_transform::components::Transform;
use collide_core::measure::{deepest_overlap, state_hash};

use crate::app::{
    app, app_in, at, ball_in, clock, component, get, heard, is_asleep, listen, run, spawn, tower_in,
};

/// Makes updates until all of these sleep, which they do in good time, and tells how many.
fn until_asleep<V: Space>(app: &mut App, bodies: &[Entity]) -> u32 {
    for updates in 0..64 * 20 {
        if bodies.iter().all(|body| is_asleep::<V>(app, *body)) {
            return updates;
        }
        run(app, 1);
    }
    panic!("they do not fall asleep");
}

fn deepest<V: Space>(app: &App) -> f64 {
    deepest_overlap(app.world().resource::<Simulation<V>>().world())
}

fn world_hash<V: Space>(app: &App) -> u64 {
    state_hash(app.world().resource::<Simulation<V>>().world())
}

fn sleeps_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<FellAsleep>(&mut app);
    listen::<Woke>(&mut app);
    listen::<LimitReached>(&mut app);
    let (floor, tower) = tower_in::<V>(&mut app, 6);
    let updates = until_asleep::<V>(&mut app, &tower);
    assert!(updates >= 32, "half a second is not over after {updates} ticks");
    let told = heard::<FellAsleep>(&mut app);
    assert_eq!(told.iter().map(|event| event.entity).collect::<Vec<_>>(), tower);
    let tick = clock(&mut app).tick() - 1;
    assert!(told.iter().all(|event| (event.tick, event.time) == (tick, 1.0 / 64.0)));
    for (number, ball) in (0u8..).zip(&tower) {
        assert_eq!(get::<Velocity<V>>(&app, *ball).0, V::default());
        let height = component(get::<Position<V>>(&app, *ball).0, 1);
        assert!((height - 0.5 - f64::from(number)).abs() < 0.02, "{number} lies at {height}");
    }
    assert!(!is_asleep::<V>(&app, floor));
    assert!(deepest::<V>(&app) < 0.01, "{}", deepest::<V>(&app));
    let before = world_hash::<V>(&app);
    run(&mut app, 300);
    assert_eq!(world_hash::<V>(&app), before);
    assert!(heard::<FellAsleep>(&mut app).is_empty() && heard::<Woke>(&mut app).is_empty());
    assert!(heard::<LimitReached>(&mut app).is_empty());
}

#[test]
fn a_tower_falls_asleep_and_each_ball_tells_once() {
    sleeps_in::<Vec2>();
    sleeps_in::<Vec3>();
    sleeps_in::<DVec2>();
    sleeps_in::<DVec3>();
}

fn is_hit_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<FellAsleep>(&mut app);
    listen::<Woke>(&mut app);
    listen::<Collided<V>>(&mut app);
    let (_, mut tower) = tower_in::<V>(&mut app, 4);
    until_asleep::<V>(&mut app, &tower);
    heard::<FellAsleep>(&mut app);
    heard::<Collided<V>>(&mut app);
    let shot = (ball_in(at::<V>(0.0, 6.0), at(0.0, -12.0)), Restitution(0.5));
    let shot = spawn(&mut app, shot);
    run(&mut app, 4);
    assert!(heard::<Woke>(&mut app).is_empty());
    assert!(tower.iter().all(|ball| is_asleep::<V>(&app, *ball)));
    while heard::<Collided<V>>(&mut app).is_empty() {
        run(&mut app, 1);
    }
    let woken = heard::<Woke>(&mut app);
    assert_eq!(woken.iter().map(|event| event.entity).collect::<Vec<_>>(), tower);
    let tick = clock(&mut app).tick() - 1;
    assert!(woken.iter().all(|event| event.tick == tick && event.time > 0.0));
    assert!(tower.iter().all(|ball| !is_asleep::<V>(&app, *ball)));
    tower.push(shot);
    until_asleep::<V>(&mut app, &tower);
    let told = heard::<FellAsleep>(&mut app);
    assert_eq!(told.iter().map(|event| event.entity).collect::<Vec<_>>(), tower);
    assert!(heard::<Woke>(&mut app).is_empty());
}

#[test]
fn a_shot_wakes_all_and_they_fall_asleep_again() {
    is_hit_in::<Vec2>();
    is_hit_in::<Vec3>();
    is_hit_in::<DVec2>();
    is_hit_in::<DVec3>();
}

fn watches_in<V: Space>() {
    let mut app = app_in::<V>();
    app.world_mut().resource_mut::<ElasticConfig>().sleep = false;
    listen::<FellAsleep>(&mut app);
    let (_, tower) = tower_in::<V>(&mut app, 6);
    run(&mut app, 64 * 10);
    assert!(tower.iter().all(|ball| !is_asleep::<V>(&app, *ball)));
    assert!(heard::<FellAsleep>(&mut app).is_empty());
    // They rest all the same.
    for (number, ball) in (0u8..).zip(&tower) {
        let height = component(get::<Position<V>>(&app, *ball).0, 1);
        assert!((height - 0.5 - f64::from(number)).abs() < 0.02, "{number} lies at {height}");
    }
    // Sleeping bodies wake when sleep is switched off.
    app.world_mut().resource_mut::<ElasticConfig>().sleep = true;
    until_asleep::<V>(&mut app, &tower);
    listen::<Woke>(&mut app);
    app.world_mut().resource_mut::<ElasticConfig>().sleep = false;
    run(&mut app, 1);
    assert_eq!(heard::<Woke>(&mut app).len(), 6);
    assert!(tower.iter().all(|ball| !is_asleep::<V>(&app, *ball)));
}

#[test]
fn no_body_sleeps_where_sleep_is_switched_off() {
    watches_in::<Vec2>();
    watches_in::<Vec3>();
}

/// A ball alone on a floor.
fn alone_in<V: Space>() {
    let mut app = app_in::<V>();
    let (_, tower) = tower_in::<V>(&mut app, 1);
    until_asleep::<V>(&mut app, &tower);
    assert_eq!(component(get::<Position<V>>(&app, tower[0]).0, 1), 0.5);
}

#[test]
fn one_ball_on_a_floor_sleeps_too() {
    alone_in::<Vec2>();
    alone_in::<Vec3>();
}

#[test]
fn flying_body_does_not_sleep() {
    let mut app = app();
    let ball = spawn(&mut app, ball_in(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 300);
    assert!(!is_asleep::<Vec2>(&app, ball));
}

fn is_silent_in<V: Space>() {
    #[derive(Resource, Default)]
    struct Writes(usize);
    type Written<'w, V> =
        (Ref<'w, Position<V>>, Ref<'w, Velocity<V>>, Ref<'w, Transform>, Ref<'w, Asleep>);
    let mut app = app_in::<V>();
    let (_, tower) = tower_in::<V>(&mut app, 6);
    until_asleep::<V>(&mut app, &tower);
    app.init_resource::<Writes>().add_systems(
        bevy_app::Last,
        |bodies: Query<Written<V>>, mut writes: ResMut<Writes>| {
            for (position, velocity, transform, asleep) in &bodies {
                writes.0 += usize::from(position.is_changed());
                writes.0 += usize::from(velocity.is_changed());
                writes.0 += usize::from(transform.is_changed());
                writes.0 += usize::from(asleep.is_changed());
            }
        },
    );
    // A system that has never run takes everything for changed.
    run(&mut app, 2);
    app.world_mut().resource_mut::<Writes>().0 = 0;
    run(&mut app, 100);
    assert_eq!(app.world().resource::<Writes>().0, 0);
    assert!(tower.iter().all(|ball| is_asleep::<V>(&app, *ball)));
}

#[test]
fn nothing_is_written_to_sleeping_bodies() {
    is_silent_in::<Vec2>();
    is_silent_in::<Vec3>();
}

#[test]
fn observers_hear_of_the_body_they_watch_and_see_its_mark() {
    #[derive(Resource, Default)]
    struct Seen(Vec<(&'static str, Entity, bool, usize)>);
    fn note(
        what: &'static str,
        target: Entity,
        marked: &Query<(), With<Asleep>>,
        messages: usize,
        seen: &mut Seen,
    ) {
        seen.0.push((what, target, marked.contains(target), messages));
    }
    let mut app = app();
    app.init_resource::<Seen>();
    let (_, tower) = tower_in::<Vec2>(&mut app, 3);
    app.world_mut().entity_mut(tower[1]).observe(
        |event: On<FellAsleep>,
         marked: Query<(), With<Asleep>>,
         messages: Res<Messages<FellAsleep>>,
         mut seen: ResMut<Seen>| {
            note("asleep", event.entity, &marked, messages.len(), &mut seen);
        },
    );
    app.add_observer(
        |event: On<Woke>,
         marked: Query<(), With<Asleep>>,
         messages: Res<Messages<Woke>>,
         mut seen: ResMut<Seen>| {
            note("woke", event.entity, &marked, messages.len(), &mut seen);
        },
    );
    until_asleep::<Vec2>(&mut app, &tower);
    spawn(&mut app, ball_in(Vec2::new(0.0, 3.6), Vec2::new(0.0, -8.0)));
    run(&mut app, 4);
    let seen = std::mem::take(&mut app.world_mut().resource_mut::<Seen>().0);
    let expected = [
        ("asleep", tower[1], true, 3),
        ("woke", tower[0], false, 3),
        ("woke", tower[1], false, 3),
        ("woke", tower[2], false, 3),
    ];
    assert_eq!(seen, expected);
}

fn take_in<V: Space>(app: &mut App) -> Snapshot<V> {
    app.world_mut().run_system_once(|snapshots: Snapshots<V>| snapshots.take()).unwrap()
}

fn restore_in<V: Space>(app: &mut App, snapshot: &Snapshot<V>) {
    let snapshot = snapshot.clone();
    app.world_mut()
        .run_system_once(move |mut snapshots: Snapshots<V>| snapshots.restore(&snapshot))
        .unwrap();
}

type Events<V> = (Vec<Woke>, Vec<FellAsleep>, Vec<Collided<V>>);

/// What follows when a ball falls on a tower, with one name for that ball, which is another entity each
/// time.
fn falls_on<V: Space>(app: &mut App, tower: &[Entity]) -> (u64, Events<V>, Vec<bool>) {
    let shot = (ball_in(at::<V>(0.01, 6.0), at(0.0, -9.0)), Restitution(0.75), BodyKey(7));
    let shot = spawn(app, shot);
    run(app, 500);
    let mut events: Events<V> = (heard(app), heard(app), heard(app));
    let name = |entity: &mut Entity| {
        if *entity == shot {
            *entity = Entity::PLACEHOLDER;
        }
    };
    events.0.iter_mut().for_each(|event| name(&mut event.entity));
    events.1.iter_mut().for_each(|event| name(&mut event.entity));
    for event in &mut events.2 {
        name(&mut event.entity);
        name(&mut event.other);
    }
    let sleep = tower.iter().map(|ball| is_asleep::<V>(app, *ball)).collect();
    let hash = world_hash::<V>(app);
    app.world_mut().entity_mut(shot).despawn();
    (hash, events, sleep)
}

fn comes_back_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<Woke>(&mut app);
    listen::<FellAsleep>(&mut app);
    listen::<Collided<V>>(&mut app);
    let (_, tower) = tower_in::<V>(&mut app, 4);
    run(&mut app, 5);
    let awake = take_in::<V>(&mut app);
    until_asleep::<V>(&mut app, &tower);
    let (asleep, before) = (take_in::<V>(&mut app), world_hash::<V>(&app));
    assert_eq!(heard::<FellAsleep>(&mut app).len(), 4);
    heard::<Collided<V>>(&mut app);
    let then = falls_on::<V>(&mut app, &tower);
    assert_eq!((then.1.0.len(), then.1.1.len()), (4, 5));
    // From sleeping bodies, and from bodies that are awake.
    for wakes in [false, true] {
        if wakes {
            // That the last one that fell is gone wakes them; it is told of too.
            run(&mut app, 2);
            assert_eq!(heard::<Woke>(&mut app).len(), 5);
        }
        assert!(tower.iter().all(|ball| is_asleep::<V>(&app, *ball) != wakes));
        restore_in(&mut app, &asleep);
        assert!(tower.iter().all(|ball| is_asleep::<V>(&app, *ball)));
        assert_eq!(world_hash::<V>(&app), before);
        assert_eq!(falls_on::<V>(&mut app, &tower), then);
    }
    restore_in(&mut app, &awake);
    assert!(tower.iter().all(|ball| !is_asleep::<V>(&app, *ball)));
    let again = until_asleep::<V>(&mut app, &tower);
    assert_eq!((clock(&mut app).tick(), world_hash::<V>(&app)), (asleep.tick(), before));
    assert_eq!(u64::from(again), asleep.tick() - awake.tick());
}

#[test]
fn snapshot_holds_sleeping_bodies() {
    comes_back_in::<Vec2>();
    comes_back_in::<Vec3>();
}

#[test]
fn forecast_reports_bodies_that_fall_asleep_and_wake() {
    let mut app = app();
    listen::<FellAsleep>(&mut app);
    let (_, tower) = tower_in::<Vec2>(&mut app, 3);
    let ask = |app: &mut App| {
        app.world_mut()
            .run_system_once(|mut forecast: Forecast| {
                let future = forecast.predict(&[], 640);
                let sleepers = future.events.iter().filter_map(|event| match event {
                    bevy_elastic::events::ElasticEvent::FellAsleep(event) => Some(*event),
                    _ => None,
                });
                sleepers.collect::<Vec<_>>()
            })
            .unwrap()
    };
    // Asked at many times, also while they lie still already, it always tells the same tick.
    let mut foretold = Vec::new();
    run(&mut app, 1);
    while !is_asleep::<Vec2>(&app, tower[0]) {
        foretold.push(ask(&mut app));
        run(&mut app, 1);
    }
    let told = heard::<FellAsleep>(&mut app);
    assert_eq!(told.len(), 3);
    assert!(foretold.len() > 30 && foretold.iter().all(|future| *future == told));
    let woken = app
        .world_mut()
        .run_system_once(move |mut forecast: Forecast| {
            let push = ForecastChange { velocity: Some(Vec2::Y), ..ForecastChange::of(tower[2]) };
            let future = forecast.predict(&[push], 64);
            let woken = future.events.iter().filter_map(|event| match event {
                bevy_elastic::events::ElasticEvent::Woke(event) => Some(event.entity),
                _ => None,
            });
            woken.collect::<Vec<_>>() == tower
        })
        .unwrap();
    assert!(woken);
}
