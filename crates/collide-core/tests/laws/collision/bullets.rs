//! Balls that fly a million radii in a step hit thin walls and each other, and fly on for the whole step.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;

const RADIUS: f64 = 0.5;

/// The speed of a million radii in a step of one second.
const SPEED: f64 = 1e6 * RADIUS;

/// The rounding allowed for a coordinate of this size: eight units in the last place.
fn rounding(most: f64) -> f64 {
    8.0 * f64::EPSILON * most
}

fn bullet<V: Vector>(position: V, velocity: V) -> Body<V> {
    let ball = Body::dynamic(Shape::ball(RADIUS), position);
    Body { velocity, ..ball }
}

/// A random direction with its largest component along the first axis.
fn direction<V: Vector>(random: &mut Random) -> V {
    let along = V::from_components(|axis| if axis == 0 { 1.0 } else { random.between(-0.5, 0.5) });
    along / along.length()
}

/// Asserts that a wall across the first axis reflects the ball in a step of one second.
fn assert_reflected<V: Vector>(world: &mut World<V>, from: Body<V>, reach: f64, seed: u64) {
    let id = world.add(from.clone()).unwrap();
    let mut stepper = Stepper::new();
    let report = stepper.step(world, 1.0);
    assert_eq!(report.impacts().count(), 1, "seed {seed}: {from:?}");
    let (start, velocity) = (from.position, from.velocity);
    let side = if start.component(0) < 0.0 { -1.0 } else { 1.0 };
    let end = start + velocity;
    let end = V::from_components(|axis| {
        if axis == 0 { 2.0 * side * reach - end.component(0) } else { end.component(axis) }
    });
    let error = (world.body(id).unwrap().position - end).max_magnitude();
    assert!(error <= rounding(SPEED), "seed {seed}: {error}");
}

fn bullet_hits_a_thin_box<V: Vector>() {
    let mut random = Random::new(1);
    for seed in 0..2000 {
        let thickness = RADIUS * 10f64.powf(random.between(-9.0, -3.1));
        let half = V::from_components(|axis| if axis == 0 { 0.5 * thickness } else { 1e6 });
        let mut world = World::new();
        world.add(Body::fixed(Shape::cuboid(half), V::default())).unwrap();
        let flight = direction::<V>(&mut random) * SPEED;
        let aim =
            V::from_components(|axis| if axis == 0 { 0.0 } else { random.between(-100.0, 100.0) });
        let side = if seed % 2 == 0 { 1.0 } else { -1.0 };
        let body = bullet::<V>(aim - flight * (side * random.between(0.01, 0.99)), flight * side);
        assert_reflected(&mut world, body, RADIUS + 0.5 * thickness, seed);
    }
}

/// The wall is a segment in the plane and a flat box in space.
fn bullet_hits_a_wall_without_thickness<V: Vector>() {
    let mut random = Random::new(2);
    for seed in 0..2000 {
        let half = V::from_components(|axis| if axis == 0 { 0.0 } else { 1e6 });
        let wall =
            if V::DIMENSION == 2 { Shape::segment(-half, half) } else { Shape::cuboid(half) };
        let mut world = World::new();
        world.add(Body::fixed(wall, V::default())).unwrap();
        let flight = direction::<V>(&mut random) * SPEED;
        let body = bullet::<V>(-flight * random.between(0.01, 0.99), flight);
        assert_reflected(&mut world, body, RADIUS, seed);
    }
}

/// Rounding turns the normal at their touch, at this distance by up to a thirtieth in f32, so the test checks
/// that the balls touch at one diameter and fly on for the rest of the time.
fn two_bullets_touch_and_fly_on<V: Vector>() {
    let mut random = Random::new(3);
    for seed in 0..2000 {
        let flight = direction::<V>(&mut random) * SPEED;
        let away = flight * random.between(0.1, 0.9);
        let mut world = World::new();
        for sign in [1.0, -1.0] {
            world.add(bullet::<V>(away * -sign, flight * sign)).unwrap();
        }
        let mut stepper = Stepper::new();
        let report = stepper.step(&mut world, 1.0);
        let impact = *report.impacts().next().unwrap();
        assert_eq!((report.impacts().count(), report.legs.len()), (1, 4), "seed {seed}");
        let [one, two] = [0, 1].map(|leg| report.legs[leg].position_at(impact.time));
        let gap = (one - two).length() - 2.0 * RADIUS;
        assert!(gap.abs() <= rounding(SPEED), "seed {seed}: {gap}");
        for id in impact.bodies {
            let path: f64 =
                report.legs.iter().filter(|leg| leg.body == id).map(|leg| leg.length()).sum();
            assert!((path - SPEED).abs() <= rounding(SPEED), "seed {seed}: {path}");
        }
    }
}

fn two_bullets_exchange_velocities<V: Vector>() {
    let mut world = World::new();
    let x = V::unit(0);
    let ids = [-1.0, 1.0].map(|side| {
        world.add(bullet::<V>(x * (side * 0.25 * SPEED), x * (-side * SPEED))).unwrap()
    });
    assert_eq!(Stepper::new().step(&mut world, 1.0).impacts().count(), 1);
    for (id, side) in ids.into_iter().zip([-1.0, 1.0]) {
        let body = world.body(id).unwrap();
        assert_eq!(body.velocity, x * (side * SPEED));
        assert_eq!(body.position, x * (side * (0.75 * SPEED + 2.0 * RADIUS)));
    }
}

in_both_spaces!(
    bullet_hits_a_thin_box,
    bullet_hits_a_wall_without_thickness,
    two_bullets_touch_and_fly_on,
    two_bullets_exchange_velocities,
);
