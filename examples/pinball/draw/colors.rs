//! The colours of the table.

use bevy::prelude::*;

pub const FIELD: Color = Color::srgb_u8(38, 46, 84);
pub const FIELD_EDGE: Color = Color::srgb_u8(17, 20, 38);
pub const CABINET: Color = Color::srgb_u8(62, 44, 40);
pub const METAL: Color = Color::srgb_u8(150, 160, 178);
pub const RED: Color = Color::srgb_u8(226, 74, 74);
pub const CYAN: Color = Color::srgb_u8(92, 214, 224);
pub const GREEN: Color = Color::srgb_u8(120, 222, 140);
pub const GOLD: Color = Color::srgb_u8(248, 200, 88);
pub const PINK: Color = Color::srgb_u8(240, 120, 190);
