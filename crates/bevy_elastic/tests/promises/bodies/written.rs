//! Whatever the game writes is read in the next tick, whenever and however it was written.

use std::time::Duration;

use bevy_app::{App, FixedPostUpdate, PostUpdate};
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::observer::On;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Commands, Res};
use bevy_elastic::components::{Absorbed, Asleep};
use bevy_elastic::events::FellAsleep;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Quat, Vec2, Vec3, vec2};
use bevy_transform::TransformSystems;
use bevy_transform::components::Transform;

use crate::app::{TICK, app, ball, change, clock, position, run, set_frame, spawn, velocity, wall};

/// What a command inserts, once.
#[derive(Resource)]
struct Order<B: Clone + Send + Sync + 'static>(Entity, B);

fn obey<B: bevy_ecs::bundle::Bundle + Clone>(order: Option<Res<Order<B>>>, mut commands: Commands) {
    if let Some(order) = order {
        commands.entity(order.0).insert(order.1.clone());
        commands.remove_resource::<Order<B>>();
    }
}

/// An App in which orders are obeyed by commands that are applied right before the state is written.
fn commanded<B: bevy_ecs::bundle::Bundle + Clone>() -> App {
    let mut app = app();
    let late = obey::<B>.after(ElasticSystems::Respond).before(ElasticSystems::Scatter);
    app.add_systems(FixedPostUpdate, late);
    app
}

#[test]
fn a_command_before_the_state_is_written() {
    let mut app = commanded::<Velocity>();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 8);
    app.insert_resource(Order(ball, Velocity(Vec2::Y)));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), Vec2::Y);
    let before = position(&app, ball);
    run(&mut app, 64);
    assert_eq!(position(&app, ball), before + Vec2::Y);
}

#[test]
fn a_command_that_moves_a_wall_before_the_state_is_written() {
    let mut app = commanded::<Position>();
    let ball = spawn(&mut app, ball(vec2(0.0, 1.0), -Vec2::Y));
    let wall = spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    run(&mut app, 8);
    app.insert_resource(Order(wall, Position(vec2(0.0, -9.0))));
    run(&mut app, 128);
    assert_eq!(position(&app, wall), vec2(0.0, -9.0));
    assert!(position(&app, ball).y < -1.0, "the wall is no longer in the way");
}

#[test]
fn a_turn_that_is_commanded_before_bodies_are_drawn() {
    let mut app = app();
    let late = obey::<Transform>.before(TransformSystems::Propagate);
    app.add_systems(PostUpdate, late);
    let paddle = (Collider::rectangle(4.0, 0.5), Kinematic, Velocity(Vec2::ZERO));
    let paddle = spawn(&mut app, paddle);
    let runner = spawn(&mut app, ball(vec2(0.0, 3.0), Vec2::ZERO));
    run(&mut app, 8);
    let upright = Transform::from_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    app.insert_resource(Order(paddle, upright));
    run(&mut app, 8);
    change(&mut app, runner, |velocity: &mut Velocity| velocity.0 = vec2(0.0, -1.0));
    run(&mut app, 64);
    assert!(velocity(&app, runner).y > 0.0, "the paddle stands on its edge");
    assert!((position(&app, runner).y - 3.0).abs() < 1e-5);
}

#[test]
fn a_scale_that_is_set_between_frames_of_a_tick() {
    let mut app = app();
    set_frame(&mut app, TICK / 8);
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let wall = spawn(&mut app, wall(vec2(3.0, 0.0), -Vec2::X));
    for frame in 0..64 {
        run(&mut app, 1);
        if frame == 43 {
            change(&mut app, ball, |place: &mut Transform| place.scale = Vec3::splat(2.0));
        }
    }
    run(&mut app, 8 * 64 * 3);
    let world = app.world();
    assert_eq!(world.resource::<Simulation>().world().ids().count(), 2);
    // It came to the wall with a radius of 1, two seconds after it began.
    let gone = 2.0 - (position(&app, ball).x - 2.0).abs();
    assert!(velocity(&app, ball).x < 0.0 && (gone - (4.0 - 3.125)).abs() < 1e-5, "{gone}");
    assert!(app.world().get_entity(wall).is_ok());
}

#[test]
fn a_write_that_is_hidden_from_change_detection() {
    let mut app = app();
    let [one, two] = [0.0, 9.0].map(|y| spawn(&mut app, ball(vec2(0.0, y), Vec2::X)));
    run(&mut app, 8);
    let mut hidden = app.world_mut().get_mut::<Velocity>(one).unwrap();
    hidden.bypass_change_detection().0 = Vec2::Y;
    let mut hidden = app.world_mut().get_mut::<Transform>(two).unwrap();
    hidden.bypass_change_detection().translation.y = 20.0;
    run(&mut app, 64);
    assert_eq!(velocity(&app, one), Vec2::Y);
    assert_eq!(position(&app, two).y, 20.0);
}

