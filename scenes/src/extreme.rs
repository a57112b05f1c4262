//! Scenes with extreme speeds, size ratios and gaps.

use glam::DVec2;

use crate::layout::{columns_and_rows, lattice};
use crate::pile::GRAVITY;
use crate::random::Random;
use crate::scene::{Body, Scene};

/// Balls at a speed of 1e12 in a small room, each of which would have about a billion impacts in a tick.
#[must_use]
pub fn speeds(count: usize, seed: u64) -> Scene {
    balls_at_1e12("speeds", count, seed, 2.0)
}

/// Balls at a speed of 1e12 in a room so wide that each crosses it about once in a tick.
#[must_use]
pub fn speeds_wide(count: usize, seed: u64) -> Scene {
    let columns = columns_and_rows(count)[0];
    balls_at_1e12("speeds-wide", count, seed, 1.6e10 / columns as f64)
}

fn balls_at_1e12(name: &'static str, count: usize, seed: u64, pitch: f64) -> Scene {
    let mut random = Random::new(seed);
    let [columns, rows] = columns_and_rows(count);
    let half = DVec2::new(columns as f64, rows as f64) * (0.5 * pitch);
    let mut scene = Scene { seconds: 2.0, ..Scene::walled(name, [-half, half]) };
    let positions = lattice(&mut random, count, columns, DVec2::splat(pitch), 0.25 * (pitch - 1.0));
    for position in positions {
        let velocity = random.direction() * 1e12;
        scene.bodies.push(Body { velocity, ..Body::ball(0.5, position) });
    }
    scene
}

/// Grains that fall on a ball a million times as wide, and into the corners beside it. The masses are
/// equal, so that a grain and the ball change each other's velocity.
#[must_use]
pub fn ratio(count: usize, seed: u64) -> Scene {
    const LARGE: f64 = 500.0;
    let mut random = Random::new(seed);
    let room = [DVec2::new(-600.0, 0.0), DVec2::new(600.0, 1400.0)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 30.0, ..Scene::walled("ratio", room) };
    let large = Body::ball(LARGE, DVec2::Y * LARGE);
    scene.bodies.push(Body { restitution: 0.5, ..large });
    for number in 0..count {
        let x = (number as f64 + 0.5) * (1100.0 / count as f64) - 550.0 + random.between(-0.1, 0.1);
        let grain = Body::ball(LARGE * 1e-6, DVec2::new(x, 1100.0 + random.between(0.0, 100.0)));
        scene.bodies.push(Body { restitution: 0.5, ..grain });
    }
    scene
}

/// Elastic balls at rest on an elastic floor: one touches it, one is above it by the relative rounding
/// error of an f64, and one by that of an f32.
#[must_use]
pub fn rounding() -> Scene {
    let room = [DVec2::new(-4.0, 0.0), DVec2::new(4.0, 4.0)];
    let mut scene =
        Scene { gravity: GRAVITY, seconds: 10.0, ..Scene::walled("rounding-above-floor", room) };
    for (x, gap) in [(-2.0, 0.0), (0.0, f64::EPSILON), (2.0, f64::from(f32::EPSILON))] {
        scene.bodies.push(Body::ball(0.5, DVec2::new(x, 0.5 * (1.0 + gap))));
    }
    scene
}
