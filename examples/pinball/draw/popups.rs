//! Points that rise from the part that gave them.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::labels::Label;
use harness::palette::{IVORY, TEXT};

use super::colors::GOLD;
use crate::parts::{Part, Struck, rubber};
use crate::rules::Game;

/// How long the points are seen, in seconds, and how fast they rise, in millimetres a second.
const SECONDS: f32 = 0.9;
const RISE: f32 = 70.0;

/// From how many points on they are large.
const MANY: u64 = 2000;

/// Points that rise, and for how long.
#[derive(Component, Default)]
pub struct Popup(f32);

/// Shows the points that the score has got since the last frame at the part that was struck last.
pub fn pop(
    game: Res<Game>,
    parts: Query<(&Part, &Struck, &Position)>,
    mut before: Local<u64>,
    mut commands: Commands,
) {
    let points = game.score.saturating_sub(std::mem::replace(&mut *before, game.score));
    let last = parts.iter().max_by(|one, other| one.1.0.total_cmp(&other.1.0));
    let Some((part, _, place)) = last.filter(|_| points > 0) else { return };
    let at = match part {
        Part::Sling { is_right } => {
            let [start, end] = rubber(if *is_right { 1.0 } else { -1.0 });
            start.midpoint(end)
        }
        _ => place.0,
    };
    let (size, color) = if points >= MANY { (24.0, GOLD) } else { (16.0, TEXT.mix(&IVORY, 0.5)) };
    let label = Label { text: points.to_string(), offset: Vec2::ZERO, size, color };
    commands.spawn((Popup::default(), label, Transform::from_translation(at.extend(0.0))));
}

/// Lets the points rise and fade.
pub fn rise(
    mut popups: Query<(Entity, &mut Popup, &mut Label)>,
    time: Res<Time>,
    mut commands: Commands,
) {
    for (entity, mut popup, mut label) in &mut popups {
        popup.0 += time.delta_secs();
        label.offset = Vec2::Y * (20.0 + RISE * popup.0);
        label.color.set_alpha(1.0 - popup.0 / SECONDS);
        if popup.0 >= SECONDS {
            commands.entity(entity).despawn();
        }
    }
}
