//! Newton's cradle: as many balls fly off at one end as come in at the other.
//!
//!     cargo run -p collide-core --example cradle
//!
//! Equal balls exchange their speeds when they meet, so the speed passes through the row from ball to
//! ball. Momentum alone would allow one ball to leave with twice the speed for two that come in; only
//! two for two keeps the energy too. The balls hang on no strings here: they fly along the line.

use collide_core::body::{Body, InvalidBody};
use collide_core::measure::energy;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

/// The places of five balls, a character for every quarter of a length unit.
fn draw(places: &[f64]) -> String {
    let mut line = vec![b' '; 64];
    for place in places {
        let column = 16.0 + 4.0 * place;
        line[column.round() as usize] = b'O';
    }
    String::from_utf8_lossy(&line).into_owned()
}

/// Lets `coming` of five balls run into the others, which lie in a row and touch; how fast each is after.
fn swing(coming: usize) -> Result<Vec<f64>, InvalidBody> {
    println!("{coming} coming in");
    let mut world = World::new();
    let mut balls = Vec::new();
    for number in 0..5 {
        let comes = number < coming;
        // Balls of diameter 1, a gap of 2 before those that wait.
        let place = number as f64 - if comes { 2.0 } else { 0.0 };
        let ball = Body::dynamic(Shape::ball(0.5), DVec2::X * place);
        let velocity = if comes { DVec2::X } else { DVec2::ZERO };
        balls.push(world.add(Body { velocity, ..ball })?);
    }
    let before = energy(&world).kinetic;
    let mut stepper = Stepper::new();
    for tick in 0..=10 {
        if tick > 0 {
            stepper.step(&mut world, 0.5);
        }
        let body = |it: &_| world.body(*it).expect("it was added").position.x;
        let places: Vec<f64> = balls.iter().map(body).collect();
        println!("{:4.1} |{}|", 0.5 * f64::from(tick), draw(&places));
    }
    assert_eq!(energy(&world).kinetic, before);
    Ok(balls.iter().map(|it| world.body(*it).expect("it was added").velocity.x).collect())
}

pub(crate) fn main() -> Result<(), InvalidBody> {
    for coming in 1..=4 {
        let speeds = swing(coming)?;
        println!("     speeds {speeds:?}\n");
        let expected: Vec<f64> =
            (0..5).map(|number| f64::from(u8::from(number >= 5 - coming))).collect();
        assert_eq!(speeds, expected, "{coming} come in, {coming} go out");
    }
    Ok(())
}
