//! The table in the simulation: its bodies, what happens to them, and where balls are put.

pub mod bodies;
pub mod events;
pub mod place;
