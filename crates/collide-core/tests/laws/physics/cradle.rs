//! A cradle of five balls between two cushions, simulated elsewhere with 60 digits.

use crate::support::random::Random;
use crate::support::worlds::table::Table;
use collide_core::body::Body;
use collide_core::shape::Shape;

const JSON: &str = include_str!("../../data/cradle.json");

fn agrees(name: &str, steps: impl FnMut() -> f64) {
    let table = Table::read(JSON);
    let walls = vec![(Body::fixed(Shape::arena(table.size * 0.5), table.size * 0.5), "arena")];
    assert_eq!(table.count(), 30);
    table.agrees(name, walls, steps, (30, 1e-12));
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
        agrees("random dt", move || random.between(1e-4, 0.05));
    }
}

#[test]
fn in_one_step() {
    agrees("one step", || 20.0);
}
