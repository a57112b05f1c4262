//! Whoever sleeps wakes as soon as the game changes it or what it lies on.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::observer::On;
use bevy_ecs::system::{Commands, Query};
use bevy_elastic::components::{Acceleration, Asleep, GravityScale};
use bevy_elastic::events::{FellAsleep, Woke};
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{Vec2, Vec3};
use bevy_transform::components::Transform;

use crate::app::{
    app_in, at, ball_in, change, component, cube_in, get, heard, is_asleep, listen, run, spawn,
    tower_in, wall_in,
};

/// A tower of balls that sleeps, in an App that counts bodies that wake.
fn sleepers_in<V: Space>(balls: u8) -> (App, Entity, Vec<Entity>) {
    let mut app = app_in::<V>();
    let (floor, tower) = tower_in::<V>(&mut app, balls);
    for _ in 0..64 * 10 {
        if tower.iter().all(|ball| is_asleep::<V>(&app, *ball)) {
            break;
        }
        run(&mut app, 1);
    }
    listen::<Woke>(&mut app);
    run(&mut app, 10);
    assert!(tower.iter().all(|ball| is_asleep::<V>(&app, *ball)));
    heard::<Woke>(&mut app);
    (app, floor, tower)
}

fn height<V: Space>(app: &App, ball: Entity) -> f64 {
    component(get::<Position<V>>(app, ball).0, 1)
}

/// Gives woken bodies the time to fall asleep again.
fn sleep_again(app: &mut App) {
    run(app, 64 * 2);
    heard::<Woke>(app);
}

/// All wake in the tick after a change, and each tells once.
fn wakes<V: Space>(what: &str, balls: u8, change: impl FnOnce(&mut App, Entity, &[Entity])) {
    let (mut app, floor, tower) = sleepers_in::<V>(balls);
    change(&mut app, floor, &tower);
    run(&mut app, 1);
    let woken: Vec<Entity> = heard::<Woke>(&mut app).iter().map(|event| event.entity).collect();
    assert_eq!(woken, tower, "{what}, {balls} balls");
    assert!(tower.iter().all(|ball| !is_asleep::<V>(&app, *ball)), "{what}");
}

/// The changes that a game makes to the first ball, of a tower or alone.
fn changes_wake_in<V: Space>(balls: u8) {
    wakes::<V>("velocity", balls, |app, _, tower| {
        change(app, tower[0], |velocity: &mut Velocity<V>| velocity.0 = at(0.0, 0.25));
    });
    wakes::<V>("position", balls, |app, _, tower| {
        change(app, tower[0], |position: &mut Position<V>| {
            position.0 = V::narrow(position.0.widen() + at::<V>(0.0, 0.0625).widen());
        });
    });
    wakes::<V>("transform", balls, |app, _, tower| {
        change(app, tower[0], |transform: &mut Transform| transform.translation.y += 0.0625);
    });
    wakes::<V>("collider", balls, |app, _, tower| {
        app.world_mut().entity_mut(tower[0]).insert(Collider::<V>::ball(0.46875));
    });
    wakes::<V>("mass", balls, |app, _, tower| {
        app.world_mut().entity_mut(tower[0]).insert(Mass(3.0));
    });
    wakes::<V>("acceleration", balls, |app, _, tower| {
        app.world_mut().entity_mut(tower[0]).insert(Acceleration(at::<V>(0.0, 9.0)));
    });
    wakes::<V>("scale of gravity", balls, |app, _, tower| {
        app.world_mut().entity_mut(tower[0]).insert(GravityScale(-1.0));
    });
    wakes::<V>("mark", balls, |app, _, tower| {
        app.world_mut().entity_mut(tower[0]).remove::<Asleep>();
    });
}

