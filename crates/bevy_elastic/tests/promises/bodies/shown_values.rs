//! What the game writes counts where it differs from what components show, and nothing else changes a bit.

use std::time::Duration;

use bevy_app::{App, FixedFirst, FixedLast, FixedUpdate};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::reflect::{AppTypeRegistry, ReflectComponent};
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::{Query, RunSystemOnce};
use bevy_elastic::components::{Absorbed, AngularDamping, AngularVelocity, Cloth, Roll};
use bevy_elastic::events::Rolls;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::space::{Angular, Space};
use bevy_math::{Quat, Vec2, Vec3, dvec2, vec2, vec3};
use bevy_reflect::GetPath;
use bevy_transform::components::Transform;
use collide_core::measure::state_hash;

use crate::app::{
    app, ball, change, clock, get, hash, heard, listen, position, restore, run, set_frame, spawn,
    state, take, velocity, wall,
};
use crate::busy::busy_app;

/// Writes a value over itself.
fn write_back<T: Copy>(value: &mut T) {
    *value = std::hint::black_box(*value);
}

/// Asserts that a system that writes back what components show changes no bits, in any schedule of the fixed loop.
fn assert_changes_nothing<M>(
    name: &str,
    add: impl Fn(&mut App, bevy_ecs::intern::Interned<dyn ScheduleLabel>) -> M,
) {
    for schedule in [FixedFirst.intern(), FixedUpdate.intern(), FixedLast.intern()] {
        let [(mut plain, _), (mut written, _)] = [busy_app(), busy_app()];
        add(&mut written, schedule);
        for tick in 0..400 {
            plain.update();
            written.update();
            assert_eq!(hash(&plain), hash(&written), "{name} in {schedule:?}, tick {tick}");
        }
    }
}

#[test]
fn values_that_are_written_back_leave_the_bits() {
    assert_changes_nothing("positions", |app, schedule| {
        app.add_systems(schedule, |mut bodies: Query<&mut Position>| {
            bodies.iter_mut().for_each(|mut position| write_back(&mut position.0));
        });
    });
    assert_changes_nothing("velocities and spins", |app, schedule| {
        let write = |mut bodies: Query<(
            &mut Velocity,
            Option<&mut AngularVelocity>,
            Option<&mut Roll>,
        )>| {
            for (mut velocity, angular_velocity, roll) in &mut bodies {
                write_back(&mut velocity.0);
                angular_velocity.into_iter().for_each(|mut it| write_back(&mut it.0));
                roll.into_iter().for_each(|mut it| write_back(&mut it.0));
            }
        };
        app.add_systems(schedule, write);
    });
    assert_changes_nothing("transforms", |app, schedule| {
        app.add_systems(schedule, |mut bodies: Query<&mut Transform>| {
            for mut transform in &mut bodies {
                write_back(&mut transform.translation);
                write_back(&mut transform.rotation);
            }
        });
    });
}

#[test]
fn marks_of_change_leave_the_bits() {
    assert_changes_nothing("marks", |app, schedule| {
        let mark = |mut bodies: Query<(&mut Position, &mut Velocity, &mut Transform)>| {
            for (mut position, mut velocity, mut transform) in &mut bodies {
                position.set_changed();
                velocity.set_changed();
                transform.set_changed();
            }
        };
        app.add_systems(schedule, mark);
    });
}

/// A moving ball with a state that its components do not hold.
fn ball_between_numbers() -> (App, Entity) {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.013, -0.071)));
    let ball = spawn(&mut app, ball(vec2(1000.1, 2000.3), vec2(1.3, 3.7)));
    run(&mut app, 77);
    let (place, velocity) = state::<Vec2>(&app, ball);
    let shown = [position(&app, ball), get::<Velocity>(&app, ball).0].map(Vec2::as_dvec2);
    assert!(shown[0].x != place.x && shown[0].y != place.y);
    assert!(shown[1].x != velocity.x && shown[1].y != velocity.y);
    (app, ball)
}

#[test]
fn turned_axis_of_a_velocity_leaves_the_bits_of_the_other() {
    let (mut app, ball) = ball_between_numbers();
    app.insert_resource(Gravity(Vec2::ZERO));
    let (place, before) = state::<Vec2>(&app, ball);
    let x = velocity(&app, ball).x;
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0.x = -velocity.0.x);
    run(&mut app, 1);
    let (moved, after) = state::<Vec2>(&app, ball);
    assert_eq!(after, dvec2(-f64::from(x), before.y));
    assert_eq!(moved, place + after / 64.0);
}

