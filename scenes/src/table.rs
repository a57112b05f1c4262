//! Scenes of impact chains: a rack of pool balls and Newton's cradle.

use glam::DVec2;

use crate::billiards::{BALL_MASS, BALL_RADIUS, RACK_GAP, Table, rack as positions};
use crate::scene::{Body, Scene, Shape};

/// A break at 8 m/s with elastic impacts on a nine-foot table. The pockets do not absorb balls.
#[must_use]
pub fn rack(seed: u64) -> Scene {
    let table = Table::nine_foot();
    let mut scene = Scene::walled("rack", [-table.bounds, table.bounds]);
    for cushion in &table.cushions {
        let shape =
            Shape::Capsule { start: cushion.start, end: cushion.end, radius: cushion.radius };
        scene.bodies.push(Body::fixed(shape, DVec2::ZERO));
    }
    for (number, position) in positions(seed, RACK_GAP).balls.into_iter().enumerate() {
        let velocity = if number == 0 { DVec2::X * 8.0 } else { DVec2::ZERO };
        let ball = Body::ball(BALL_RADIUS, position);
        scene.bodies.push(Body { mass: BALL_MASS, velocity, ..ball });
    }
    scene
}

/// Newton's cradle without strings: a row of touching balls between two walls, and one ball that hits it.
#[must_use]
pub fn cradle(count: usize) -> Scene {
    let length = count as f64 + 10.0;
    let half = DVec2::new(0.5 * length, 1.0);
    let mut scene = Scene::walled("cradle", [-half, half]);
    for number in 0..count {
        // The first ball starts four diameters away; the others touch.
        let x = number as f64 + 4.0 * f64::from(u8::from(number > 0)) - half.x + 1.0;
        let velocity = if number == 0 { DVec2::X * 4.0 } else { DVec2::ZERO };
        scene.bodies.push(Body { velocity, ..Body::ball(0.5, DVec2::new(x, 0.0)) });
    }
    scene
}
