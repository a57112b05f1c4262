//! A recording of a game plays again without the game, to the bit.

use bevy_app::App;
use bevy_elastic::components::{AngularVelocity, Asleep};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{DVec2, vec2};
use collide_core::measure::state_hash;
use collide_core::recording::Recording;
use collide_core::world::World;

use crate::app::{app, ball, hash, restore, run, spawn, take};

fn start(app: &mut App) {
    app.world_mut().resource_mut::<Simulation>().start_recording();
}

fn recording(app: &App) -> Recording<DVec2> {
    app.world().resource::<Simulation>().recording().unwrap()
}

/// The world at the end of a recording, after it was written and read.
fn end(recording: &Recording<DVec2>) -> World<DVec2> {
    let file = recording.to_bytes().unwrap();
    let mut replay = Recording::from_bytes(&file).unwrap().replay();
    while replay.step().unwrap().is_some() {}
    replay.world().clone()
}

/// A paddle that the game moves, balls that come and go, a pile that sleeps and is woken, other gravity, a rewind, and rounding.
#[test]
fn all_that_a_game_does_is_played_again() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -9.0)));
    spawn(&mut app, (Collider::arena(vec2(6.0, 6.0)), Static));
    let paddle =
        spawn(&mut app, (Collider::rectangle(3.0, 0.2), Kinematic, Position(vec2(0.0, -3.0))));
    let balls: Vec<_> = (0..12)
        .map(|number| {
            let place = vec2(0.8 * number as f32 - 4.5, 1.0);
            let body = (ball(place, vec2(1.0, number as f32)), AngularVelocity(2.0));
            spawn(&mut app, (body, Restitution(0.3), Friction(0.3)))
        })
        .collect();
    start(&mut app);
    let mut before = None;
    for tick in 0..400u32 {
        let place = vec2((tick as f32 / 20.0).sin(), -3.0);
        app.world_mut().entity_mut(paddle).insert(MoveTo(place));
        match tick {
            50 => drop(app.world_mut().despawn(balls[3])),
            60 => drop(spawn(&mut app, (ball(vec2(0.0, 5.0), vec2(0.0, -20.0)), Mass(3.0)))),
            70 => before = Some(take(&mut app)),
            90 => app.world_mut().entity_mut(balls[0]).get_mut::<Velocity>().unwrap().0.y = 9.0,
            120 => restore(&mut app, before.as_ref().unwrap()),
            200 => drop(app.world_mut().entity_mut(balls[1]).remove::<Asleep>()),
            250 => app.insert_resource(Gravity(vec2(3.0, -9.0))).finish(),
            300 => app.world_mut().resource_mut::<Simulation>().round_all_to_components(),
            _ => {}
        }
        run(&mut app, 1);
        if tick % 80 == 0 {
            assert_eq!(state_hash(&end(&recording(&app))), hash(&app), "after {tick} ticks");
        }
    }
    let stopped = app.world_mut().resource_mut::<Simulation>().stop_recording().unwrap();
    assert!(app.world().resource::<Simulation>().recording().is_none());
    assert_eq!(&end(&stopped), app.world().resource::<Simulation>().world());
    assert_eq!(stopped.steps(), 400);
}