#[test]
fn moved_axis_of_a_place_leaves_the_bits_of_the_other() {
    let (mut app, ball) = ball_between_numbers();
    let before = state::<Vec2>(&app, ball);
    change(&mut app, ball, |position: &mut Position| position.0.x = 7.0);
    set_frame(&mut app, Duration::ZERO);
    clock(&mut app).pause();
    app.update();
    assert_eq!(state::<Vec2>(&app, ball), (dvec2(7.0, before.0.y), before.1));
    change(&mut app, ball, |transform: &mut Transform| transform.translation.y = 9.0);
    app.update();
    assert_eq!(state::<Vec2>(&app, ball), (dvec2(7.0, 9.0), before.1));
    assert_eq!(position(&app, ball), vec2(7.0, 9.0));
}

#[test]
fn field_that_an_inspector_sets_leaves_the_bits_of_the_others() {
    let (mut app, ball) = ball_between_numbers();
    app.insert_resource(Gravity(Vec2::ZERO));
    let (place, before) = state::<Vec2>(&app, ball);
    let set = |app: &mut App, path: &str, value: f32| {
        let registry = app.world().resource::<AppTypeRegistry>().clone();
        let registry = registry.read();
        let registered = registry.get(std::any::TypeId::of::<Velocity>()).unwrap();
        let component = registered.data::<ReflectComponent>().unwrap().clone();
        let mut entity = app.world_mut().entity_mut(ball);
        let mut velocity = component.reflect_mut(&mut entity).unwrap();
        let field = velocity.as_reflect_mut().path_mut::<f32>(path).unwrap();
        *field = value;
    };
    // An inspector writes all fields that it shows, also those that have not changed.
    let shown = velocity(&app, ball);
    set(&mut app, ".0.x", shown.x);
    set(&mut app, ".0.y", 0.5);
    run(&mut app, 1);
    let after = dvec2(before.x, 0.5);
    assert_eq!(state::<Vec2>(&app, ball), (place + after / 64.0, after));
}

/// A written velocity that equals the roll, both rounded, let a ball slide for an instant, and that was reported.
#[test]
fn ball_that_is_given_its_roll_as_velocity_rolls() {
    let mut app = app();
    listen::<Rolls>(&mut app);
    let cloth = Cloth { sliding: 1.3, rolling: 0.07, spinning: 0.0 };
    let ball = (Collider::circle(0.3), cloth, Velocity(vec2(3.3, 0.7)), Roll(vec2(0.1, 1.1)));
    let ball = spawn(&mut app, ball);
    run(&mut app, 7);
    let roll = get::<Roll>(&app, ball).0;
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = roll);
    run(&mut app, 2);
    assert_eq!(heard::<Rolls>(&mut app), []);
    let velocity = velocity(&app, ball);
    change(&mut app, ball, |roll: &mut Roll| roll.0 = vec2(0.1, 1.1));
    run(&mut app, 1);
    change(&mut app, ball, |it: &mut Roll| it.0 = velocity);
    change(&mut app, ball, |it: &mut Velocity| it.0 = velocity);
    run(&mut app, 2);
    assert_eq!(heard::<Rolls>(&mut app), []);
}

#[test]
fn forecast_of_a_change_is_what_the_written_components_do() {
    let (mut app, ball) = ball_between_numbers();
    spawn(&mut app, wall(vec2(1003.0, 0.0), -Vec2::X));
    run(&mut app, 3);
    // One axis of each vector is written, the other has the value that is shown.
    let (place, speed) = (position(&app, ball), velocity(&app, ball));
    let change_of_ball = ForecastChange {
        position: Some(vec2(1001.0, place.y)),
        velocity: Some(vec2(speed.x, 0.4)),
        ..ForecastChange::of(ball)
    };
    let foretold = app
        .world_mut()
        .run_system_once(move |mut forecast: Forecast| {
            state_hash(&forecast.predict(&[change_of_ball], 200).end)
        })
        .unwrap();
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(1001.0, place.y));
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = vec2(speed.x, 0.4));
    run(&mut app, 200);
    assert_eq!(hash(&app), foretold);
}

