//! Shared by several tests: random numbers, worlds, invariants and oracles.

pub mod oracle;
pub mod random;
pub mod spaces;
pub mod watch;
pub mod worlds;
