//! Games do things in odd orders, and nothing breaks.

use std::time::Duration;

use bevy_app::{App, FixedPostUpdate};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::{ChildOf, Children};
use bevy_ecs::query::With;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::Query;
use bevy_elastic::components::BodyKey;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use bevy_time::TimePlugin;
use bevy_transform::components::Transform;

use crate::app::{
    app, ball, clock, get, hash, heard, listen, position, run, set_tick, spawn, velocity, wall,
};

/// Forty balls in a box, told by number.
fn numbered(number: u8) -> (Collider, Velocity, Position, BodyKey) {
    let at = vec2(f32::from(number % 8) * 2.0 - 7.0, f32::from(number / 8) * 2.0 - 4.0);
    let velocity = vec2(f32::from(number % 7) - 3.0, f32::from(number % 5) - 2.0) * 3.0;
    (Collider::circle(0.5), Velocity(velocity), Position(at), BodyKey(number.into()))
}

#[test]
fn entity_ids_and_the_order_of_spawning_do_not_matter_when_keys_are_given() {
    let mut known = None;
    for round in 0u8..4 {
        let mut app = app();
        for _ in 0..round * 7 {
            let filler = spawn(&mut app, Transform::default());
            if round == 2 {
                app.world_mut().entity_mut(filler).despawn();
            }
        }
        let mut numbers: Vec<u8> = (0..40).collect();
        numbers.rotate_left(usize::from(round) * 11);
        if round == 3 {
            numbers.reverse();
        }
        for number in numbers {
            let ball = spawn(&mut app, numbered(number));
            if (number + round) % 3 == 0 {
                // Another archetype, so that queries find it elsewhere.
                app.world_mut().entity_mut(ball).insert(Children::default());
            }
        }
        spawn(&mut app, (Collider::arena(vec2(18.0, 12.0)), Static, BodyKey(99)));
        run(&mut app, 500);
        assert_eq!(*known.get_or_insert(hash(&app)), hash(&app), "round {round}");
    }
}

#[test]
fn many_apps_one_after_another_agree_to_the_bit() {
    let mut known = None;
    for _ in 0..5 {
        let mut app = app();
        listen::<Collided>(&mut app);
        spawn(&mut app, (Collider::arena(vec2(18.0, 12.0)), Static));
        app.world_mut()
            .spawn_batch((0..40).map(numbered).map(|(form, speed, at, _)| (form, speed, at)));
        run(&mut app, 300);
        let now = (hash(&app), heard::<Collided>(&mut app));
        assert!(now.1.len() > 100);
        assert_eq!(*known.get_or_insert(now.clone()), now);
    }
}

#[test]
fn an_entity_id_that_is_used_again_is_another_body() {
    let mut app = app();
    let mut indices = Vec::new();
    for _ in 0..300 {
        let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
        indices.push(ball.index());
        run(&mut app, 1);
        assert_eq!(position(&app, ball), vec2(1.0 / 64.0, 0.0));
        app.world_mut().entity_mut(ball).despawn();
    }
    indices.sort_unstable();
    indices.dedup();
    assert!(indices.len() < 300, "no id was used again");
    run(&mut app, 1);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 0);
}

#[test]
fn a_hierarchy_is_despawned_with_its_bodies() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::from_xyz(1.0, 0.0, 0.0));
    let middle = spawn(&mut app, (wall(Vec2::ZERO, Vec2::X), ChildOf(parent)));
    for y in 0u8..5 {
        spawn(&mut app, (ball(vec2(3.0, f32::from(y) * 2.0), Vec2::X), ChildOf(middle)));
    }
    let keeper = spawn(&mut app, ball(vec2(50.0, 0.0), Vec2::X));
    run(&mut app, 3);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 7);
    app.world_mut().entity_mut(middle).despawn_related::<Children>();
    run(&mut app, 1);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 2);
    app.world_mut().entity_mut(parent).despawn();
    run(&mut app, 60);
    assert_eq!(app.world().resource::<Simulation>().world().ids().count(), 1);
    assert_eq!(position(&app, keeper), vec2(51.0, 0.0));
}

#[test]
fn the_length_of_a_tick_may_change_at_any_time() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    spawn(&mut app, wall(vec2(1.5, 0.0), -Vec2::X));
    let mut passed = Duration::ZERO;
    for millis in [5u64, 40, 1, 250, 3, 100, 7, 200, 11, 240, 13, 250] {
        set_tick(&mut app, Duration::from_millis(millis));
        app.update();
        passed += Duration::from_millis(millis);
    }
    assert_eq!(clock(&mut app).elapsed(), passed);
    assert_eq!(velocity(&app, ball), -Vec2::X);
    assert!((position(&app, ball).x - (2.0 - passed.as_secs_f32())).abs() < 1e-6);
}

#[test]
fn what_is_written_within_a_tick_counts_from_the_next() {
    fn turn(mut balls: Query<(&mut Velocity, &mut Position), With<Mass>>) {
        for (mut velocity, mut position) in &mut balls {
            if velocity.0 == vec2(4.0, 0.0) {
                velocity.0 = vec2(0.0, 2.0);
                position.0 = vec2(-9.0, 0.0);
            }
        }
    }
    let mut app = app();
    app.add_systems(
        FixedPostUpdate,
        turn.after(ElasticSystems::Detect).before(ElasticSystems::Respond),
    );
    // In this very tick it bounces, and the game's word counts all the same.
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    spawn(&mut app, wall(vec2(0.51, 0.0), -Vec2::X));
    run(&mut app, 1);
    assert_eq!((velocity(&app, ball), position(&app, ball)), (vec2(0.0, 2.0), vec2(-9.0, 0.0)));
    run(&mut app, 32);
    assert_eq!((velocity(&app, ball), position(&app, ball)), (vec2(0.0, 2.0), vec2(-9.0, 1.0)));
}

#[test]
fn bodies_that_were_there_before_the_plugin_take_part() {
    let mut app = App::new();
    app.add_plugins(TimePlugin);
    let balls: Vec<Entity> =
        [0.0, 2.0].iter().map(|y| spawn(&mut app, ball(vec2(0.0, *y), Vec2::X))).collect();
    app.add_plugins(ElasticPlugin);
    set_tick(&mut app, crate::app::TICK);
    run(&mut app, 65);
    for ball in balls {
        assert_eq!(position(&app, ball).x, 1.0);
        assert!(get::<BodyKey>(&app, ball).0 >= 1 << 63);
    }
}

#[test]
fn body_without_a_component_takes_no_part() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let runner = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let other = spawn(&mut app, ball(vec2(2.0, 0.0), Vec2::ZERO));
    run(&mut app, 4);
    app.world_mut().entity_mut(other).remove::<Transform>();
    run(&mut app, 64 * 4);
    assert!(heard::<Collided>(&mut app).is_empty());
    app.world_mut().entity_mut(other).insert(Transform::default()).remove::<Position>();
    app.world_mut().entity_mut(runner).remove::<Position>();
    run(&mut app, 64);
    assert_eq!(position(&app, runner).x, 5.0 + 4.0 / 64.0);
}
