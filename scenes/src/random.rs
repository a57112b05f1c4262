//! Random numbers that are the same on every machine.
//!
//! Only sums, products, quotients and square roots of what ChaCha gives, which round alike everywhere.

use glam::DVec2;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seeded source of numbers.
pub struct Random(ChaCha8Rng);

impl Random {
    /// The source with this seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number between the two, evenly spread.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.0.random::<f64>()
    }

    /// A whole number below `count`, which is above zero.
    pub fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f64) as usize).min(count - 1)
    }

    /// A vector with components between plus and minus `most`, evenly spread.
    pub fn within(&mut self, most: f64) -> DVec2 {
        DVec2::new(self.between(-most, most), self.between(-most, most))
    }

    /// A vector whose components are about normally distributed with variance 1.
    ///
    /// The sum of twelve even numbers from 0 to 1 has the variance 1 and mean 6; its tails end at 6
    /// standard deviations.
    ///
    /// Source: Irwin and Hall, Biometrika 19 (1927).
    pub fn normal(&mut self) -> DVec2 {
        let mut one = || (0..12).map(|_| self.between(0.0, 1.0)).sum::<f64>() - 6.0;
        DVec2::new(one(), one())
    }

    /// A direction.
    pub fn direction(&mut self) -> DVec2 {
        loop {
            let vector = self.within(1.0);
            let square = vector.length_squared();
            if (0.01..1.0).contains(&square) {
                return vector / square.sqrt();
            }
        }
    }

    /// Brings the items into another order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Gives bodies of these masses velocities as of a gas at rest as a whole: the total momentum is zero to
/// rounding, and the mean kinetic energy is `temperature`, in mass times speed squared.
pub fn maxwellian(random: &mut Random, masses: &[f64], temperature: f64) -> Vec<DVec2> {
    let mut velocities: Vec<DVec2> =
        masses.iter().map(|mass| random.normal() / mass.sqrt()).collect();
    let pairs = || masses.iter().copied().enumerate();
    let momentum: DVec2 = pairs().map(|(number, mass)| velocities[number] * mass).sum();
    let drift = momentum / masses.iter().sum::<f64>();
    velocities.iter_mut().for_each(|velocity| *velocity -= drift);
    let energy: f64 =
        pairs().map(|(number, mass)| 0.5 * mass * velocities[number].length_squared()).sum();
    // A lone body has no heat.
    if energy > 0.0 {
        let factor = (temperature * masses.len() as f64 / energy).sqrt();
        velocities.iter_mut().for_each(|velocity| *velocity *= factor);
    }
    velocities
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gas_is_as_warm_as_was_asked_and_at_rest() {
        let masses: Vec<f64> = (0..5000).map(|number| f64::from(number % 3 + 1)).collect();
        let velocities = maxwellian(&mut Random::new(1), &masses, 4.0);
        let both = || masses.iter().zip(&velocities);
        let energy: f64 = both().map(|(mass, v)| 0.5 * mass * v.length_squared()).sum();
        assert!((energy / 20_000.0 - 1.0).abs() < 1e-12, "{energy}");
        let momentum: DVec2 = both().map(|(mass, v)| *v * *mass).sum();
        assert!(momentum.length() < 1e-9, "{momentum}");
        // <(m v^2)^2> / <m v^2>^2 is 2 for a gas in the plane, and 1 if all were equally fast.
        let squares: Vec<f64> = both().map(|(mass, v)| mass * v.length_squared()).collect();
        let mean = squares.iter().sum::<f64>() / 5000.0;
        let spread = squares.iter().map(|square| square * square).sum::<f64>() / 5000.0;
        assert!((spread / (mean * mean) - 2.0).abs() < 0.15, "{}", spread / (mean * mean));
    }

    #[test]
    fn numbers_below_a_count_are_below_it() {
        let mut random = Random::new(3);
        let mut seen = [false; 7];
        (0..200).for_each(|_| seen[random.below(7)] = true);
        assert_eq!(seen, [true; 7]);
    }
}
