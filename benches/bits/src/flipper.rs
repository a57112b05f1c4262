//! A flipper that turns up and down below balls that turn.

use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::world::World;
use glam::{DVec2, dvec2};

use crate::game::Game;

/// The angular velocity of a stroke, in radians a second.
const RATE: f64 = 17.0;
/// The steps of a stroke, and those after which it goes up again; half of them later it goes down.
const STROKE: usize = 3;
const CYCLE: usize = 60;

/// Thirty balls with friction that a flipper throws about in a closed box, for 20 seconds.
pub fn flipper() -> Option<Game<DVec2>> {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81)).ok()?;
    let room = Body::fixed(Shape::arena(dvec2(0.3, 0.4)), dvec2(0.0, 0.4));
    world.add(Body { friction: 0.3, ..room }).ok()?;
    let bar = Shape::capsule(DVec2::ZERO, DVec2::X * 0.25, 0.01);
    let bar = Body::kinematic(bar, dvec2(-0.2, 0.1), DVec2::ZERO);
    let flipper = world.add(Body { friction: 0.3, ..bar }).ok()?;
    for number in 0..30u8 {
        let place = dvec2(f64::from(number % 6) * 0.08 - 0.2, f64::from(number / 6) * 0.09 + 0.3);
        let ball = Body::dynamic(Shape::ball(0.02), place + DVec2::X * (0.001 * f64::from(number)));
        world
            .add(Body { inertia_factor: Some(0.4), friction: 0.3, restitution: 0.7, ..ball })
            .ok()?;
    }
    let script = move |step: usize, world: &mut World<DVec2>| {
        let rate = match step % CYCLE {
            0 => RATE,
            STROKE => 0.0,
            at if at == CYCLE / 2 => -RATE,
            at if at == CYCLE / 2 + STROKE => 0.0,
            _ => return,
        };
        // A flipper that is there can be edited.
        let _ = world.edit(flipper, |body| body.angular_velocity = rate);
    };
    Some(Game { script: Box::new(script), ..Game::left_alone("flipper", world, 20 * 60) })
}
