//! Times of impact with walls that turn: those of a search, and no ball passes through.

use collide_core::body::{Body, Layers};
use collide_core::contact::contact;
use collide_core::impact::{Motion, turning_wall};
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2, dvec3};

use crate::support::random::Random;
use crate::support::worlds::pulled::at;
use crate::support::worlds::turning::{Plane, least_gap};

/// A shape of the plane, at random.
fn shape(random: &mut Random, number: usize) -> Shape<DVec2> {
    let point: DVec2 = random.vector(1.0);
    match number % 5 {
        0 => Shape::segment(point, random.vector(1.0)),
        1 => Shape::capsule(DVec2::ZERO, DVec2::X, 0.1),
        2 => Shape::turned_cuboid(dvec2(random.between(0.1, 1.0), 0.2), Frame::along(point)),
        3 => Shape::polygon(&[point, point + DVec2::X, point + dvec2(0.3, 0.8)]).unwrap(),
        _ => Shape::segment(DVec2::ZERO, point),
    }
}

/// The first time at which a distance falls to zero, found by many samples and bisection; nothing of what overlaps first.
fn searched(distance: impl Fn(f64) -> f64, end: f64) -> Option<f64> {
    const SAMPLES: usize = 4000;
    let time = |sample: usize| end * sample as f64 / SAMPLES as f64;
    let sample = (1..=SAMPLES).find(|sample| distance(time(*sample)) <= 0.0)?;
    let (mut left, mut right) = (time(sample - 1), time(sample));
    loop {
        let middle = left + 0.5 * (right - left);
        if middle <= left || middle >= right {
            return Some(right);
        }
        if distance(middle) > 0.0 { left = middle } else { right = middle }
    }
}

/// Asserts that the time of impact is that of a search, and returns whether there is one.
fn assert_time_of_impact<V: Vector>(
    shape: &Shape<V>,
    rate: V::Cross,
    motion: &Motion<V>,
    radius: f64,
    end: f64,
) -> bool {
    let distance = |time: f64| {
        let offset = Frame::<V>::turning(rate * time).to_local(motion.offset_after(time));
        contact(shape, offset, radius).separation
    };
    if distance(0.0) <= 0.0 {
        return false;
    }
    let touch = turning_wall::touch(shape, rate, motion, radius, end, None);
    match (touch, searched(distance, end)) {
        (Some(touch), Some(time)) => {
            // A thousandth of a turn is a few roundings of the distance.
            let error = (touch.time - time).abs();
            assert!(error <= 1e-12 * end, "{} {time} of {end}", touch.time);
            true
        }
        // A graze falls between two samples.
        (Some(touch), None) => {
            assert!(distance(touch.time).abs() < 1e-12 && touch.time <= end);
            false
        }
        (None, None) => false,
        (None, Some(time)) => {
            panic!("{shape:?} {rate:?} {motion:?} {radius} {end}: missed at {time}")
        }
    }
}

/// In the frame of a wall that turns the path of a ball is no parabola; the time of impact is that of a search among
/// thousands of instants, to 1e-12 of the step, for slow and fast walls and balls.
#[test]
fn time_of_impact_matches_search() {
    let (mut random, mut flat, mut deep) = (Random::new(1), 0, 0);
    for number in 0..2000 {
        let end = [1.0 / 60.0, 0.2][number % 2];
        let rate = random.between(-1.0, 1.0) * [1.0, 20.0, 100.0][number % 3];
        let speed = [0.5, 10.0, 100.0][random.between(0.0, 3.0) as usize];
        let radius = [0.001, random.between(0.01, 0.3)][number % 2];
        let offset: DVec2 = random.vector(2.0);
        let velocity = (random.vector::<DVec2>(1.0) - offset) * speed;
        let motion = Motion { offset, velocity, acceleration: DVec2::NEG_Y * 9.81 };
        let wall = shape(&mut random, number);
        flat += usize::from(assert_time_of_impact(&wall, rate, &motion, radius, end));

        let offset: DVec3 = random.vector(2.0);
        let velocity = (random.vector::<DVec3>(0.5) - offset) * speed;
        let motion = Motion { offset, velocity, acceleration: DVec3::NEG_Y * 9.81 };
        let rate: DVec3 = random.vector::<DVec3>(1.0) * [1.0, 20.0, 100.0][number % 3];
        let wall = match number % 3 {
            0 => Shape::capsule(DVec3::ZERO, random.vector(1.0), 0.1),
            1 => Shape::segment(random.vector(1.0), random.vector(1.0)),
            _ => Shape::turned_cuboid(dvec3(0.8, 0.3, 0.1), Frame::along(random.vector(1.0))),
        };
        deep += usize::from(assert_time_of_impact(&wall, rate, &motion, radius, end));
    }
    assert!(flat > 300 && deep > 300, "{flat} {deep}");
}

