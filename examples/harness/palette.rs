//! The colours that the demos share.

use bevy::color::{Color, ColorToPacked, Srgba};
use bevy_egui::egui::Color32;

/// The background: a dark room.
pub const ROOM: Color = Color::srgb_u8(17, 19, 24);
/// The background of panels.
pub const PANEL: Color = Color::srgb_u8(24, 27, 33);
/// Floors, walls and frames.
pub const WALL: Color = Color::srgb_u8(74, 82, 96);
/// Lines of low importance: grids, strings, axes.
pub const FAINT: Color = Color::srgb_u8(54, 60, 71);
/// Important text.
pub const TEXT: Color = Color::srgb_u8(236, 238, 240);
/// Less important text.
pub const TEXT_FAINT: Color = Color::srgb_u8(146, 154, 164);
/// The most important things in a picture.
pub const ACCENT: Color = Color::srgb_u8(240, 196, 92);
/// Ivory, for balls and other bright things.
pub const IVORY: Color = Color::srgb_u8(245, 240, 226);
/// Errors, fouls and warnings.
pub const WRONG: Color = Color::srgb_u8(240, 108, 88);
/// Success.
pub const RIGHT: Color = Color::srgb_u8(110, 204, 150);
/// Distinct colours for bodies, by number.
pub const BODIES: [Color; 8] = [
    Color::srgb_u8(92, 156, 240),
    Color::srgb_u8(242, 142, 92),
    Color::srgb_u8(124, 202, 140),
    Color::srgb_u8(206, 138, 224),
    Color::srgb_u8(240, 204, 104),
    Color::srgb_u8(104, 206, 214),
    Color::srgb_u8(238, 120, 150),
    Color::srgb_u8(176, 186, 200),
];

/// Converts a colour for egui.
#[must_use]
pub fn egui_color(color: Color) -> Color32 {
    let [red, green, blue, alpha] = Srgba::from(color).to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
