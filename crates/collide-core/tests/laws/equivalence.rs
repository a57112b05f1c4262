//! Computations that must agree: threads, candidate search, resumption, snapshots, order of insertion.

mod broad_phase;
mod frame_rate;
mod insertion_order;
mod legs;
mod plane_in_space;
mod resume;
pub mod snapshots;
pub mod threads;
mod tracking;
