//! The path of the fruit that hangs, as it is foreseen, and the line above which no fruit may stay.

use bevy::prelude::*;
use harness::keys::Overlays;
use harness::palette::{ACCENT, TEXT, TEXT_FAINT, WRONG};

use crate::board::{HALF_WIDTH, LINE};
use crate::draw::pictures::Pictures;
use crate::draw::scene::is_late;
use crate::futures::Fall;
use crate::hopper::Hopper;
use crate::rules::Game;

/// Draws where the fruit will fall, where it first touches, and what it becomes.
pub fn draw_path(
    shown: Res<Overlays>,
    (fall, hopper, game): (Res<Fall>, Res<Hopper>, Res<Game>),
    pictures: Res<Pictures>,
    mut gizmos: Gizmos,
) {
    if !shown.paths || game.is_over || fall.path.is_empty() {
        return;
    }
    for dash in fall.path.chunks_exact(4) {
        gizmos.line_2d(dash[0], dash[2], TEXT.with_alpha(0.45));
    }
    let color = pictures.of(hopper.fruit).color;
    let mut ring = |place: Vec2, radius: f32, color: Color| {
        gizmos.circle_2d(Isometry2d::from_translation(place), radius, color).resolution(64);
    };
    if let Some(touch) = fall.touch {
        ring(touch.place.as_vec2(), hopper.fruit.radius(), color.with_alpha(0.4));
    }
    match (fall.merge, fall.path.last()) {
        (Some((next, place)), _) => {
            let next = next.unwrap_or(hopper.fruit);
            ring(place, next.radius(), pictures.of(next).color);
            ring(place, next.radius() - 4.0, ACCENT.with_alpha(0.6));
        }
        (None, Some(end)) => ring(*end, hopper.fruit.radius(), color.with_alpha(0.9)),
        _ => {}
    }
}

/// Draws the line above which no fruit may stay.
pub fn draw_line(game: Res<Game>, time: Res<Time<Real>>, mut gizmos: Gizmos) {
    const DASHES: u8 = 27;
    let blinks = 0.65 + 0.35 * (9.0 * time.elapsed_secs()).sin();
    let color = if is_late(&game) { WRONG.with_alpha(blinks) } else { TEXT_FAINT.with_alpha(0.45) };
    let length = 2.0 * HALF_WIDTH / f32::from(DASHES);
    for dash in (0..DASHES).step_by(2) {
        let x = length * f32::from(dash) - HALF_WIDTH;
        gizmos.line_2d(vec2(x, LINE), vec2(x + length, LINE), color);
    }
}
