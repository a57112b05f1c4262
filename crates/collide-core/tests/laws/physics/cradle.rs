//! A cradle of five balls between two cushions matches a reference computed with 60 digits.

use crate::support::random::Random;
use crate::support::worlds::billiard_table::Table;
use collide_core::body::Body;
use collide_core::shape::Shape;

const JSON: &str = include_str!("../../data/cradle.json");

/// Asserts that the cradle matches the reference, and prints the errors.
fn assert_cradle_matches(name: &str, steps: impl FnMut() -> f64) {
    let table = Table::read(JSON);
    let walls = vec![(Body::fixed(Shape::arena(table.size * 0.5), table.size * 0.5), "arena")];
    assert_eq!(table.count(), 30);
    table.assert_matches(name, walls, steps, (30, 1e-12));
}

#[test]
fn cradle_at_60_hertz_matches_reference() {
    assert_cradle_matches("60 Hz", || 1.0 / 60.0);
}

#[test]
fn cradle_at_240_hertz_matches_reference() {
    assert_cradle_matches("240 Hz", || 1.0 / 240.0);
}

#[test]
fn cradle_in_random_steps_matches_reference() {
    for seed in 0..8 {
        let mut random = Random::new(seed);
        assert_cradle_matches("random dt", move || random.between(1e-4, 0.05));
    }
}

#[test]
fn cradle_in_one_step_matches_reference() {
    assert_cradle_matches("one step", || 20.0);
}
