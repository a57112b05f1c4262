//! Balls that fall, come to rest on each other, and are hit.

use glam::DVec2;

use crate::gas::sizes;
use crate::layout::{hexagonal, lattice, shelves};
use crate::random::Random;
use crate::scene::{Body, Change, Scene};

/// The gravity of all piles, in length units a second squared.
pub(crate) const GRAVITY: DVec2 = DVec2::new(0.0, -9.81);

/// The restitution of all piles.
const DULL: f64 = 0.5;

/// A disc of radius 0.5 at restitution 0.5.
pub(crate) fn dull(place: DVec2) -> Body {
    Body { restitution: DULL, ..Body::ball(0.5, place) }
}

/// How many discs lie side by side on the floor when a pile of `count` has come to rest: 90 of 5,000,
/// which lie in some 56 layers then.
fn columns(count: usize) -> usize {
    ((1.27 * (count as f64).sqrt()).round() as usize).max(1)
}

/// Discs in loose rows that fall ten diameters into a box.
#[must_use]
pub fn pile(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let pitch = 1.2;
    let half_width = (0.5 * columns(count) as f64 + 0.25).max(0.6);
    let columns = (2.0 * half_width / pitch) as usize;
    let places = lattice(&mut random, count, columns, DVec2::splat(pitch), 0.08);
    let rows = count.div_ceil(columns) as f64;
    let lift = DVec2::Y * (10.0 + 0.5 * pitch * rows);
    let ceiling = 12.0 + pitch * rows;
    let room = [DVec2::new(-half_width, 0.0), DVec2::new(half_width, ceiling)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("pile", room) };
    scene.bodies.extend(places.into_iter().map(|place| dull(place + lift)));
    scene
}

/// A pile that is about at rest from the start, into which a ball of its kind comes after twenty seconds
/// at a hundred diameters in a sixtieth of a second.
#[must_use]
pub fn shot(count: usize) -> Scene {
    let columns = columns(count).max(4);
    // Nobody touches yet: everyone falls by less than a hundredth of a diameter.
    let pitch = 1.001;
    let places = hexagonal(count, columns, pitch);
    let width = pitch * columns as f64;
    let ceiling = count.div_ceil(columns) as f64 + 20.0;
    let room = [DVec2::new(-0.5 * width, 0.0), DVec2::new(0.5 * width, ceiling)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 80.0, ..Scene::walled("shot", room) };
    let corner = DVec2::new(0.5 * (pitch - width), 0.5 * pitch);
    scene.bodies.extend(places.into_iter().map(|place| dull(place + corner)));
    let start = DVec2::new(-0.5 * width + 2.0, ceiling - 2.0);
    let way = DVec2::new(0.0, 0.25 * ceiling) - start;
    let bullet = Body { velocity: way * (6000.0 / way.length()), ..dull(start) };
    scene.changes.push(Change::Add { time: 20.0, body: bullet });
    scene
}

/// Discs of five sizes, 1 to 50, and masses, 1 to 10,000, on shelves in a box, a little above where they
/// come to rest; the heavy ones lie on the light ones.
#[must_use]
pub fn mixed(count: usize) -> Scene {
    const RADII: [f64; 5] = [0.1, 0.25, 0.7, 2.0, 5.0];
    let radii = sizes(count, RADII);
    let width = (0.25 * (count as f64).sqrt()).max(12.0);
    let (places, height) = shelves(&radii, width, 0.002);
    let room = [DVec2::new(-0.5 * width, 0.0), DVec2::new(0.5 * width, height + 2.0)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("mixed", room) };
    for (radius, place) in radii.into_iter().zip(places) {
        let size = RADII.iter().position(|other| *other == radius).unwrap_or_default();
        let mass = [1.0, 10.0, 100.0, 1000.0, 10_000.0][size];
        let ball = Body::ball(radius, place - DVec2::X * (0.5 * width));
        scene.bodies.push(Body { mass, restitution: DULL, ..ball });
    }
    scene
}

/// Balls without a loss, heaped on a floor that takes a fifth of the speed.
#[must_use]
pub fn lively(count: usize, seed: u64) -> Scene {
    let mut scene = Scene { name: "e1-on-e08", ..pile(count, seed) };
    scene.bodies[0].restitution = 0.8;
    scene.bodies[1..].iter_mut().for_each(|ball| ball.restitution = 1.0);
    scene
}
