//! A step on any number of threads gives the same bits.

use std::sync::Arc;

use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::worlds::generator::any_legs;
use crate::support::worlds::random_gas::random_gas;
use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::body::Body;
use collide_core::measure::state_hash;
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

const DT: f64 = 1.0 / 60.0;

/// Copies of a world with their steppers, of one, two, three and eight threads.
fn copies<V: Vector>(world: &World<V>, settings: Settings) -> Vec<(Stepper<V>, World<V>)> {
    let copy = |threads: usize| {
        let mut stepper = Stepper::with_settings(Settings { contacts: true, ..settings });
        stepper.executor = Arc::new(SplitExecutor(threads));
        (stepper, world.clone())
    };
    [1, 2, 3, 8].map(copy).into_iter().collect()
}

/// Steps all copies, asserts the same bits, and returns the number of impacts.
fn step_copies<V: Vector>(copies: &mut [(Stepper<V>, World<V>)], dt: f64, name: &str) -> usize {
    for (stepper, world) in &mut *copies {
        stepper.step(world, dt);
    }
    let [(first, single), others @ ..] = copies else { return 0 };
    for (stepper, world) in others {
        assert_eq!(first.report(), stepper.report(), "{name}");
        assert_eq!(state_hash(single), state_hash(world), "{name}");
    }
    first.report().impacts().count()
}

/// Asserts the same bits of several gases of the catalogue.
fn assert_scenes_match(legs: Legs) {
    let settings = Settings { legs, ..Settings::default() };
    for name in ["gas", "dense", "fast", "mixed-gas", "collapse", "bricks"] {
        let scene = scenes::by_name(name, Some(600), 1).unwrap();
        let mut copies = copies(&ScenePlayer::new(&scene).world, settings);
        let impacts: usize = (0..12).map(|_| step_copies(&mut copies, DT, name)).sum();
        assert!(impacts > 100, "{name}: {impacts}");
    }
}

#[test]
fn scenes_match_bits_on_any_threads() {
    assert_scenes_match(Legs::None);
    assert_scenes_match(Legs::AfterEvents);
    assert_scenes_match(Legs::All);
}

#[test]
fn piles_match_bits_on_any_threads() {
    for name in ["pile", "mixed"] {
        let scene = scenes::by_name(name, Some(600), 1).unwrap();
        let mut copies = copies(&ScenePlayer::new(&scene).world, Settings::default());
        for _ in 0..4 {
            let _impacts = step_copies(&mut copies, DT, name);
        }
    }
}

/// Asserts the same bits of a gas between moving walls.
fn assert_gas_between_moving_walls_matches<V: Vector>() {
    let mut random = Random::new(3);
    let mut world = World::<V>::new();
    let place = |at: [f64; 3]| V::from_components(|axis| at[axis]);
    for ball in 0..2400 {
        let at = [f64::from(ball % 80) * 3.0, f64::from(ball / 80) * 3.0, 0.0];
        let velocity = place([(); 3].map(|()| random.between(-30.0, 30.0)));
        world.add(Body { velocity, ..Body::dynamic(Shape::ball(0.7), place(at)) }).unwrap();
    }
    for (x, speed) in [(-20.0, 3.0), (260.0, -3.0)] {
        let half = V::from_components(|axis| if axis == 0 { 1.0 } else { 500.0 });
        let wall =
            Body::kinematic(Shape::cuboid(half), place([x, 0.0, 0.0]), place([speed, 0.0, 0.0]));
        world.add(wall).unwrap();
    }
    let mut copies = copies(&world, Settings::default());
    let impacts: usize = (0..30).map(|_| step_copies(&mut copies, DT, "moving walls")).sum();
    assert!(impacts > 500, "{impacts}");
}

#[test]
fn gas_between_moving_walls_matches_bits_on_any_threads() {
    assert_gas_between_moving_walls_matches::<DVec2>();
    assert_gas_between_moving_walls_matches::<DVec3>();
}

/// A chain of impacts passes through a long row in one step, across all domains.
#[test]
fn impact_chain_through_a_row_matches_bits_on_any_threads() {
    for gap in [0.0, 1e-3] {
        let mut world = World::<DVec2>::new();
        for number in 0..2400 {
            let ball = Body::dynamic(Shape::ball(0.5), dvec2(f64::from(number) * (1.0 + gap), 0.0));
            world.add(ball).unwrap();
        }
        let hitter = Body::dynamic(Shape::ball(0.5), dvec2(-2.0, 0.0));
        world.add(Body { velocity: DVec2::X * 400.0, ..hitter }).unwrap();
        let mut copies = copies(&world, Settings::default());
        let impacts: usize = (0..4).map(|_| step_copies(&mut copies, DT, "a row")).sum();
        assert!(impacts > 1000, "{impacts}");
    }
}

