//! Energy and momentum of a gas change by rounding only, and its bodies do not overlap.

use crate::support::random::Random;
use crate::support::spaces::{in_all_spaces, is_single_precision};
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum, momentum_scale};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;

const IMPACTS: usize = 100_000;

/// Balls of radius 0.3 on a grid of unit cells in the middle of an open space, or of an arena.
fn gas<V: Vector>(side: usize, walled: bool) -> World<V> {
    let mut random = Random::new(7);
    let mut world = World::new();
    let half = 0.5 * side as f64;
    for number in 0..side.pow(V::Wide::DIMENSION as u32) {
        let place = V::Wide::from_components(|axis| {
            (number / side.pow(axis as u32) % side) as f64 + 0.5 - half
        });
        let velocity = V::Wide::from_components(|_| random.between(-1.0, 1.0));
        let ball = Body::dynamic(Shape::ball(0.3), V::narrow(place));
        let mass = random.between(0.5, 2.0);
        world.add(Body { velocity: V::narrow(velocity), mass, ..ball }).unwrap();
    }
    if walled {
        let room = V::Wide::from_components(|_| half);
        world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
    }
    world
}

fn side<V: Vector>() -> usize {
    if V::Wide::DIMENSION == 2 { 18 } else { 7 }
}

fn energy_of_a_gas_is_conserved<V: Vector>() {
    let mut world = gas::<V>(side::<V>(), true);
    let before = kinetic_energy(&world);
    let mut stepper = Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() });
    let (mut impacts, mut deepest) = (0, 0f64);
    while impacts < IMPACTS {
        let report = stepper.step(&mut world, 0.25);
        assert!(report.limits.is_empty());
        impacts += report.impacts().count();
        deepest = deepest.max(deepest_overlap(&world));
    }
    let drift = (kinetic_energy(&world) / before - 1.0).abs();
    println!("{impacts} impacts: energy drift {drift:.1e}, deepest overlap {deepest:.1e}");
    let half = 0.5 * side::<V>() as f64;
    let (most, overlap) =
        if is_single_precision::<V>() { (1e-4, 1e-5 * half) } else { (1e-12, 0.6e-9) };
    assert!(drift <= most, "{drift}");
    assert!(deepest <= overlap, "{deepest}");
}

/// Two clouds fly through each other in open space, where no wall changes the momentum.
fn momentum_of_two_clouds_is_conserved<V: Vector>() {
    let mut world = gas::<V>(side::<V>(), false);
    let ids: Vec<_> = world.ids().collect();
    for id in ids {
        let inwards = |body: &mut Body<V>| {
            body.velocity = V::narrow(body.velocity.widen() - body.position.widen());
        };
        world.edit(id, inwards).unwrap();
    }
    let (before, scale) = (momentum(&world), momentum_scale(&world));
    let energy = kinetic_energy(&world);
    let mut impacts = 0;
    for _ in 0..200 {
        let mut stepper = Stepper::new();
        impacts += stepper.step(&mut world, 0.05).impacts().count();
    }
    let drift = (momentum(&world) - before).length() / scale;
    let energy_drift = (kinetic_energy(&world) / energy - 1.0).abs();
    println!("{impacts} impacts: momentum drift {drift:.1e}, energy drift {energy_drift:.1e}");
    let most = if is_single_precision::<V>() { 1e-4 } else { 1e-12 };
    assert!(impacts > 500 && drift <= most && energy_drift <= most);
}

in_all_spaces!(energy_of_a_gas_is_conserved, momentum_of_two_clouds_is_conserved);