#[test]
fn a_mark_that_an_observer_takes_away_at_once() {
    let mut app = app();
    let hole = spawn(&mut app, (Collider::circle(1.0), Static, Absorbs::default()));
    let ball = spawn(&mut app, ball(vec2(-3.0, 0.0), vec2(4.0, 0.0)));
    app.add_observer(move |taken: On<SensorEntered>, mut commands: Commands| {
        if taken.entity == taken.ball {
            commands.entity(taken.ball).remove::<Absorbed>().insert(Position(vec2(0.0, 30.0)));
        }
    });
    run(&mut app, 128);
    assert!(app.world().get::<Absorbed>(ball).is_none());
    let simulation = app.world().resource::<Simulation>();
    let [ball_id, _] = [ball, hole].map(|entity| simulation.body(entity).unwrap());
    assert!(simulation.world().absorbed_by(ball_id).is_none());
    assert!(position(&app, ball).x > 0.5, "it flies on from where it was put");
}

#[test]
fn a_sleeper_that_an_observer_wakes_at_once() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -10.0)));
    spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    let resting = (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5));
    let sleeper = spawn(&mut app, resting);
    app.add_observer(|asleep: On<FellAsleep>, mut commands: Commands| {
        commands.entity(asleep.entity).remove::<Asleep>();
    });
    run(&mut app, 64);
    let mut slept = 0;
    for _ in 0..128 {
        run(&mut app, 1);
        slept += u32::from(app.world().resource::<Simulation>().is_asleep(sleeper));
    }
    assert!((1..=6).contains(&slept), "asleep at the end of {slept} of 128 ticks");
}

#[test]
fn two_that_are_disabled_and_enabled_in_the_same_tick() {
    let mut app = app();
    let [one, two] = [0.0, 9.0].map(|y| spawn(&mut app, ball(vec2(0.0, y), Vec2::X)));
    run(&mut app, 16);
    app.world_mut().entity_mut(one).insert(Disabled);
    run(&mut app, 16);
    app.world_mut().entity_mut(one).remove::<Disabled>();
    app.world_mut().entity_mut(two).insert(Disabled);
    run(&mut app, 16);
    let simulation = app.world().resource::<Simulation>();
    assert!(simulation.body(one).is_some() && simulation.body(two).is_none());
    assert_eq!((position(&app, one).x, position(&app, two).x), (0.5, 0.5));
}

#[test]
fn a_clone_is_a_body_of_its_own() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 8);
    let other = app.world_mut().entity_mut(one).clone_and_spawn();
    app.world_mut().entity_mut(other).remove::<bevy_elastic::components::BodyKey>();
    change(&mut app, other, |position: &mut Position| position.0 = vec2(0.0, 5.0));
    change(&mut app, other, |velocity: &mut Velocity| velocity.0 = Vec2::Y);
    run(&mut app, 64);
    assert_eq!(velocity(&app, one), Vec2::X);
    assert_eq!(velocity(&app, other), Vec2::Y);
    assert_eq!(position(&app, other), vec2(0.0, 6.0));
    let simulation = app.world().resource::<Simulation>();
    assert_ne!(simulation.body(one), simulation.body(other));
}

#[test]
fn wall_follows_a_grandparent_until_it_is_unlinked() {
    let mut app = app();
    let house = spawn(&mut app, Transform::from_xyz(10.0, 0.0, 0.0));
    let room = spawn(&mut app, (Transform::from_xyz(10.0, 0.0, 0.0), ChildOf(house)));
    let wall = spawn(&mut app, (wall(Vec2::ZERO, Vec2::Y), ChildOf(room)));
    run(&mut app, 8);
    assert_eq!(position(&app, wall), vec2(20.0, 0.0));
    change(&mut app, house, |place: &mut Transform| place.translation.y = 5.0);
    run(&mut app, 2);
    assert_eq!(position(&app, wall), vec2(20.0, 5.0));
    app.world_mut().entity_mut(room).remove::<ChildOf>();
    run(&mut app, 2);
    assert_eq!(position(&app, wall), vec2(10.0, 0.0));
    run(&mut app, 8);
    change(&mut app, room, |place: &mut Transform| place.rotation = Quat::from_rotation_z(0.5));
    let ball = spawn(&mut app, ball(vec2(10.0, 5.0), vec2(0.0, -4.0)));
    run(&mut app, 128);
    assert!(velocity(&app, ball).x < -1.0, "the wall is turned with the room");
}

#[test]
fn a_turn_in_a_long_pause_within_a_tick() {
    let mut app = app();
    let paddle = (Collider::rectangle(4.0, 0.5), Kinematic, Velocity(Vec2::X));
    let paddle = spawn(&mut app, paddle);
    let runner = spawn(&mut app, ball(vec2(0.0, 3.0), Vec2::X));
    set_frame(&mut app, TICK / 4);
    run(&mut app, 34);
    clock(&mut app).pause();
    run(&mut app, 300);
    change(&mut app, paddle, |place: &mut Transform| {
        place.rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
    });
    run(&mut app, 300);
    change(&mut app, runner, |velocity: &mut Velocity| velocity.0 = vec2(1.0, -1.0));
    clock(&mut app).unpause();
    run(&mut app, 4 * 62);
    // Lying it is met 0.75 above its middle, standing 2.5 above.
    assert!(velocity(&app, runner).y > 0.0, "the paddle stands on its edge");
}

#[test]
fn frames_that_pass_while_the_game_stands_leave_no_trace() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 8);
    set_frame(&mut app, Duration::ZERO);
    run(&mut app, 500);
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = Vec2::Y);
    run(&mut app, 500);
    set_frame(&mut app, TICK);
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(0.125, 1.0));
}
