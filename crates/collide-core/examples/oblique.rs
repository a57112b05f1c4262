//! Two balls collide in the plane, with their velocities split along the normal and across it.
//!
//!     cargo run -p collide-core --example oblique
//!
//! At the touch the normal n points from centre to centre. Without friction the balls push each other
//! along n only, so the parts of the velocities across it stay as they are, and along it the collision
//! is that of two balls on a line:
//!
//!              n
//!         .--. | .--.          v = normal part + tangential part
//!        (  1 )-( 2  )                  |                 |
//!         '--'   '--'            one_dimensional        stays

use collide_core::body::{Body, InvalidBody};
use collide_core::measure::{energy, momentum};
use collide_core::response::textbook::{decompose, one_dimensional};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

pub(crate) fn main() -> Result<(), InvalidBody> {
    let masses = [2.0, 1.0];
    let before = [DVec2::new(2.0, 0.0), DVec2::new(-1.0, 0.5)];
    let places = [DVec2::new(-3.0, 0.0), DVec2::new(3.0, -0.5)];
    let mut world = World::new();
    let mut ids = Vec::new();
    for number in 0..2 {
        let ball = Body::dynamic(Shape::ball(0.5), places[number]);
        ids.push(world.add(Body { mass: masses[number], velocity: before[number], ..ball })?);
    }
    let kept = (momentum(&world), energy(&world).total());

    let mut stepper = Stepper::new();
    let mut normal = DVec2::ZERO;
    println!("   t      x1     y1      x2     y2");
    for row in 0..=8 {
        if row > 0
            && let Some(impact) = stepper.step(&mut world, 0.5).impacts().next()
        {
            normal = impact.normal;
        }
        let [one, two] = [0, 1].map(|it| world.body(ids[it]).expect("it was added").position);
        let time = 0.5 * f64::from(row);
        println!("{time:4.1} {:7.3} {:6.3} {:7.3} {:6.3}", one.x, one.y, two.x, two.y);
    }

    // What the formulas say, given the normal.
    let parts = before.map(|velocity| decompose(velocity, normal));
    let along = parts.map(|part| part.normal.dot(normal));
    let parted = one_dimensional(along, masses, 1.0);
    println!("\nnormal ({:.4}, {:.4})", normal.x, normal.y);
    println!("ball   along before   after    across before   after");
    for number in 0..2 {
        let after = world.body(ids[number]).expect("it was added").velocity;
        let across = decompose(after, normal).tangential;
        let [was, is] = [parts[number].tangential, across].map(|part| part.perp_dot(normal));
        let (v, u) = (after.dot(normal), along[number]);
        println!("  {}   {u:12.4} {v:8.4} {was:15.4} {is:8.4}", number + 1);
        let expected = normal * parted[number] + parts[number].tangential;
        assert!((after - expected).length() < 1e-14, "{after} is not {expected}");
        assert!((across - parts[number].tangential).length() < 1e-14, "the rest stays");
    }
    assert!(normal != DVec2::ZERO && normal.y != 0.0, "they met, and not head on");
    let drift = momentum(&world) - kept.0;
    assert!(drift.length() < 1e-14 && (energy(&world).total() - kept.1).abs() < 1e-14);
    Ok(())
}
