//! The graphics: the map, checkpoints, pods with flames, shields and trails, and the futures.

mod tint;
mod fan;
mod pod;

use bevy::math::DVec2;
use bevy::prelude::*;
use harness::bar::{HEIGHT, WINDOW};
use harness::camera::camera;
use harness::draw::{Draw, draw_new};
use harness::labels::{Label, LabelPlugin};
use harness::overlay::flash::FlashPlugin;
use harness::palette::{FAINT, IVORY, TEXT_FAINT};

use crate::args::Players;
use crate::control::{Drivers, Hand, OF_PLAYER};
use crate::course::{CHECKPOINT_RADIUS, MAP};
use crate::game::{Checkpoint, Game};
use crate::team::Team;
use tint::tint;

/// The height of what the camera shows: the map below the bar, and some room for pods beside it.
const VIEW: f32 = 10_600.0;

/// The distance of two lines on the map.
const GRID: f32 = 1_000.0;

const GROUND: Color = Color::srgb_u8(22, 25, 32);
const RING: Color = Color::srgb_u8(96, 106, 122);

/// Draws the race.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((LabelPlugin, FlashPlugin::<DVec2>::new(620.0, 0.0)))
            .add_plugins((pod::plugin, fan::plugin))
            .add_systems(Startup, paint)
            .add_systems(Update, (draw_course, aim));
        draw_new(app, dress_checkpoints);
    }
}

fn paint(mut commands: Commands) {
    let size = MAP.as_vec2();
    let view = vec2(VIEW * 1280.0 / WINDOW, VIEW);
    commands.spawn(camera(0.5 * size + vec2(0.0, 0.5 * HEIGHT / WINDOW * VIEW), view));
    let place = |middle: Vec2, height: f32| Transform::from_translation(middle.extend(height));
    commands.spawn((Sprite::from_color(GROUND, size), place(0.5 * size, -9.0)));
    let line = FAINT.with_alpha(0.35);
    for column in 0..=(size.x / GRID) as u8 {
        let middle = vec2(f32::from(column) * GRID, 0.5 * size.y);
        commands.spawn((Sprite::from_color(line, vec2(14.0, size.y)), place(middle, -8.0)));
    }
    for row in 0..=(size.y / GRID) as u8 {
        let middle = vec2(0.5 * size.x, f32::from(row) * GRID);
        commands.spawn((Sprite::from_color(line, vec2(size.x, 14.0)), place(middle, -8.0)));
    }
}

fn dress_checkpoints(
    checkpoints: Query<(Entity, &Checkpoint), Added<Checkpoint>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (entity, Checkpoint(number)) in &checkpoints {
        let radius = CHECKPOINT_RADIUS as f32;
        let is_start = *number == 0;
        let color = if is_start { IVORY } else { RING };
        let ring = Annulus::new(radius - 36.0, radius).mesh().resolution(96).build();
        let label = Label {
            text: if is_start { "START".to_owned() } else { number.to_string() },
            offset: Vec2::ZERO,
            size: if is_start { 15.0 } else { 26.0 },
            color,
        };
        commands
            .entity(entity)
            .insert((label, Visibility::default()))
            .with_child((draw.mesh(ring, color), Transform::from_xyz(0.0, 0.0, -5.0)))
            .with_child((
                draw.disc(radius, color.with_alpha(0.1)),
                Transform::from_xyz(0.0, 0.0, -6.0),
            ));
    }
}

/// Draws the way from checkpoint to checkpoint, and rings around those that are next.
fn draw_course(game: Res<Game>, mut gizmos: Gizmos) {
    let Game { course, race, .. } = &*game;
    let count = course.checkpoints.len();
    for number in 0..count {
        let [here, there] = [number, (number + 1) % count].map(|it| course.checkpoints[it]);
        let edge = (there - here).normalize() * (CHECKPOINT_RADIUS + 150.0);
        let [start, end] = [here + edge, there - edge].map(|it| it.as_vec2());
        gizmos.arrow_2d(start, end, TEXT_FAINT.with_alpha(0.22)).with_tip_length(260.0);
    }
    if race.winner.is_some() {
        return;
    }
    for (team, radius) in Team::BOTH.into_iter().zip([660.0, 730.0]) {
        let passed = race.pods[race.leader(course, team)].passed;
        let place = course.next_place(passed).as_vec2();
        gizmos.circle_2d(place, radius, tint(team)).resolution(64);
    }
}

/// Draws where the player points.
fn aim(game: Res<Game>, drivers: Res<Drivers>, hand: Res<Hand>, mut gizmos: Gizmos) {
    if let Some(place) = hand.place.filter(|_| drivers.players == Players::You) {
        let (from, to) = (game.race.pods[OF_PLAYER].place.as_vec2(), place.as_vec2());
        gizmos.line_2d(from, to, tint(Team::of(OF_PLAYER)).with_alpha(0.35));
        gizmos.circle_2d(to, 90.0, IVORY);
    }
}
