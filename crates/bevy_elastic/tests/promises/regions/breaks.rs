//! A brick breaks at the impact that is its last, and nothing hits it any more.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::observer::On;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, ResMut, RunSystemOnce};
use bevy_elastic::components::Absorbed;
use bevy_elastic::events::ElasticEvent;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, at, ball, ball_in, change, clock, cube_in, get, hash, heard, listen, position,
    restore, run, spawn, take, velocity, wall,
};

/// A brick around (2, 0) that a ball, between it and a wall, hits after 16.5, 80.5, 144.5.. ticks.
fn scene(app: &mut App, hits: u32) -> (Entity, Entity) {
    listen::<Collided>(app);
    listen::<Broken>(app);
    let place = Transform::from_xyz(2.0, 0.0, 0.0);
    let brick = spawn(app, (Collider::rectangle(1.0, 1.0), Static, Breaks(hits), place));
    spawn(app, wall(vec2(-1.5, 0.0), Vec2::X));
    (brick, spawn(app, ball(vec2(-1.0 / 32.0, 0.0), vec2(4.0, 0.0))))
}

fn broken(app: &App, brick: Entity) -> bool {
    app.world().get::<Absorbed>(brick).is_some()
}

/// Ticks until the brick is broken, counted from now.
fn ticks_to_break(app: &mut App, brick: Entity) -> u32 {
    (1..1000)
        .find(|_| {
            run(app, 1);
            broken(app, brick)
        })
        .expect("the brick breaks")
}

#[test]
fn three_hits_are_counted_and_the_third_breaks() {
    let mut app = app();
    let (brick, ball) = scene(&mut app, 3);
    for (ticks, left) in [(16, 3), (1, 2), (63, 2), (1, 1), (63, 1)] {
        run(&mut app, ticks);
        assert_eq!((get::<Breaks>(&app, brick), broken(&app, brick)), (Breaks(left), false));
    }
    assert!(heard::<Broken>(&mut app).is_empty());
    run(&mut app, 1);
    assert_eq!(get::<Absorbed>(&app, brick).by, ball);
    // The third bounce is a bounce: what broke the brick flies back, and later through where it was.
    assert_eq!(velocity(&app, ball), vec2(-4.0, 0.0));
    run(&mut app, 100);
    assert_eq!(velocity(&app, ball), vec2(4.0, 0.0));
    assert!(position(&app, ball).x > 1.5);
    let told = heard::<Broken>(&mut app);
    assert_eq!(told, [Broken { entity: brick, by: ball, tick: 144, time: 1.0 / 128.0 }]);
    let hits = heard::<Collided>(&mut app).iter().filter(|hit| hit.other == brick).count();
    assert_eq!(hits, 3);
    assert_eq!(position(&app, brick), vec2(2.0, 0.0));
}

fn breaks_once_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<Collided<V>>(&mut app);
    listen::<Broken>(&mut app);
    let brick = spawn(&mut app, (cube_in::<V>(0.5), Static, Breaks(1)));
    // Both would hit it in the first tick, one from the right and later one from above.
    let first = spawn(&mut app, ball_in(at::<V>(1.0 + 1.0 / 16.0, 0.0), at(-8.0, 0.0)));
    let second = spawn(&mut app, ball_in(at::<V>(0.0, 1.0 + 3.0 / 32.0), at(0.0, -8.0)));
    run(&mut app, 1);
    assert_eq!(heard::<Collided<V>>(&mut app).len(), 1);
    let told = heard::<Broken>(&mut app);
    assert_eq!(told, [Broken { entity: brick, by: first, tick: 0, time: 1.0 / 128.0 }]);
    assert_eq!(get::<Velocity<V>>(&app, first).0, at(8.0, 0.0));
    assert_eq!(get::<Velocity<V>>(&app, second).0, at(0.0, -8.0));
    assert_eq!(get::<Position<V>>(&app, second).0, at(0.0, 1.0 - 1.0 / 32.0));
}

#[test]
fn in_the_same_tick_nothing_else_hits_it() {
    breaks_once_in::<Vec2>();
    breaks_once_in::<Vec3>();
    breaks_once_in::<DVec2>();
    breaks_once_in::<DVec3>();
}