/// The changes that a game makes to what they lie on, or to all.
fn changes_around_wake_in<V: Space>(balls: u8) {
    wakes::<V>("gravity", balls, |app, _, _| {
        app.insert_resource(Gravity(at::<V>(0.0, -9.0)));
    });
    wakes::<V>("floor despawned", balls, |app, floor, _| {
        app.world_mut().entity_mut(floor).despawn();
    });
    wakes::<V>("floor disabled", balls, |app, floor, _| {
        app.world_mut().entity_mut(floor).insert(Disabled);
    });
    wakes::<V>("floor moved", balls, |app, floor, _| {
        change(app, floor, |position: &mut Position<V>| position.0 = at(0.0, -0.25));
    });
    wakes::<V>("floor moved by its transform", balls, |app, floor, _| {
        change(app, floor, |transform: &mut Transform| transform.translation.y = -0.25);
    });
    wakes::<V>("floor a sensor", balls, |app, floor, _| {
        app.world_mut().entity_mut(floor).insert(Sensor::Edge);
    });
    wakes::<V>("wall moved into them", balls, |app, _, _| {
        let far = Position(at::<V>(9.0, 0.5));
        let block = spawn(app, (cube_in::<V>(0.125), Kinematic, far));
        sleep_again(app);
        change(app, block, |position: &mut Position<V>| position.0 = at(0.5, 0.5));
    });
    wakes::<V>("wall spawned", balls, |app, _, _| {
        spawn(app, wall_in(at::<V>(0.0, -3.0), at(0.0, 1.0)));
    });
}

#[test]
fn a_change_of_one_wakes_all() {
    changes_wake_in::<Vec2>(3);
    changes_wake_in::<Vec3>(3);
}

#[test]
fn change_wakes_a_lone_body() {
    changes_wake_in::<Vec2>(1);
    changes_wake_in::<Vec3>(1);
}

#[test]
fn a_change_of_what_they_lie_on_wakes_all() {
    changes_around_wake_in::<Vec2>(3);
    changes_around_wake_in::<Vec3>(3);
}

#[test]
fn change_of_the_floor_wakes_a_lone_body() {
    changes_around_wake_in::<Vec2>(1);
    changes_around_wake_in::<Vec3>(1);
}

fn falls_in<V: Space>(balls: u8) {
    let (mut app, floor, tower) = sleepers_in::<V>(balls);
    let before: Vec<f64> = tower.iter().map(|ball| height::<V>(&app, *ball)).collect();
    app.world_mut().entity_mut(floor).despawn();
    run(&mut app, 64);
    for (ball, before) in tower.iter().zip(before) {
        // 8 length units a second squared, for a second.
        let way = before - height::<V>(&app, *ball);
        assert!((way - 4.0).abs() < 0.05, "it fell by {way}");
    }
}

#[test]
fn without_a_floor_they_fall() {
    for balls in [1, 4] {
        falls_in::<Vec2>(balls);
        falls_in::<Vec3>(balls);
    }
}

fn goes_in<V: Space>() {
    let (mut app, _, tower) = sleepers_in::<V>(4);
    app.world_mut().entity_mut(tower[1]).despawn();
    run(&mut app, 1);
    // The message names the despawned body, too.
    let woken: Vec<Entity> = heard::<Woke>(&mut app).iter().map(|event| event.entity).collect();
    assert_eq!(woken.len(), 4);
    run(&mut app, 64 * 4);
    for (number, ball) in (0u8..).zip([tower[0], tower[2], tower[3]]) {
        assert!(is_asleep::<V>(&app, ball));
        assert!((height::<V>(&app, ball) - 0.5 - f64::from(number)).abs() < 0.02);
    }
}

#[test]
fn body_on_a_despawned_one_falls_onto_the_next() {
    goes_in::<Vec2>();
    goes_in::<Vec3>();
}

