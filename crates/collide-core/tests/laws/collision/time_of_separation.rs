//! When two part and touch again, as sensors ask, against an oracle that is slow and obvious: look
//! every thousandth of the way at how far they are apart, and halve the interval in which that
//! changes sign.

use crate::support::random::Random;
use collide_core::contact::contact;
use collide_core::impact::Motion;
use collide_core::impact::leave::{enter_again, leave};
use collide_core::shape::{Frame, Shape};
use collide_core::vector::Wide;
use glam::{DVec2, DVec3};

const END: f64 = 4.0;
const LOOKS: u32 = 1000;

/// Every kind of shape, some of them thin, some as large as the room.
fn shape<W: Wide>(random: &mut Random, number: u32) -> Shape<W> {
    let half = W::from_components(|_| random.between(0.05, 2.0));
    match number % 8 {
        0 => Shape::ball(random.between(0.05, 2.0)),
        1 => Shape::segment(random.vector(3.0), random.vector(3.0)),
        2 => Shape::capsule(random.vector(3.0), random.vector(3.0), random.between(0.01, 1.0)),
        3 => Shape::cuboid(half),
        4 => Shape::turned_cuboid(half, Frame::along(random.vector(1.0))),
        5 => Shape::half_space(random.vector(1.0)),
        6 => Shape::arena(half * 3.0),
        _ => Shape::cuboid(half - W::unit(0) * half.component(0)),
    }
}

/// A motion of numbers as they come, or of round ones, which graze, run parallel and hit corners.
fn motion<W: Wide>(random: &mut Random, number: u32) -> Motion<W> {
    let round = number.is_multiple_of(3);
    let mut some = |most: f64| {
        let vector: W = random.vector(most);
        W::from_components(|axis| {
            let component = vector.component(axis);
            if round { (2.0 * component).round() * 0.5 } else { component }
        })
    };
    let (offset, velocity, acceleration) = (some(5.0), some(5.0), some(4.0));
    let straight = number.is_multiple_of(2);
    Motion { offset, velocity, acceleration: if straight { W::ZERO } else { acceleration } }
}

/// The first time from which on `outside` has turned negative, and how far it goes below zero.
fn first_descent(outside: impl Fn(f64) -> f64, from: f64) -> Option<(f64, f64)> {
    let time = |look: u32| from + (END - from) * f64::from(look) / f64::from(LOOKS);
    let was =
        (0..LOOKS).find(|look| outside(time(*look)) > 0.0 && outside(time(look + 1)) <= 0.0)?;
    let (mut left, mut right) = (time(was), time(was + 1));
    for _ in 0..80 {
        let middle = 0.5 * (left + right);
        *(if outside(middle) > 0.0 { &mut left } else { &mut right }) = middle;
    }
    let depth = (was..=LOOKS).map(|look| -outside(time(look))).take_while(|depth| *depth >= 0.0);
    Some((right, depth.fold(0.0, f64::max)))
}

/// What the search found must not be later than what the oracle saw, nor be nothing.
fn agrees(found: Option<f64>, seen: Option<(f64, f64)>, outside: impl Fn(f64) -> f64, case: &str) {
    if let Some(time) = found {
        let gap = outside(time);
        assert!(gap.abs() < 1e-7, "{case}: touches at {time}, {gap} away");
    }
    match (found, seen) {
        (Some(time), Some((truth, _))) => {
            // An earlier touch may be too short for the oracle's eye; a later one is a miss.
            assert!(time <= truth + 1e-6, "{case}: {time} instead of {truth}");
        }
        (None, Some((truth, depth))) => {
            // A touch at the very end, or no deeper than rounding, may go either way.
            assert!(truth > END - 1e-9 || depth < 1e-9, "{case}: missed at {truth}, {depth} deep");
        }
        _ => {}
    }
}

fn departures<W: Wide>() -> u32 {
    let mut random = Random::new(12);
    let mut count = 0;
    for number in 0..24_000 {
        let (shape, motion) = (shape::<W>(&mut random, number), motion(&mut random, number));
        let radius = random.between(0.0, 1.0);
        let depth = |time: f64| -contact(&shape, motion.offset_after(time), radius).separation;
        if depth(0.0) <= 0.0 {
            continue;
        }
        let found = leave(&shape, &motion, radius, END);
        let case = format!("{number}: {shape:?}, {motion:?}, radius {radius}");
        agrees(found, first_descent(depth, 0.0), depth, &case);
        let Some(time) = found else { continue };
        count += 1;
        let outside = |later: f64| -depth(time + later);
        let again = enter_again(&shape, &motion.after(time), radius, END - time);
        let seen = first_descent(|later| outside(later - time), time);
        agrees(again, seen.map(|(at, depth)| (at - time, depth)), outside, &case);
    }
    count
}

#[test]
fn partings() {
    let count = [departures::<DVec2>(), departures::<DVec3>()];
    println!("{count:?} partings");
    assert!(count.iter().all(|count| *count > 1500));
}
