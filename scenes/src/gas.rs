//! Gases of elastic discs, at different densities, speeds and mixtures of sizes.

use std::f64::consts::PI;

use glam::DVec2;

use crate::layout::{columns_and_rows, lattice, shelves};
use crate::random::{Random, maxwell_velocities};
use crate::scene::{Body, Scene, Shape};

/// A gas of equal discs of radius 0.5, mass 1 and restitution 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gas {
    /// The number of discs.
    pub count: usize,
    /// The share of the area that the discs cover. They start on a square lattice, so above a packing
    /// of 0.7 the room is larger than requested.
    pub packing: f64,
    /// The mean kinetic energy of a disc, in mass times speed squared: the mean square of the speed is
    /// twice this value.
    pub temperature: f64,
    /// The seed of positions and velocities.
    pub seed: u64,
}

impl Default for Gas {
    /// A thousand discs at packing 0.3 with a root mean square speed of 6 diameters a second.
    fn default() -> Self {
        Self { count: 1000, packing: 0.3, temperature: 20.0, seed: 1 }
    }
}

impl Gas {
    /// A gas between walls, centred at the origin.
    #[must_use]
    pub fn walled(self, name: &'static str) -> Scene {
        let half = self.half();
        self.fill(Scene::walled(name, [-half, half]))
    }

    /// A gas in a periodic space, centred at the origin.
    #[must_use]
    pub fn periodic(self, name: &'static str) -> Scene {
        let half = self.half();
        self.fill(Scene::periodic(name, [-half, half], half * 2.0))
    }

    /// The distance of two neighbours on the lattice.
    fn pitch(self) -> f64 {
        let [columns, rows] = columns_and_rows(self.count);
        let area = self.count as f64 * 0.25 * PI / self.packing;
        (area / (columns * rows) as f64).sqrt().max(1.02)
    }

    fn half(self) -> DVec2 {
        let [columns, rows] = columns_and_rows(self.count);
        DVec2::new(columns as f64, rows as f64) * (0.5 * self.pitch())
    }

    fn fill(self, mut scene: Scene) -> Scene {
        let mut random = Random::new(self.seed);
        let pitch = self.pitch();
        let [columns, _] = columns_and_rows(self.count);
        // Two neighbours come closer by at most twice the jitter, so they never touch.
        let jitter = 0.45 * (pitch - 1.0);
        let positions = lattice(&mut random, self.count, columns, DVec2::splat(pitch), jitter);
        let velocities = maxwell_velocities(&mut random, &vec![1.0; self.count], self.temperature);
        let discs = positions.into_iter().zip(velocities);
        let disc = |(position, velocity)| Body { velocity, ..Body::ball(0.5, position) };
        scene.bodies.extend(discs.map(disc));
        scene
    }
}

/// A gas of discs of five sizes and equal density between walls. The largest are twenty times as wide as
/// the smallest, and each size covers about the same area.
#[must_use]
pub fn polydisperse(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let mut radii = sizes(count, [0.1, 0.2, 0.5, 1.0, 2.0]);
    random.shuffle(&mut radii);
    // Discs of similar size share a shelf, so that little of its height is wasted.
    let breadth = radii.len().div_ceil(12).max(1);
    for some in radii.chunks_mut(breadth) {
        some.sort_unstable_by(f64::total_cmp);
    }
    let area: f64 = radii.iter().map(|radius| PI * radius * radius).sum();
    let width = (area / 0.22).sqrt().max(5.0);
    let (positions, height) = shelves(&radii, width, 0.05);
    let half = DVec2::new(width, height) * 0.5;
    let mut scene = Scene::walled("mixed-gas", [-half, half]);
    let masses: Vec<f64> = radii.iter().map(|radius| 4.0 * radius * radius).collect();
    let velocities = maxwell_velocities(&mut random, &masses, 20.0);
    for (number, position) in positions.into_iter().enumerate() {
        let ball = Body::ball(radii[number], position - half);
        scene.bodies.push(Body { mass: masses[number], velocity: velocities[number], ..ball });
    }
    scene
}

/// `count` radii of five sizes in increasing order. Each size covers about the same area and occurs at
/// least once, unless `count` is too small; then the larger sizes come first.
pub(crate) fn sizes(count: usize, sizes: [f64; 5]) -> Vec<f64> {
    let weight = |radius: f64| 1.0 / (radius * radius);
    let total: f64 = sizes.into_iter().map(weight).sum();
    let mut radii = Vec::with_capacity(count);
    for size in sizes.into_iter().rev().take(4) {
        let share = (count as f64 * weight(size) / total).round() as usize;
        radii.extend(std::iter::repeat_n(size, share.max(1)));
    }
    radii.truncate(count);
    radii.resize(count, sizes[0]);
    radii.reverse();
    radii
}

