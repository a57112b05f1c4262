//! Tests of fixed defects: each states the input, the failure and the right result.

mod corners_and_seams;
mod driven_bodies;
mod edits;
mod regions;
mod resting;
mod sleep;
mod sliding;
mod time_of_impact;
mod wedges_and_lanes;
