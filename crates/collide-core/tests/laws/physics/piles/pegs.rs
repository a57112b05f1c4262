//! Many balls fall through pegs, in lanes as wide as they are and in wider ones, and come to rest.

use crate::support::spaces::Given;
use crate::support::worlds::pulled::pit;
use collide_core::body::Body;
use collide_core::measure::deepest_overlap;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

/// The diameter of a ball that falls through pegs.
const BALL_SIZE: f64 = 0.2;

/// Five hundred balls above three hundred pegs between two walls; the outermost pegs leave this gap to the walls.
fn pachinko(gap: f64) -> (World<DVec2>, Vec<BodyId>) {
    let mut world = pit(4.0, 40.0);
    let mut add = |shape: Shape<DVec2>, place: DVec2| {
        world.add(Body::fixed(shape, place)).unwrap();
    };
    for number in 0..300 {
        let (column, row) = (f64::from(number % 15), number / 15);
        let half = 4.0 - gap - 0.05 - 0.25 * f64::from(row % 2);
        add(Shape::ball(0.05), dvec2(half * (column / 7.0 - 1.0), 3.0 + 0.5 * f64::from(row)));
    }
    let balls = (0..500).map(|number| {
        let (column, row) = (f64::from(number % 25), f64::from(number / 25));
        let place = dvec2(-3.7 + 0.3 * column + 0.01 * (row % 4.0), 14.0 + 0.3 * row);
        let ball = Body::dynamic(Shape::ball(0.5 * BALL_SIZE), place);
        world.add(Body { restitution: 0.6, ..ball }).unwrap()
    });
    let balls = balls.collect();
    (world, balls)
}

/// Balls in a lane as wide as themselves stood still between its peg and the wall, which were taken for planes, and others
/// fell into them by all of their size.
fn assert_balls_fall_through(given: Given, gap: f64, rate: f64) {
    let (mut world, balls) = pachinko(gap);
    given.round(&mut world);
    let mut stepper = Stepper::new();
    for step in 0..(18.0 * rate) as usize {
        let report = stepper.step(&mut world, 1.0 / rate);
        let case = format!("{gap}, {rate} Hz, step {step}");
        assert!(report.limits.is_empty(), "{case}: {:?}", report.limits);
        if step % 4 == 0 {
            let overlap = deepest_overlap(&world) / BALL_SIZE;
            assert!(overlap <= 0.02, "{case}: {overlap}");
        }
    }
    assert!(balls.iter().all(|ball| world.is_asleep(*ball)), "{gap}, {rate} Hz");
}

#[test]
fn balls_fall_through_pegs_with_lanes_as_wide_as_they_are() {
    for rate in [60.0, 240.0] {
        assert_balls_fall_through(Given::InF64, BALL_SIZE, rate);
        assert_balls_fall_through(Given::InF32, BALL_SIZE, rate);
    }
}

#[test]
fn balls_fall_through_pegs_with_wider_lanes() {
    assert_balls_fall_through(Given::InF64, 0.3, 60.0);
    assert_balls_fall_through(Given::InF32, 0.3, 60.0);
}
