//! Tests that a result does not depend on threads, search, tracking, order, interruption or storage.

mod broad_phase;
mod frame_rate;
mod futures;
mod game_futures;
mod insertion_order;
mod legs;
mod plane_in_space;
mod recordings;
mod resume;
mod snapshots;
mod threads;
mod tracking;
