//! The solvers of piles and clusters: they find the velocities of bodies in contact, and how far the bodies move.
//!
//! They know neither the world nor its slots: their input and their output are lists of bodies and of contacts.

pub(crate) mod constants;
mod levels;
mod friction;
pub(crate) mod input;
mod stats;
mod rows;
mod soft;
mod rigid;
mod position_correction;
pub(crate) mod solve;
