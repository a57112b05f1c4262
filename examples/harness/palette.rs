//! The colours that demos share: the room, the panels, type, and a few that stand apart from each other.

use bevy::color::{Color, ColorToPacked, Srgba};
use bevy_egui::egui::Color32;

/// Behind everything: a dark room.
pub const ROOM: Color = Color::srgb_u8(17, 19, 24);
/// Panels over the room.
pub const PANEL: Color = Color::srgb_u8(24, 27, 33);
/// Floors, walls and frames.
pub const WALL: Color = Color::srgb_u8(74, 82, 96);
/// Lines that lead the eye and mean little: grids, strings, axes.
pub const FAINT: Color = Color::srgb_u8(54, 60, 71);
/// Text that matters.
pub const TEXT: Color = Color::srgb_u8(236, 238, 240);
/// Text that can be overlooked.
pub const TEXT_FAINT: Color = Color::srgb_u8(146, 154, 164);
/// What the eye should find first.
pub const ACCENT: Color = Color::srgb_u8(240, 196, 92);
/// Balls and what else is bright: ivory.
pub const IVORY: Color = Color::srgb_u8(245, 240, 226);
/// Something is wrong.
pub const WRONG: Color = Color::srgb_u8(240, 108, 88);
/// Something is right.
pub const RIGHT: Color = Color::srgb_u8(110, 204, 150);
/// Bodies, in the order of their numbers.
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

/// A colour as egui wants it.
#[must_use]
pub fn tint(color: Color) -> Color32 {
    let [red, green, blue, alpha] = Srgba::from(color).to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
