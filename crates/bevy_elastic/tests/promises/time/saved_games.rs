//! A snapshot that was written to a file goes on in another App, to the bit.

use bevy_app::App;
use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::components::{AngularVelocity, Asleep, BodyKey, Cloth, Orientation};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::snapshot::Snapshot;
use bevy_math::{Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, app_in, ball, get, hash, restore, run, spawn, take};

/// Adds one of the bodies of a game with balls that turn, that pile up and sleep, that roll on a cloth, that break and that
/// fall into a pocket, and with a paddle that turns.
fn add(app: &mut App, key: u64) {
    let number = key as f32;
    let place = vec2(0.9 * (number % 10.0) - 4.5, 1.1 * (number / 10.0).floor() - 4.0);
    let moving = ball(place, vec2(number.sin(), 2.0));
    let key = BodyKey(key);
    match key.0 {
        0 => spawn(app, (Collider::arena(vec2(12.0, 12.0)), Static, key)),
        1 => {
            let turning = (Kinematic, AngularVelocity(2.0), Transform::from_xyz(4.0, 4.0, 0.0));
            spawn(app, (Collider::rectangle(2.0, 0.2), turning, key))
        }
        2 => {
            let pocket = (Absorbs::Centre, Static, Transform::from_xyz(-6.0, -6.0, 0.0));
            spawn(app, (Collider::circle(1.5), pocket, key))
        }
        3..10 => {
            let cloth = (Cloth::default(), Orientation::default());
            spawn(app, (moving, Restitution(0.9), cloth, key))
        }
        10..20 => spawn(app, (moving, Restitution(0.5), AngularVelocity(3.0), Friction(0.3), key)),
        20..25 => spawn(app, (moving, Restitution(1.0), Breaks(9), key)),
        _ => spawn(app, (moving, Restitution(0.2), key)),
    };
}

/// The game after its first tick, with the bodies in this order.
fn game(keys: impl Iterator<Item = u64>) -> App {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -9.0)));
    keys.for_each(|key| add(&mut app, key));
    run(&mut app, 1);
    app
}

#[test]
fn it_goes_on_in_another_app_to_the_bit() {
    for ticks in [1, 40, 400, 2000] {
        let mut first = game(0..60);
        run(&mut first, ticks);
        let (file, before) = (serde_json::to_string(&take(&mut first)).unwrap(), hash(&first));
        let states: Vec<u64> = (0..200).map(|_| (run(&mut first, 1), hash(&first)).1).collect();
        // The entities are others there.
        let mut second = game((0..60).rev());
        run(&mut second, 7);
        let snapshot: Snapshot = serde_json::from_str(&file).unwrap();
        restore(&mut second, &snapshot);
        assert_eq!(hash(&second), before, "after {ticks} ticks");
        for (tick, state) in states.into_iter().enumerate() {
            run(&mut second, 1);
            assert_eq!(hash(&second), state, "{tick} ticks after {ticks}");
        }
        let sleepers = |app: &mut App| app.world_mut().query::<&Asleep>().iter(app.world()).count();
        assert_eq!(sleepers(&mut first), sleepers(&mut second));
    }
}

#[test]
fn bodies_and_entities_without_each_other_are_left_out_and_left_alone() {
    let mut first = game(0..40);
    let file = serde_json::to_string(&take(&mut first)).unwrap();
    let mut second = game(20..60);
    let snapshot: Snapshot = serde_json::from_str(&file).unwrap();
    restore(&mut second, &snapshot);
    let count = |app: &App| app.world().resource::<Simulation>().world().ids().count();
    assert_eq!(count(&second), 20);
    run(&mut second, 1);
    assert_eq!(count(&second), 40);
}

#[test]
fn what_no_snapshot_can_be_is_refused_with_the_reason() {
    let mut app = game(0..10);
    let file = serde_json::to_string(&take(&mut app)).unwrap();
    let reason = |file: &str| serde_json::from_str::<Snapshot>(file).unwrap_err().to_string();
    let other = file.replacen("\"format\":1,", "\"format\":7,", 1);
    assert!(reason(&other).starts_with("the snapshot is written in format 7, not 1"));
    let in_space = serde_json::from_str::<Snapshot<Vec3>>(&file).map(|_| ()).unwrap_err();
    assert!(!in_space.to_string().is_empty());
    for length in (0..file.len()).step_by(97) {
        assert!(!reason(&file[..length]).is_empty());
    }
    let before = hash(&app);
    assert!(serde_json::from_str::<Snapshot>(&file[1..]).is_err());
    assert_eq!(hash(&app), before);
}

#[test]
fn a_snapshot_of_space_is_written_too() {
    let game = || {
        let mut app = app_in::<Vec3>();
        app.insert_resource(Gravity(Vec3::NEG_Y));
        let room = Collider::<Vec3>::Arena { half_size: Vec3::splat(5.0) };
        spawn(&mut app, (room, Static, BodyKey(0)));
        let ball = (Collider::<Vec3>::ball(0.5), Velocity(Vec3::new(3.0, 1.0, -2.0)), BodyKey(1));
        let ball = spawn(&mut app, (ball, AngularVelocity(Vec3::X), Friction(0.2)));
        run(&mut app, 1);
        (app, ball)
    };
    let (mut first, ball) = game();
    run(&mut first, 100);
    let snapshot =
        |app: &mut App| app.world_mut().run_system_once(|it: Snapshots<Vec3>| it.take()).unwrap();
    let file = serde_json::to_string(&snapshot(&mut first)).unwrap();
    let (mut second, same) = game();
    let read: Snapshot<Vec3> = serde_json::from_str(&file).unwrap();
    let load = move |mut snapshots: Snapshots<Vec3>| snapshots.restore(&read);
    second.world_mut().run_system_once(load).unwrap();
    run(&mut second, 50);
    run(&mut first, 50);
    assert_eq!(get::<Position<Vec3>>(&first, ball), get::<Position<Vec3>>(&second, same));
}
