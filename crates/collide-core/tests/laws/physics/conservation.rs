//! Energy and momentum of a gas change by rounding only, and its bodies do not overlap.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum, momentum_scale};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;

const IMPACTS: usize = 100_000;

/// Balls of radius 0.3 on a grid of unit cells in the middle of an open space, or of an arena.
fn gas<V: Vector>(side: usize, walled: bool) -> World<V> {
    let mut random = Random::new(7);
    let mut world = World::new();
    let half = 0.5 * side as f64;
    for number in 0..side.pow(V::DIMENSION as u32) {
        let place =
            V::from_components(|axis| (number / side.pow(axis as u32) % side) as f64 + 0.5 - half);
        let velocity = V::from_components(|_| random.between(-1.0, 1.0));
        let ball = Body::dynamic(Shape::ball(0.3), place);
        let mass = random.between(0.5, 2.0);
        world.add(Body { velocity, mass, ..ball }).unwrap();
    }
    if walled {
        let room = V::from_components(|_| half);
        world.add(Body::fixed(Shape::arena(room), V::default())).unwrap();
    }
    world
}

fn side<V: Vector>() -> usize {
    if V::DIMENSION == 2 { 18 } else { 7 }
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
    assert!(drift <= 1e-12, "{drift}");
    assert!(deepest <= 0.6e-9, "{deepest}");
}

/// Two clouds fly through each other in open space, where no wall changes the momentum.
fn momentum_of_two_clouds_is_conserved<V: Vector>() {
    let mut world = gas::<V>(side::<V>(), false);
    let ids: Vec<_> = world.ids().collect();
    for id in ids {
        let inwards = |body: &mut Body<V>| {
            body.velocity -= body.position;
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
    let most = 1e-12;
    assert!(impacts > 500 && drift <= most && energy_drift <= most);
}

in_both_spaces!(energy_of_a_gas_is_conserved, momentum_of_two_clouds_is_conserved);

/// A world of few bodies, each of which meets others or one wall again and again: balls with these masses in this wall, and
/// perhaps a peg, of which a capsule is one with edges, faces and ends.
fn few_bodies<V: Vector>(masses: &[f64], wall: Shape<V>, peg: Option<Shape<V>>) -> World<V> {
    let mut world = World::new();
    world.add(Body::fixed(wall, V::default())).unwrap();
    if let Some(peg) = peg {
        world.add(Body::fixed(peg, V::default())).unwrap();
    }
    let places = [[-1.2, -1.1], [1.3, 0.2], [-0.7, 1.2]];
    let mut random = Random::new(5);
    for (mass, place) in masses.iter().zip(places) {
        let place = V::from_components(|axis| place.get(axis).copied().unwrap_or(0.3));
        let velocity = V::from_components(|_| random.between(-3.0, 3.0));
        let ball = Body::dynamic(Shape::ball(0.5), place);
        world.add(Body { velocity, mass: *mass, ..ball }).unwrap();
    }
    world
}

/// Each bounce gained 4e-18 to 4e-17 of its energy, since the square of a normal is rounded down more often than up, and
/// since the shares of two masses have one rounding for ever: a million came to 1e-11 and two million to twice as much. The
/// roundings of a million impacts without a bias come to some 2e-13.
fn rounding_of_a_million_impacts_does_not_add_up<V: Vector>() {
    let room = || Shape::arena(V::from_components(|_| 2.0));
    let capsule = || {
        let end = V::from_components(|axis| [0.3, 0.1, 0.2][axis]);
        Shape::capsule(-end, end, 0.1)
    };
    let worlds: [(&str, World<V>); 6] = [
        ("discs alike", few_bodies(&[1.0; 3], room(), None)),
        ("unlike masses", few_bodies(&[1.0, 2.0, 3.0], room(), None)),
        ("heavy and light", few_bodies(&[1.0, 300.0, 0.1], room(), None)),
        ("round arena", few_bodies(&[1.0], Shape::round_arena(2.0), None)),
        ("peg", few_bodies(&[1.0], room(), Some(Shape::ball(0.3)))),
        ("capsule", few_bodies(&[1.0], room(), Some(capsule()))),
    ];
    for (name, mut world) in worlds {
        let before = kinetic_energy(&world);
        let settings = Settings { legs: Legs::None, ..Settings::default() };
        let (mut stepper, mut impacts) = (Stepper::with_settings(settings), 0);
        while impacts < 1_000_000 {
            impacts += stepper.step(&mut world, 0.25).impacts().count();
        }
        let drift = kinetic_energy(&world) / before - 1.0;
        println!("{name}: {impacts} impacts, energy drift {drift:.1e}");
        assert!(drift.abs() <= 1e-12, "{name}: {drift}");
    }
}

#[test]
fn rounding_of_a_million_impacts_does_not_add_up_in_the_plane() {
    rounding_of_a_million_impacts_does_not_add_up::<glam::DVec2>();
}

#[test]
fn rounding_of_a_million_impacts_does_not_add_up_in_space() {
    rounding_of_a_million_impacts_does_not_add_up::<glam::DVec3>();
}

/// How far a body is off after a turn of an orbit of eccentricity 0.5, and by what share its energy is off at most and in
/// the end. It is accelerated as the field is in the middle of the way of each of so many steps.
fn kepler_orbit(steps: u32) -> [f64; 3] {
    let mut world = World::<glam::DVec2>::new();
    let start = glam::dvec2(0.5, 0.0);
    let planet = Body::dynamic(Shape::ball(0.01), start);
    let planet = world.add(Body { velocity: glam::DVec2::Y * 3f64.sqrt(), ..planet }).unwrap();
    let state = |world: &World<glam::DVec2>| {
        let body = world.body(planet).unwrap();
        let energy = 0.5 * body.velocity.length_squared() - 1.0 / body.position.length();
        (body.position, body.velocity, energy)
    };
    let (.., before) = state(&world);
    let (dt, mut stepper) = (std::f64::consts::TAU / f64::from(steps), Stepper::new());
    let (mut worst, mut last) = (0f64, 0.0);
    for _ in 0..steps {
        let (position, velocity, _) = state(&world);
        let middle = position + velocity * (0.5 * dt);
        let pull = -middle / middle.length().powi(3);
        world.edit(planet, |body| body.acceleration = pull).unwrap();
        stepper.step(&mut world, dt);
        last = (state(&world).2 / before - 1.0).abs();
        worst = worst.max(last);
    }
    [(state(&world).0 - start).length(), worst, last]
}

/// The guide's recipe for a force that depends on the place is of second order, and its energy does not drift.
#[test]
fn force_taken_in_the_middle_of_the_way_is_of_second_order() {
    let [off, worst, last] = kepler_orbit(200);
    println!(
        "200 steps a turn: off by {off:.2e}, energy by {worst:.2e} at most and {last:.2e} in the end"
    );
    assert!(off < 0.0121 && worst < 6.4e-4 && last < 1.5e-7);
    let [finer_off, finer_worst, _] = kepler_orbit(400);
    for ratio in [off / finer_off, worst / finer_worst] {
        assert!((ratio - 4.0).abs() < 0.05, "{ratio}");
    }
}
