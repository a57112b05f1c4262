//! Random numbers that are the same on every platform: SplitMix64 (Steele, Lea and Flood 2014).

use collide_core::vector::Vector;

/// A seeded generator.
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number that is uniformly distributed between two.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^= bits >> 31;
        low + (high - low) * ((bits >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// A vector with each component between plus and minus `most`.
    pub fn vector<V: Vector>(&mut self, most: f64) -> V {
        V::from_components(|_| self.between(-most, most))
    }
}
