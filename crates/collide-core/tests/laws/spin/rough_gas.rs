//! A gas of perfectly rough balls shares its energy evenly among all degrees of freedom.

use collide_core::body::Body;
use collide_core::measure::{angular_momentum, kinetic_energy, momentum, rotational_energy};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

use crate::support::random::Random;

/// The friction of a perfectly rough ball.
const ROUGH: f64 = 1e12;

/// A gas of rough balls in a box with sides of 20, `count` along each axis.
fn gas<V: Vector>(count: usize, inertia: f64) -> World<V> {
    let mut world = World::new();
    let rough = |body| Body { friction: ROUGH, tangential_restitution: 1.0, ..body };
    world.add(rough(Body::fixed(Shape::arena(V::from_components(|_| 10.0)), V::ZERO))).unwrap();
    let mut random = Random::new(7);
    let gap = 20.0 / count as f64;
    for number in 0..count.pow(V::DIMENSION as u32) {
        let place = |axis: usize| number / count.pow(axis as u32) % count;
        let position = V::from_components(|axis| (place(axis) as f64 + 0.5) * gap - 10.0);
        let ball = Body {
            velocity: random.vector(3.0),
            inertia_factor: Some(inertia),
            ..Body::dynamic(Shape::ball(0.35), position)
        };
        world.add(rough(ball)).unwrap();
    }
    world
}

/// Asserts that a gas keeps its energy in many impacts, and that the given share of it becomes rotation.
fn assert_equipartition<V: Vector>(count: usize, inertia: f64, share: f64) {
    let mut world = gas::<V>(count, inertia);
    let energy = kinetic_energy(&world);
    let mut stepper = Stepper::new();
    let (mut impacts, mut sum, mut samples) = (0, 0.0, 0);
    while impacts < 100_000 {
        impacts += stepper.step(&mut world, 0.1).impacts().count();
        if impacts > 10_000 {
            sum += rotational_energy(&world);
            samples += 1;
        }
    }
    let drift = (kinetic_energy(&world) / energy - 1.0).abs();
    assert!(drift < 1e-12, "{drift}");
    let measured = sum / f64::from(samples) / energy;
    println!("energy drift {drift:.1e}, share of rotation {measured:.4} of {share:.4}");
    assert!((measured / share - 1.0).abs() < 0.02, "{measured}");
}

#[test]
fn rough_discs_have_a_third_of_their_energy_in_rotation() {
    assert_equipartition::<DVec2>(14, 0.5, 1.0 / 3.0);
}

#[test]
fn rough_spheres_have_half_of_their_energy_in_rotation() {
    assert_equipartition::<DVec3>(6, 0.4, 0.5);
}

#[test]
fn impacts_of_rough_balls_conserve_momentum_and_angular_momentum() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let mut world = World::<DVec3>::new();
        for side in [-1.0, 1.0] {
            let ball = Body {
                velocity: random.vector::<DVec3>(0.3) - DVec3::X * side,
                angular_velocity: random.vector(5.0),
                inertia_factor: Some(random.between(0.1, 1.0)),
                mass: random.between(0.2, 3.0),
                friction: random.between(0.0, 1.0),
                restitution: random.between(0.0, 1.0),
                tangential_restitution: random.between(0.0, 1.0),
                ..Body::dynamic(Shape::ball(random.between(0.6, 1.5)), DVec3::X * 2.0 * side)
            };
            world.add(ball).unwrap();
        }
        let point = random.vector(5.0);
        let before = (momentum(&world), angular_momentum(&world, point), kinetic_energy(&world));
        let report = Stepper::new().step(&mut world, 4.0).clone();
        assert_eq!(report.impacts().count(), 1);
        let after = (momentum(&world), angular_momentum(&world, point), kinetic_energy(&world));
        assert!((after.0 - before.0).length() < 1e-14 * 10.0);
        assert!((after.1 - before.1).length() < 1e-13 * 10.0);
        let lost: f64 = report.impacts().map(|impact| impact.energy_lost).sum();
        assert!(lost >= -1e-14 && (before.2 - after.2 - lost).abs() < 1e-14 * before.2);
    }
}
