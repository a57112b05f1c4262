//! Galperin's blocks: two blocks and a wall that count the digits of pi.
//!
//! A heavy block slides towards a light one that lies before a wall; nothing rubs and nothing is lost.
//! If the heavy one is 100^k times as heavy, the clacks, those of the blocks and those at the wall,
//! number the first k + 1 digits of pi.
//!
//! Why: draw the state as a point with the coordinates sqrt(M) V and sqrt(m) v. The energy keeps it on a
//! circle, two clacks move it on by the angle 2 atan(sqrt(m / M)), and it has half of the circle to go.
//!
//! Source: Galperin, Playing pool with pi (the number pi from a billiard point of view), Regular and
//! Chaotic Dynamics 8 (2003).

use std::f64::consts::PI;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

/// The largest k. More than 100^5 is no `f32` any more, and a mass is one in every space.
pub const MOST: u8 = 5;

/// The speed of the heavy block at the beginning, in length units a second.
pub const SPEED: f64 = 1.0;

/// Which block it is.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// The one of mass 1 before the wall.
    Light,
    /// The one that comes.
    Heavy,
}

/// The mass of the heavy block; that of the light one is 1.
#[must_use]
pub fn ratio(power: u8) -> f64 {
    100f64.powi(i32::from(power))
}

/// How many clacks there must be, `ceil(pi / atan(sqrt(m / M))) - 1`.
#[must_use]
pub fn clacks(power: u8) -> usize {
    let clacks = (PI / (1.0 / ratio(power).sqrt()).atan()).ceil() - 1.0;
    clacks as usize
}

/// Half of the side of a block, in length units. It is for the picture only: the clacks are as many
/// whatever the sizes are.
#[must_use]
pub fn half_side(block: Block, power: u8) -> f64 {
    match block {
        Block::Light => 0.25,
        Block::Heavy => 0.25 + 0.085 * f64::from(power),
    }
}

/// Settings under which a block may have a hundred thousands of clacks in a tick; by default one that has
/// more than a thousand is held until the tick ends.
#[must_use]
pub fn config() -> ElasticConfig {
    ElasticConfig { events_per_second: 1e9, ..ElasticConfig::default() }
}

/// The wall, whose surface is at x = 0.
pub fn wall() -> impl Bundle {
    (Collider::HalfSpace { normal: DVec2::X }, Static)
}

/// The two blocks, which stand on y = 0.
pub fn blocks(power: u8) -> [impl Bundle + use<>; 2] {
    let block = |block, x: f64, speed: f64, mass: f64| {
        let half = half_side(block, power);
        (
            block,
            Collider::Cuboid { half_size: DVec2::splat(half) },
            Position(DVec2::new(x + half, half)),
            Velocity(DVec2::X * speed),
            Mass(mass as f32),
        )
    };
    [block(Block::Light, 1.0, 0.0, 1.0), block(Block::Heavy, 3.6, -SPEED, ratio(power))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_formula_gives_the_digits_of_pi() {
        let counts: Vec<_> = (0..=MOST).map(clacks).collect();
        assert_eq!(counts, [3, 31, 314, 3141, 31_415, 314_159]);
    }

    #[test]
    fn the_masses_are_exact() {
        for power in 0..=MOST {
            assert_eq!(f64::from(ratio(power) as f32), ratio(power));
        }
    }
}
