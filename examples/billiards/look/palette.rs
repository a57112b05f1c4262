//! The colours of the table, the balls and the cue.
//!
//! Every colour of the table has a name here, so that a test can check pixels. The colours of the room, of text
//! and of panels are in the harness.

use bevy::color::Color;
use harness::palette::IVORY;

use crate::rules::ball::Ball;

/// The cloth under full light; it darkens toward the cushions.
pub const CLOTH: Color = Color::srgb_u8(28, 116, 108);
/// Lines and spots on the cloth.
pub const MARKING: Color = Color::srgba_u8(214, 240, 232, 38);
/// The face of a cushion at its nose, which is lit most.
pub const CUSHION_NOSE: Color = Color::srgb_u8(30, 112, 104);
/// The top of a cushion where it meets the wood.
pub const CUSHION_BACK: Color = Color::srgb_u8(14, 66, 64);
/// The wood of the rails, before its grain.
pub const WOOD: Color = Color::srgb_u8(106, 60, 36);
/// The darkest streak of the grain and the edges of the boards.
pub const WOOD_DARK: Color = Color::srgb_u8(52, 29, 19);
/// The sights inlaid in the rails.
pub const PEARL: Color = Color::srgb_u8(232, 222, 198);
/// The leather round the pockets.
pub const LEATHER: Color = Color::srgb_u8(46, 34, 30);
/// The inside of a pocket.
pub const POCKET: Color = Color::srgb_u8(7, 8, 9);

/// The shaft of the cue.
pub const CUE_SHAFT: Color = Color::srgb_u8(222, 190, 140);
/// The dark front half of the butt.
pub const CUE_FOREARM: Color = Color::srgb_u8(104, 48, 30);
/// The linen wrap of the butt.
pub const CUE_WRAP: Color = Color::srgb_u8(34, 36, 42);
/// The white ring behind the tip, and the joint.
pub const CUE_FERRULE: Color = Color::srgb_u8(240, 236, 226);
/// The leather tip with its chalk.
pub const CUE_TIP: Color = Color::srgb_u8(70, 118, 158);

/// The unlit part of the power bar.
pub const POWER_TRACK: Color = Color::srgb_u8(36, 40, 48);
/// The power bar from soft to hard.
pub const POWER: [Color; 3] =
    [Color::srgb_u8(86, 190, 140), Color::srgb_u8(236, 190, 86), Color::srgb_u8(226, 84, 66)];

/// The spots of the cue ball.
pub const CUE_SPOT: Color = Color::srgb_u8(196, 44, 40);

/// The digits.
pub const INK: Color = Color::srgb_u8(22, 22, 24);

/// The colour of a ball, without light and shade. A stripe has the colour of the solid with the number eight
/// less.
#[must_use]
pub const fn ball(ball: Ball) -> Color {
    match ball.0 {
        0 => IVORY,
        8 => Color::srgb_u8(24, 24, 27),
        1 | 9 => Color::srgb_u8(244, 188, 38),
        2 | 10 => Color::srgb_u8(30, 82, 176),
        3 | 11 => Color::srgb_u8(212, 48, 42),
        4 | 12 => Color::srgb_u8(98, 54, 142),
        5 | 13 => Color::srgb_u8(238, 116, 34),
        6 | 14 => Color::srgb_u8(24, 124, 70),
        _ => Color::srgb_u8(134, 34, 44),
    }
}