#[test]
fn body_disabled_and_enabled_again_is_awake() {
    let (mut app, _, tower) = sleepers_in::<Vec2>(3);
    app.world_mut().entity_mut(tower[2]).insert(Disabled);
    run(&mut app, 100);
    app.world_mut().entity_mut(tower[2]).remove::<Disabled>();
    run(&mut app, 1);
    assert!(!is_asleep::<Vec2>(&app, tower[2]));
    run(&mut app, 100);
    assert!(tower.iter().all(|ball| is_asleep::<Vec2>(&app, *ball)));
}

#[test]
fn writing_equal_values_wakes_no_body() {
    let (mut app, floor, tower) = sleepers_in::<Vec2>(3);
    for body in [floor, tower[0], tower[2]] {
        change(&mut app, body, |velocity: &mut Velocity| velocity.0 = Vec2::ZERO);
        change(&mut app, body, |position: &mut Position| position.0 *= 1.0);
        change(&mut app, body, |transform: &mut Transform| {
            transform.translation *= 1.0;
        });
        change(&mut app, body, |collider: &mut Collider| *collider = collider.clone());
        // The depth of a sprite is the game's own.
        change(&mut app, body, |transform: &mut Transform| transform.translation.z += 1.0);
    }
    let gravity = *app.world().resource::<Gravity>();
    app.insert_resource(gravity);
    run(&mut app, 3);
    assert!(heard::<Woke>(&mut app).is_empty());
    assert!(tower.iter().all(|ball| is_asleep::<Vec2>(&app, *ball)));
}

#[test]
fn asleep_mark_on_an_awake_body_is_removed() {
    let mut app = app_in::<Vec2>();
    let ball = spawn(&mut app, (ball_in(Vec2::ZERO, Vec2::X), Asleep));
    run(&mut app, 1);
    assert!(!is_asleep::<Vec2>(&app, ball));
    app.world_mut().entity_mut(ball).insert(Asleep);
    run(&mut app, 1);
    assert!(!is_asleep::<Vec2>(&app, ball));
    assert_eq!(get::<Position>(&app, ball).0, Vec2::X * (2.0 / 64.0));
}

#[test]
fn observer_may_wake_a_body_that_falls_asleep() {
    let mut app = app_in::<Vec2>();
    listen::<FellAsleep>(&mut app);
    listen::<Woke>(&mut app);
    app.add_observer(|event: On<FellAsleep>, mut commands: Commands| {
        commands.entity(event.entity).remove::<Asleep>();
    });
    let (_, tower) = tower_in::<Vec2>(&mut app, 2);
    run(&mut app, 64 * 5);
    let (asleep, woken) = (heard::<FellAsleep>(&mut app), heard::<Woke>(&mut app));
    // Every half a second they fall asleep, and are woken in the tick that follows.
    assert!(asleep.len() >= 8, "{}", asleep.len());
    for (asleep, woken) in asleep.iter().zip(&woken) {
        assert_eq!((woken.entity, woken.tick, woken.time), (asleep.entity, asleep.tick + 1, 0.0));
    }
    assert!((0.0..1.6).contains(&height::<Vec2>(&app, tower[1])));
}

#[test]
fn the_game_may_take_the_mark_within_a_tick() {
    use bevy_ecs::query::With;
    use bevy_ecs::schedule::IntoScheduleConfigs;
    let (mut app, _, tower) = sleepers_in::<Vec2>(3);
    app.add_systems(
        bevy_app::FixedPostUpdate,
        (|marked: Query<Entity, With<Asleep>>, mut commands: Commands| {
            for entity in &marked {
                commands.entity(entity).remove::<Asleep>();
            }
        })
        .after(ElasticSystems::Gather)
        .before(ElasticSystems::Scatter),
    );
    run(&mut app, 1);
    assert!(heard::<Woke>(&mut app).is_empty());
    run(&mut app, 1);
    assert_eq!(heard::<Woke>(&mut app).len(), tower.len());
    assert!(tower.iter().all(|ball| !is_asleep::<Vec2>(&app, *ball)));
}