/// Bodies are removed and edited between the steps.
#[test]
fn edits_between_steps_match_bits_on_any_threads() {
    let scene = scenes::by_name("gas", Some(600), 2).unwrap();
    let mut copies = copies(&ScenePlayer::new(&scene).world, Settings::default());
    for step in 0..40 {
        for (_, world) in &mut copies {
            let body = world.ids().nth(step * 13 % 500 + 4).unwrap();
            match step % 5 {
                1 => drop(world.remove(body)),
                3 => world.edit(body, |body| body.velocity *= -2.0).unwrap(),
                _ => {}
            }
        }
        step_copies(&mut copies, DT, "edits");
    }
}

/// Asserts the same worlds and snapshots of a gas over many steps.
///
/// Bodies of a gas are divided among threads and rearranged in storage when they have mixed, which must not be
/// visible.
fn assert_long_gas_matches(name: &str, bodies: usize, steps: usize) {
    let settings = Settings { legs: Legs::None, ..Settings::default() };
    let scene = scenes::by_name(name, Some(bodies), 4).unwrap();
    let mut copies = copies(&ScenePlayer::new(&scene).world, settings);
    for step in 0..steps {
        let _impacts = step_copies(&mut copies, DT, name);
        let [(_, single), others @ ..] = &mut copies[..] else { return };
        for (_, world) in others {
            assert!(single == world, "{name}: {step}");
            if step % 100 == 50 {
                let bytes = [&*single, world].map(|world| postcard::to_stdvec(world).unwrap());
                assert!(bytes[0] == bytes[1], "{name}: {step}");
                *world = postcard::from_bytes(&bytes[1]).unwrap();
                let ids = world.ids().zip(single.ids());
                assert!(ids.into_iter().all(|(one, two)| world.body(one) == single.body(two)));
            }
        }
        if step % 100 == 30 {
            // Remove, edit and add bodies.
            for (_, world) in &mut copies {
                let removed = world.ids().nth(step % 300 + 9).unwrap();
                let body = world.remove(removed).unwrap();
                let other = world.ids().nth(step % 200 + 17).unwrap();
                world.edit(other, |body| body.mass *= 3.0).unwrap();
                world.add(body).unwrap();
            }
        }
    }
}

#[test]
fn gases_over_many_steps_match_bits_on_any_threads() {
    assert_long_gas_matches("gas", 500, 700);
    assert_long_gas_matches("dense", 500, 150);
    assert_long_gas_matches("mixed-gas", 500, 300);
    // Enough bodies for several threads.
    assert_long_gas_matches("gas", 1500, 150);
}

/// Some steps are interrupted after every third event, and some have an edit after detection.
#[test]
fn interrupted_steps_match_bits_on_any_threads() {
    let scene = scenes::by_name("gas", Some(600), 3).unwrap();
    let mut copies = copies(&ScenePlayer::new(&scene).world, Settings::default());
    for step in 0..60 {
        for (stepper, world) in &mut copies {
            stepper.integrate(world, DT);
            stepper.detect(world);
            if step % 7 == 3 {
                let body = world.ids().nth(100).unwrap();
                world.edit(body, |body| body.velocity *= -1.0).unwrap();
            }
            let events = if step % 5 == 4 { 3 } else { u64::MAX };
            while stepper.respond(world, events) == Outcome::Interrupted {}
        }
        let [(first, single), others @ ..] = &mut copies[..] else { return };
        for (stepper, world) in others {
            assert_eq!(first.report(), stepper.report(), "{step}");
            assert!(single == world, "{step}");
        }
    }
}

/// Asserts the same bits of random gases.
fn assert_random_gases_match<V: Vector>(worlds: u64) {
    for seed in 0..worlds {
        let mut random = Random::new(seed);
        let world = random_gas::<V>(&mut random, 1.0);
        let dt = 10f64.powf(random.between(-3.0, -0.7));
        let legs = any_legs(&mut random);
        let settings = Settings { legs, ..Settings::default() };
        let mut copies = copies(&world, settings);
        for step in 0..12 {
            let _impacts = step_copies(&mut copies, dt, &format!("seed {seed}, step {step}"));
        }
        let (_, single) = &copies[0];
        assert!(copies.iter().all(|(_, world)| world == single), "seed {seed}");
    }
}

#[test]
fn random_gases_match_bits_on_any_threads() {
    assert_random_gases_match::<DVec2>(40);
    assert_random_gases_match::<DVec3>(20);
}

#[test]
#[ignore = "takes minutes"]
fn many_random_gases_match_bits_on_any_threads() {
    assert_random_gases_match::<DVec2>(2000);
}
