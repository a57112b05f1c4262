//! Scenes in which bodies have too little room.

use glam::DVec2;

use crate::layout::{columns_and_rows, lattice};
use crate::pile::{GRAVITY, inelastic_disc};
use crate::random::Random;
use crate::scene::{Body, Change, Scene, Shape};

/// Balls between two walls that close until there is room for half of the balls, wait, and open again.
#[must_use]
pub fn crusher(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let [columns, rows] = columns_and_rows(count);
    let half = DVec2::new(0.75 * columns as f64, 0.6 * rows as f64);
    let room = [-half - DVec2::X * 4.0, half + DVec2::X * 4.0];
    let mut scene = Scene { gravity: GRAVITY, seconds: 12.0, ..Scene::walled("crusher", room) };
    let wall = Shape::Box { half: DVec2::new(2.0, half.y) };
    // When each wall has moved by this distance, half of the area that the balls cover is left.
    let stroke = half.x - 0.25 * 0.25 * std::f64::consts::PI * count as f64 / (2.0 * half.y);
    for (number, side) in [(1, -1.0), (2, 1.0)] {
        let velocity = DVec2::X * (-side * stroke / 4.0);
        let position = DVec2::X * (side * (half.x + 2.0));
        scene.bodies.push(Body::moving(wall.clone(), position, velocity));
        for (time, velocity) in [(4.0, DVec2::ZERO), (6.0, -velocity), (10.0, DVec2::ZERO)] {
            scene.changes.push(Change::SetVelocity { time, body: number, velocity });
        }
    }
    scene.changes.sort_by(|one, two| one.time().total_cmp(&two.time()));
    let positions = lattice(&mut random, count, columns, DVec2::new(1.4, 1.15), 0.05);
    scene.bodies.extend(positions.into_iter().map(inelastic_disc));
    scene
}

/// Balls with a total area a fifth larger than their box, so that they overlap from the start.
#[must_use]
pub fn overfull(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let [columns, rows] = columns_and_rows(count);
    let pitch = (0.25 * std::f64::consts::PI / 1.2).sqrt();
    let half = (DVec2::new(columns as f64, rows as f64) * (0.5 * pitch)).max(DVec2::splat(0.5));
    let mut scene =
        Scene { gravity: GRAVITY, seconds: 20.0, ..Scene::walled("overfull", [-half, half]) };
    let positions = lattice(&mut random, count, columns, DVec2::splat(pitch), 0.02);
    // No ball starts inside the wall.
    let most = (half - DVec2::splat(0.5)).max(DVec2::ZERO);
    scene
        .bodies
        .extend(positions.into_iter().map(|position| inelastic_disc(position.clamp(-most, most))));
    scene
}

/// Balls that all start at the same point of a wide box.
#[must_use]
pub fn stacked(count: usize) -> Scene {
    let side = (count as f64).sqrt().max(4.0);
    let room = [DVec2::new(-side, 0.0), DVec2::new(side, 2.0 * side)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 30.0, ..Scene::walled("stacked", room) };
    let position = DVec2::Y * side;
    scene.bodies.extend(std::iter::repeat_n(inelastic_disc(position), count));
    scene
}

/// An elastic ball between two walls that close until they meet, and open again.
#[must_use]
pub fn wedge() -> Scene {
    let half = DVec2::new(10.0, 3.0);
    let mut scene = Scene { seconds: 14.0, ..Scene::walled("wedge", [-half, half]) };
    let wall = Shape::Box { half: DVec2::new(1.0, 3.0) };
    for (number, side) in [(1, -1.0), (2, 1.0)] {
        let velocity = DVec2::X * -side;
        scene.bodies.push(Body::moving(wall.clone(), DVec2::X * (5.0 * side), velocity));
        scene.changes.push(Change::SetVelocity { time: 4.0, body: number, velocity: -velocity });
        scene.changes.push(Change::SetVelocity { time: 8.0, body: number, velocity: DVec2::ZERO });
    }
    scene.changes.sort_by(|one, two| one.time().total_cmp(&two.time()));
    let ball = Body::ball(0.5, DVec2::new(0.7, 0.2));
    scene.bodies.push(Body { velocity: DVec2::new(3.0, 0.5), ..ball });
    scene
}