/// A platform that moves evenly, up or aside with its walls, with two balls on it.
fn carries_in<V: Space>(way: V) {
    let mut app = app_in::<V>();
    app.insert_resource(Gravity(at::<V>(0.0, -8.0)));
    listen::<FellAsleep>(&mut app);
    let cube = (cube_in::<V>(2.0), Kinematic, Velocity(way), Position(at::<V>(0.0, -2.0)));
    let platform = spawn(&mut app, cube);
    let stack: Vec<Entity> = (0u8..3)
        .map(|number| {
            let place = at::<V>(0.0, 0.5 + f64::from(number));
            spawn(&mut app, (ball_in(place, way), Restitution(0.5)))
        })
        .collect();
    for second in 1u8..=6 {
        run(&mut app, 64);
        let at = get::<Position<V>>(&app, platform).0;
        let top = component(at, 1) + 2.0;
        for (number, ball) in (0u8..).zip(&stack) {
            assert!(!is_asleep::<V>(&app, *ball));
            let over = height::<V>(&app, *ball) - top - f64::from(number);
            assert!((over - 0.5).abs() < 0.02, "after {second} s ball {number} is at {over}");
            let aside = component(get::<Position<V>>(&app, *ball).0, 0) - component(at, 0);
            assert!(aside.abs() < 0.01, "after {second} s ball {number} is {aside} aside");
        }
    }
    assert!(heard::<FellAsleep>(&mut app).is_empty());
}

#[test]
fn a_platform_that_moves_carries_a_stack_awake() {
    carries_in::<Vec2>(at(0.0, 1.0));
    carries_in::<Vec3>(at(0.0, 1.0));
    carries_in::<Vec2>(at(0.0, -1.0));
    carries_in::<Vec3>(at(0.0, -1.0));
    carries_in::<Vec2>(at(0.5, 0.0));
    carries_in::<Vec3>(at(0.5, 0.25));
}

/// A lift that waits, on which a stack falls asleep, and then goes.
fn lifts_in<V: Space>(balls: u8, target: V) {
    let mut app = app_in::<V>();
    app.insert_resource(Gravity(at::<V>(0.0, -8.0)));
    let start = at::<V>(0.0, -2.0);
    let lift = spawn(&mut app, (cube_in::<V>(2.0), Kinematic, MoveTo(start), Position(start)));
    let stack: Vec<Entity> = (0..balls)
        .map(|number| {
            let place = at::<V>(0.0, 0.5 + f64::from(number));
            spawn(&mut app, (ball_in(place, V::default()), Restitution(0.5)))
        })
        .collect();
    run(&mut app, 64 * 3);
    assert!(stack.iter().all(|ball| is_asleep::<V>(&app, *ball)));
    // It goes there in two seconds.
    for tick in 1u8..=128 {
        let share = f64::from(tick) / 128.0;
        let place = start.widen() + (target.widen() - start.widen()) * share;
        change(&mut app, lift, |to: &mut MoveTo<V>| to.0 = V::narrow(place));
        run(&mut app, 1);
        assert!(stack.iter().all(|ball| !is_asleep::<V>(&app, *ball)));
    }
    run(&mut app, 64 * 3);
    for (number, ball) in (0u8..).zip(&stack) {
        assert!(is_asleep::<V>(&app, *ball));
        let over = height::<V>(&app, *ball) - component(target, 1) - 2.5;
        assert!((over - f64::from(number)).abs() < 0.02, "ball {number} is at {over}");
    }
}

#[test]
fn lift_wakes_and_carries_sleeping_bodies() {
    for balls in [3, 1] {
        lifts_in::<Vec2>(balls, at(0.0, 1.0));
        lifts_in::<Vec3>(balls, at(0.0, 1.0));
        lifts_in::<Vec2>(balls, at(0.0, -5.0));
        lifts_in::<Vec3>(balls, at(0.0, -5.0));
    }
}