#[test]
fn two_breakable_bodies_both_break_and_others_do_not() {
    let mut app = app();
    listen::<Broken>(&mut app);
    let glass = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), Breaks(1)));
    let pane = spawn(&mut app, (wall(vec2(1.5, 0.0), -Vec2::X), Breaks(1)));
    let hard = spawn(&mut app, (ball(vec2(0.0, 9.0), Vec2::X), Breaks(0)));
    run(&mut app, 65);
    let broken: Vec<_> =
        heard::<Broken>(&mut app).iter().map(|broken| (broken.entity, broken.by)).collect();
    assert_eq!(broken, [(glass, pane), (pane, glass)]);
    assert_eq!(position(&app, glass), vec2(1.0, 0.0));
    // What has lost its speed to an impact that broke it keeps what the impact left it.
    assert_eq!(velocity(&app, glass), -Vec2::X);
    // The pane broke at the very end of a second, before the next one touched it.
    assert_eq!((velocity(&app, hard), get::<Breaks>(&app, hard)), (Vec2::X, Breaks(0)));
}

#[test]
fn observers_hear_once_and_may_despawn_it() {
    #[derive(Resource, Default)]
    struct Heard(Vec<(Entity, bool)>);
    let mut app = app();
    app.init_resource::<Heard>();
    let (brick, ball) = scene(&mut app, 2);
    app.add_observer(|event: On<Broken>, mut commands: Commands, mut heard: ResMut<Heard>| {
        heard.0.push((event.by, true));
        commands.entity(event.entity).despawn();
    });
    app.world_mut().entity_mut(brick).observe(|event: On<Broken>, mut heard: ResMut<Heard>| {
        heard.0.push((event.by, false));
    });
    run(&mut app, 81);
    let told = &app.world().resource::<Heard>().0;
    assert!(told.len() == 2 && told.contains(&(ball, true)) && told.contains(&(ball, false)));
    assert!(app.world().get_entity(brick).is_err());
    run(&mut app, 100);
    assert_eq!(app.world().resource::<Heard>().0.len(), 2);
    assert!(position(&app, ball).x > 1.0);
}

#[test]
fn a_brick_that_is_despawned_at_its_last_hit_hears_that_it_broke() {
    #[derive(Resource, Default)]
    struct Heard(Vec<Entity>);
    let mut app = app();
    app.init_resource::<Heard>();
    let (brick, ball) = scene(&mut app, 1);
    app.add_observer(move |hit: On<Collided>, mut commands: Commands| {
        if hit.entity == brick {
            commands.entity(brick).despawn();
        }
    });
    // What observers command is done when all of the tick has been told.
    app.add_observer(|broken: On<Broken>, mut heard: ResMut<Heard>| heard.0.push(broken.entity));
    run(&mut app, 18);
    assert_eq!(app.world().resource::<Heard>().0, [brick]);
    assert!(app.world().get_entity(brick).is_err());
    assert_eq!(heard::<Broken>(&mut app).len(), 1);
    assert_eq!(velocity(&app, ball), vec2(-4.0, 0.0));
}

#[test]
fn a_forecast_foretells_it_and_breaks_nothing() {
    let mut app = app();
    let (brick, ball) = scene(&mut app, 3);
    run(&mut app, 30);
    let before = hash(&app);
    let future = app
        .world_mut()
        .run_system_once(|mut forecast: Forecast| forecast.predict(&[], 200).clone())
        .unwrap();
    assert_eq!((hash(&app), get::<Breaks>(&app, brick)), (before, Breaks(2)));
    assert!(!broken(&app, brick));
    let foretold: Vec<Broken> = future
        .events
        .iter()
        .filter_map(|event| match event {
            ElasticEvent::Broken(broken) => Some(*broken),
            _ => None,
        })
        .collect();
    assert_eq!(foretold, [Broken { entity: brick, by: ball, tick: 144, time: 1.0 / 128.0 }]);
    run(&mut app, 200);
    assert_eq!(heard::<Broken>(&mut app), foretold);
    assert_eq!(collide_core::measure::state_hash(&future.end), hash(&app));
}

