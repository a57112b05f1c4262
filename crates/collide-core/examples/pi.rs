//! Two blocks and a wall count the digits of pi.
//!
//!     cargo run -p collide-core --example pi
//!
//! A heavy block slides towards a light one that lies before a wall; nothing rubs and nothing is lost.
//! If the heavy one is 100^k times as heavy, the clacks, all impacts of the blocks and with the wall,
//! number the first k + 1 digits of pi (Galperin, Playing pool with pi, 2003).
//!
//! Why: draw the state as a point with the coordinates sqrt(M) V and sqrt(m) v. The energy keeps it on a
//! circle, every impact moves it on by the same angle 2 atan(sqrt(m / M)), and it has half the circle to
//! go. So there are about pi / atan(sqrt(m / M)) impacts, and of a small number x, atan(x) is about x.

use collide_core::body::{Body, InvalidBody};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::world::World;
use glam::DVec2;

/// The number of impacts if the heavy block is `ratio` times as heavy as the light one.
fn clacks(ratio: f64) -> Result<usize, InvalidBody> {
    let block = |place: f64, speed: f64, mass: f64| Body {
        velocity: DVec2::X * speed,
        mass,
        ..Body::dynamic(Shape::cuboid(DVec2::splat(0.5)), DVec2::X * place)
    };
    let mut world = World::new();
    world.add(Body::fixed(Shape::half_space(DVec2::X), DVec2::ZERO))?;
    world.add(block(2.0, 0.0, 1.0))?;
    world.add(block(4.0, -1.0, ratio))?;
    // Before a body has so many impacts in a step it would be held in place: allow more. Whoever wants a
    // seventh digit waits for 3141592 impacts; `Stepper::resume` makes them in portions.
    let settings = Settings { events_per_second: 1e9, legs: Legs::None, ..Settings::default() };
    let mut stepper = Stepper::with_settings(settings);
    let report = stepper.step(&mut world, 60.0);
    assert!(report.limits.is_empty(), "the budget was too small");
    Ok(report.impacts().count())
}

pub(crate) fn main() -> Result<(), InvalidBody> {
    println!("mass ratio   impacts");
    for (power, digits) in [3, 31, 314, 3141, 31_415, 314_159].into_iter().enumerate() {
        let ratio = 100f64.powi(power as i32);
        let count = clacks(ratio)?;
        println!("{ratio:10} {count:9}");
        assert_eq!(count, digits);
    }
    Ok(())
}
