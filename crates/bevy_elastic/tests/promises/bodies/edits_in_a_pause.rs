//! What the game writes while the clock stands is seen in the next frame, and nothing else moves.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use bevy_elastic::query::QueryFilter;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    TICK, app, ball, change, clock, hash, heard, listen, position, restore, run, set_frame, shown,
    spawn, take, velocity, wall,
};

/// A ball that flies along x, a wall far away, and a clock that stands.
fn standing() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, wall(vec2(50.0, 0.0), -Vec2::X));
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(8.0, 0.0)));
    run(&mut app, 4);
    clock(&mut app).pause();
    run(&mut app, 1);
    (app, ball)
}

/// What the simulation holds of a body.
fn held(app: &App, entity: Entity) -> Option<(Vec2, Vec2, f64)> {
    let simulation = app.world().resource::<Simulation>();
    let body = simulation.body(entity).and_then(|body| simulation.world().body(body))?;
    Some((body.position.as_vec2(), body.velocity.as_vec2(), body.mass))
}

/// Where a ray from far below along y first meets something, at this x.
fn below(app: &mut App, x: f32) -> Option<Entity> {
    app.world_mut()
        .run_system_once(move |mut space: ElasticQuery| {
            let hit = space.cast_ray(vec2(x, -20.0), Vec2::Y, 40.0, &QueryFilter::new());
            hit.map(|hit| hit.entity)
        })
        .unwrap()
}

#[test]
fn the_simulation_queries_and_forecasts_see_them() {
    let (mut app, ball) = standing();
    let tick = clock(&mut app).tick();
    change(&mut app, ball, |place: &mut Position| place.0 = vec2(-3.0, 2.0));
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = vec2(0.0, -1.0));
    change(&mut app, ball, |mass: &mut Mass| mass.0 = 7.0);
    run(&mut app, 1);
    assert_eq!(held(&app, ball), Some((vec2(-3.0, 2.0), vec2(0.0, -1.0), 7.0)));
    assert_eq!(shown(&app, ball), vec2(-3.0, 2.0));
    assert_eq!((below(&mut app, -3.0), below(&mut app, 0.5)), (Some(ball), None));
    let path = app
        .world_mut()
        .run_system_once(move |mut forecast: Forecast| {
            forecast.predict(&[], 64).path(ball).last().map(|leg| leg.position_at(leg.end))
        })
        .unwrap();
    assert_eq!(path.map(|end| end.as_vec2()), Some(vec2(-3.0, 1.0)));
    assert_eq!(clock(&mut app).tick(), tick);
    // It goes on from there.
    clock(&mut app).unpause();
    run(&mut app, 64);
    assert_eq!(position(&app, ball), vec2(-3.0, 1.0));
}

#[test]
fn a_transform_that_is_dragged_is_one_too() {
    let (mut app, ball) = standing();
    for step in 1u8..20 {
        let place = vec2(0.0, f32::from(step));
        change(&mut app, ball, |at: &mut Transform| at.translation = place.extend(0.0));
        run(&mut app, 1);
        assert_eq!((shown(&app, ball), position(&app, ball)), (place, place));
        assert_eq!(held(&app, ball), Some((place, vec2(8.0, 0.0), 1.0)));
    }
}

#[test]
fn bodies_spawned_and_despawned_in_a_pause() {
    let (mut app, ball) = standing();
    let late = spawn(&mut app, crate::app::ball(vec2(5.0, 5.0), Vec2::ZERO));
    app.world_mut().entity_mut(ball).despawn();
    run(&mut app, 1);
    assert_eq!(held(&app, late), Some((vec2(5.0, 5.0), Vec2::ZERO, 1.0)));
    assert_eq!((below(&mut app, 5.0), held(&app, ball)), (Some(late), None));
}

#[test]
fn absorbed_body_comes_back() {
    let mut app = app();
    spawn(&mut app, (Collider::circle(1.0), Static, Absorbs::Centre));
    let ball = spawn(&mut app, ball(vec2(-2.0, 0.0), vec2(8.0, 0.0)));
    run(&mut app, 64);
    clock(&mut app).pause();
    assert!(app.world().get::<Absorbed>(ball).is_some());
    app.world_mut().entity_mut(ball).remove::<Absorbed>().insert(Position(vec2(-5.0, 0.0)));
    run(&mut app, 1);
    assert_eq!(below(&mut app, -5.0), Some(ball));
}

#[test]
fn what_is_seen_of_the_others_stays() {
    let mut app = app();
    set_frame(&mut app, TICK / 4);
    let [ball, other] = [0.0, 3.0].map(|y| spawn(&mut app, ball(vec2(0.0, y), vec2(16.0, 0.0))));
    run(&mut app, 30);
    clock(&mut app).pause();
    run(&mut app, 1);
    let (seen, view) = (shown(&app, other), clock(&mut app).displayed_fraction());
    assert!(view < 1.0 && seen != position(&app, other), "between the ends of a tick");
    change(&mut app, ball, |velocity: &mut Velocity| velocity.0 = vec2(0.0, -1.0));
    run(&mut app, 2);
    assert_eq!(shown(&app, ball).x, seen.x, "a velocity moves no body");
    change(&mut app, ball, |place: &mut Position| place.0 = vec2(-4.0, 0.0));
    run(&mut app, 2);
    assert_eq!((shown(&app, other), shown(&app, ball)), (seen, vec2(-4.0, 0.0)));
    assert_eq!(clock(&mut app).displayed_fraction(), view);
}

#[test]
fn a_pause_without_edits_changes_nothing() {
    let play = |pause: u32| {
        let mut app = app();
        listen::<Collided>(&mut app);
        spawn(&mut app, (Collider::arena(vec2(9.0, 6.0)), Static));
        for number in 0u8..6 {
            let x = f32::from(number) * 1.3 - 3.5;
            spawn(&mut app, ball(vec2(x, 0.1 * x), vec2(7.0 - x, 3.0 + x)));
        }
        run(&mut app, 50);
        clock(&mut app).pause();
        run(&mut app, pause);
        clock(&mut app).unpause();
        while clock(&mut app).tick() < 300 {
            run(&mut app, 1);
        }
        (hash(&app), heard::<Collided>(&mut app))
    };
    assert_eq!(play(0), play(200));
}

#[test]
fn body_despawned_in_a_pause_has_left_its_sensor() {
    let leave = |pause: bool| {
        let mut app = app();
        listen::<SensorExited>(&mut app);
        spawn(&mut app, (Collider::rectangle(4.0, 4.0), Static, Sensor::Centre));
        let ball = spawn(&mut app, ball(vec2(-4.0, 0.0), vec2(4.0, 0.0)));
        run(&mut app, 64);
        if pause {
            clock(&mut app).pause();
            run(&mut app, 1);
        }
        app.world_mut().entity_mut(ball).remove::<Collider>();
        run(&mut app, 3);
        clock(&mut app).unpause();
        run(&mut app, 3);
        heard::<SensorExited>(&mut app).iter().map(|left| left.ball == ball).collect::<Vec<_>>()
    };
    assert_eq!(leave(false), [true]);
    assert_eq!(leave(true), [true]);
}

#[test]
fn a_restore_takes_them_back() {
    let (mut app, ball) = standing();
    let (snapshot, before) = (take(&mut app), hash(&app));
    change(&mut app, ball, |place: &mut Position| place.0 = vec2(-3.0, 2.0));
    run(&mut app, 1);
    assert_ne!(hash(&app), before);
    restore(&mut app, &snapshot);
    run(&mut app, 2);
    assert_eq!((hash(&app), velocity(&app, ball)), (before, vec2(8.0, 0.0)));
}
