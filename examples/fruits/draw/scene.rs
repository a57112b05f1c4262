//! The box, the panels beside it, and the texts on them.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;
use harness::bar::{HEIGHT, WINDOW};
use harness::camera::{camera, view};
use harness::draw::Draw;
use harness::labels::Label;
use harness::palette::{ACCENT, FAINT, PANEL, TEXT, TEXT_FAINT, WRONG};

use crate::board::{HALF_WIDTH, LINE, RIM, outline};
use crate::draw::ink::Ink;
use crate::draw::pictures::{Pictures, draw_fruit};
use crate::kinds::{Fruit, KINDS};
use crate::rules::{Game, PATIENCE};

/// Where the next fruit is shown: on a panel, and above the box, which only a window sees that is higher than wide.
pub const NEXT: [Vec2; 2] = [vec2(430.0, 190.0), vec2(0.0, 430.0)];

/// The size of what the camera shows: all, or in a window that is higher than wide the box alone.
const VIEWS: [Vec2; 2] = [vec2(1280.0, WINDOW), vec2(470.0, WINDOW)];

const SCORE: Vec2 = vec2(-430.0, 190.0);
/// The middle and the radius of the circle of all kinds.
const CIRCLE: (Vec2, f32) = (vec2(430.0, -126.0), 124.0);

const INSIDE: Color = Color::srgb_u8(40, 44, 58);
const WALLS: Color = Color::srgb_u8(222, 190, 146);

/// The thickness of the walls.
const WALL: f32 = 13.0;

/// A number of the game that is shown.
#[derive(Component)]
pub enum Counter {
    Score,
    Best,
    /// How much time is left to a fruit above the line, in seconds.
    Countdown,
}

/// What covers the box after a game.
#[derive(Component)]
pub struct Cover;

/// Builds what stands still.
pub fn build(mut draw: Draw, pictures: Res<Pictures>, mut commands: Commands) {
    commands.spawn(camera(vec2(0.0, 0.5 * HEIGHT), VIEWS[0]));
    let mut ink = Ink::default();
    ink.convex(outline(RIM, 0.0), INSIDE);
    ink.line(&outline(RIM, 0.5 * WALL), WALL, WALLS);
    panel(&mut ink, NEXT[0] + 6.0 * Vec2::Y, vec2(150.0, 180.0));
    panel(&mut ink, CIRCLE.0, Vec2::splat(344.0));
    panel(&mut ink, vec2(SCORE.x, SCORE.y - 8.0), vec2(250.0, 208.0));
    commands.spawn((draw.mesh(ink.mesh(1.0), Color::WHITE), Transform::from_xyz(0.0, 0.0, -2.0)));
    let mut cover = Ink::default();
    cover.convex(outline(RIM, 0.0), Color::WHITE);
    let place = Transform::from_xyz(0.0, 0.0, 4.0);
    let words = Label { text: String::new(), offset: Vec2::ZERO, size: 40.0, color: TEXT };
    let shade = Color::BLACK.with_alpha(0.6);
    commands.spawn((Cover, draw.mesh(cover.mesh(1.0), shade), place, words));
    NEXT.iter().for_each(|at| caption(&mut commands, "NEXT", *at + 76.0 * Vec2::Y));
    caption(&mut commands, "SCORE", SCORE + 72.0 * Vec2::Y);
    caption(&mut commands, "BEST", SCORE - 38.0 * Vec2::Y);
    caption(&mut commands, "TWO BECOME", CIRCLE.0 + 9.0 * Vec2::Y);
    caption(&mut commands, "THE NEXT", CIRCLE.0 - 9.0 * Vec2::Y);
    let counters = [
        (Counter::Score, SCORE + 26.0 * Vec2::Y, 46.0, ACCENT),
        (Counter::Best, SCORE - 74.0 * Vec2::Y, 28.0, TEXT),
        (Counter::Countdown, vec2(-HALF_WIDTH - 48.0, LINE), 30.0, WRONG),
    ];
    for (counter, place, size, color) in counters {
        let label = Label { text: String::new(), offset: Vec2::ZERO, size, color };
        commands.spawn((counter, label, Transform::from_translation(place.extend(0.0))));
    }
    for kind in 0..KINDS {
        let way = Vec2::from_angle(FRAC_PI_2 - TAU * (kind as f32 + 0.5) / KINDS as f32);
        let size = (13.0 + 1.5 * kind as f32) / Fruit(kind).radius();
        let place = (CIRCLE.0 + CIRCLE.1 * way).extend(1.0);
        let mut entity = commands
            .spawn(Transform::from_translation(place).with_scale(Vec2::splat(size).extend(1.0)));
        draw_fruit(Fruit(kind), &pictures, &mut entity);
    }
}

/// A rectangle with round corners and a border.
fn panel(ink: &mut Ink, middle: Vec2, size: Vec2) {
    const CORNER: f32 = 14.0;
    for (grow, color) in [(1.5, FAINT), (0.0, PANEL)] {
        let half = 0.5 * size - CORNER;
        let corners = [vec2(1.0, 1.0), vec2(-1.0, 1.0), vec2(-1.0, -1.0), vec2(1.0, -1.0)];
        let arc = (0u8..4).zip(corners).flat_map(|(quarter, corner)| {
            (0u8..=8).map(move |step| {
                let angle = FRAC_PI_2 * (f32::from(quarter) + f32::from(step) / 8.0);
                middle + half * corner + (CORNER + grow) * Vec2::from_angle(angle)
            })
        });
        ink.convex(arc, color);
    }
}

fn caption(commands: &mut Commands, text: &str, place: Vec2) {
    let label = Label { text: text.to_owned(), offset: Vec2::ZERO, size: 13.5, color: TEXT_FAINT };
    commands.spawn((label, Transform::from_translation(place.extend(0.0))));
}

/// Shows the box alone in a window that is higher than wide, as on a phone.
pub fn fit_view(
    window: Single<&Window>,
    mut projection: Single<&mut Projection, With<Camera2d>>,
    mut was_high: Local<bool>,
) {
    let is_high = window.height() > window.width();
    if std::mem::replace(&mut *was_high, is_high) != is_high {
        **projection = view(VIEWS[usize::from(is_high)]);
    }
}

/// Whether a fruit has been above the line for long enough to be warned of.
pub fn is_late(game: &Game) -> bool {
    game.above > 0.8
}

/// Shows the numbers, and after a game the cover.
pub fn show(
    game: Res<Game>,
    mut counters: Query<(&Counter, &mut Label), Without<Cover>>,
    cover: Single<(&mut Visibility, &mut Label), With<Cover>>,
) {
    for (counter, mut label) in &mut counters {
        label.text = match counter {
            Counter::Score => game.score.to_string(),
            Counter::Best => game.best.to_string(),
            Counter::Countdown if is_late(&game) => format!("{:.1}", PATIENCE - game.above),
            Counter::Countdown => String::new(),
        };
    }
    let (mut visible, mut words) = cover.into_inner();
    *visible = if game.is_over { Visibility::Visible } else { Visibility::Hidden };
    words.text = if game.is_over { "GAME OVER".to_owned() } else { String::new() };
}
