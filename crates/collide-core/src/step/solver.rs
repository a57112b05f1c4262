//! The solver of piles: it finds the velocities of bodies in contact, then moves them without deep overlaps.
//!
//! It knows neither the world nor its slots: its input and its output are lists of bodies and of contacts.

mod tuning;
mod levels;
pub(crate) mod input;
mod rows;
pub(crate) mod velocities;
pub(crate) mod position_correction;
