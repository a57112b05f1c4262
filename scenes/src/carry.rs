//! Scenes in which moving walls carry, lift or sweep balls.

use glam::DVec2;

use crate::layout::lattice;
use crate::pile::{GRAVITY, inelastic_disc};
use crate::random::Random;
use crate::scene::{Body, Change, Scene, Shape};

/// Four low walls, one behind the other, that sweep through a pile from the left to the right and back.
#[must_use]
pub fn sweep(count: usize, seed: u64) -> Scene {
    const SWEEPERS: usize = 4;
    const SPEED: f64 = 4.0;
    let mut random = Random::new(seed);
    let half_width = (0.9 * (count as f64).sqrt()).max(16.0);
    let columns = ((2.0 * half_width - 10.0) / 1.2) as usize;
    let rows = count.div_ceil(columns) as f64;
    let top = 1.2 * rows + 12.0;
    let room = [DVec2::new(-half_width, 0.0), DVec2::new(half_width, top)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("sweep", room) };
    let sweeper = Shape::Box { half: DVec2::new(0.25, 1.5) };
    // The first sweeper stops four diameters before the wall, and then all turn back.
    let gap = 2.0;
    let stroke = 2.0 * half_width - 5.0 - gap * (SWEEPERS - 1) as f64;
    for number in 0..SWEEPERS {
        let position = DVec2::new(-half_width + 1.0 + gap * number as f64, 1.5);
        scene.bodies.push(Body::moving(sweeper.clone(), position, DVec2::X * SPEED));
    }
    let turns = (scene.seconds * SPEED / stroke) as usize;
    for turn in 1..=turns {
        let speed = if turn % 2 == 0 { SPEED } else { -SPEED };
        for number in 0..SWEEPERS {
            let time = turn as f64 * stroke / SPEED;
            let velocity = DVec2::X * speed;
            scene.changes.push(Change::SetVelocity { time, body: 1 + number, velocity });
        }
    }
    let middle = DVec2::new(4.0, 4.0 + 0.6 * rows);
    let positions = lattice(&mut random, count, columns, DVec2::splat(1.2), 0.08);
    scene.bodies.extend(positions.into_iter().map(|position| inelastic_disc(position + middle)));
    scene
}

/// A lift in a shaft that rises by ten length units, waits, descends and waits, with rows of balls on it.
#[must_use]
pub fn lift(count: usize) -> Scene {
    let columns = count.clamp(1, 8);
    let half_width = 0.5 * 1.05 * columns as f64;
    let rows = count.div_ceil(columns) as f64;
    let room = [DVec2::new(-half_width, 0.0), DVec2::new(half_width, 1.05 * rows + 16.0)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("lift", room) };
    // A gap of 0.05 on either side.
    let cabin = Shape::Box { half: DVec2::new(half_width - 0.05, 0.5) };
    scene.bodies.push(Body::moving(cabin, DVec2::Y * 1.5, DVec2::ZERO));
    for tour in 0..5 {
        let start = 2.0 + 12.0 * f64::from(tour);
        for (after, speed) in [(0.0, 2.5), (4.0, 0.0), (6.0, -2.5), (10.0, 0.0)] {
            let velocity = DVec2::Y * speed;
            scene.changes.push(Change::SetVelocity { time: start + after, body: 1, velocity });
        }
    }
    scene.changes.retain(|change| change.time() <= 60.0);
    for number in 0..count {
        let cell = DVec2::new((number % columns) as f64, (number / columns) as f64);
        let first = DVec2::new(-0.525 * (columns as f64 - 1.0), 2.51);
        scene.bodies.push(inelastic_disc(first + cell * 1.05));
    }
    scene
}

/// A platform that moves to and fro, with a velocity that changes in small steps, and a row of balls on
/// it that friction carries along.
#[must_use]
pub fn platform(count: usize) -> Scene {
    let half_width = 0.75 * count as f64 + 1.0;
    let room = [DVec2::new(-half_width - 6.0, 0.0), DVec2::new(half_width + 6.0, 8.0)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("platform", room) };
    let plank = Shape::Box { half: DVec2::new(half_width, 0.25) };
    scene.bodies.push(Body { friction: 0.5, ..Body::moving(plank, DVec2::Y * 2.0, DVec2::ZERO) });
    // Steps of a tenth of a second: 20 to the right, 40 to the left, 20 to the right, and again.
    for tenth in 0..600u32 {
        let phase = f64::from(tenth % 80);
        let speed = if phase < 20.0 {
            phase
        } else if phase < 60.0 {
            40.0 - phase
        } else {
            phase - 80.0
        };
        let velocity = DVec2::X * (0.1 * speed);
        scene.changes.push(Change::SetVelocity {
            time: 1.0 + 0.1 * f64::from(tenth),
            body: 1,
            velocity,
        });
    }
    scene.changes.retain(|change| change.time() < 60.0);
    for number in 0..count {
        let x = 1.5 * (number as f64 - 0.5 * (count as f64 - 1.0));
        scene.bodies.push(Body { friction: 0.5, ..inelastic_disc(DVec2::new(x, 2.76)) });
    }
    scene
}
