//! Scenes of spheres in space: a gas and a pile, made by the rules of those in the plane.

use std::f64::consts::PI;

use glam::DVec3;

use crate::gas::Gas;
use crate::layout::{cube_root, cubic, side};
use crate::pile::{GRAVITY, RESTITUTION};
use crate::random::{Random, maxwell_velocities};
use crate::scene::{Body, Scene};

/// A gas of spheres of radius 0.5, mass 1 and restitution 1 between walls, centred at the origin.
///
/// The packing is the share of the volume that the spheres fill. They start on a cubic lattice, so above a
/// packing of 0.49 the room is larger than requested.
#[must_use]
pub fn gas(gas: Gas, name: &'static str) -> Scene<DVec3> {
    let Gas { count, packing, temperature, seed } = gas;
    let side = side(count);
    let layers = count.div_ceil(side * side).max(1);
    let volume = count as f64 * PI / 6.0 / packing;
    let pitch = cube_root(volume / (side * side * layers) as f64).max(1.02);
    let half = DVec3::new(side as f64, layers as f64, side as f64) * (0.5 * pitch);
    let mut random = Random::new(seed);
    // Two neighbours come closer by at most twice the jitter, so they never touch.
    let positions = cubic(&mut random, count, side, pitch, 0.45 * (pitch - 1.0));
    let velocities = maxwell_velocities(&mut random, &vec![1.0; count], temperature);
    let mut scene = Scene::walled(name, [-half, half]);
    let spheres = positions.into_iter().zip(velocities);
    let sphere = |(position, velocity)| Body { velocity, ..Body::ball(0.5, position) };
    scene.bodies.extend(spheres.map(sphere));
    scene
}

/// The number of spheres along an edge of the floor when a pile of `count` spheres has come to rest. For
/// 2,000 spheres it is 16, in about seven layers.
fn edge(count: usize) -> usize {
    ((1.27 * cube_root(count as f64)).round() as usize).max(1)
}

/// Spheres at restitution 0.5 in loose layers that fall ten diameters into a box with a square floor.
#[must_use]
pub fn pile(count: usize, seed: u64) -> Scene<DVec3> {
    let mut random = Random::new(seed);
    let pitch = 1.2;
    let half_width = (0.5 * edge(count) as f64 + 0.25).max(0.6);
    let side = (2.0 * half_width / pitch) as usize;
    let height = pitch * count.div_ceil(side * side) as f64;
    let lift = DVec3::Y * (10.0 + 0.5 * height);
    let room = [
        DVec3::new(-half_width, 0.0, -half_width),
        DVec3::new(half_width, 12.0 + height, half_width),
    ];
    let mut scene =
        Scene { gravity: GRAVITY.extend(0.0), seconds: 60.0, ..Scene::walled("pile", room) };
    let positions = cubic(&mut random, count, side, pitch, 0.08);
    let sphere = |position| Body { restitution: RESTITUTION, ..Body::ball(0.5, position + lift) };
    scene.bodies.extend(positions.into_iter().map(sphere));
    scene
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No two spheres of radius 0.5 overlap, and all are inside of the room.
    fn assert_valid(scene: &Scene<DVec3>) {
        let spheres: Vec<_> = scene.dynamic_bodies().collect();
        for (number, sphere) in spheres.iter().enumerate() {
            let room = [sphere.position - scene.room[0], scene.room[1] - sphere.position];
            assert!(room.iter().all(|room| room.min_element() >= 0.5), "{sphere:?}");
            for other in &spheres[..number] {
                assert!(sphere.position.distance(other.position) >= 1.0, "{sphere:?} {other:?}");
            }
        }
    }

    #[test]
    fn gas_has_requested_packing() {
        for (count, packing) in [(1000, 0.3), (997, 0.1), (500, 0.45)] {
            let scene = gas(Gas { count, packing, ..Gas::default() }, "gas");
            let size = scene.room[1] - scene.room[0];
            let volume = size.x * size.y * size.z;
            assert!((count as f64 * PI / 6.0 / volume / packing - 1.0).abs() < 1e-12);
            assert_eq!(scene.dynamic_bodies().count(), count);
            assert_valid(&scene);
        }
    }

    #[test]
    fn gas_has_temperature() {
        let scene = gas(Gas { temperature: 4.0, ..Gas::default() }, "gas");
        let energy: f64 =
            scene.dynamic_bodies().map(|sphere| 0.5 * sphere.velocity.length_squared()).sum();
        assert!((energy / 4000.0 - 1.0).abs() < 1e-12, "{energy}");
    }

    #[test]
    fn pile_starts_ten_diameters_above_floor() {
        for count in [1, 7, 2000] {
            let scene = pile(count, 1);
            assert_eq!(scene.dynamic_bodies().count(), count);
            assert_valid(&scene);
            let lowest = scene.dynamic_bodies().map(|sphere| sphere.position.y);
            let lowest = lowest.fold(f64::INFINITY, f64::min);
            assert!((lowest - 10.6).abs() <= 0.08, "{lowest}");
        }
    }
}
