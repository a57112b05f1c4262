//! Piles come to rest in steps of unequal lengths too.

use collide_core::body::Body;
use collide_core::measure::deepest_overlap;
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

use crate::support::random::Random;
use crate::support::worlds::pulled::{ball_at, pulled_world};

/// The usual length of a step, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// The length of a step of this number, in seconds.
type StepLength = fn(&mut Random, u32) -> f64;

/// What the frames of games look like.
const LENGTHS: [(&str, StepLength); 4] = [
    ("every fourth is a hitch", |_, step| if step % 4 == 3 { 0.25 } else { FRAME }),
    ("two rates in turn", |_, step| if step % 2 == 0 { FRAME } else { FRAME * 60.0 / 61.0 }),
    ("nearly equal", |random, _| FRAME * random.between(0.7, 1.3)),
    ("of any length", |random, _| FRAME * random.between(0.3, 3.0)),
];

/// Balls of radius .5 in loose rows above the floor of a box as wide as this many of them, and as deep in space.
fn pile<V: Vector>(random: &mut Random, count: usize, columns: usize, friction: f64) -> World<V> {
    let mut world = pulled_world::<V>(9.81);
    let sides = (0..V::DIMENSION).filter(|axis| *axis != 1);
    let half = 0.6 * columns as f64;
    let walls = sides.clone().flat_map(|axis| [V::unit(axis), -V::unit(axis)]);
    let floor = (V::unit(1), V::ZERO);
    for (normal, place) in walls.map(|normal| (normal, normal * -half)).chain([floor]) {
        let wall = Body::fixed(Shape::half_space(normal), place);
        world.add(Body { friction, ..wall }).unwrap();
    }
    let in_layer = columns.pow(V::DIMENSION as u32 - 1);
    for number in 0..count {
        let [column, row] = [number % columns, number % in_layer / columns];
        let place = [column, number / in_layer, row].map(|place| 1.2 * place as f64);
        let start = [0.6 - half, 0.8, 0.6 - half];
        let jitter = random.vector::<V>(0.08);
        let place = V::from_components(|axis| start[axis] + place[axis]) + jitter;
        world.add(Body { friction, ..ball_at(0.5, place, 0.5) }).unwrap();
    }
    world
}

/// Plays a pile until all has slept for five seconds, and asserts that this comes soon.
fn assert_sleeps<V: Vector>(name: &str, length: StepLength, friction: f64, seed: u64) {
    let mut random = Random::new(seed);
    let (count, columns) = if V::DIMENSION == 2 { (120, 12) } else { (150, 6) };
    let mut world = pile::<V>(&mut random, count, columns, friction);
    let mut stepper = Stepper::new();
    let (mut time, mut asleep, mut since, mut deepest) = (0.0, 0usize, None, 0f64);
    let case = format!("{name}, {} dimensions, friction {friction}, seed {seed}", V::DIMENSION);
    for step in 0.. {
        let dt = length(&mut random, step);
        let report = stepper.step(&mut world, dt);
        assert!(report.limits.is_empty(), "{case}: {:?}", report.limits);
        for event in &report.events {
            match event {
                Event::FellAsleep { .. } => asleep += 1,
                Event::Woke { .. } => asleep -= 1,
                _ => {}
            }
        }
        time += dt;
        since = if asleep == count { since.or(Some(time)) } else { None };
        deepest = if since.is_some() { deepest.max(deepest_overlap(&world)) } else { 0.0 };
        if since.is_some_and(|since| time > since + 5.0) {
            break;
        }
        assert!(time < 45.0, "{case}: {asleep} of {count} sleep");
    }
    println!("{case}: asleep after {:.1} s, overlap {deepest:.1e}", since.unwrap());
    assert!(deepest < 0.01, "{case}: {deepest:e}");
}

#[test]
fn piles_sleep_whatever_the_lengths_of_steps_are() {
    for (name, length) in LENGTHS {
        for friction in [0.0, 0.3] {
            (1..=3).for_each(|seed| assert_sleeps::<DVec2>(name, length, friction, seed));
        }
        (1..=2).for_each(|seed| assert_sleeps::<DVec3>(name, length, 0.3, seed));
    }
}
