//! The two players with their balls on the bar, and the power bar.

use bevy::app::{App, Plugin};
use bevy::color::{Color, Mix};
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{IntoScheduleConfigs, Res, Resource};
use bevy_egui::egui::{Align2, FontId, Pos2, Rect, Stroke, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use harness::bar::{HEIGHT, Pen, draw_bar};
use harness::palette::{ACCENT, IVORY, TEXT, TEXT_FAINT, egui_color};

use super::palette;
use crate::rules::ball::{Ball, Group};

/// One side of the bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// The name of the player.
    pub name: String,
    /// The task of the player, such as the name of the group.
    pub task: String,
    /// The balls that the player still has to pocket.
    pub balls: Vec<Ball>,
}

/// The displayed state of the game.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HudView {
    /// The left and the right side; a side with an empty name is not drawn.
    pub sides: [Side; 2],
    /// The index of the side that plays, 0 or 1.
    pub active: usize,
    /// The power of the stroke from 0 to 1, while a player is aiming.
    pub power: Option<f32>,
}

/// Draws the resource [`HudView`].
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<HudView>().add_systems(EguiPrimaryContextPass, draw.after(draw_bar));
    }
}

fn draw(mut contexts: EguiContexts, view: Res<HudView>) -> Result {
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let bar = Rect::from_min_size(screen.min, vec2(screen.width(), HEIGHT));
    let scoreboard = Scoreboard(Pen::on_bar(context));
    for (index, side) in view.sides.iter().enumerate() {
        scoreboard.side(bar, index, side, view.active == index);
    }
    scoreboard.power(screen, view.power);
    Ok(())
}

struct Scoreboard(Pen);

impl Scoreboard {
    /// Name, task and balls of one player, from the outer edge of the bar inward.
    fn side(&self, bar: Rect, index: usize, side: &Side, active: bool) {
        if side.name.is_empty() {
            return;
        }
        let inward = if index == 0 { 1.0 } else { -1.0 };
        let edge = if index == 0 { bar.left() } else { bar.right() };
        let x = |units: f32| edge + inward * units * HEIGHT;
        let anchor = if index == 0 { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
        for (text, height, size, color) in
            [(&side.name, 0.34, 0.32, TEXT), (&side.task, 0.70, 0.23, ACCENT)]
        {
            let place = pos2(x(0.42), bar.top() + height * HEIGHT);
            let color = if active { color } else { TEXT_FAINT };
            self.0.text(place, anchor, text, size * HEIGHT, color);
        }
        if active {
            let mark = Rect::from_two_pos(
                pos2(x(0.0), bar.top() + 0.14 * HEIGHT),
                pos2(x(0.10), bar.bottom() - 0.14 * HEIGHT),
            );
            self.0.0.rect_filled(mark, 0.0, egui_color(ACCENT));
        }
        for (place, ball) in side.balls.iter().enumerate() {
            // Numbers increase from left to right on both sides.
            let place = if index == 0 { place } else { side.balls.len() - 1 - place };
            let centre = pos2(x(2.25 + 0.43 * place as f32), bar.center().y);
            self.ball(centre, 0.175 * HEIGHT, *ball);
        }
    }

    /// A small ball in its colour, with a band for a stripe.
    fn ball(&self, centre: Pos2, radius: f32, ball: Ball) {
        let colour = egui_color(palette::ball(ball));
        let white = egui_color(IVORY);
        if ball.group() == Some(Group::Stripes) {
            self.0.0.circle_filled(centre, radius, white);
            let inner = self
                .0
                .0
                .with_clip_rect(Rect::from_center_size(centre, vec2(2.0 * radius, 1.16 * radius)));
            inner.circle_filled(centre, radius, colour);
        } else {
            self.0.0.circle_filled(centre, radius, colour);
        }
        self.0.0.circle_filled(centre, 0.56 * radius, white);
        let font = FontId::proportional(0.85 * radius);
        let ink = egui_color(palette::INK);
        self.0.0.text(centre, Align2::CENTER_CENTER, ball.0.to_string(), font, ink);
        let rim = Stroke::new(1.0, egui_color(TEXT_FAINT).gamma_multiply(0.55));
        self.0.0.circle_stroke(centre, radius, rim);
    }

    /// The power bar at the right edge. It does not move with the camera.
    fn power(&self, screen: Rect, power: Option<f32>) {
        const CELLS: u8 = 24;
        let cell = 0.3 * HEIGHT;
        let bottom = pos2(screen.right() - 0.75 * HEIGHT, screen.center().y + 0.45 * HEIGHT)
            + vec2(0.0, 0.5 * f32::from(CELLS) * cell);
        for index in 0..CELLS {
            let level = (f32::from(index) + 0.5) / f32::from(CELLS);
            let centre = bottom - vec2(0.0, (f32::from(index) + 0.5) * cell);
            let lit = power.is_some_and(|power| level <= power);
            let colour = if lit { power_colour(level) } else { palette::POWER_TRACK };
            let body = Rect::from_center_size(centre, vec2(0.2 * HEIGHT, 0.7 * cell));
            self.0.0.rect_filled(body, 0.0, egui_color(colour));
        }
    }
}

/// The colour of the power bar at a height from 0 to 1.
fn power_colour(level: f32) -> Color {
    let [soft, medium, hard] = palette::POWER;
    if level < 0.5 { soft.mix(&medium, 2.0 * level) } else { medium.mix(&hard, 2.0 * level - 1.0) }
}
