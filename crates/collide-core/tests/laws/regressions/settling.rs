//! Regressions of how bodies come to rest: where they have grown, on a tip, and in steps of unlike lengths.

use collide_core::body::Body;
use collide_core::measure::deepest_overlap;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::DVec2;

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::pulled::{at, ball_at, pulled_world};

/// Balls of a radius in rows between -4 and 4, a little uneven, with slow random velocities.
fn rows<V: Vector>(
    world: &mut World<V>,
    count: usize,
    radius: f64,
    restitution: f64,
) -> Vec<BodyId> {
    let (mut random, spacing) = (Random::new(11), 2.1 * radius);
    let columns = (8.0 / spacing) as usize;
    let place = |number: usize, random: &mut Random| {
        let column = (number % columns) as f64 + 0.5 + 0.01 * random.between(-1.0, 1.0);
        at(column * spacing - 4.0, (number / columns) as f64 * spacing + radius)
    };
    let ids = (0..count).map(|number| {
        let place = place(number, &mut random);
        let velocity = at(random.between(-0.3, 0.3), random.between(-0.3, 0.3));
        world.add(Body { velocity, ..ball_at(radius, place, restitution) }).unwrap()
    });
    ids.collect()
}

fn all_are_asleep<V: Vector>(world: &World<V>, balls: &[BodyId]) -> bool {
    balls.iter().all(|ball| world.is_asleep(*ball))
}

/// The balls of a merge game grew at contacts, and slept while they overlapped by two thirds of their size, though there was
/// room. They are apart soon after they have grown, and then they sleep. They have friction, since without it balls of this size
/// go on sliding on each other, also where none has grown.
fn balls_that_have_grown_part_before_they_sleep<V: Vector>(rate: f64) {
    let (steps, dt) = (|seconds: f64| (seconds * rate) as usize, 1.0 / rate);
    let mut world = pulled_world::<V>(20.0);
    let room = V::from_components(|axis| [4.0, 20.0, 0.6][axis]);
    world.add(Body::fixed(Shape::arena(room), at(0.0, 20.0))).unwrap();
    let balls = rows(&mut world, 60, 0.15, 0.9);
    for ball in &balls {
        world.edit(*ball, |ball| ball.friction = 0.1).unwrap();
    }
    let mut stepper = Stepper::new();
    for tenth in 0..80 {
        for turn in 0..6 {
            let grown = balls[(tenth * 6 + turn) % balls.len()];
            let radius = world.body(grown).unwrap().shape.ball_radius().unwrap();
            let shape = Shape::ball(f64::min(radius + 0.05, 0.55));
            world.edit(grown, |body| body.shape = shape).unwrap();
        }
        for _ in 0..steps(0.1) {
            stepper.step(&mut world, dt);
        }
    }
    for _ in 0..steps(2.0) {
        stepper.step(&mut world, dt);
        assert!(!all_are_asleep(&world, &balls) || deepest_overlap(&world) < 0.01);
    }
    assert!(deepest_overlap(&world) < 0.01, "{}", deepest_overlap(&world));
    for _ in 0..steps(18.0) {
        stepper.step(&mut world, dt);
    }
    assert!(all_are_asleep(&world, &balls));
    assert!(deepest_overlap(&world) < 0.01);
}

#[test]
fn balls_that_have_grown_part_before_they_sleep_in_the_plane() {
    for rate in [60.0, 240.0] {
        balls_that_have_grown_part_before_they_sleep::<glam::DVec2>(rate);
    }
}

/// A ball on the tip of a segment slept there though it was out of balance by a hundred thousandth. It falls after the time
/// in which that has grown to its size.
fn ball_on_a_tip_falls<V: Vector>() {
    let (radius, pull, tilt) = (10.0, 500.0, 1e-5f64);
    for (rate, side) in [(60.0, 1.0), (60.0, -1.0), (240.0, 1.0), (240.0, -1.0)] {
        let mut world = pulled_world::<V>(pull);
        let tip = Shape::segment(at(0.0, -50.0), V::ZERO);
        world.add(Body::fixed(tip, V::default())).unwrap();
        let place = at(side * radius * tilt.sin(), radius * tilt.cos());
        let ball = world.add(ball_at::<V>(radius, place, 0.5)).unwrap();
        let (mut stepper, mut steps) = (Stepper::new(), 0);
        while world.body(ball).unwrap().position.component(1) > 0.5 * radius {
            stepper.step(&mut world, 1.0 / rate);
            steps += 1;
            assert!(f64::from(steps) < 3.0 * rate, "it does not fall");
        }
        let (time, right) = (f64::from(steps) / rate, (2.0 / tilt).ln() * (radius / pull).sqrt());
        assert!((time - right).abs() < 0.05 * right, "{rate} {side}: {time} of {right}");
        assert!(world.body(ball).unwrap().position.component(0) * side > 0.0);
    }
}

