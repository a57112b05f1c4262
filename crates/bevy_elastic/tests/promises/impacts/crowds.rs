//! However many there are, and whoever helps with the step, a tick is the step of the core.

use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{Vec2, vec2};
use collide_core::measure::state_hash;
use collide_core::step::Stepper;

use crate::app::{app, ball, hash, heard, listen, run};

/// Two diameters apart, in every direction, as fast as one a tick; so many in a row.
fn crowd(count: u16, row: u16) -> impl Iterator<Item = (Vec2, Vec2)> {
    (0..count).map(move |number| {
        let place = vec2(f32::from(number % row), f32::from(number / row)) * 2.0;
        (place, Vec2::from_angle(f32::from(number)) * 64.0)
    })
}

#[test]
fn a_tick_of_many_or_few_is_the_step_of_the_core() {
    for (count, row) in [(100, 10), (20_000, 100)] {
        let mut app = app();
        listen::<Collided>(&mut app);
        app.world_mut().spawn((Collider::arena(vec2(900.0, 900.0)), Static));
        for (place, velocity) in crowd(count, row) {
            app.world_mut().spawn(ball(place, velocity));
        }
        run(&mut app, 1);
        let _first = heard::<Collided>(&mut app);
        let mut world = app.world().resource::<Simulation>().world().clone();
        let (mut stepper, mut impacts) = (Stepper::new(), 0);
        for _ in 0..4 {
            run(&mut app, 1);
            impacts += stepper.step(&mut world, 1.0 / 64.0).impacts().count();
            assert_eq!(hash(&app), state_hash(&world));
        }
        assert_eq!(heard::<Collided>(&mut app).len(), impacts);
        assert!(impacts > usize::from(count) / 2, "{impacts}");
    }
}

#[test]
fn bodies_spawned_and_despawned_among_many_are_read_in_the_same_tick() {
    let mut app = app();
    let spawned = crowd(17_000, 100)
        .map(|(place, _)| app.world_mut().spawn(ball(place, Vec2::ZERO)).id())
        .collect::<Vec<_>>();
    run(&mut app, 1);
    let bodies = |app: &bevy_app::App| app.world().resource::<Simulation>().world().ids().count();
    assert_eq!(bodies(&app), 17_000);
    // From many to few in one tick.
    for entity in &spawned[100..] {
        app.world_mut().despawn(*entity);
    }
    run(&mut app, 1);
    assert_eq!(bodies(&app), 100);
}
