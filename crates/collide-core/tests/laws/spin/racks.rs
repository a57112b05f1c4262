//! Racks of balls on a cloth, broken with any spin and power, come to rest.

use std::time::Instant;

use collide_core::body::{Body, Cloth};
use collide_core::forecast::forecast;
use collide_core::measure::{deepest_overlap, kinetic_energy};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, dvec2};

use crate::support::random::Random;

const RADIUS: f64 = 0.028575;

/// A table with a rack of fifteen balls, that touch or nearly do, and a cue ball on its way.
fn rack(seed: u64) -> World<DVec2> {
    let mut random = Random::new(seed);
    let mut world = World::new();
    let rails = [
        (DVec2::X, DVec2::ZERO),
        (-DVec2::X, DVec2::X * 1.27),
        (DVec2::Y, DVec2::ZERO),
        (-DVec2::Y, DVec2::Y * 2.54),
    ];
    for (normal, place) in rails {
        let rail = Body::fixed(Shape::half_space(normal), place);
        world.add(Body { nose: 0.28, friction: 0.2, restitution: 0.85, ..rail }).unwrap();
    }
    let restitution = if seed.is_multiple_of(3) { 1.0 } else { random.between(0.9, 0.98) };
    let ball = |place: DVec2| Body {
        cloth: Some(Cloth::default()),
        inertia_factor: Some(0.4),
        mass: 0.17,
        friction: 0.05,
        restitution,
        ..Body::dynamic(Shape::ball(RADIUS), place)
    };
    let velocity = dvec2(random.between(-0.15, 0.15), 1.0) * random.between(1.0, 10.0);
    let cue = Body {
        velocity,
        roll: velocity * random.between(-1.0, 1.3),
        angular_velocity: random.between(-80.0, 80.0),
        ..ball(dvec2(0.635 + random.between(-0.1, 0.1), 0.6))
    };
    world.add(cue).unwrap();
    let gap = if seed.is_multiple_of(2) { 0.0 } else { 1e-4 };
    let pitch = 2.0 * RADIUS + gap;
    for row in 0..5u8 {
        for column in 0..=row {
            let across = f64::from(column) - 0.5 * f64::from(row);
            let along = f64::from(row) * 0.75f64.sqrt();
            world.add(ball(dvec2(0.635, 1.9) + dvec2(across, along) * pitch)).unwrap();
        }
    }
    world
}

fn assert_comes_to_rest(seeds: u64, hertz: f64) {
    let (mut events, mut longest, mut overlap) = (0, 0.0f64, 0.0f64);
    for seed in 0..seeds {
        let mut world = rack(seed);
        let mut stepper = Stepper::new();
        let mut energy = kinetic_energy(&world);
        let mut steps = 0;
        while world.is_moving() {
            let report = stepper.step(&mut world, 1.0 / hertz);
            assert!(report.limits.is_empty(), "{seed}: {:?}", report.limits);
            assert!(report.events.len() < 2000, "{seed}: {}", report.events.len());
            events += report.events.len();
            let now = kinetic_energy(&world);
            assert!(now <= energy * (1.0 + 1e-12), "{seed}: {energy} to {now}");
            energy = now;
            steps += 1;
            assert!(f64::from(steps) < 60.0 * hertz, "{seed} does not come to rest");
        }
        longest = longest.max(f64::from(steps) / hertz);
        overlap = overlap.max(deepest_overlap(&world));
    }
    println!(
        "{seeds} racks: {events} events, at rest after {longest:.1} s at most, overlap {overlap:.1e}"
    );
    assert!(overlap < 1e-3 * RADIUS, "{overlap}");
}

#[test]
fn two_hundred_racks_come_to_rest_at_60_hertz() {
    assert_comes_to_rest(200, 60.0);
}

#[test]
fn fifty_racks_come_to_rest_at_240_hertz() {
    assert_comes_to_rest(50, 240.0);
}

#[test]
fn forecast_of_a_break_is_what_happens() {
    for seed in 0..10 {
        let mut world = rack(seed);
        let start = Instant::now();
        let future = forecast(&world, &Stepper::new(), 1.0 / 60.0, 2000);
        println!("{} steps in {:.1} ms", future.steps, start.elapsed().as_secs_f64() * 1e3);
        let mut stepper = Stepper::new();
        for _ in 0..future.steps {
            stepper.step(&mut world, 1.0 / 60.0);
        }
        assert_eq!(world, future.end);
        assert!(!world.is_moving());
    }
}
