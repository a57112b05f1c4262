//! A nine-foot pool table, its balls and its rack.
//!
//! Lengths in metres, masses in kilograms. The table is centred at the origin with its long axis
//! along x: the cue ball starts on the head half (negative x), the rack stands on the foot half.
//!
//! Source of the sizes: World Pool-Billiard Association, *Tournament Table & Equipment
//! Specifications*. Source of the restitutions and of rolling resistance: D. Alciatore, *Physical
//! properties of billiards balls, table and cues*, which gives the ranges named at each constant.

mod dimensions;
mod table;
mod rack;

pub use dimensions::{
    BALL_COUNT, BALL_MASS, BALL_RADIUS, BALL_RESTITUTION, CUSHION_RESTITUTION, FOOT_SPOT,
    HALF_LENGTH, HALF_WIDTH, HEAD_STRING, RACK_GAP, ROLLING_DECELERATION,
};
pub use rack::{Rack, nine_ball_rack, rack};
pub use table::{Capsule, Pocket, Table};