#[test]
fn a_restore_brings_back_the_brick_and_its_count() {
    let mut app = app();
    let (brick, _) = scene(&mut app, 3);
    run(&mut app, 30);
    let (snapshot, before) = (take(&mut app), hash(&app));
    run(&mut app, 200);
    let told = heard::<Broken>(&mut app);
    assert!(broken(&app, brick) && told.len() == 1);
    restore(&mut app, &snapshot);
    assert_eq!((broken(&app, brick), get::<Breaks>(&app, brick)), (false, Breaks(2)));
    assert_eq!(hash(&app), before);
    run(&mut app, 100);
    assert_eq!((broken(&app, brick), get::<Breaks>(&app, brick)), (false, Breaks(1)));
    run(&mut app, 100);
    assert_eq!(heard::<Broken>(&mut app), told);
    assert!(broken(&app, brick));
}

#[test]
fn a_broken_brick_comes_back_with_as_many_hits_as_it_is_given() {
    for (given, ticks) in [(None, 64), (Some(Breaks(2)), 128)] {
        let mut app = app();
        let (brick, _) = scene(&mut app, 1);
        assert_eq!(ticks_to_break(&mut app, brick), 17);
        let mut entity = app.world_mut().entity_mut(brick);
        entity.remove::<Absorbed>();
        if let Some(breaks) = given {
            entity.insert(breaks);
        }
        assert_eq!(ticks_to_break(&mut app, brick), ticks);
    }
}

#[test]
fn the_count_may_be_changed_added_and_removed_in_mid_play() {
    let mut app = app();
    let (brick, _) = scene(&mut app, 2);
    run(&mut app, 17);
    change(&mut app, brick, |breaks: &mut Breaks| breaks.0 += 1);
    run(&mut app, 64);
    assert_eq!((get::<Breaks>(&app, brick), broken(&app, brick)), (Breaks(1), false));
    app.world_mut().entity_mut(brick).remove::<Breaks>();
    run(&mut app, 128);
    assert!(!broken(&app, brick));
    app.world_mut().entity_mut(brick).insert(Breaks(1));
    assert_eq!(ticks_to_break(&mut app, brick), 64);
}

#[test]
fn an_observer_that_heals_it_in_time_keeps_it_whole() {
    let mut app = app();
    let (brick, _) = scene(&mut app, 2);
    app.world_mut().entity_mut(brick).observe(|hit: On<Collided>, mut commands: Commands| {
        commands.entity(hit.entity).insert(Breaks(2));
    });
    run(&mut app, 64 * 5);
    assert!(!broken(&app, brick));
    assert!(heard::<Collided>(&mut app).len() > 8);
}

#[test]
fn a_disabled_brick_is_not_worn() {
    let mut app = app();
    let (brick, ball) = scene(&mut app, 2);
    run(&mut app, 20);
    app.world_mut().entity_mut(brick).insert(Disabled);
    run(&mut app, 100);
    assert!(position(&app, ball).x > 2.0);
    change(&mut app, ball, |position: &mut Position| position.0 = vec2(0.0, 0.0));
    app.world_mut().entity_mut(brick).remove::<Disabled>();
    assert_eq!(get::<Breaks>(&app, brick), Breaks(1));
    assert_eq!(ticks_to_break(&mut app, brick), 16);
    // Disabled and enabled again it stays broken.
    app.world_mut().entity_mut(brick).insert(Disabled);
    run(&mut app, 2);
    app.world_mut().entity_mut(brick).remove::<Disabled>();
    run(&mut app, 100);
    assert!(broken(&app, brick) && position(&app, ball).x > 1.0);
}

#[test]
fn it_breaks_in_the_same_tick_in_slow_motion_and_not_while_paused() {
    for speed in [0.25, 1.0, 8.0] {
        let mut app = app();
        let (brick, _) = scene(&mut app, 2);
        clock(&mut app).set_relative_speed(speed);
        run(&mut app, 4);
        clock(&mut app).pause();
        let left = get::<Breaks>(&app, brick);
        run(&mut app, 1000);
        assert_eq!(get::<Breaks>(&app, brick), left);
        clock(&mut app).unpause();
        ticks_to_break(&mut app, brick);
        let told = heard::<Broken>(&mut app);
        assert_eq!((told[0].tick, told[0].time), (80, 1.0 / 128.0));
    }
}