/// Three balls that fly at a bar that turns, in a round room; they lose nothing, half and all of the speed of approach.
fn bar_and_balls<V: Plane>(random: &mut Random, number: usize) -> (World<V>, BodyId) {
    let mut world = World::new();
    let shape = match number % 3 {
        0 => Shape::segment(V::ZERO, at(1.0, 0.0)),
        1 => Shape::capsule(at(-0.5, 0.0), at(1.0, 0.2), 0.02),
        _ => Shape::segment(at(-1.0, 0.1), at(1.0, 0.1)),
    };
    let rate = V::rate(random.between(-100.0, 100.0));
    let bar = Body::kinematic(shape, V::default(), V::default());
    let bar = world.add(Body { angular_velocity: rate, ..bar }).unwrap();
    for (number, restitution) in [1.0, 0.5, 0.0].into_iter().enumerate() {
        let angle = random.between(0.0, 1.9) + 2.1 * number as f64;
        let from = random.between(1.3, 2.3);
        let (x, y) = (from * angle.cos(), from * angle.sin());
        let aim = at::<V>(random.between(-0.5, 0.5) - x, random.between(-0.5, 0.5) - y);
        let speed = [0.5, 5.0, 50.0][random.between(0.0, 3.0) as usize];
        let ball = Shape::ball(random.between(0.02, 0.07));
        let ball = Body::dynamic(ball, at(x, y));
        let velocity = aim * (speed / aim.length());
        // Balls that are pressed between the bar and each other are another matter.
        let layers = Layers { memberships: 2 << number, filters: 1 };
        world.add(Body { velocity, restitution, layers, mass: 2.0, ..ball }).unwrap();
    }
    world.add(Body::fixed(Shape::round_arena(3.0), V::default())).unwrap();
    (world, bar)
}

/// A ball far out on a fast bar passed through it; no ball ever enters one, whatever the speeds are, and each impact takes
/// the energy that its restitution says, as the point of contact has it.
#[test]
fn balls_never_pass_through_turning_bar() {
    fn assert_in<V: Plane>(worlds: usize) {
        let rounding = 100.0 * f64::EPSILON;
        let (mut random, mut hits) = (Random::new(2), 0);
        for number in 0..worlds {
            let (mut world, bar) = bar_and_balls::<V>(&mut random, number);
            let hertz = [60.0, 240.0][number % 2];
            let mut stepper = Stepper::new();
            for _ in 0..(0.5 * hertz) as usize {
                let report = stepper.step(&mut world, 1.0 / hertz);
                assert!(report.limits.is_empty(), "world {number}");
                let at_bar = report.impacts().filter(|impact| impact.bodies[1] == bar);
                for impact in at_bar.copied().collect::<Vec<_>>() {
                    let restitution = world.body(impact.bodies[0]).unwrap().restitution;
                    let square = impact.approach_speed * impact.approach_speed;
                    let lost = (1.0 - restitution * restitution) * square;
                    assert!((impact.energy_lost - lost).abs() <= 1e-12 * square);
                    let change = 2.0 * (1.0 + restitution) * impact.approach_speed;
                    assert!((impact.impulse - change).abs() <= 1e-12 * change);
                    hits += 1;
                }
                let gap = least_gap(&world, bar);
                assert!(gap >= -rounding, "world {number}: {gap}");
            }
        }
        assert!(hits > worlds, "{hits}");
    }
    assert_in::<DVec2>(1000);
    assert_in::<DVec3>(300);
}
