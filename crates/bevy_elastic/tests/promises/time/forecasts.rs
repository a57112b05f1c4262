//! The forecast is what then happens, event for event, to the bit.

use std::time::{Duration, Instant};

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::components::Absorbed;
use bevy_elastic::events::{DeepOverlap, ElasticEvent, Stopped};
use bevy_elastic::forecast::ForecastResult;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use collide_core::measure::state_hash;

use crate::app::{
    app, ball, change, clock, get, hash, heard, listen, position, restore, run, set_tick, spawn,
    take,
};

/// A table with a rack, pockets and a sensor: everything rolls to rest.
fn table() -> (App, Entity) {
    let mut app = app();
    listen::<Collided>(&mut app);
    listen::<SensorEntered>(&mut app);
    listen::<SensorExited>(&mut app);
    listen::<Stopped>(&mut app);
    listen::<DeepOverlap>(&mut app);
    listen::<ContactStarted>(&mut app);
    listen::<ContactEnded>(&mut app);
    spawn(&mut app, (Collider::arena(vec2(40.0, 20.0)), Static));
    for corner in [vec2(-20.0, -10.0), vec2(-20.0, 10.0), vec2(20.0, -10.0), vec2(20.0, 10.0)] {
        let at = Transform::from_translation(corner.extend(0.0));
        spawn(&mut app, (Collider::circle(1.6), Static, Absorbs::Centre, at));
    }
    spawn(&mut app, (Collider::rectangle(6.0, 20.0), Static, Sensor::Centre));
    let cue = spawn(&mut app, (ball(vec2(-10.0, 0.1), Vec2::ZERO), RollingResistance(1.0)));
    for row in 0u8..5 {
        for place in 0..=row {
            let at =
                vec2(8.0 + f32::from(row) * 0.9, f32::from(place) * 1.05 - f32::from(row) * 0.525);
            spawn(&mut app, (ball(at, Vec2::ZERO), RollingResistance(1.0)));
        }
    }
    run(&mut app, 2);
    (app, cue)
}

fn ask(app: &mut App, changes: &[ForecastChange], ticks: u32) -> ForecastResult {
    let changes = changes.to_vec();
    app.world_mut()
        .run_system_once(move |mut forecast: Forecast| forecast.predict(&changes, ticks).clone())
        .unwrap()
}

const SHOT: Vec2 = vec2(45.0, 1.5);

fn shot(cue: Entity) -> ForecastChange {
    ForecastChange { velocity: Some(SHOT), ..ForecastChange::of(cue) }
}

/// Compares a forecast with what is told until it ends.
fn assert_comes_true(app: &mut App, future: &ForecastResult) {
    let end = clock(app).tick() + u64::from(future.ticks);
    while clock(app).tick() < end {
        app.update();
    }
    assert_eq!(state_hash(&future.end), hash(app));
    let mut told: Vec<ElasticEvent> = Vec::new();
    told.extend(heard::<Collided>(app).into_iter().map(ElasticEvent::Collided));
    told.extend(heard::<SensorEntered>(app).into_iter().map(ElasticEvent::SensorEntered));
    told.extend(heard::<SensorExited>(app).into_iter().map(ElasticEvent::SensorExited));
    told.extend(heard::<Stopped>(app).into_iter().map(ElasticEvent::Stopped));
    told.extend(heard::<DeepOverlap>(app).into_iter().map(ElasticEvent::DeepOverlap));
    told.extend(heard::<ContactStarted>(app).into_iter().map(ElasticEvent::ContactStarted));
    told.extend(heard::<ContactEnded>(app).into_iter().map(ElasticEvent::ContactEnded));
    assert_eq!(told.len(), future.events.len());
    for event in &future.events {
        let place = told.iter().position(|told| told == event);
        told.swap_remove(place.unwrap_or_else(|| panic!("{event:?} did not happen")));
    }
    let order = |event: &ElasticEvent| (event.tick(), event.time());
    assert!(future.events.is_sorted_by(|a, b| order(a) <= order(b)));
}

#[test]
fn a_break_comes_as_foretold_till_all_balls_rest() {
    for speed in [1.0, 0.25] {
        let (mut app, cue) = table();
        clock(&mut app).set_relative_speed(speed);
        let future = ask(&mut app, &[shot(cue)], 100_000);
        let count =
            |what: fn(&ElasticEvent) -> bool| future.events.iter().filter(|h| what(h)).count();
        assert!(count(|event| matches!(event, ElasticEvent::Collided(_))) > 20);
        assert!(count(|event| matches!(event, ElasticEvent::SensorEntered(_))) > 3);
        assert!(count(|event| matches!(event, ElasticEvent::Stopped(_))) > 3);
        assert!(future.path(cue).count() > 3);
        change(&mut app, cue, |velocity: &mut Velocity| velocity.0 = SHOT);
        assert_comes_true(&mut app, &future);
    }
}

#[test]
fn balls_fall_into_pockets_as_foretold() {
    let (mut app, cue) = table();
    let mut absorbed = 0;
    for number in 0u8..12 {
        let velocity = vec2(40.0, f32::from(number) * 4.0 - 22.0);
        let position = Some(vec2(-10.0, 0.1));
        let shot = ForecastChange { position, velocity: Some(velocity), ..ForecastChange::of(cue) };
        let future = ask(&mut app, &[shot], 100_000);
        change(&mut app, cue, |held: &mut Velocity| held.0 = velocity);
        change(&mut app, cue, |position: &mut Position| position.0 = vec2(-10.0, 0.1));
        app.world_mut().entity_mut(cue).remove::<Absorbed>();
        assert_comes_true(&mut app, &future);
        let mut balls = app.world_mut().query::<&Absorbed>();
        absorbed += balls.iter(app.world()).count();
    }
    assert!(absorbed > 3, "{absorbed} times a ball lay in a pocket");
}

