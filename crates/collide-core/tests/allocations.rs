//! A step of a gas hardly allocates memory once the stepper is warm.

use std::alloc::System;

use collide_core::report::Legs;
use collide_core::step::{Settings, Stepper};
use glam::DVec2;
use scenes::gas::Gas;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DT: f64 = 1.0 / 60.0;

#[test]
fn warm_stepper_hardly_allocates() {
    let scene = Gas::default().walled("gas");
    let (mut world, _) = scenes::core::world::<DVec2>(&scene).unwrap();
    let mut stepper = Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() });
    for _ in 0..600 {
        stepper.step(&mut world, DT);
    }
    let (mut allocations, mut impacts) = (0, 0);
    for _ in 0..300 {
        let region = Region::new(ALLOCATOR);
        stepper.step(&mut world, DT);
        let change = region.change();
        allocations += change.allocations + change.reallocations;
        impacts += stepper.report().impacts().count();
    }
    println!("{allocations} allocations in 300 steps with {impacts} impacts");
    // A list grows only when a step has more entries than any before.
    assert!(impacts > 10_000 && allocations <= 6, "{allocations} {impacts}");
}
