//! Tests of fixed defects: each states the input, the failure and the right result.

mod corners_and_seams;
mod driven_bodies;
mod edits;
mod flush_seams;
mod no_room;
mod regions;
mod resting;
mod single_body_laws;
mod settling;
mod sleep;
mod sliding;
mod squeezed;
mod time_of_impact;
mod turning_walls;
mod wedges_and_lanes;
