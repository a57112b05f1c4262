//! Shared by several tests: random numbers, worlds, invariants and oracles.

pub mod executor;
pub mod invariants;
pub mod oracle;
pub mod random;
pub mod round_trip;
pub mod spaces;
pub mod worlds;