/// Balls that fly a hundred diameters in a sixtieth of a second between thin walls. The walls separate
/// ten chambers (see [`chamber`]), each with a tenth of the balls.
#[must_use]
pub fn bullets(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let rows = count.div_ceil(CHAMBERS).max(1);
    let half = DVec2::new(0.5 * CHAMBERS as f64 * CHAMBER_WIDTH, 1.5 * rows as f64);
    let mut scene = Scene::walled("bullets", [-half, half]);
    for wall in 1..CHAMBERS {
        let x = wall as f64 * CHAMBER_WIDTH - half.x;
        let shape = Shape::Box { half: DVec2::new(0.005, half.y) };
        scene.bodies.push(Body::fixed(shape, DVec2::new(x, 0.0)));
    }
    for number in 0..count {
        let (chamber, row) = (number % CHAMBERS, number / CHAMBERS);
        let x = (chamber as f64 + 0.5) * CHAMBER_WIDTH - half.x;
        let position = DVec2::new(x, 3.0 * row as f64 + 1.5 - half.y) + random.within::<DVec2>(0.5);
        let velocity = random.direction() * 6000.0;
        scene.bodies.push(Body { velocity, ..Body::ball(0.5, position) });
    }
    scene
}

const CHAMBERS: usize = 10;
const CHAMBER_WIDTH: f64 = 8.0;

/// The chamber of [`bullets`] that contains a position, 0 to 9. The ball with the number `n` among the
/// balls starts in chamber `n % 10` and must never leave it.
#[must_use]
pub fn chamber(position: DVec2) -> usize {
    let x = position.x / CHAMBER_WIDTH + 0.5 * CHAMBERS as f64;
    (x.max(0.0) as usize).min(CHAMBERS - 1)
}

/// Balls below a wall of static bricks, two for each ball.
#[must_use]
pub fn bricks(count: usize, seed: u64) -> Scene {
    let mut random = Random::new(seed);
    let [columns, rows] = columns_and_rows(count);
    let pitch = DVec2::splat(2.5);
    let half = pitch * DVec2::new(columns as f64, rows as f64) * 0.5;
    // A brick with its joints is as wide as the cell of a ball and half as high.
    let bricks = lattice(&mut random, 2 * count, columns, pitch * DVec2::new(1.0, 0.5), 0.0);
    let wall = bricks.last().map_or(0.0, |last| 2.0 * last.y + 0.5 * pitch.y);
    let room = [-half - DVec2::Y, half + DVec2::Y * (wall + 1.0)];
    let mut scene = Scene::walled("bricks", room);
    let shape = Shape::Box { half: pitch * DVec2::new(0.48, 0.2) };
    let lift = DVec2::Y * (half.y + 0.5 * wall);
    scene
        .bodies
        .extend(bricks.into_iter().map(|position| Body::fixed(shape.clone(), position + lift)));
    let positions = lattice(&mut random, count, columns, pitch, 0.5);
    let velocities = maxwell_velocities(&mut random, &vec![1.0; count], 50.0);
    for (position, velocity) in positions.into_iter().zip(velocities) {
        scene.bodies.push(Body { velocity, ..Body::ball(0.5, position) });
    }
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gas_has_requested_packing() {
        for (count, packing) in [(1000, 0.3), (997, 0.6), (10_000, 0.1)] {
            let scene = Gas { count, packing, ..Gas::default() }.periodic("gas");
            let area = scene.period.x * scene.period.y;
            assert!((count as f64 * 0.25 * PI / area / packing - 1.0).abs() < 1e-12);
            assert_eq!(scene.bodies.len(), count);
        }
    }

    #[test]
    fn gas_of_a_million_discs_is_built() {
        let scene = Gas { count: 1_000_000, ..Gas::default() }.walled("gas");
        assert_eq!(scene.dynamic_bodies().count(), 1_000_000);
    }

    #[test]
    fn sizes_cover_equal_areas() {
        let radii = sizes(1000, [0.1, 0.2, 0.5, 1.0, 2.0]);
        let of = |size: f64| radii.iter().filter(|radius| **radius == size).count();
        assert_eq!([0.1, 0.2, 0.5, 1.0, 2.0].map(of), [767, 192, 31, 8, 2]);
        assert_eq!(sizes(3, [0.1, 0.2, 0.5, 1.0, 2.0]), [0.5, 1.0, 2.0]);
    }

    #[test]
    fn bullets_start_in_their_chambers() {
        let scene = bullets(100, 1);
        for (number, ball) in scene.dynamic_bodies().enumerate() {
            assert_eq!(chamber(ball.position), number % CHAMBERS);
            let [left, right] = [-0.51, 0.51].map(|side| ball.position + DVec2::X * side);
            assert_eq!([chamber(left), chamber(right)], [number % CHAMBERS; 2]);
        }
    }
}
