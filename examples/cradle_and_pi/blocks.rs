//! Galperin's blocks: two blocks and a wall that count the digits of pi.
//!
//! A heavy block of mass M slides without friction toward a light block of mass m, which rests before a
//! wall. All impacts are elastic. If M / m = 100^k, the number of impacts between the blocks and with the
//! wall, here called clacks, has the first k + 1 digits of pi.
//!
//! The reason: take sqrt(M) V and sqrt(m) v as the coordinates of a point. The conserved energy keeps it on
//! a circle, two clacks turn it by the angle 2 atan(sqrt(m / M)), and it passes half of the circle.
//!
//! Source: Galperin, Playing pool with pi (the number pi from a billiard point of view), Regular and
//! Chaotic Dynamics 8 (2003).

use std::f64::consts::PI;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;

/// The largest exponent k. The masses are `f32` in every space, and 100^5 is the largest power of 100 that
/// an `f32` represents exactly.
pub const MAX_POWER: u8 = 5;

/// The initial speed of the heavy block, in length units a second.
pub const SPEED: f64 = 1.0;

/// One of the two blocks.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// The block of mass 1 near the wall.
    Light,
    /// The moving block.
    Heavy,
}

/// The mass of the heavy block; the light block has mass 1.
#[must_use]
pub fn ratio(power: u8) -> f64 {
    100f64.powi(i32::from(power))
}

/// The expected number of clacks, `ceil(pi / atan(sqrt(m / M))) - 1`.
#[must_use]
pub fn clacks(power: u8) -> usize {
    let clacks = (PI / (1.0 / ratio(power).sqrt()).atan()).ceil() - 1.0;
    clacks as usize
}

/// Half of the side of a block, in length units. The number of clacks does not depend on it.
#[must_use]
pub fn half_side(block: Block, power: u8) -> f64 {
    match block {
        Block::Light => 0.25,
        Block::Heavy => 0.25 + 0.085 * f64::from(power),
    }
}

/// Settings that allow a block hundreds of thousands of clacks in a tick. By default a block with more than
/// a thousand is held until the end of the tick.
#[must_use]
pub fn config() -> ElasticConfig {
    ElasticConfig { events_per_second: 1e9, ..ElasticConfig::default() }
}

/// The wall with its surface at x = 0.
pub fn wall() -> impl Bundle {
    (Collider::HalfSpace { normal: DVec2::X }, Static)
}

/// The two blocks with their lower edges at y = 0.
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
    fn clacks_are_digits_of_pi() {
        let counts: Vec<_> = (0..=MAX_POWER).map(clacks).collect();
        assert_eq!(counts, [3, 31, 314, 3141, 31_415, 314_159]);
    }

    #[test]
    fn masses_are_exact_in_f32() {
        for power in 0..=MAX_POWER {
            assert_eq!(f64::from(ratio(power) as f32), ratio(power));
        }
    }
}
