//! The path of the fruit that hangs, as it is foreseen, and the line above which no fruit may stay.

use bevy::prelude::*;
use harness::keys::Overlays;
use harness::labels::Label;
use harness::palette::{ACCENT, TEXT, TEXT_FAINT, WRONG};

use crate::board::{HALF_WIDTH, LINE};
use crate::draw::pictures::Pictures;
use crate::futures::Fall;
use crate::hopper::Hopper;
use crate::rules::{Game, PATIENCE};

/// From how many seconds on the countdown is shown.
const SHOWN: f64 = 0.8;

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

/// Draws the line, and how much time is left to a fruit above it.
pub fn draw_line(
    game: Res<Game>,
    time: Res<Time<Real>>,
    mut countdown: Local<Option<Entity>>,
    mut labels: Query<&mut Label>,
    mut gizmos: Gizmos,
    mut commands: Commands,
) {
    const DASHES: u8 = 27;
    let is_late = game.above > SHOWN;
    let blinks = 0.65 + 0.35 * (9.0 * time.elapsed_secs()).sin();
    let color = if is_late { WRONG.with_alpha(blinks) } else { TEXT_FAINT.with_alpha(0.45) };
    let length = 2.0 * HALF_WIDTH / f32::from(DASHES);
    for dash in (0..DASHES).step_by(2) {
        let x = length * f32::from(dash) - HALF_WIDTH;
        gizmos.line_2d(vec2(x, LINE), vec2(x + length, LINE), color);
    }
    let entity = *countdown.get_or_insert_with(|| {
        let label = Label { text: String::new(), offset: Vec2::ZERO, size: 30.0, color: WRONG };
        commands.spawn((label, Transform::from_xyz(-HALF_WIDTH - 48.0, LINE, 0.0))).id()
    });
    if let Ok(mut label) = labels.get_mut(entity) {
        let left = (PATIENCE - game.above).max(0.0);
        label.text = if is_late { format!("{left:.1}") } else { String::new() };
    }
}
