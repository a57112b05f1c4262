//! The graphics of the game.
//!
//! World units are metres, as in the scene. The table, the cue and the bar are drawn from view resources
//! that the game fills in; this module contains no rules.

pub mod palette;
mod paint;
mod shapes;
mod digits;
pub mod table;
pub mod balls;
pub mod cue;
pub mod hud;
pub mod pad;
pub mod pixels;

use bevy::ecs::bundle::Bundle;
use bevy::math::{Vec2, vec2};
use scenes::billiards::{HALF_LENGTH, HALF_WIDTH};

/// The margins above the table, for the bar, and below it, in metres.
const ABOVE: f32 = 0.20;
const BELOW: f32 = 0.06;
/// The margin at both ends of the table, for the power bar, in metres.
const BESIDE: f32 = 0.17;

/// The camera that shows the whole table below the bar of the HUD, in any window.
#[must_use]
pub fn camera() -> impl Bundle {
    let half = vec2(HALF_LENGTH as f32 + BESIDE, HALF_WIDTH as f32 + (ABOVE + BELOW) / 2.0);
    let middle = Vec2::Y * (ABOVE - BELOW) / 2.0;
    harness::camera::camera(middle, 2.0 * (half + table::FRAME))
}
