//! An App with a past and one spawned from what its components show agree, once both are rounded to components.

use std::time::Duration;

use bevy_app::{App, FixedLast};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Commands, Query};
use bevy_elastic::components::{AngularVelocity, BodyKey, Cloth, Roll};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{TICK, app, clock, hash, run, set_frame, spawn};
use crate::busy::busy_app;

/// The `Transform` of a body at the end of the last tick. After the tick a drawn one takes its place.
#[derive(Component)]
struct AtTickEnd(Transform);

fn keep_tick_end(bodies: Query<(Entity, &Transform)>, mut commands: Commands) {
    for (body, transform) in &bodies {
        commands.entity(body).insert(AtTickEnd(*transform));
    }
}

/// Spawns the balls and walls of an App anew in another one, from what their components show.
fn spawned_from(old: &App, bodies: &[Entity]) -> App {
    let mut other = app();
    other.insert_resource(*old.world().resource::<Gravity>());
    for body in bodies {
        let from = old.world().entity(*body);
        let mut to = other.world_mut().spawn((
            from.get::<Collider>().unwrap().clone(),
            *from.get::<Position>().unwrap(),
            *from.get::<Velocity>().unwrap(),
            from.get::<AtTickEnd>().unwrap().0,
            *from.get::<Restitution>().unwrap(),
            *from.get::<BodyKey>().unwrap(),
        ));
        from.get::<Friction>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<AngularVelocity>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<Cloth>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<Roll>().into_iter().for_each(|it| _ = to.insert(*it));
        from.get::<Static>().into_iter().for_each(|_| _ = to.insert(Static));
        from.get::<Kinematic>().into_iter().for_each(|_| _ = to.insert(Kinematic));
    }
    // The bodies enter, and no time passes.
    set_frame(&mut other, Duration::ZERO);
    clock(&mut other).pause();
    other.update();
    clock(&mut other).unpause();
    set_frame(&mut other, TICK);
    other
}

/// Asserts that two Apps have the same state now and in each of the next ticks.
fn assert_same_from_now_on([one, two]: [&mut App; 2], ticks: u32) {
    for tick in 0..ticks {
        assert_eq!(hash(one), hash(two), "tick {tick}");
        run(one, 1);
        run(two, 1);
    }
}

#[test]
fn app_with_a_past_and_one_spawned_from_its_components_agree_once_rounded() {
    for ticks in [40, 300, 900] {
        let (mut old, bodies) = busy_app();
        old.add_systems(FixedLast, keep_tick_end);
        run(&mut old, ticks);
        let mut new = spawned_from(&old, &bodies);
        assert_ne!(hash(&old), hash(&new), "components are rounded");
        for app in [&mut old, &mut new] {
            app.world_mut().resource_mut::<Simulation>().round_all_to_components();
        }
        assert_same_from_now_on([&mut old, &mut new], 600);
    }
}

/// A cluster without a pull and a rack on a cloth kept in mind that they had collapsed.
#[test]
fn clusters_agree_once_rounded() {
    let mut old = app();
    old.add_systems(FixedLast, keep_tick_end);
    let mut bodies = vec![spawn(&mut old, (Collider::arena(vec2(9.0, 9.0)), Static))];
    for number in 0..40u8 {
        let place = vec2(f32::from(number % 8), f32::from(number / 8)) * 0.51 - vec2(1.7, 1.1);
        let body = (Collider::circle(0.25), Position(place), Velocity(-0.7 * place));
        let entity = spawn(&mut old, (body, Restitution(0.3)));
        if number >= 32 {
            old.world_mut().entity_mut(entity).insert((Cloth::default(), Roll(Vec2::ZERO)));
        }
        bodies.push(entity);
    }
    run(&mut old, 150);
    let mut new = spawned_from(&old, &bodies);
    for app in [&mut old, &mut new] {
        app.world_mut().resource_mut::<Simulation>().round_all_to_components();
    }
    assert_same_from_now_on([&mut old, &mut new], 400);
}

#[test]
fn each_body_can_be_rounded_by_itself() {
    let (mut old, bodies) = busy_app();
    old.add_systems(FixedLast, keep_tick_end);
    run(&mut old, 300);
    let mut new = spawned_from(&old, &bodies);
    for (app, bodies) in [(&mut old, Some(&bodies)), (&mut new, None)] {
        let mut simulation = app.world_mut().resource_mut::<Simulation>();
        match bodies {
            Some(bodies) => bodies.iter().for_each(|body| simulation.round_to_components(*body)),
            None => simulation.round_all_to_components(),
        }
    }
    assert_same_from_now_on([&mut old, &mut new], 300);
    // An entity without a body changes nothing.
    let stranger = old.world_mut().spawn_empty().id();
    old.world_mut().resource_mut::<Simulation>().round_to_components(stranger);
    assert_eq!(hash(&old), hash(&new));
}
