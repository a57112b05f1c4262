//! Going back: what happens next is what happened then, to the bit.

use std::time::Duration;

use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::Time;
use bevy_transform::components::Transform;

use crate::app::{
    app, ball, clock, get, hash, heard, listen, position, restore, run, set_frame, shown, spawn,
    take, wall,
};

/// Balls in a box with a sensor and a pocket.
fn scene() -> bevy_app::App {
    let mut app = app();
    spawn(&mut app, (Collider::arena(vec2(16.0, 12.0)), Static));
    spawn(&mut app, (Collider::rectangle(4.0, 4.0), Static, Sensor::Centre));
    let pocket =
        (Collider::circle(1.0), Static, Absorbs::Centre, Transform::from_xyz(7.0, 5.0, 0.0));
    spawn(&mut app, pocket);
    for (x, y) in [(-6.0, -4.0), (-3.0, 2.0), (3.0, -2.0), (5.0, 3.0), (-5.0, 4.0)] {
        spawn(&mut app, ball(vec2(x, y), vec2(3.0 + y, 2.0 - x)));
    }
    listen::<Collided>(&mut app);
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    app
}

#[test]
fn the_same_happens_again() {
    let mut app = scene();
    run(&mut app, 100);
    let snapshot = take(&mut app);
    let before = hash(&app);
    let elapsed = app.world().resource::<Time<Elastic>>().elapsed();
    let mut rounds = Vec::new();
    for speed in [1.0, 0.5, 3.0] {
        assert_eq!(hash(&app), before);
        assert_eq!(app.world().resource::<Time<Elastic>>().elapsed(), elapsed);
        drop((heard::<Collided>(&mut app), heard::<SensorEntered>(&mut app)));
        heard::<SensorExited>(&mut app);
        clock(&mut app).set_speed(speed);
        run(&mut app, (600.0 / speed) as u32);
        rounds.push((
            hash(&app),
            heard::<Collided>(&mut app),
            heard::<SensorEntered>(&mut app),
            heard::<SensorExited>(&mut app),
        ));
        restore(&mut app, &snapshot);
    }
    assert!(rounds[0].1.len() > 20 && rounds[0].2.len() > 4);
    assert_eq!(rounds[0], rounds[1]);
    assert_eq!(rounds[0], rounds[2]);
}

#[test]
fn absorbed_balls_come_back() {
    let mut app = app();
    let pocket = (Collider::circle(1.0), Static, Absorbs::Edge, Transform::from_xyz(4.0, 0.0, 0.0));
    spawn(&mut app, pocket);
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(2.0, 0.0)));
    run(&mut app, 64);
    let (before, place) = (take(&mut app), position(&app, one));
    run(&mut app, 64);
    let after = take(&mut app);
    assert!(app.world().get::<Absorbed>(one).is_some());
    restore(&mut app, &before);
    assert!(app.world().get::<Absorbed>(one).is_none());
    assert_eq!(position(&app, one), place);
    restore(&mut app, &after);
    run(&mut app, 5);
    assert!(app.world().get::<Absorbed>(one).is_some(), "and forward again");
}

#[test]
fn who_came_since_stays_and_who_went_does_not_come_back() {
    let mut app = app();
    let old = spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    let gone = spawn(&mut app, ball(vec2(0.0, 5.0), vec2(1.0, 0.0)));
    run(&mut app, 64);
    let before = take(&mut app);
    app.world_mut().despawn(gone);
    let new = spawn(&mut app, ball(vec2(0.0, 9.0), vec2(1.0, 0.0)));
    run(&mut app, 64);
    restore(&mut app, &before);
    run(&mut app, 64);
    assert_eq!(position(&app, old), vec2(2.0, 0.0));
    assert_eq!(position(&app, new), vec2(2.0, 9.0));
    let simulation = app.world().resource::<bevy_elastic::simulation::Simulation>();
    assert_eq!(simulation.world().ids().count(), 2);
}

#[test]
fn a_restore_is_no_teleport_and_is_drawn_at_once() {
    let mut app = app();
    spawn(&mut app, wall(vec2(9.0, 0.0), -Vec2::X));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(3.1, 0.7)));
    run(&mut app, 32);
    let (before, place) = (take(&mut app), position(&app, one));
    run(&mut app, 64);
    restore(&mut app, &before);
    set_frame(&mut app, Duration::from_micros(10));
    run(&mut app, 1);
    assert_eq!(position(&app, one), place);
    assert_eq!(shown(&app, one), place);
    assert_eq!(get::<Velocity>(&app, one).0, vec2(3.1, 0.7));
}

/// Goes back one second through the ring.
fn back(app: &mut bevy_app::App) -> bool {
    app.world_mut()
        .run_system_once(|mut snapshots: Snapshots| snapshots.rewind(1.0))
        .expect("the resources of the plugin are there")
}

#[test]
fn the_ring_goes_back_by_seconds() {
    let mut app = app();
    app.insert_resource(Rewind::<Vec2>::new(4, 64));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(64.0, 0.0)));
    run(&mut app, 200);
    assert!(back(&mut app));
    assert_eq!((clock(&mut app).tick(), position(&app, one)), (136, vec2(136.0, 0.0)));
    run(&mut app, 4);
    assert_eq!(position(&app, one), vec2(140.0, 0.0));
    for _ in 0..10 {
        back(&mut app);
    }
    assert_eq!(clock(&mut app).tick(), 4, "the oldest that is kept");
}
