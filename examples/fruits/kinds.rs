//! The eleven kinds of fruit: radius, mass, what two of them become, and for how many points.

use bevy::prelude::*;

/// The number of kinds.
pub const KINDS: usize = 11;

/// How many of the smallest kinds fall from the hopper.
pub const SMALL: u64 = 5;

/// The radii, in pixels.
const RADII: [f32; KINDS] = [16.0, 22.0, 29.0, 35.0, 43.0, 52.0, 62.0, 73.0, 85.0, 98.0, 112.0];

/// A fruit with the number of its kind, from the smallest.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fruit(pub usize);

impl Fruit {
    /// The fruit with a radius, if it is that of a kind.
    pub fn with_radius(radius: f64) -> Option<Self> {
        RADII.iter().position(|it| f64::from(*it) == radius).map(Self)
    }

    pub fn radius(self) -> f32 {
        RADII[self.0]
    }

    /// The mass, of which the smallest kind has 1.
    pub fn mass(self) -> f32 {
        (RADII[self.0] / RADII[0]).powi(2)
    }

    /// What two of them become; two of the largest kind vanish.
    pub fn next(self) -> Option<Self> {
        (self.0 + 1 < KINDS).then_some(Self(self.0 + 1))
    }

    /// The points for merging two: 1, 3, 6, 10 and so on.
    pub fn points(self) -> u32 {
        let number = self.0 as u32 + 1;
        number * (number + 1) / 2
    }

    /// The fruit with a number in the sequence of a seed.
    pub fn drawn(seed: u32, number: u32) -> Self {
        // SplitMix64 by Steele, Lea and Flood.
        let state = (u64::from(seed) << 32 | u64::from(number)).wrapping_add(1);
        let mut mixed = state.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        Self(((mixed ^ mixed >> 31) % SMALL) as usize)
    }
}

#[test]
fn two_of_each_kind_give_triangular_points_and_the_next_one() {
    let points: Vec<u32> = (0..KINDS).map(|kind| Fruit(kind).points()).collect();
    assert_eq!(points, [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66]);
    assert_eq!(Fruit(3).next(), Some(Fruit(4)));
    assert_eq!(Fruit(KINDS - 1).next(), None);
    assert!(RADII.windows(2).all(|pair| pair[0] < pair[1]));
}

#[test]
fn small_kinds_are_drawn_equally_often() {
    let mut counts = [0u32; SMALL as usize];
    (0..5000).for_each(|number| counts[Fruit::drawn(7, number).0] += 1);
    assert!(counts.iter().all(|count| count.abs_diff(1000) < 120), "{counts:?}");
}
