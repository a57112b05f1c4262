//! Scenes of stacked and of poured balls.

use glam::DVec2;

use crate::pile::{GRAVITY, inelastic_disc};
use crate::random::Random;
use crate::scene::{Body, Change, Scene, Shape};

/// Balls above each other, a hundredth of a diameter apart, in a slot exactly one diameter wide.
#[must_use]
pub fn tower(count: usize) -> Scene {
    let room = [DVec2::new(-0.5, 0.0), DVec2::new(0.5, 1.01 * count as f64 + 5.0)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("tower", room) };
    for number in 0..count {
        scene.bodies.push(inelastic_disc(DVec2::new(0.0, 0.51 + 1.01 * number as f64)));
    }
    scene
}

/// A triangle of touching balls with as many full rows as `count` allows. Two posts hold the lowest row.
#[must_use]
pub fn pyramid(count: usize) -> Scene {
    let rows = (1usize..).take_while(|rows| rows * (rows + 1) / 2 <= count).last().unwrap_or(1);
    let half_width = 0.5 * rows as f64;
    let ceiling = rows as f64 + 3.0;
    let room = [DVec2::new(-half_width - 8.0, 0.0), DVec2::new(half_width + 8.0, ceiling)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("pyramid", room) };
    let post = Shape::Box { half: DVec2::new(0.25, 0.5) };
    for side in [-1.0, 1.0] {
        let position = DVec2::new(side * (half_width + 0.25), 0.5);
        scene.bodies.push(Body::fixed(post.clone(), position));
    }
    for row in 0..rows {
        for column in 0..rows - row {
            let x = column as f64 - 0.5 * (rows - row - 1) as f64;
            let y = 0.5 + row as f64 * 0.75f64.sqrt();
            scene.bodies.push(inelastic_disc(DVec2::new(x, y)));
        }
    }
    scene
}

/// Balls above a funnel with an opening of five diameters, with room for all balls below it.
#[must_use]
pub fn funnel(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let half_width = (0.8 * (count as f64).sqrt()).max(8.0);
    let columns = ((2.0 * half_width - 1.0) / 1.2) as usize;
    let (floor, neck) = (half_width + 4.0, 2.5);
    let brim = floor + half_width - neck;
    let top = brim + 1.2 * count.div_ceil(columns) as f64 + 2.0;
    let room = [DVec2::new(-half_width, 0.0), DVec2::new(half_width, top)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 30.0, ..Scene::walled("funnel", room) };
    for side in [-1.0, 1.0] {
        let (start, end) = (DVec2::new(side * half_width, brim), DVec2::new(side * neck, floor));
        scene.bodies.push(Body::fixed(Shape::Capsule { start, end, radius: 0.1 }, DVec2::ZERO));
    }
    for number in 0..count {
        let cell = DVec2::new((number % columns) as f64, (number / columns) as f64);
        let left = DVec2::new(-0.6 * (columns as f64 - 1.0), brim + 1.0);
        scene.bodies.push(inelastic_disc(left + cell * 1.2 + random.within::<DVec2>(0.08)));
    }
    scene
}

/// Balls with friction 0.5 that are poured on a floor, five at a time, so that they form a heap.
#[must_use]
pub fn heap(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let half_width = 3.0 * (count as f64).sqrt() + 10.0;
    let top = 1.2 * (count as f64).sqrt() + 15.0;
    let room = [DVec2::new(-half_width, 0.0), DVec2::new(half_width, top)];
    let mut scene = Scene { gravity: GRAVITY, ..Scene::walled("heap", room) };
    scene.bodies[0].friction = 0.5;
    let mut shift = DVec2::ZERO;
    for number in 0..count {
        if number % 5 == 0 {
            // Without a shift five columns would grow to the ceiling: with this friction discs stand on
            // each other.
            shift = DVec2::X * random.within::<DVec2>(1.5).x;
        }
        let column = DVec2::new(1.2 * ((number % 5) as f64 - 2.0), top - 1.0);
        let position = column + shift + random.within::<DVec2>(0.08);
        let body = Body { friction: 0.5, velocity: DVec2::Y * -8.0, ..inelastic_disc(position) };
        // The previous five have fallen by more than two diameters by then.
        let time = 0.25 * (number / 5) as f64;
        scene.changes.push(Change::Add { time, body });
    }
    scene.seconds = 0.25 * (count / 5) as f64 + 60.0;
    scene
}
