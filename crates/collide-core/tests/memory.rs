//! A large gas takes less than 300 bytes a body, including the memory of its steps.

use std::alloc::System;

use collide_core::report::Legs;
use collide_core::step::{Settings, Stepper};
use glam::DVec2;
use scenes::gas::Gas;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

#[test]
fn large_gas_takes_less_than_300_bytes_a_body() {
    let bodies = 150_000;
    let scene = Gas { count: bodies, ..Gas::default() }.walled("gas");
    let region = Region::new(ALLOCATOR);
    let (mut world, _) = scenes::core::world::<DVec2>(&scene).unwrap();
    let mut stepper = Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() });
    for _ in 0..4 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    let change = region.change();
    let each = (change.bytes_allocated - change.bytes_deallocated) / bodies;
    println!("{each} bytes a body");
    assert!(each < 300, "{each}");
}
