//! Scenes of inelastic collapse and cooling, without gravity.

use glam::DVec2;

use crate::gas::Gas;
use crate::scene::{Body, Scene};

/// Three balls on a line at restitution 0.05, which collide infinitely often in finite time: below
/// `7 - 4 sqrt(3) = 0.072` all three stick together.
///
/// Source: McNamara and Young, Physics of Fluids A 4 (1992).
#[must_use]
pub fn three() -> Scene {
    let half = DVec2::new(20.0, 2.0);
    let mut scene = Scene::walled("collapse-three", [-half, half]);
    for (x, speed) in [(-3.0, 1.0), (0.0, 0.1), (2.0, -1.0)] {
        let velocity = DVec2::X * speed;
        let ball = Body::ball(0.5, DVec2::new(x, 0.0));
        scene.bodies.push(Body { velocity, restitution: 0.05, ..ball });
    }
    scene
}

/// A gas that cools at restitution 0.3.
#[must_use]
pub fn cooling(count: usize, seed: u64) -> Scene {
    gas_at("collapse", count, seed, 0.3)
}

/// A gas of perfectly inelastic discs: restitution 0.
#[must_use]
pub fn sticky(count: usize, seed: u64) -> Scene {
    gas_at("collapse-dull", count, seed, 0.0)
}

fn gas_at(name: &'static str, count: usize, seed: u64, restitution: f64) -> Scene {
    let mut scene = Gas { count, seed, ..Gas::default() }.walled(name);
    scene.seconds = 60.0;
    scene.bodies[1..].iter_mut().for_each(|disc| disc.restitution = restitution);
    scene
}
