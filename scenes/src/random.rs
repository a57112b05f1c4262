//! Random numbers that are the same on every machine.
//!
//! All are computed from the output of ChaCha by sums, products, quotients and square roots only, which
//! IEEE 754 rounds the same everywhere.

use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::space::Space;

/// A seeded source of numbers.
pub struct Random(ChaCha8Rng);

impl Random {
    /// A source with this seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A uniformly distributed number from `low` to `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// A uniformly distributed whole number from 0 to `count - 1`; `count` must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f64) as usize).min(count - 1)
    }

    /// A vector with components uniformly distributed between plus and minus `most`.
    pub fn within<W: Space>(&mut self, most: f64) -> W {
        W::from_components(|_| self.between(-most, most))
    }

    /// A vector with approximately normally distributed components of mean 0 and variance 1.
    ///
    /// The sum of twelve uniform numbers from 0 to 1 has variance 1 and mean 6; its tails end at 6
    /// standard deviations.
    ///
    /// Source: Irwin and Hall, Biometrika 19 (1927).
    pub fn normal<W: Space>(&mut self) -> W {
        W::from_components(|_| (0..12).map(|_| self.between(0.0, 1.0)).sum::<f64>() - 6.0)
    }

    /// A uniformly distributed unit vector of the plane.
    pub fn direction(&mut self) -> DVec2 {
        loop {
            let vector: DVec2 = self.within(1.0);
            let square = vector.length_squared();
            if (0.01..1.0).contains(&square) {
                return vector / square.sqrt();
            }
        }
    }

    /// Shuffles the items.
    ///
    /// Source: Durstenfeld, Communications of the ACM 7 (1964), algorithm 235.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Velocities of a gas of bodies with these masses. The total momentum is zero up to rounding, and the
/// mean kinetic energy is `temperature`, in mass times speed squared.
pub fn maxwell_velocities<W: Space>(
    random: &mut Random,
    masses: &[f64],
    temperature: f64,
) -> Vec<W> {
    let mut velocities: Vec<W> =
        masses.iter().map(|mass| random.normal::<W>() / mass.sqrt()).collect();
    let pairs = || masses.iter().copied().enumerate();
    let momentum: W = pairs().map(|(number, mass)| velocities[number] * mass).sum();
    let drift = momentum / masses.iter().sum::<f64>();
    velocities.iter_mut().for_each(|velocity| *velocity -= drift);
    let energy: f64 =
        pairs().map(|(number, mass)| 0.5 * mass * velocities[number].dot(velocities[number])).sum();
    // A single body at zero momentum is at rest.
    if energy > 0.0 {
        let factor = (temperature * masses.len() as f64 / energy).sqrt();
        velocities.iter_mut().for_each(|velocity| *velocity = *velocity * factor);
    }
    velocities
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maxwell_velocities_have_temperature_and_no_momentum() {
        let masses: Vec<f64> = (0..5000).map(|number| f64::from(number % 3 + 1)).collect();
        let velocities: Vec<DVec2> = maxwell_velocities(&mut Random::new(1), &masses, 4.0);
        let both = || masses.iter().zip(&velocities);
        let energy: f64 = both().map(|(mass, v)| 0.5 * mass * v.length_squared()).sum();
        assert!((energy / 20_000.0 - 1.0).abs() < 1e-12, "{energy}");
        let momentum: DVec2 = both().map(|(mass, v)| *v * *mass).sum();
        assert!(momentum.length() < 1e-9, "{momentum}");
        // <(m v^2)^2> / <m v^2>^2 is 2 for a gas in the plane, and 1 for equal speeds.
        let squares: Vec<f64> = both().map(|(mass, v)| mass * v.length_squared()).collect();
        let mean = squares.iter().sum::<f64>() / 5000.0;
        let spread = squares.iter().map(|square| square * square).sum::<f64>() / 5000.0;
        assert!((spread / (mean * mean) - 2.0).abs() < 0.15, "{}", spread / (mean * mean));
    }

    #[test]
    fn below_gives_every_number_under_count() {
        let mut random = Random::new(3);
        let mut seen = [false; 7];
        (0..200).for_each(|_| seen[random.below(7)] = true);
        assert_eq!(seen, [true; 7]);
    }
}
