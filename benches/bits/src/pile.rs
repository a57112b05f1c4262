//! A pile that comes to rest and is hit.

use collide_core::body::Body;
use collide_core::shape::Shape;
use collide_core::world::World;
use glam::{DVec2, dvec2};

use crate::game::Game;

/// The step in which the pile is hit.
const HIT: usize = 700;

/// A pile of 500 discs, hit by a heavy disc after twelve seconds and played for four more.
pub fn hit() -> Option<Game<DVec2>> {
    let scene = scenes::by_name("pile", Some(500), 1)?;
    let (world, _) = scenes::core::world(&scene).ok()?;
    let middle = (scene.room[0] + scene.room[1]) * 0.5;
    let place = dvec2(middle.x, scene.room[1].y - 2.0);
    let script = move |step: usize, world: &mut World<DVec2>| {
        if step == HIT {
            let bullet = Body::dynamic(Shape::ball(1.0), place);
            // The room above a pile at rest is free.
            let _ = world.add(Body { velocity: dvec2(3.0, -60.0), mass: 8.0, ..bullet });
        }
    };
    Some(Game {
        script: Box::new(script),
        ..Game::left_alone("pile that is hit", world, HIT + 240)
    })
}