#[test]
fn after_an_undo_the_forecast_still_holds() {
    let (mut app, cue) = table();
    let snapshot = take(&mut app);
    let first = ask(&mut app, &[shot(cue)], 100_000);
    change(&mut app, cue, |velocity: &mut Velocity| velocity.0 = SHOT);
    run(&mut app, 200);
    restore(&mut app, &snapshot);
    heard::<Collided>(&mut app);
    heard::<SensorEntered>(&mut app);
    heard::<SensorExited>(&mut app);
    heard::<Stopped>(&mut app);
    heard::<DeepOverlap>(&mut app);
    heard::<ContactStarted>(&mut app);
    heard::<ContactEnded>(&mut app);
    let second = ask(&mut app, &[shot(cue)], 100_000);
    assert_eq!(first.events, second.events);
    change(&mut app, cue, |velocity: &mut Velocity| velocity.0 = SHOT);
    assert_comes_true(&mut app, &second);
}

#[test]
fn an_answer_is_kept_until_something_changes() {
    let (mut app, cue) = table();
    let timed = |app: &mut App, changes: Vec<ForecastChange>| -> Duration {
        app.world_mut()
            .run_system_once(move |mut forecast: Forecast| {
                let start = Instant::now();
                forecast.predict(&changes, 100_000);
                start.elapsed()
            })
            .unwrap()
    };
    let first = timed(&mut app, vec![shot(cue)]);
    let again = timed(&mut app, vec![shot(cue)]);
    assert!(again < first / 20, "{again:?} after {first:?}");
    // Nothing moves, so what was told a hundred ticks ago holds, under new numbers.
    run(&mut app, 100);
    let later = timed(&mut app, vec![shot(cue)]);
    assert!(later < first / 10, "{later:?} after {first:?}");
    let light = ask(&mut app, &[shot(cue)], 100_000);
    change(&mut app, cue, |mass: &mut Mass| mass.0 = 2.0);
    run(&mut app, 1);
    let heavy = ask(&mut app, &[shot(cue)], 100_000);
    assert_ne!(light.events, heavy.events);
    change(&mut app, cue, |velocity: &mut Velocity| velocity.0 = SHOT);
    assert_comes_true(&mut app, &heavy);
}

#[test]
fn odd_questions_are_passed_over() {
    let (mut app, cue) = table();
    let no_body = spawn(&mut app, Transform::default());
    let gone = spawn(&mut app, Transform::default());
    app.world_mut().entity_mut(gone).despawn();
    let at = position(&app, cue);
    let odd = |entity, position, velocity| ForecastChange {
        position,
        velocity: Some(velocity),
        ..ForecastChange::of(entity)
    };
    let future = ask(
        &mut app,
        &[
            odd(no_body, None, Vec2::X),
            odd(gone, None, Vec2::X),
            odd(cue, None, Vec2::NAN),
            odd(cue, Some(Vec2::INFINITY), Vec2::X),
        ],
        100,
    );
    assert!(future.events.is_empty() && future.ticks <= 1);
    assert_eq!(state_hash(&future.end), hash(&app));
    assert_eq!((position(&app, cue), get::<Velocity>(&app, cue).0), (at, Vec2::ZERO));
}

#[test]
fn a_forecast_before_the_first_tick_of_another_length_knows_it() {
    let (mut app, cue) = table();
    set_tick(&mut app, Duration::from_millis(10));
    // Paused, so that no tick of the new length has been made when the game asks.
    clock(&mut app).pause();
    run(&mut app, 1);
    let future = ask(&mut app, &[shot(cue)], 100_000);
    clock(&mut app).unpause();
    assert_eq!(app.world().resource::<Time<Fixed>>().timestep(), Duration::from_millis(10));
    change(&mut app, cue, |velocity: &mut Velocity| velocity.0 = SHOT);
    assert_comes_true(&mut app, &future);
}

#[test]
fn other_masses_and_restitutions_are_foretold_as_they_then_happen() {
    let (mut app, cue) = table();
    let supposed = ForecastChange { mass: Some(3.0), restitution: Some(0.5), ..shot(cue) };
    let plain = ask(&mut app, &[shot(cue)], 2000);
    let future = ask(&mut app, &[supposed], 2000);
    assert_ne!(state_hash(&plain.end), state_hash(&future.end));
    heard::<Collided>(&mut app);
    app.world_mut().entity_mut(cue).insert((Velocity(SHOT), Mass(3.0), Restitution(0.5)));
    assert_comes_true(&mut app, &future);
}

#[test]
fn what_is_not_supposed_stays() {
    let mut app = app();
    let ball = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    run(&mut app, 1);
    let [as_it_is, heavier] =
        [ForecastChange::of(ball), ForecastChange { mass: Some(2.0), ..ForecastChange::of(ball) }]
            .map(|change| ask(&mut app, &[change], 64).end);
    let end = ask(&mut app, &[], 64).end;
    assert_eq!(state_hash(&as_it_is), state_hash(&end));
    let [it, other] = [&heavier, &end].map(|world| {
        let body = world.ids().next().and_then(|id| world.body(id));
        body.map(|body| (body.position, body.velocity, body.mass)).unwrap()
    });
    assert_eq!((it.0, it.1, it.2), (other.0, other.1, 2.0));
}
