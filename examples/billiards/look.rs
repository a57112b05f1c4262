//! How does the game look?
//!
//! World units are metres, as in the scene. The table, the cue and the HUD are drawn from plain views
//! that the game fills in; nothing here decides anything.

pub mod palette;
mod paint;
mod shapes;
mod digits;
pub mod table;
pub mod balls;
pub mod cue;
pub mod hud;

use bevy::camera::{Camera2d, ClearColor, OrthographicProjection, Projection, ScalingMode};
use bevy::ecs::bundle::Bundle;
use bevy::render::view::Msaa;
use bevy::transform::components::Transform;
use scenes::billiards::{HALF_LENGTH, HALF_WIDTH};

/// Room for the bar above the table and for air below it, in metres.
const ABOVE: f32 = 0.20;
const BELOW: f32 = 0.06;
/// Room at either end of the table, for the power bar, in metres.
const BESIDE: f32 = 0.17;

/// The camera that shows the whole table below the bar of the HUD, in any window.
#[must_use]
pub fn camera() -> impl Bundle {
    let half_width = HALF_LENGTH as f32 + table::FRAME + BESIDE;
    let half_height = HALF_WIDTH as f32 + table::FRAME + (ABOVE + BELOW) / 2.0;
    let projection = OrthographicProjection {
        scaling_mode: ScalingMode::AutoMin {
            min_width: 2.0 * half_width,
            min_height: 2.0 * half_height,
        },
        ..OrthographicProjection::default_2d()
    };
    let place = Transform::from_xyz(0.0, (ABOVE - BELOW) / 2.0, 0.0);
    (Camera2d, Msaa::Sample4, Projection::Orthographic(projection), place)
}

/// The colour of the room round the table.
#[must_use]
pub fn background() -> ClearColor {
    ClearColor(palette::ROOM)
}
