//! The forecast is the future, to the bit, and is kept while nothing changes.

use std::time::Instant;

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::RunSystemOnce;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_transform::components::Transform;

use crate::app::{app, ball, clock, heard, listen, position, restore, run, spawn, take};

/// A table with losses and a pocket: a cue ball and six others.
fn table() -> (App, Entity) {
    let mut app = app();
    spawn(&mut app, (Collider::arena(vec2(20.0, 10.0)), Static, Restitution(0.8)));
    let pocket =
        (Collider::circle(1.0), Static, Absorbs::Centre, Transform::from_xyz(9.5, 4.5, 0.0));
    spawn(&mut app, pocket);
    let cue = spawn(&mut app, (ball(vec2(-6.0, 0.1), Vec2::ZERO), RollingResistance(1.0)));
    for (x, y) in [(3.0, 0.0), (4.0, 0.6), (4.0, -0.6), (5.0, 1.2), (5.0, 0.0), (5.0, -1.2)] {
        spawn(&mut app, (ball(vec2(x, y), Vec2::ZERO), RollingResistance(1.0), Restitution(0.9)));
    }
    run(&mut app, 2);
    listen::<Collided>(&mut app);
    (app, cue)
}

fn ask(app: &mut App, changes: &[Suppose], ticks: u32) -> (Vec<Collided>, u32) {
    let changes = changes.to_vec();
    let told = move |mut forecast: Forecast| {
        let future = forecast.ask(&changes, ticks);
        let impacts = future.happenings.iter().filter_map(|happening| match happening {
            Happening::Collided(impact) => Some(*impact),
            _ => None,
        });
        (impacts.collect(), future.ticks)
    };
    app.world_mut().run_system_once(told).unwrap()
}

fn shoot(app: &mut App, cue: Entity, velocity: Vec2) {
    app.world_mut().entity_mut(cue).insert(Velocity(velocity));
}

#[test]
fn a_shot_is_foretold_in_slow_motion_and_after_an_undo_too() {
    let (mut app, cue) = table();
    let before = take(&mut app);
    let velocity = vec2(18.0, 1.3);
    for speed in [1.0, 0.25, 4.0] {
        let shot = Suppose { entity: cue, position: None, velocity };
        let (foretold, ticks) = ask(&mut app, &[shot], 4000);
        assert!(foretold.len() > 12 && ticks < 4000, "{} impacts", foretold.len());
        clock(&mut app).set_speed(speed);
        shoot(&mut app, cue, velocity);
        run(&mut app, (f64::from(ticks + 8) / speed) as u32);
        assert_eq!(heard::<Collided>(&mut app), foretold);
        restore(&mut app, &before);
        clock(&mut app).set_speed(1.0);
    }
}

#[test]
fn a_supposed_place_counts() {
    let (mut app, cue) = table();
    let at = Some(vec2(0.0, -4.0));
    let (foretold, _) =
        ask(&mut app, &[Suppose { entity: cue, position: at, velocity: Vec2::X }], 9);
    assert!(foretold.is_empty());
    assert_eq!(position(&app, cue), vec2(-6.0, 0.1), "nothing has happened");
}

#[test]
fn an_answer_is_kept_while_nothing_changes() {
    let (mut app, cue) = table();
    let shot = Suppose { entity: cue, position: None, velocity: vec2(18.0, 1.3) };
    let (first, _) = ask(&mut app, &[shot], 4000);
    // Ticks pass while all rests; the answer differs by their numbers only, and costs nothing.
    run(&mut app, 10);
    let start = Instant::now();
    let (again, _) = ask(&mut app, &[shot], 4000);
    let kept = start.elapsed();
    assert!(first.iter().map(|impact| impact.tick + 10).eq(again.iter().map(|impact| impact.tick)));
    let start = Instant::now();
    let other = Suppose { velocity: vec2(18.0, 1.4), ..shot };
    let (different, _) = ask(&mut app, &[other], 4000);
    let made = start.elapsed();
    assert_ne!(first.len(), 0);
    assert_ne!(again, different);
    println!("an answer takes {made:?}, one that is kept {kept:?}");
    assert!(kept < made);
    app.world_mut().entity_mut(cue).insert(Position(vec2(-6.0, 0.5)));
    run(&mut app, 1);
    assert_ne!(ask(&mut app, &[other], 4000).0, different, "the cue ball was moved");
}

#[test]
fn questions_that_make_no_sense_do_no_harm() {
    let (mut app, cue) = table();
    let gone = spawn(&mut app, ());
    for (entity, velocity) in [(gone, Vec2::X), (cue, vec2(f32::NAN, 0.0))] {
        assert!(ask(&mut app, &[Suppose { entity, position: None, velocity }], 100).0.is_empty());
    }
}
