//! The graphics: a white table, the marks on it, mallets and puck.

use std::f32::consts::PI;

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Color32, Rect, pos2, vec2 as egui_vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use harness::bar::{HEIGHT, Pen, WINDOW, draw_bar};
use harness::camera::camera;
use harness::draw::Draw;
use harness::labels::{Label, LabelPlugin};
use harness::overlay::flash::FlashPlugin;
use harness::overlay::trails::Overlaid;
use harness::shapes::{fan, ribbon};

use crate::input::{Opponents, name};
use crate::mallet::{Mallet, RADIUS};
use crate::rules::{Match, Phase, Puck};
use crate::side::Side;
use crate::table::{GOAL, HALF, POCKET, PUCK_RADIUS, outline};

/// The width of what the camera shows.
const WIDTH: f32 = 2.0 * (HALF.x + POCKET) + 140.0;

/// The radius of the ring at an impact, and from which approach speed on there is one.
const RING: (f32, f64) = (90.0, 700.0);

const ICE: Color = Color::srgb_u8(232, 238, 244);
const ICE_EDGE: Color = Color::srgb_u8(206, 216, 228);
const HOLE: Color = Color::srgb_u8(190, 202, 217);
const FRAME: Color = Color::srgb_u8(40, 46, 58);
const DARK: Color = Color::srgb_u8(32, 36, 44);

/// The colour of a side.
fn color(side: Side) -> Color {
    match side {
        Side::Left => Color::srgb_u8(44, 108, 214),
        Side::Right => Color::srgb_u8(222, 60, 62),
    }
}

/// Draws the table.
pub struct DrawPlugin;

impl Plugin for DrawPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((LabelPlugin, FlashPlugin::<Vec2>::new(RING.0, RING.1)))
            .add_systems(Startup, (paint, write_scores))
            .add_systems(Update, (dress_mallets, dress_puck, count, cheer))
            .add_systems(EguiPrimaryContextPass, announce.after(draw_bar));
    }
}

/// The number of goals of a side, on the table.
#[derive(Component)]
struct Score(Side);

/// What is behind a goal line.
#[derive(Component)]
struct Pocket(Side);

/// Paints the table and its marks.
fn paint(mut draw: Draw, mut commands: Commands) {
    let height = WIDTH * WINDOW / 1280.0;
    commands.spawn(camera(vec2(0.0, 0.5 * HEIGHT / WINDOW * height), vec2(WIDTH, height)));
    let mut put = |mesh: Mesh, color: Color, height: f32| {
        commands.spawn((draw.mesh(mesh, color), Transform::from_xyz(0.0, 0.0, height)));
    };
    let edge = outline();
    let closed: Vec<Vec2> = edge.iter().copied().chain(edge.iter().take(2).copied()).collect();
    put(ribbon(&closed, 110.0), FRAME, -9.0);
    put(fan(Vec2::ZERO, &edge, [ICE, ICE_EDGE]), Color::WHITE, -8.0);
    put(ribbon(&closed, 14.0), DARK, -3.0);
    put(holes(), HOLE, -7.0);
    let circle = |radius: f32, width: f32, middle: Vec2| {
        let ring = Annulus::new(radius - width, radius).mesh().resolution(96).build();
        ring.translated_by(middle.extend(0.0))
    };
    let red = color(Side::Right).mix(&ICE, 0.25);
    put(ribbon(&[vec2(0.0, -HALF.y), vec2(0.0, HALF.y)], 16.0), red, -6.0);
    put(circle(230.0, 14.0, Vec2::ZERO), red, -6.0);
    put(Circle::new(26.0).mesh().resolution(48).build(), red, -6.0);
    let mut pockets = Vec::new();
    for side in Side::BOTH {
        let (x, tint) = (side.sign() * HALF.x, color(side).mix(&ICE, 0.2));
        let crease: Vec<Vec2> = (0..=40u8)
            .map(|step| PI * (f32::from(step) / 40.0 - 0.5))
            .map(|angle| vec2(x, 0.0) - side.sign() * 330.0 * Vec2::from_angle(angle))
            .collect();
        put(fan(vec2(x, 0.0), &crease, [tint.mix(&ICE, 0.72); 2]), Color::WHITE, -6.5);
        put(ribbon(&crease, 12.0), tint, -6.0);
        put(circle(150.0, 10.0, vec2(0.48 * x, 0.0)), tint.mix(&ICE, 0.5), -6.0);
        put(ribbon(&[vec2(x, -GOAL), vec2(x, GOAL)], 10.0), tint, -5.0);
        let size = vec2(POCKET, 2.0 * GOAL);
        let back = Rectangle::from_size(size).mesh().build();
        pockets.push((side, back.translated_by(vec3(x + side.sign() * 0.5 * POCKET, 0.0, 0.0))));
    }
    for (side, back) in pockets {
        let place = Transform::from_xyz(0.0, 0.0, -5.5);
        commands.spawn((Pocket(side), draw.mesh(back, DARK), place));
    }
}

