//! Two balls on a line collide and stay together, as in the classic animation.
//!
//!     cargo run -p collide-core --example inelastic
//!
//! At restitution 0 nothing is left of the approach speed: both go on with the common velocity, that of
//! their centre of mass. With m1 = 1, m2 = 3, u1 = 4 and u2 = 0
//!
//!     V = (m1 u1 + m2 u2) / (m1 + m2) = 1
//!
//! and the energy falls from m1 u1^2 / 2 = 8 to (m1 + m2) V^2 / 2 = 2. Momentum stays 4.

use collide_core::body::{Body, InvalidBody};
use collide_core::measure::{energy, momentum};
use collide_core::response::textbook::common_velocity;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

pub(crate) fn main() -> Result<(), InvalidBody> {
    let (masses, velocities) = ([1.0, 3.0], [DVec2::X * 4.0, DVec2::ZERO]);
    let ball = |place: f64, number: usize| Body {
        mass: masses[number],
        velocity: velocities[number],
        restitution: 0.0,
        ..Body::dynamic(Shape::ball(0.5), DVec2::X * place)
    };
    let mut world = World::new();
    let first = world.add(ball(0.0, 0))?;
    let second = world.add(ball(5.0, 1))?;

    let mut stepper = Stepper::new();
    let mut lost = 0.0;
    println!("   t      x1      x2     gap      v1      v2    p       E");
    for row in 0..=8 {
        if row > 0 {
            let report = stepper.step(&mut world, 0.25);
            lost += report.impacts().map(|impact| impact.energy_lost).sum::<f64>();
        }
        let time = 0.25 * f64::from(row);
        let [one, two] = [first, second].map(|id| world.body(id).expect("it was added"));
        let (p, e) = (momentum(&world).x, energy(&world).total());
        let [x1, x2] = [one.position.x, two.position.x];
        let [v1, v2] = [one.velocity.x, two.velocity.x];
        let gap = x2 - x1 - 1.0;
        println!("{time:5.2} {x1:6.3} {x2:7.3} {gap:7.3} {v1:7.3} {v2:7.3} {p:6.3} {e:7.3}");
        assert_eq!(p, 4.0, "momentum is kept");
        // The edges meet after one second, and do not part again.
        assert_eq!(gap, f64::max(4.0 - 4.0 * time, 0.0));
    }
    println!("The impact took {lost} of the energy.");

    let common = common_velocity(velocities, masses);
    for id in [first, second] {
        assert_eq!(world.body(id).expect("it was added").velocity, common);
    }
    assert_eq!((common, lost, energy(&world).total()), (DVec2::X, 6.0, 2.0));
    Ok(())
}
