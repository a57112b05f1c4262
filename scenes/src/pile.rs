//! Scenes of balls that fall and come to rest in a pile.

use glam::DVec2;

use crate::gas::sizes;
use crate::layout::{hexagonal, lattice, shelves};
use crate::random::Random;
use crate::scene::{Body, Change, Scene};

/// The gravity of all piles, in length units a second squared.
pub(crate) const GRAVITY: DVec2 = DVec2::new(0.0, -9.81);

/// The restitution of all piles.
pub(crate) const RESTITUTION: f64 = 0.5;

/// A disc of radius 0.5 at restitution 0.5.
pub(crate) fn inelastic_disc(position: DVec2) -> Body {
    Body { restitution: RESTITUTION, ..Body::ball(0.5, position) }
}

/// The number of discs side by side on the floor when a pile of `count` discs has come to rest. For 5,000
/// discs it is 90, in about 56 layers.
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
    let positions = lattice(&mut random, count, columns, DVec2::splat(pitch), 0.08);
    let rows = count.div_ceil(columns) as f64;
    let lift = DVec2::Y * (10.0 + 0.5 * pitch * rows);
    let ceiling = 12.0 + pitch * rows;
    let room = [DVec2::new(-half_width, 0.0), DVec2::new(half_width, ceiling)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("pile", room) };
    scene.bodies.extend(positions.into_iter().map(|position| inelastic_disc(position + lift)));
    scene
}

/// A pile that is nearly at rest from the start. After twenty seconds another ball hits it at a hundred
/// diameters in a sixtieth of a second.
#[must_use]
pub fn shot(count: usize) -> Scene {
    let columns = columns(count).max(4);
    // No discs touch at the start: each falls by less than a hundredth of a diameter.
    let pitch = 1.001;
    let positions = hexagonal(count, columns, pitch);
    let width = pitch * columns as f64;
    let ceiling = count.div_ceil(columns) as f64 + 20.0;
    let room = [DVec2::new(-0.5 * width, 0.0), DVec2::new(0.5 * width, ceiling)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 80.0, ..Scene::walled("shot", room) };
    let corner = DVec2::new(0.5 * (pitch - width), 0.5 * pitch);
    scene.bodies.extend(positions.into_iter().map(|position| inelastic_disc(position + corner)));
    let start = DVec2::new(-0.5 * width + 2.0, ceiling - 2.0);
    let path = DVec2::new(0.0, 0.25 * ceiling) - start;
    let bullet = Body { velocity: path * (6000.0 / path.length()), ..inelastic_disc(start) };
    scene.changes.push(Change::Add { time: 20.0, body: bullet });
    scene
}

/// Discs of five sizes, with radii 1 to 50 and masses 1 to 10,000 relative to the smallest, on shelves in
/// a box, a little above their positions at rest; the heavy discs lie on the light ones.
#[must_use]
pub fn mixed(count: usize) -> Scene {
    const RADII: [f64; 5] = [0.1, 0.25, 0.7, 2.0, 5.0];
    let radii = sizes(count, RADII);
    let width = (0.25 * (count as f64).sqrt()).max(12.0);
    let (positions, height) = shelves(&radii, width, 0.002);
    let room = [DVec2::new(-0.5 * width, 0.0), DVec2::new(0.5 * width, height + 2.0)];
    let mut scene = Scene { gravity: GRAVITY, seconds: 60.0, ..Scene::walled("mixed", room) };
    for (radius, position) in radii.into_iter().zip(positions) {
        let size = RADII.iter().position(|other| *other == radius).unwrap_or_default();
        let mass = [1.0, 10.0, 100.0, 1000.0, 10_000.0][size];
        let ball = Body::ball(radius, position - DVec2::X * (0.5 * width));
        scene.bodies.push(Body { mass, restitution: RESTITUTION, ..ball });
    }
    scene
}

/// Balls at restitution 1 that fall on walls at restitution 0.8, which take a fifth of the speed.
#[must_use]
pub fn elastic_on_damping_floor(count: usize, seed: u64) -> Scene {
    let mut scene = Scene { name: "e1-on-e08", ..pile(count, seed) };
    scene.bodies[0].restitution = 0.8;
    scene.bodies[1..].iter_mut().for_each(|ball| ball.restitution = 1.0);
    scene
}