/// A wall that was broken was shown without its rate, and stopped when it came back.
#[test]
fn turning_wall_that_comes_back_turns_on() {
    let mut app = app();
    let bar = (Collider::rectangle(4.0, 0.5), Kinematic, AngularVelocity(0.7f32), Breaks(1));
    let bar = spawn(&mut app, bar);
    spawn(&mut app, ball(vec2(1.0, 3.0), vec2(0.0, -8.0)));
    run(&mut app, 64);
    assert!(app.world().get::<Absorbed>(bar).is_some());
    assert_eq!(get::<AngularVelocity>(&app, bar).0, 0.7);
    app.world_mut().entity_mut(bar).remove::<Absorbed>();
    run(&mut app, 64);
    assert_eq!(get::<AngularVelocity>(&app, bar).0, 0.7);
    let before = get::<Transform>(&app, bar).rotation;
    run(&mut app, 64);
    assert!((get::<Transform>(&app, bar).rotation.angle_between(before) - 0.7).abs() < 1e-3);
}

#[test]
fn small_turns_that_a_game_adds_up_are_kept() {
    let mut app = app();
    let start = Transform::from_rotation(Quat::from_rotation_z(0.3));
    let bar = (Collider::rectangle(4.0, 0.5), Kinematic, AngularVelocity(0.0f32), start);
    let bar = spawn(&mut app, bar);
    app.add_systems(FixedUpdate, |mut bars: Query<&mut Transform>| {
        bars.iter_mut().for_each(|mut transform| transform.rotate_z(1e-6));
    });
    run(&mut app, 64 * 60);
    let turned = get::<Transform>(&app, bar).rotation.to_scaled_axis().z - 0.3;
    assert!((turned / (1e-6 * 64.0 * 60.0) - 1.0).abs() < 0.1, "{turned}");
}

#[test]
fn ball_that_comes_on_a_cloth_keeps_the_bits_of_its_spin() {
    let mut app = app();
    let damping = AngularDamping(0.3);
    let ball = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), AngularVelocity(7.7f32), damping));
    run(&mut app, 33);
    let rate = |app: &App| {
        let simulation = app.world().resource::<Simulation>();
        simulation.world().angular_velocity(simulation.body(ball).unwrap()).unwrap()
    };
    let before = rate(&app);
    assert_ne!(before, f64::from(get::<AngularVelocity>(&app, ball).0));
    app.world_mut().entity_mut(ball).remove::<AngularDamping>();
    let smooth = Cloth { spinning: 0.0, ..Cloth::default() };
    app.world_mut().entity_mut(ball).insert(smooth);
    run(&mut app, 4);
    assert_eq!(rate(&app), before);
    app.world_mut().entity_mut(ball).remove::<Cloth>();
    run(&mut app, 4);
    assert_eq!(rate(&app), before);
}

/// A cloth that was added since a snapshot entered with its roll a tick late after a restore.
#[test]
fn roll_that_is_newer_than_a_snapshot_enters_at_once() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 9);
    let snapshot = take(&mut app);
    let cloth = Cloth { sliding: 1.3, rolling: 0.07, spinning: 0.0 };
    app.world_mut().entity_mut(ball).insert((cloth, Roll(vec2(0.1, 0.7))));
    run(&mut app, 9);
    restore(&mut app, &snapshot);
    change(&mut app, ball, |roll: &mut Roll| roll.0 = vec2(0.1, 0.7));
    run(&mut app, 1);
    let simulation = app.world().resource::<Simulation>();
    let body = simulation.world().body(simulation.body(ball).unwrap()).unwrap();
    assert!((body.roll - vec2(0.1, 0.7).as_dvec2()).length() < 0.1, "{}", body.roll);
}

/// A rotation is shown as a quaternion in f32. What is shown of axes that were shown once is the same.
#[test]
fn axes_that_were_shown_are_shown_as_they_are() {
    fn assert_in<V: Space>(axis: Vec3, angle: f32) {
        let given = Quat::from_axis_angle(axis, angle);
        let shown = V::Angular::rotation(&V::frame(given));
        let off = [Vec3::X, Vec3::Y, Vec3::Z].map(|it| (shown * it).distance(given * it));
        assert!(off.iter().all(|off| *off < 2e-6), "{axis} {angle} {off:?}");
        assert_eq!(V::Angular::rotation(&V::frame(shown)), shown, "{axis} {angle}");
    }
    for number in 0..20_000u16 {
        let angle = f32::from(number) * 3.1e-4 - 3.1;
        assert_in::<Vec2>(Vec3::Z, angle);
        assert_in::<Vec2>(Vec3::Z, 1e-4 * angle);
        let axis = vec3(angle.sin(), 0.3, angle.cos()).normalize();
        assert_in::<Vec3>(axis, 1.7 * angle);
        assert_in::<Vec3>(Vec3::ONE.normalize(), std::f32::consts::PI + 1e-7 * f32::from(number));
    }
}
