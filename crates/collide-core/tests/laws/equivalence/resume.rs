//! A step that is interrupted and resumed gives the bits of an uninterrupted step.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::mixed_scene::mixed_scene;
use collide_core::measure::state_hash;
use collide_core::report::Event;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;

/// A stepper that follows contacts, as all else that is reported.
fn new_stepper<V: Vector>() -> Stepper<V> {
    Stepper::with_settings(Settings { contacts: true, ..Settings::default() })
}

fn world<V: Vector>(seed: u64) -> World<V> {
    let mut world = World::new();
    for body in mixed_scene(&mut Random::new(seed), 40) {
        world.add(body).unwrap();
    }
    if seed % 2 == 1 {
        world.set_gravity(V::unit(1) * -9.81).unwrap();
    }
    world
}

/// Makes a step in chunks of events, each on a clone of the world and with a new stepper.
fn step_in_chunks<V: Vector>(world: &mut World<V>, dt: f64, chunk: u64) -> Vec<Event<V>> {
    let mut stepper = new_stepper();
    stepper.integrate(world, dt);
    stepper.detect(world);
    let mut outcome = stepper.respond(world, chunk);
    let mut events = stepper.report().events.clone();
    while outcome == Outcome::Interrupted {
        *world = world.clone();
        stepper = new_stepper();
        outcome = stepper.resume(world, chunk);
        events.extend_from_slice(&stepper.report().events);
    }
    // Contacts are reported with the last part.
    events.sort_by(|one, two| one.time().total_cmp(&two.time()));
    events
}

fn resumed_step_matches_bits_of_a_whole_step<V: Vector>() {
    for (seed, chunk) in (0..6).flat_map(|seed| [1, 2, 3, 10].map(|chunk| (seed, chunk))) {
        let mut worlds = [world::<V>(seed), world::<V>(seed)];
        let dt = [0.05, 0.3][seed as usize / 3];
        for step in 0..8 {
            let whole = new_stepper().step(&mut worlds[0], dt).events.clone();
            let parts = step_in_chunks(&mut worlds[1], dt, chunk);
            assert_eq!(whole, parts, "seed {seed}, {chunk} at a time, step {step}");
            assert_eq!(state_hash(&worlds[0]), state_hash(&worlds[1]));
            assert_eq!(worlds[0], worlds[1], "seed {seed}, {chunk} at a time, step {step}");
        }
    }
}

fn repeated_respond_matches_bits_of_a_whole_step<V: Vector>() {
    let mut worlds = [world::<V>(1), world::<V>(1)];
    let whole = new_stepper().step(&mut worlds[0], 0.5).clone();
    let mut stepper = new_stepper();
    stepper.integrate(&mut worlds[1], 0.5);
    stepper.detect(&mut worlds[1]);
    while stepper.respond(&mut worlds[1], 1) == Outcome::Interrupted {}
    assert_eq!(&whole, stepper.report());
    assert_eq!(worlds[0], worlds[1]);
}

in_both_spaces!(
    resumed_step_matches_bits_of_a_whole_step,
    repeated_respond_matches_bits_of_a_whole_step
);
