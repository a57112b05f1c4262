//! A break of fifteen balls matches a reference computed with 60 digits: pairs, order and times of impacts.
//!
//! The error grows 1.3 to 1.4 fold an impact, because the break is chaotic.

use crate::support::random::Random;
use crate::support::worlds::billiard_table::Table;
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

/// Asserts that the break matches the reference in both kinds of walls, and prints the errors.
fn assert_break_matches(name: &str, steps: impl FnMut() -> f64 + Clone) {
    let table = Table::read(JSON);
    for (walls, build) in
        [("arena", arena as fn(DVec2) -> _), ("half-spaces", half_spaces as fn(DVec2) -> _)]
    {
        let title = format!("{name}, {walls}");
        assert_eq!(table.count(), 100);
        table.assert_matches(&title, build(table.size), steps.clone(), (50, 1e-8));
    }
}

#[test]
fn break_at_60_hertz_matches_reference() {
    assert_break_matches("60 Hz", || 1.0 / 60.0);
}

#[test]
fn break_at_240_hertz_matches_reference() {
    assert_break_matches("240 Hz", || 1.0 / 240.0);
}

#[test]
fn break_in_random_steps_matches_reference() {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let mut steps = [0.0; 1000].map(|_: f64| random.between(1e-4, 0.05)).into_iter().cycle();
        assert_break_matches("random dt", move || steps.next().unwrap());
    }
}

#[test]
fn break_in_one_step_matches_reference() {
    assert_break_matches("one step", || 4.3);
}