/// Five balls on top of each other, out of line by some millionths, slept as a column. It falls.
fn column_that_is_out_of_line_falls<V: Vector>() {
    for (rate, side) in [(60.0, 1.0), (60.0, -1.0), (240.0, 1.0), (240.0, -1.0)] {
        let mut world = pulled_world::<V>(9.81);
        world.add(Body::fixed(Shape::half_space(V::unit(1)), V::default())).unwrap();
        let offset = |number: usize| side * 1e-6 * [0.0, 3.0, 2.0, 1.0, 0.0][number];
        let balls: Vec<BodyId> = (0..5)
            .map(|number| {
                world.add(ball_at(0.5, at(offset(number), 0.5 + number as f64), 0.5)).unwrap()
            })
            .collect();
        let (mut stepper, mut steps) = (Stepper::new(), 0);
        while world.body(balls[4]).unwrap().position.component(1) > 4.0 {
            stepper.step(&mut world, 1.0 / rate);
            steps += 1;
            assert!(f64::from(steps) < 4.0 * rate, "{rate}: it does not fall");
        }
    }
}

in_both_spaces!(ball_on_a_tip_falls, column_that_is_out_of_line_falls);

/// In steps between 1/144 and 1/30 of a second, with hitches of a quarter and of one, a heap of balls never slept, and a hitch
/// of a second pressed balls into each other by up to a sixth of their size.
fn heap_sleeps_in_steps_of_unlike_lengths<V: Vector>() {
    for (pull, seed) in [(9.81, 3), (20.0, 3), (9.81, 4), (20.0, 5)] {
        let mut world = pulled_world::<V>(pull);
        let room = V::from_components(|axis| [4.1, 20.0, 0.35][axis]);
        world.add(Body::fixed(Shape::arena(room), at(0.0, 20.0))).unwrap();
        let balls = rows(&mut world, 120, 0.3, 0.5);
        let (mut stepper, mut random) = (Stepper::new(), Random::new(seed));
        let (mut time, mut slept, mut deepest) = (0.0, f64::INFINITY, 0f64);
        for step in 1.. {
            let dt = match step {
                _ if step % 400 == 399 => 1.0,
                _ if step % 200 == 50 => 0.25,
                _ => random.between(1.0 / 144.0, 1.0 / 30.0),
            };
            stepper.step(&mut world, dt);
            time += dt;
            deepest = deepest.max(deepest_overlap(&world));
            if all_are_asleep(&world, &balls) {
                slept = f64::min(slept, time);
            }
            if time > 25.0 {
                break;
            }
        }
        assert!(slept < 20.0 && deepest < 0.02 * 0.6, "{seed}: {slept} {deepest}");
    }
}

in_both_spaces!(heap_sleeps_in_steps_of_unlike_lengths);

/// Balls that run through a neck of four diameters spend no budget, overlap by little and come to rest.
#[test]
fn hour_glass_runs_out() {
    fn check(rate: f64) {
        let mut world = pulled_world::<DVec2>(9.81);
        let room = Shape::arena(at(6.0, 20.0));
        world.add(Body::fixed(room, at(0.0, 20.0))).unwrap();
        for side in [-1.0, 1.0] {
            let points = [at(side * 0.4, 6.0), at(side * 6.0, 12.0), at(side * 6.0, 6.0)];
            let slope = Shape::polygon(&points).unwrap();
            world.add(Body::fixed(slope, DVec2::ZERO)).unwrap();
        }
        let balls: Vec<BodyId> = (0..300)
            .map(|number| {
                let (column, row) = (f64::from(number % 50), f64::from(number / 50));
                let place = at(-5.6 + 0.225 * column + 0.01 * (row % 3.0), 12.2 + 0.225 * row);
                world.add(ball_at(0.1, place, 0.3)).unwrap()
            })
            .collect();
        let (mut stepper, mut limits) = (Stepper::new(), 0);
        for step in 0..(15.0 * rate) as usize {
            limits += stepper.step(&mut world, 1.0 / rate).limits.len();
            if step % 8 == 0 {
                let overlap = deepest_overlap(&world) / 0.2;
                assert!(overlap < 0.03, "{rate} Hz, step {step}: {overlap}");
            }
        }
        assert_eq!(limits, 0, "{rate} Hz");
        assert!(all_are_asleep(&world, &balls), "{rate} Hz");
    }
    for rate in [60.0, 240.0] {
        check(rate);
    }
}
