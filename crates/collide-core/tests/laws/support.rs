//! Shared by several tests: random numbers, worlds, invariants and oracles.

pub mod invariants;
pub mod oracle;
pub mod random;
pub mod spaces;
pub mod worlds;
