//! A break of fifteen balls, simulated elsewhere with 60 digits: who meets whom, in which order, when.
//!
//! Error grows 1.3 to 1.4 fold an impact, which is chaos and not a fault.

use crate::support::random::Random;
use crate::support::worlds::table::Table;
use collide_core::body::Body;
use collide_core::shape::Shape;
use glam::DVec2;

const JSON: &str = include_str!("../../data/break15.json");

fn arena(size: DVec2) -> Vec<(Body<DVec2>, &'static str)> {
    vec![(Body::fixed(Shape::arena(size * 0.5), size * 0.5), "arena")]
}

fn half_spaces(size: DVec2) -> Vec<(Body<DVec2>, &'static str)> {
    let wall = |normal, position| Body::fixed(Shape::half_space(normal), position);
    vec![
        (wall(DVec2::X, DVec2::ZERO), "3"),
        (wall(DVec2::NEG_X, size), "12"),
        (wall(DVec2::Y, DVec2::ZERO), "18"),
        (wall(DVec2::NEG_Y, size), "9"),
    ]
}

/// Asserts that the break agrees with the reference, and prints how well.
fn agrees(name: &str, steps: impl FnMut() -> f64 + Clone) {
    let table = Table::read(JSON);
    for (walls, build) in
        [("arena", arena as fn(DVec2) -> _), ("half-spaces", half_spaces as fn(DVec2) -> _)]
    {
        let walled = format!("{name}, {walls}");
        assert_eq!(table.count(), 100);
        table.agrees(&walled, build(table.size), steps.clone(), (50, 1e-8));
    }
}

#[test]
fn at_60_hertz() {
    agrees("60 Hz", || 1.0 / 60.0);
}

#[test]
fn at_240_hertz() {
    agrees("240 Hz", || 1.0 / 240.0);
}

#[test]
fn in_steps_of_any_length() {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let mut steps = [0.0; 1000].map(|_: f64| random.between(1e-4, 0.05)).into_iter().cycle();
        agrees("random dt", move || steps.next().unwrap());
    }
}

#[test]
fn in_one_step() {
    agrees("one step", || 4.3);
}
