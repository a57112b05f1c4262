//! A step with persistent tracking gives the bits of a step without it.

use std::sync::Arc;

use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::worlds::generator::any_legs;
use crate::support::worlds::random_gas::random_gas;
use collide_core::body::Body;
use collide_core::broad::BroadPhase;
use collide_core::measure::state_hash;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

/// Adds walls of several kinds, and sometimes layers that let bodies pass through others.
fn add_walls<V: Vector>(world: &mut World<V>, random: &mut Random) {
    let random_place = |random: &mut Random| V::from_components(|_| random.between(-3.0, 30.0));
    for _ in 0..random.between(0.0, 5.0) as u32 {
        let half = V::from_components(|_| random.between(0.1, 1.5));
        let shape = match random.between(0.0, 4.0) as u32 {
            0 => Shape::ball(random.between(0.2, 2.0)),
            1 => Shape::cuboid(half),
            2 => Shape::half_space(V::unit(0)),
            _ => Shape::RoundArena { radius: random.between(20.0, 60.0) },
        };
        let is_floor = matches!(shape, Shape::HalfSpace { .. });
        let place = if is_floor { -V::unit(0) } else { random_place(random) };
        let wall = Body::fixed(shape, place);
        world.add(Body { restitution: random.between(0.5, 1.2).min(1.0), ..wall }).unwrap();
    }
    if random.between(0.0, 1.0) < 0.3 {
        for id in world.ids().collect::<Vec<_>>() {
            if random.between(0.0, 1.0) < 0.2 {
                world.edit(id, |body| body.layers.filters = 2).unwrap();
            }
        }
    }
}

/// Asserts the same reports and worlds of random elastic gases from three steppers.
///
/// The first stepper may track all bodies, on one or two threads; the second tests all pairs; the third is
/// new in every step and so cannot track.
fn assert_tracking_changes_nothing<V: Vector>(worlds: u64) {
    for seed in 0..worlds {
        let mut random = Random::new(seed);
        let mut worlds = [(); 3].map(|()| World::<V>::new());
        worlds[0] = random_gas::<V>(&mut random, 0.0);
        add_walls(&mut worlds[0], &mut random);
        worlds = [(); 3].map(|()| worlds[0].clone());
        let ids: Vec<_> = worlds[0].ids().collect();
        let edit_probability = 10f64.powf(random.between(-3.0, -0.5));
        let legs = any_legs(&mut random);
        let settings = Settings { legs, ..Settings::default() };
        let (mut tracking, mut brute) =
            (Stepper::with_settings(settings), Stepper::with_settings(settings));
        brute.settings.broad = BroadPhase::Brute;
        tracking.executor = Arc::new(SplitExecutor(1 + seed as usize % 2));
        let dt = 10f64.powf(random.between(-3.5, -1.4));
        for step in 0..60 {
            let mut dt = dt;
            if random.between(0.0, 1.0) < 0.1 {
                dt *= random.between(0.1, 6.0);
            }
            if random.between(0.0, 1.0) < edit_probability {
                let id = ids[random.between(0.0, ids.len() as f64) as usize];
                let factor = random.between(-2.0, 2.0);
                for world in &mut worlds {
                    let scale = |body: &mut Body<V>| {
                        body.velocity = body.velocity * factor;
                    };
                    world.edit(id, scale).unwrap();
                }
            }
            let mut new = Stepper::with_settings(settings);
            let [first, second, third] = &mut worlds;
            let report = tracking.step(first, dt);
            assert_eq!(report, brute.step(second, dt), "seed {seed}, step {step}");
            assert_eq!(report, new.step(third, dt), "seed {seed}, step {step}");
            assert!(first == second && first == third, "seed {seed}, step {step}");
        }
    }
}

#[test]
fn tracked_gases_match_untracked_bits() {
    assert_tracking_changes_nothing::<DVec2>(10);
    assert_tracking_changes_nothing::<DVec3>(5);
}

#[test]
#[ignore = "takes minutes"]
fn many_tracked_gases_match_untracked_bits() {
    assert_tracking_changes_nothing::<DVec2>(1000);
}

/// The contact report of a tracked gas looked up bodies of another world, which the same stepper had made a step of before.
#[test]
fn one_stepper_reports_the_contacts_of_two_worlds_in_turn() {
    let mut heavy = World::<DVec2>::new();
    heavy.set_gravity(DVec2::NEG_Y).unwrap();
    heavy.add(Body::fixed(Shape::arena(DVec2::splat(60.0)), DVec2::ZERO)).unwrap();
    let mut gas = heavy.clone();
    gas.set_gravity(DVec2::ZERO).unwrap();
    let ball = |number: u32| {
        let place = DVec2::new(f64::from(number % 10), f64::from(number / 10)) * 3.0 - 14.0;
        let velocity = DVec2::from_angle(f64::from(number)) * 20.0;
        Body { velocity, ..Body::dynamic(Shape::ball(0.5), place) }
    };
    for number in 0..100 {
        heavy.add(ball(number)).unwrap();
    }
    for number in 0..30 {
        gas.add(ball(number)).unwrap();
    }
    let mut stepper = Stepper::new();
    stepper.settings.contacts = true;
    for _ in 0..40 {
        for world in [&mut heavy, &mut gas] {
            let mut alone = world.clone();
            let mut fresh = stepper.with_same_settings();
            fresh.step(&mut alone, 1.0 / 60.0);
            stepper.step(world, 1.0 / 60.0);
            assert_eq!(state_hash(&alone), state_hash(world));
            assert_eq!(fresh.report().events.len(), stepper.report().events.len());
        }
    }
}
