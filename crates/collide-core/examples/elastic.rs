//! Two balls on a line collide without loss, as in the classic animation.
//!
//!     cargo run -p collide-core --example elastic
//!
//! A heavy ball runs into a light one at rest. With m1 = 3, m2 = 1, u1 = 2 and u2 = 0 the formulas say
//!
//!     v1 = (m1 - m2) / (m1 + m2) u1 = 1        v2 = 2 m1 / (m1 + m2) u1 = 3
//!
//! The gap of 3 between the edges closes at speed 2, so they touch after 1.5 seconds.

use collide_core::body::{Body, InvalidBody};
use collide_core::measure::{energy, momentum};
use collide_core::response::textbook::one_dimensional;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

pub(crate) fn main() -> Result<(), InvalidBody> {
    let (masses, speeds, radius) = ([3.0, 1.0], [2.0, 0.0], 0.5);
    let ball = |place: f64, number: usize| Body {
        mass: masses[number],
        velocity: DVec2::X * speeds[number],
        ..Body::dynamic(Shape::ball(radius), DVec2::X * place)
    };
    let mut world = World::new();
    let first = world.add(ball(0.0, 0))?;
    let second = world.add(ball(4.0, 1))?;

    let mut stepper = Stepper::new();
    let mut impact = None;
    println!("   t      x1      x2      v1      v2    p       E");
    for row in 0..=6 {
        let time = 0.5 * f64::from(row);
        if row > 0 {
            let report = stepper.step(&mut world, 0.5);
            // The report counts from the start of the step.
            impact = impact.or(report.impacts().next().map(|impact| time - 0.5 + impact.time));
        }
        let [one, two] = [first, second].map(|id| world.body(id).expect("it was added"));
        let (p, e) = (momentum(&world).x, energy(&world).total());
        let [x1, x2] = [one.position.x, two.position.x];
        let [v1, v2] = [one.velocity.x, two.velocity.x];
        println!("{time:4.1} {x1:7.3} {x2:7.3} {v1:7.3} {v2:7.3} {p:6.3} {e:7.3}");
        assert_eq!((p, e), (6.0, 6.0), "momentum and energy are kept");
    }
    println!("They touched at t = {:?}.", impact);

    let after = [first, second].map(|id| world.body(id).expect("it was added").velocity.x);
    assert_eq!(impact, Some(1.5));
    assert_eq!(after, one_dimensional(speeds, masses, 1.0));
    assert_eq!(after, [1.0, 3.0]);
    Ok(())
}
