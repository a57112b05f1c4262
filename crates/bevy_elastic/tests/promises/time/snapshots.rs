//! A snapshot restored is the past, to the bit.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::observer::On;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut, RunSystemOnce};
use bevy_elastic::components::{Absorbed, Rejected};
use bevy_elastic::events::Stopped;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::{RewindBuffer, Snapshot};
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    TICK, app, ball, change, clock, get, hash, heard, listen, position, restore, run, set_frame,
    shown, spawn, take, velocity, wall,
};

/// Balls that roll, bounce, cross a sensor and fall into a pocket.
fn scene() -> (App, Vec<Entity>) {
    let mut app = app();
    listen::<Collided>(&mut app);
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    listen::<Stopped>(&mut app);
    spawn(&mut app, (Collider::arena(vec2(12.0, 8.0)), Static));
    let pocket = Transform::from_xyz(6.0, 4.0, 0.0);
    spawn(&mut app, (Collider::circle(2.5), Static, Absorbs::Centre, pocket));
    spawn(&mut app, (Collider::rectangle(3.0, 3.0), Static, Sensor::Edge));
    let balls = (0u8..8).map(|number| {
        let (x, y) = (f32::from(number % 4) * 2.5 - 4.0, f32::from(number / 4) * 3.0 - 1.5);
        let velocity = vec2(9.0 - f32::from(number) * 2.0, 3.0 + y);
        let rolling = RollingResistance(0.2 + 0.1 * f32::from(number));
        spawn(&mut app, (ball(vec2(x, y), velocity), rolling))
    });
    let balls = balls.collect();
    (app, balls)
}

type Told = (Vec<Collided>, Vec<SensorEntered>, Vec<SensorExited>, Vec<Stopped>);

fn told(app: &mut App) -> Told {
    (heard(app), heard(app), heard(app), heard(app))
}

#[test]
fn what_follows_is_what_followed_then() {
    for speed in [1.0, 0.3] {
        let (mut app, balls) = scene();
        clock(&mut app).set_relative_speed(speed);
        set_frame(&mut app, TICK * 4 / 7);
        run(&mut app, 100);
        told(&mut app);
        let (snapshot, before) = (take(&mut app), hash(&app));
        assert_eq!(snapshot.tick(), clock(&mut app).tick());
        let absorbed = |app: &App| {
            balls.iter().filter(|ball| app.world().get::<Absorbed>(**ball).is_some()).count()
        };
        let absorbed_before = absorbed(&app);
        let end = snapshot.tick() + 700;
        clock(&mut app).set_relative_speed(1.0);
        while clock(&mut app).tick() < end {
            app.update();
        }
        let (future, after, absorbed_after) = (told(&mut app), hash(&app), absorbed(&app));
        assert!(future.0.len() > 20 && !future.1.is_empty() && future.3.len() > 2);
        assert!(absorbed_after > absorbed_before, "balls come back");
        restore(&mut app, &snapshot);
        assert_eq!((hash(&app), clock(&mut app).tick()), (before, snapshot.tick()));
        assert_eq!(absorbed(&app), absorbed_before);
        while clock(&mut app).tick() < end {
            app.update();
        }
        assert_eq!((told(&mut app), hash(&app)), (future, after));
    }
}

#[test]
fn a_restored_ball_is_drawn_where_it_is_at_once() {
    let mut app = app();
    set_frame(&mut app, TICK * 2 / 7);
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 50);
    let (snapshot, at) = (take(&mut app), position(&app, ball));
    run(&mut app, 50);
    // Neither what was drawn nor what was moved by hand before is taken for a move afterwards.
    change(&mut app, ball, |transform: &mut Transform| transform.translation.y = 9.0);
    restore(&mut app, &snapshot);
    assert_eq!(position(&app, ball), at);
    clock(&mut app).pause();
    run(&mut app, 1);
    assert_eq!((shown(&app, ball), position(&app, ball)), (at, at));
    run(&mut app, 9);
    assert_eq!((shown(&app, ball), position(&app, ball)), (at, at));
}

#[test]
fn what_is_moved_after_a_restore_counts() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 2);
    let snapshot = take(&mut app);
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(5.0, 5.0));
    run(&mut app, 2);
    restore(&mut app, &snapshot);
    change(&mut app, ball, |transform: &mut Transform| transform.translation.y = 9.0);
    run(&mut app, 2);
    assert_eq!(position(&app, ball).y, 9.0);
}

#[test]
fn bodies_spawned_and_despawned_since_are_handled() {
    let (mut app, balls) = scene();
    run(&mut app, 30);
    let snapshot = take(&mut app);
    app.world_mut().entity_mut(balls[0]).despawn();
    app.world_mut().entity_mut(balls[1]).remove::<Collider>();
    let late = spawn(&mut app, ball(vec2(0.0, 3.0), vec2(1.0, 0.0)));
    run(&mut app, 30);
    app.world_mut().entity_mut(balls[2]).despawn();
    let at = position(&app, late);
    restore(&mut app, &snapshot);
    run(&mut app, 1);
    assert!(app.world().get_entity(balls[0]).is_err());
    assert!((position(&app, late) - at).length() < 1.0);
    let simulation = app.world().resource::<bevy_elastic::simulation::Simulation>();
    assert!(simulation.body(late).is_some());
    assert!(simulation.body(balls[1]).is_none());
    // Arena, pocket, sensor, five of the balls, and the late one.
    assert_eq!(simulation.world().ids().count(), 9);
    app.world_mut().entity_mut(balls[1]).insert(Collider::circle(0.5));
    run(&mut app, 100);
    assert!(app.world().get::<Rejected>(balls[1]).is_none());
}