/// The holes that the air comes from, as one mesh.
fn holes() -> Mesh {
    const STEP: f32 = 75.0;
    let hole = Circle::new(5.0).mesh().resolution(8).build();
    let mut all = hole.clone();
    let [columns, rows] = [HALF.x, HALF.y].map(|half| (half / STEP) as i8 - 1);
    for column in -columns..=columns {
        for row in -rows..=rows {
            let place = vec3(f32::from(column) * STEP, f32::from(row) * STEP, 0.0);
            // Meshes of one kind always merge.
            let _ = all.merge(&hole.clone().translated_by(place));
        }
    }
    all
}

/// Writes the score on the table.
fn write_scores(mut commands: Commands) {
    for side in Side::BOTH {
        let label = Label {
            text: String::new(),
            offset: Vec2::ZERO,
            size: 150.0,
            color: color(side).with_alpha(0.4),
        };
        let place = Transform::from_xyz(side.sign() * 0.48 * HALF.x, 0.0, 0.0);
        commands.spawn((Score(side), label, place));
    }
}

fn count(game: Res<Match>, mut scores: Query<(&Score, &mut Label)>) {
    if game.is_changed() {
        for (Score(side), mut label) in &mut scores {
            label.text = game.score[*side as usize].to_string();
        }
    }
}

fn dress_mallets(
    mallets: Query<(Entity, &Side), Added<Mallet>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (mallet, side) in &mallets {
        let color = color(*side);
        let rings = [
            (RADIUS, color.mix(&DARK, 0.35)),
            (0.9 * RADIUS, color),
            (0.62 * RADIUS, color.mix(&DARK, 0.25)),
        ];
        let mut mallet = commands.entity(mallet);
        mallet.insert(Visibility::default());
        for (layer, (radius, color)) in (0u8..).zip(rings) {
            let place = Transform::from_xyz(0.0, 0.0, 2.0 + 0.1 * f32::from(layer));
            mallet.with_child((draw.disc(radius, color), place));
        }
        mallet.with_child((draw.ball(0.46 * RADIUS, color), Transform::from_xyz(0.0, 0.0, 3.0)));
    }
}

fn dress_puck(
    pucks: Query<Entity, Added<Puck>>,
    opponents: Res<Opponents>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for puck in &pucks {
        let mut puck = commands.entity(puck);
        puck.insert(Visibility::default());
        // Ticks that are made again would be drawn again.
        if let Opponents::Here(_) = *opponents {
            puck.insert(Overlaid::new(DARK.with_alpha(0.6)));
        }
        let rings = [(1.0, DARK), (0.84, Color::srgb_u8(70, 78, 92)), (0.74, DARK)];
        for (layer, (share, color)) in (0u8..).zip(rings) {
            let place = Transform::from_xyz(0.0, 0.0, 1.0 + 0.1 * f32::from(layer));
            puck.with_child((draw.disc(share * PUCK_RADIUS, color), place));
        }
        // What shows that it turns.
        let mark = Rectangle::new(1.3 * PUCK_RADIUS, 7.0);
        let place = Transform::from_xyz(0.0, 0.0, 1.4);
        puck.with_child((draw.mesh(mark, Color::srgb_u8(240, 196, 92)), place));
    }
}

/// Lets the goal into which the puck fell flash.
fn cheer(
    game: Res<Match>,
    pockets: Query<(&Pocket, &MeshMaterial2d<ColorMaterial>)>,
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    if !game.is_changed() {
        return;
    }
    for (Pocket(side), material) in &pockets {
        let light = match game.phase {
            Phase::Cheer(hit, ticks) if hit == *side => 0.5 + 0.5 * (0.5 * f32::from(ticks)).cos(),
            Phase::Over(winner) if winner.other() == *side => 1.0,
            _ => 0.0,
        };
        if let Some(mut material) = materials.get_mut(&material.0) {
            material.color = DARK.mix(&color(side.other()), light);
        }
    }
}

/// Writes what has happened across the table.
fn announce(mut contexts: EguiContexts, game: Res<Match>) -> Result {
    let (text, side) = match game.phase {
        Phase::Play => return Ok(()),
        Phase::Cheer(side, _) => ("GOAL".to_owned(), side.other()),
        Phase::Over(side) => (format!("{} WINS", name(side).to_uppercase()), side),
    };
    let context = contexts.ctx_mut()?;
    let pen = Pen::on_bar(context);
    let screen = context.viewport_rect();
    let middle = pos2(screen.center().x, screen.center().y + 0.5 * HEIGHT);
    let board = Rect::from_center_size(middle, egui_vec2(60.0 + 34.0 * text.len() as f32, 92.0));
    pen.0.rect_filled(board, 14.0, Color32::from_black_alpha(235));
    pen.text(middle, Align2::CENTER_CENTER, &text, 52.0, color(side).mix(&Color::WHITE, 0.35));
    Ok(())
}
