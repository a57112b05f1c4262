//! The graphics: pegs, balls, the hopper, and the bins beside what futures foretell.

use bevy::prelude::*;
use harness::bar::{HEIGHT, WINDOW};
use harness::camera::camera;
use harness::draw::{Draw, draw_new};
use harness::overlay::trails::Overlaid;
use harness::palette::{ACCENT, FAINT, IVORY, ROOM, TEXT_FAINT};

use crate::board::{
    BIN_HEIGHT, BIN_WIDTH, BINS, Ball, Bin, Golden, HALF, Landed, PEG, Peg, bin_middle,
};
use crate::futures::{Chosen, Expected};
use crate::hopper::{self, Hopper, RADIUS};
use crate::input::Hovered;

const BALL: Color = Color::srgb_u8(124, 176, 240);
const BAR: Color = Color::srgb_u8(64, 92, 140);
const BOARD: Color = Color::srgb_u8(25, 29, 38);

/// Draws the board.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, set_stage).add_systems(Update, (draw_bins, draw_lines));
        draw_new(app, (draw_pegs, draw_balls));
    }
}

/// The picture that all balls of the rain share.
#[derive(Resource)]
struct BallPicture(Mesh2d, MeshMaterial2d<ColorMaterial>);

/// The bar of a bin.
#[derive(Component)]
struct Column(usize);

fn set_stage(mut draw: Draw, mut commands: Commands) {
    commands.spawn(camera(vec2(0.0, 0.5 * HEIGHT), vec2(1280.0, WINDOW)));
    let board = Sprite::from_color(BOARD, 2.0 * HALF);
    commands.spawn((board, Transform::from_xyz(0.0, 0.0, -2.0)));
    for bin in 0..BINS {
        commands.spawn((Column(bin), Sprite::from_color(BAR, Vec2::ZERO), Transform::default()));
    }
    let (mesh, material) = draw.mesh(Circle::new(RADIUS).mesh().resolution(16), BALL);
    commands.insert_resource(BallPicture(mesh, material));
}

fn draw_pegs(pegs: Query<Entity, Added<Peg>>, mut draw: Draw, mut commands: Commands) {
    if pegs.is_empty() {
        return;
    }
    let picture = draw.ball(PEG, TEXT_FAINT);
    for peg in &pegs {
        commands.entity(peg).insert(picture.clone());
    }
}

fn draw_balls(
    balls: Query<(Entity, Has<Golden>), Added<Ball>>,
    picture: Res<BallPicture>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (ball, is_golden) in &balls {
        let mut ball = commands.entity(ball);
        if is_golden {
            ball.insert((draw.disc(1.25 * RADIUS, ACCENT), Overlaid::new(ACCENT)));
        } else {
            ball.insert((picture.0.clone(), picture.1.clone()));
        }
    }
}

/// The share that fills a bin to the top: a little more than the largest that is expected or has come.
fn full_share(landed: &Landed, expected: &Expected) -> f32 {
    let largest = |counts: &[u32; BINS], all: u32| {
        let most = counts.iter().max().copied().unwrap_or_default();
        most as f32 / all.max(1) as f32
    };
    let share =
        largest(&landed.by_bin, landed.total()).max(largest(&expected.by_bin, expected.samples));
    1.08 * share.max(1e-3)
}

fn draw_bins(
    landed: Res<Landed>,
    expected: Res<Expected>,
    mut columns: Query<(&Column, &mut Sprite, &mut Transform)>,
    mut gizmos: Gizmos,
) {
    let scale = BIN_HEIGHT / full_share(&landed, &expected);
    for (Column(bin), mut sprite, mut place) in &mut columns {
        let height = scale * landed.by_bin[*bin] as f32 / landed.total().max(1) as f32;
        sprite.custom_size = Some(vec2(BIN_WIDTH - 2.0, height));
        place.translation = vec3(bin_middle(*bin), 0.5 * height - HALF.y, -1.0);
    }
    for (bin, count) in expected.by_bin.iter().enumerate() {
        let y = scale * *count as f32 / expected.samples.max(1) as f32 - HALF.y;
        let [left, right] = [-0.5, 0.5].map(|side| bin_middle(bin) + side * (BIN_WIDTH - 4.0));
        gizmos.line_2d(vec2(left, y), vec2(right, y), IVORY);
    }
}

/// Draws the frame, the walls of the bins, the hopper, the chosen bin, and the path to it.
fn draw_lines(
    hopper: Res<Hopper>,
    chosen: Res<Chosen>,
    landed: Res<Landed>,
    hovered: Res<Hovered>,
    bins: Query<&Bin>,
    mut gizmos: Gizmos,
) {
    gizmos.rect_2d(Isometry2d::IDENTITY, 2.0 * HALF, TEXT_FAINT.with_alpha(0.5));
    for Bin(bin) in &bins {
        let x = bin_middle(*bin) - 0.5 * BIN_WIDTH;
        gizmos.line_2d(vec2(x, -HALF.y), vec2(x, BIN_HEIGHT - HALF.y), TEXT_FAINT.with_alpha(0.6));
    }
    let frame = |bin: usize| {
        let middle = vec2(bin_middle(bin), 0.5 * BIN_HEIGHT - HALF.y);
        (Isometry2d::from_translation(middle), vec2(BIN_WIDTH, BIN_HEIGHT))
    };
    if let Some(bin) = hovered.0 {
        let (place, size) = frame(bin);
        gizmos.rect_2d(place, size, IVORY);
    }
    if let Some(bin) = chosen.bin.or(landed.golden) {
        let (place, size) = frame(bin);
        gizmos.rect_2d(place, size, ACCENT);
    }
    let (half, height) = (hopper.half_width() + RADIUS, hopper::HEIGHT);
    let x = hopper.place(0).x - hopper.half_width() * hopper::spread(0);
    let mouth = [vec2(x - half - 12.0, HALF.y), vec2(x - half, height)];
    gizmos.linestrip_2d(mouth, ACCENT);
    gizmos.linestrip_2d(mouth.map(|it| vec2(2.0 * x - it.x, it.y)), ACCENT);
    let color = ACCENT.mix(&ROOM, 0.3).mix(&FAINT, 0.2);
    gizmos.linestrip_2d(chosen.path.iter().copied(), color);
}
