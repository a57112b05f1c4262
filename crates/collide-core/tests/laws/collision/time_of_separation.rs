//! The times at which bodies separate and touch again, as sensors need them, match a slow oracle.
//!
//! The oracle samples the separation at a thousand times and bisects the interval in which its sign changes.

use crate::support::random::Random;
use collide_core::contact::contact;
use collide_core::impact::Motion;
use collide_core::impact::leave::{enter_again, leave};
use collide_core::shape::{Frame, Shape};
use collide_core::vector::Vector;
use glam::{DVec2, DVec3};

const END: f64 = 4.0;
const SAMPLES: u32 = 1000;

/// A shape of each kind in turn, some of them thin and some as large as the room.
fn shape<V: Vector>(random: &mut Random, number: u32) -> Shape<V> {
    let half = V::from_components(|_| random.between(0.05, 2.0));
    match number % 8 {
        0 => Shape::ball(random.between(0.05, 2.0)),
        1 => Shape::segment(random.vector(3.0), random.vector(3.0)),
        2 => Shape::capsule(random.vector(3.0), random.vector(3.0), random.between(0.01, 1.0)),
        3 => Shape::cuboid(half),
        4 => Shape::turned_cuboid(half, Frame::along(random.vector(1.0))),
        5 => Shape::half_space(random.vector(1.0)),
        6 => Shape::arena(half * 3.0),
        _ => Shape::cuboid(half - V::unit(0) * half.component(0)),
    }
}

/// A random motion; every third has components that are multiples of a half, to graze, run parallel and hit
/// corners.
fn motion<V: Vector>(random: &mut Random, number: u32) -> Motion<V> {
    let round = number.is_multiple_of(3);
    let mut vector = |most: f64| {
        let any: V = random.vector(most);
        V::from_components(|axis| {
            let component = any.component(axis);
            if round { (2.0 * component).round() * 0.5 } else { component }
        })
    };
    let (offset, velocity, acceleration) = (vector(5.0), vector(5.0), vector(4.0));
    let straight = number.is_multiple_of(2);
    Motion { offset, velocity, acceleration: if straight { V::ZERO } else { acceleration } }
}

/// The first time at which `outside` turns negative, and how far it then falls below zero.
fn first_descent(outside: impl Fn(f64) -> f64, from: f64) -> Option<(f64, f64)> {
    let time = |sample: u32| from + (END - from) * f64::from(sample) / f64::from(SAMPLES);
    let last_outside = (0..SAMPLES)
        .find(|sample| outside(time(*sample)) > 0.0 && outside(time(sample + 1)) <= 0.0)?;
    let (mut left, mut right) = (time(last_outside), time(last_outside + 1));
    for _ in 0..80 {
        let middle = 0.5 * (left + right);
        *(if outside(middle) > 0.0 { &mut left } else { &mut right }) = middle;
    }
    let depth = (last_outside..=SAMPLES)
        .map(|sample| -outside(time(sample)))
        .take_while(|depth| *depth >= 0.0);
    Some((right, depth.fold(0.0, f64::max)))
}

/// Asserts that the library finds each touch of the oracle, and finds it no later.
fn assert_agrees(
    found: Option<f64>,
    expected: Option<(f64, f64)>,
    outside: impl Fn(f64) -> f64,
    case: &str,
) {
    if let Some(time) = found {
        let gap = outside(time);
        assert!(gap.abs() < 1e-7, "{case}: touches at {time}, {gap} away");
    }
    match (found, expected) {
        (Some(time), Some((expected, _))) => {
            // An earlier touch may be too short for the samples of the oracle; a later one is a miss.
            assert!(time <= expected + 1e-6, "{case}: {time} instead of {expected}");
        }
        (None, Some((expected, depth))) => {
            // A touch at the very end, or no deeper than rounding, may go either way.
            assert!(
                expected > END - 1e-9 || depth < 1e-9,
                "{case}: missed at {expected}, {depth} deep"
            );
        }
        _ => {}
    }
}

/// Asserts the times of separation and return of random cases, and counts the separations.
fn assert_separations<V: Vector>() -> u32 {
    let mut random = Random::new(12);
    let mut count = 0;
    for number in 0..24_000 {
        let (shape, motion) = (shape::<V>(&mut random, number), motion(&mut random, number));
        let radius = random.between(0.0, 1.0);
        let depth = |time: f64| -contact(&shape, motion.offset_after(time), radius).separation;
        if depth(0.0) <= 0.0 {
            continue;
        }
        let found = leave(&shape, &motion, radius, END);
        let case = format!("{number}: {shape:?}, {motion:?}, radius {radius}");
        assert_agrees(found, first_descent(depth, 0.0), depth, &case);
        let Some(time) = found else { continue };
        count += 1;
        let outside = |later: f64| -depth(time + later);
        let again = enter_again(&shape, &motion.after(time), radius, END - time);
        let expected = first_descent(|later| outside(later - time), time);
        assert_agrees(again, expected.map(|(at, depth)| (at - time, depth)), outside, &case);
    }
    count
}

#[test]
fn times_of_separation_and_return_match_the_oracle() {
    let count = [assert_separations::<DVec2>(), assert_separations::<DVec3>()];
    println!("{count:?} separations");
    assert!(count.iter().all(|count| *count > 1500));
}