#[test]
fn missing_bodies_are_listed_and_hidden_ones_come_back() {
    let mut app = app();
    let [gone, broken] = [-3.0, 3.0].map(|x| {
        let brick = (Collider::rectangle(2.0, 2.0), Static, Breaks(1));
        let at = Transform::from_xyz(x, 0.0, 0.0);
        spawn(&mut app, (brick, at))
    });
    for x in [-3.0, 3.0] {
        spawn(&mut app, ball(vec2(x, 4.0), vec2(0.0, -8.0)));
    }
    run(&mut app, 2);
    let (snapshot, before) = (take(&mut app), hash(&app));
    run(&mut app, 64);
    assert!([gone, broken].iter().all(|brick| app.world().get::<Absorbed>(*brick).is_some()));
    let missing = |app: &mut App| {
        let snapshot = snapshot.clone();
        let ask = move |snapshots: Snapshots| snapshots.missing(&snapshot);
        app.world_mut().run_system_once(ask).unwrap()
    };
    assert_eq!(missing(&mut app), []);
    restore(&mut app, &snapshot);
    assert_eq!((hash(&app), get::<Breaks>(&app, broken)), (before, Breaks(1)));
    assert!(app.world().get::<Absorbed>(broken).is_none());
    run(&mut app, 64);
    app.world_mut().entity_mut(gone).despawn();
    assert_eq!(missing(&mut app), [gone]);
    restore(&mut app, &snapshot);
    assert!(app.world().get::<Absorbed>(broken).is_none());
    assert!(app.world().get_entity(gone).is_err());
}

#[test]
fn walls_and_materials() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let wall = spawn(&mut app, wall(vec2(4.0, 0.0), -Vec2::X));
    run(&mut app, 2);
    let snapshot = take(&mut app);
    change(&mut app, wall, |transform: &mut Transform| transform.translation.x = 7.0);
    app.world_mut().entity_mut(ball).insert(Mass(4.0));
    run(&mut app, 10);
    assert_eq!(position(&app, wall).x, 7.0);
    restore(&mut app, &snapshot);
    run(&mut app, 1);
    // Where a wall stood is part of the state, what a ball is made of is the game's own.
    assert_eq!((position(&app, wall).x, shown(&app, wall).x), (4.0, 4.0));
    assert_eq!(get::<Mass>(&app, ball), Mass(4.0));
    run(&mut app, 2);
    assert_eq!((position(&app, wall).x, shown(&app, wall).x), (4.0, 4.0));
}

#[test]
fn the_ring_goes_back_step_by_step() {
    let (mut app, _) = scene();
    let mut ring = app.world_mut().resource_mut::<RewindBuffer>();
    (ring.interval, ring.capacity) = (8, 10);
    let mut hashes = Vec::new();
    for _ in 0..160 {
        run(&mut app, 1);
        hashes.push(hash(&app));
    }
    let rewind = |app: &mut App, seconds: f64| {
        let found = app
            .world_mut()
            .run_system_once(move |mut snapshots: Snapshots| snapshots.rewind(seconds))
            .unwrap();
        assert!(found);
        (clock(app).tick(), hash(app) == hashes[clock(app).tick() as usize - 1])
    };
    assert_eq!(rewind(&mut app, 0.25), (144, true));
    assert_eq!(rewind(&mut app, 0.01), (136, true));
    run(&mut app, 10);
    assert_eq!(rewind(&mut app, 0.01), (144, true));
    // No further than the ring reaches.
    assert_eq!(rewind(&mut app, 1e9), (88, true));
    assert_eq!(rewind(&mut app, f64::NAN), (88, true));
}

#[test]
fn an_observer_may_go_back() {
    #[derive(Resource)]
    struct Before(Option<Snapshot>);
    let mut app = app();
    listen::<Collided>(&mut app);
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    spawn(&mut app, wall(vec2(1.02, 0.0), -Vec2::X));
    run(&mut app, 20);
    let snapshot = take(&mut app);
    let at = position(&app, ball);
    app.insert_resource(Before(Some(snapshot)));
    app.add_observer(|_: On<Collided>, before: Res<Before>, mut snapshots: Snapshots| {
        if let Some(snapshot) = &before.0 {
            snapshots.restore(snapshot);
        }
    });
    let mut hits = 0;
    for _ in 0..100 {
        run(&mut app, 1);
        for hit in heard::<Collided>(&mut app) {
            hits += 1;
            assert_eq!((hit.tick, clock(&mut app).tick()), (33, 20));
            assert_eq!((position(&app, ball), velocity(&app, ball)), (at, vec2(1.0, 0.0)));
        }
    }
    assert!(hits >= 6);
}

#[test]
fn an_observer_may_take_a_snapshot() {
    #[derive(Resource, Default)]
    struct Taken(Option<Snapshot>);
    let mut app = app();
    app.init_resource::<Taken>();
    listen::<Collided>(&mut app);
    spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    spawn(&mut app, wall(vec2(1.02, 0.0), -Vec2::X));
    spawn(&mut app, wall(vec2(-1.02, 0.0), Vec2::X));
    app.add_observer(|_: On<Collided>, mut taken: ResMut<Taken>, snapshots: Snapshots| {
        taken.0.get_or_insert_with(|| snapshots.take());
    });
    run(&mut app, 10);
    heard::<Collided>(&mut app);
    run(&mut app, 90);
    let then = heard::<Collided>(&mut app);
    let snapshot = app.world_mut().resource_mut::<Taken>().0.clone().unwrap();
    assert_eq!(snapshot.tick(), 9);
    restore(&mut app, &snapshot);
    run(&mut app, 91);
    assert_eq!(heard::<Collided>(&mut app), then);
}
