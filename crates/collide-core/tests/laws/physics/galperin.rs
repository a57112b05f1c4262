//! Two blocks and a wall count the digits of pi (Galperin 2003).
//!
//! A heavy block of mass `M` approaches a light one of mass `m` at rest before a wall; the number of impacts
//! is `ceil(pi / atan(sqrt(m / M))) - 1`.

use collide_core::body::Body;
use collide_core::measure::{kinetic_energy, state_hash};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::world::World;
use glam::DVec2;

/// The wall at 0, the light block at rest, and the heavy one that approaches both.
fn blocks(ratio: f64) -> World<DVec2> {
    let mut world = World::new();
    let block = |x, speed, mass| Body {
        velocity: DVec2::new(speed, 0.0),
        mass,
        ..Body::dynamic(Shape::ball(0.5), DVec2::new(x, 0.0))
    };
    world.add(Body::fixed(Shape::half_space(DVec2::X), DVec2::ZERO)).unwrap();
    world.add(block(2.0, 0.0, 1.0)).unwrap();
    world.add(block(4.0, -1.0, ratio)).unwrap();
    world
}

fn settings() -> Settings {
    Settings { events_per_second: 1e9, legs: Legs::None, ..Settings::default() }
}

/// Counts the impacts in one step of a minute.
fn impacts(ratio: f64) -> u64 {
    let mut world = blocks(ratio);
    let before = kinetic_energy(&world);
    let mut stepper = Stepper::with_settings(settings());
    let report = stepper.step(&mut world, 60.0);
    assert!(report.limits.is_empty());
    let count = report.impacts().count() as u64;
    let drift = kinetic_energy(&world) / before - 1.0;
    println!("ratio {ratio}: {count} impacts, energy drift {drift:.1e}");
    assert!(drift.abs() < 1e-12, "{drift}");
    count
}

/// Counts the same impacts in a step that is interrupted after every `chunk` of them, and hashes the end.
fn impacts_in_chunks(ratio: f64, chunk: u64) -> (u64, u64) {
    let mut world = blocks(ratio);
    let mut stepper = Stepper::with_settings(settings());
    stepper.integrate(&mut world, 60.0);
    stepper.detect(&mut world);
    let mut outcome = stepper.respond(&mut world, chunk);
    let mut count = stepper.report().impacts().count() as u64;
    while outcome == Outcome::Interrupted {
        outcome = stepper.resume(&mut world, chunk);
        count += stepper.report().impacts().count() as u64;
    }
    (count, state_hash(&world))
}

#[test]
fn impacts_count_the_first_six_digits_of_pi() {
    for (power, digits) in [3, 31, 314, 3141, 31415, 314_159].into_iter().enumerate() {
        assert_eq!(impacts(100f64.powi(power as i32)), digits);
    }
}

#[test]
#[ignore = "three million impacts"]
fn impacts_count_the_seventh_digit_of_pi() {
    assert_eq!(impacts(1e12), 3_141_592);
}

#[test]
#[ignore = "thirty-one million impacts, a gigabyte of report in one step, hence in chunks"]
fn impacts_count_the_eighth_digit_of_pi() {
    assert_eq!(impacts_in_chunks(1e14, 100_000).0, 31_415_926);
}

#[test]
fn impacts_at_other_mass_ratios_match_the_formula() {
    for (ratio, count) in [(2.0, 5), (5.0, 7), (7.0, 8), (10.0, 10), (16.0, 12), (50.0, 22)] {
        assert_eq!(impacts(ratio), count);
        let angle = f64::atan((1.0 / ratio).sqrt());
        assert_eq!((core::f64::consts::PI / angle).ceil() as u64 - 1, count);
    }
    assert_eq!(impacts(1000.0), 99);
}

#[test]
fn impacts_counted_in_chunks_match_one_step() {
    for chunk in [1, 2, 7, 1000] {
        let mut world = blocks(1e4);
        Stepper::with_settings(settings()).step(&mut world, 60.0);
        assert_eq!(impacts_in_chunks(1e4, chunk), (314, state_hash(&world)), "{chunk} at a time");
    }
    assert_eq!(impacts_in_chunks(1e8, 1000).0, 31_415);
}
