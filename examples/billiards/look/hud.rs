//! What stands on the screen beside the table?
//!
//! A bar with both players and what just happened, and a page of keys. It is painted rather than laid
//! out, since nothing in it can be clicked.

use bevy::app::{App, Plugin};
use bevy::color::{Color, ColorToPacked, Mix, Srgba};
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{Res, Resource};
use bevy_egui::egui::{
    Align2, Color32, Context, FontId, LayerId, Order, Painter, Pos2, Rect, Stroke, StrokeKind,
    Vec2, pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};

use super::palette;
use crate::rules::ball::{Ball, Group};

/// Height of the bar, as a part of the height of the window.
const BAR: f32 = 0.085;

/// One side of the bar.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// Who it is.
    pub name: String,
    /// What the player has to do, such as the name of the group.
    pub task: String,
    /// The balls that the player still has to pocket.
    pub balls: Vec<Ball>,
}

/// What the HUD shows.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct HudView {
    /// Left and right; a name left empty leaves the side empty.
    pub sides: [Side; 2],
    /// Which side plays, 0 or 1.
    pub active: usize,
    /// What just happened.
    pub message: String,
    /// Whether the message is about a foul.
    pub foul: bool,
    /// A hint in small type below the message.
    pub hint: String,
    /// How hard the stroke will be, from 0 to 1, while a player is aiming.
    pub power: Option<f32>,
    /// Keys and what they do.
    pub keys: Vec<(&'static str, &'static str)>,
    /// Whether the keys are shown.
    pub help: bool,
}

/// Draws the resource [`HudView`]; adds egui when it is not there.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        app.init_resource::<HudView>().add_systems(EguiPrimaryContextPass, draw);
    }
}

fn draw(mut contexts: EguiContexts, view: Res<HudView>) -> Result {
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let height = screen.height() * BAR;
    let bar = Rect::from_min_size(screen.min, vec2(screen.width(), height));
    let pen = Pen::new(context, Order::Background, height);
    pen.painter.rect_filled(bar, 0.0, tint(palette::PANEL));
    for (index, side) in view.sides.iter().enumerate() {
        pen.side(bar, index, side, view.active == index);
    }
    let message = if view.foul { palette::FOUL } else { palette::TEXT };
    let middle = bar.center();
    pen.text(
        middle - vec2(0.0, 0.14 * height),
        Align2::CENTER_CENTER,
        &view.message,
        0.30,
        message,
    );
    let below = middle + vec2(0.0, 0.24 * height);
    pen.text(below, Align2::CENTER_CENTER, &view.hint, 0.215, palette::TEXT_FAINT);
    pen.power(screen, view.power);
    if view.help {
        Pen::new(context, Order::Foreground, height).help(screen, &view.keys);
    }
    Ok(())
}

/// A painter with the height of the bar as its unit.
struct Pen {
    painter: Painter,
    unit: f32,
}

impl Pen {
    fn new(context: &Context, order: Order, unit: f32) -> Self {
        let layer = LayerId::new(order, "hud".into());
        Self { painter: context.layer_painter(layer), unit }
    }

    fn text(&self, place: Pos2, anchor: Align2, text: &str, size: f32, colour: Color) -> Rect {
        let font = FontId::proportional(size * self.unit);
        self.painter.text(place, anchor, text, font, tint(colour))
    }

    /// Name, task and balls of one player, from the outer edge of the bar inward.
    fn side(&self, bar: Rect, index: usize, side: &Side, active: bool) {
        if side.name.is_empty() {
            return;
        }
        let unit = self.unit;
        let inward = if index == 0 { 1.0 } else { -1.0 };
        let edge = if index == 0 { bar.left() } else { bar.right() };
        let x = |units: f32| edge + inward * units * unit;
        let anchor = if index == 0 { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
        let name = if active { palette::TEXT } else { palette::TEXT_FAINT };
        self.text(pos2(x(0.42), bar.top() + 0.34 * unit), anchor, &side.name, 0.32, name);
        let task = if active { palette::ACCENT } else { palette::TEXT_FAINT };
        self.text(pos2(x(0.42), bar.top() + 0.70 * unit), anchor, &side.task, 0.23, task);
        if active {
            let mark = Rect::from_two_pos(
                pos2(x(0.0), bar.top() + 0.14 * unit),
                pos2(x(0.10), bar.bottom() - 0.14 * unit),
            );
            self.painter.rect_filled(mark, 0.0, tint(palette::ACCENT));
        }
        for (place, ball) in side.balls.iter().enumerate() {
            // Numbers rise from left to right on either side.
            let place = if index == 0 { place } else { side.balls.len() - 1 - place };
            let centre = pos2(x(2.25 + 0.43 * place as f32), bar.center().y);
            self.ball(centre, 0.175 * unit, *ball);
        }
    }

    /// A ball as small as a letter: its colour, and a band for a stripe.
    fn ball(&self, centre: Pos2, radius: f32, ball: Ball) {
        let colour = tint(palette::ball(ball));
        let white = tint(palette::IVORY);
        if ball.group() == Some(Group::Stripes) {
            self.painter.circle_filled(centre, radius, white);
            let inner = self
                .painter
                .with_clip_rect(Rect::from_center_size(centre, vec2(2.0 * radius, 1.16 * radius)));
            inner.circle_filled(centre, radius, colour);
        } else {
            self.painter.circle_filled(centre, radius, colour);
        }
        self.painter.circle_filled(centre, 0.56 * radius, white);
        let font = FontId::proportional(0.85 * radius);
        let ink = tint(palette::INK);
        self.painter.text(centre, Align2::CENTER_CENTER, ball.0.to_string(), font, ink);
        let rim = Stroke::new(1.0, tint(palette::TEXT_FAINT).gamma_multiply(0.55));
        self.painter.circle_stroke(centre, radius, rim);
    }

    /// The power bar at the right edge, as high as the table. It does not move with the camera.
    fn power(&self, screen: Rect, power: Option<f32>) {
        const CELLS: u8 = 24;
        let cell = 0.3 * self.unit;
        let bottom = pos2(screen.right() - 0.75 * self.unit, screen.center().y + 0.45 * self.unit)
            + vec2(0.0, 0.5 * f32::from(CELLS) * cell);
        for index in 0..CELLS {
            let level = (f32::from(index) + 0.5) / f32::from(CELLS);
            let centre = bottom - vec2(0.0, (f32::from(index) + 0.5) * cell);
            let lit = power.is_some_and(|power| level <= power);
            let colour = if lit { power_colour(level) } else { palette::POWER_TRACK };
            let body = Rect::from_center_size(centre, vec2(0.2 * self.unit, 0.7 * cell));
            self.painter.rect_filled(body, 0.0, tint(colour));
        }
    }

    /// The page of keys over the table.
    fn help(&self, screen: Rect, keys: &[(&str, &str)]) {
        let unit = self.unit;
        self.painter.rect_filled(screen, 0.0, Color32::from_black_alpha(150));
        let rows = keys.len() as f32;
        let size: Vec2 = vec2(8.0 * unit, (1.55 + 0.5 * rows) * unit);
        let page = Rect::from_center_size(screen.center(), size);
        let border = Stroke::new(1.0, tint(palette::TEXT_FAINT).gamma_multiply(0.35));
        self.painter.rect(page, 0.16 * unit, tint(palette::PANEL), border, StrokeKind::Inside);
        let top = page.min + vec2(0.5 * unit, 0.62 * unit);
        self.text(top, Align2::LEFT_CENTER, "Keys", 0.38, palette::TEXT);
        for (row, (key, action)) in keys.iter().enumerate() {
            let place = top + vec2(0.0, (0.72 + 0.5 * row as f32) * unit);
            self.text(place, Align2::LEFT_CENTER, key, 0.26, palette::ACCENT);
            let place = place + vec2(2.4 * unit, 0.0);
            self.text(place, Align2::LEFT_CENTER, action, 0.26, palette::TEXT);
        }
    }
}

/// The colour of the power bar at a height from 0 to 1.
fn power_colour(level: f32) -> Color {
    let [soft, medium, hard] = palette::POWER;
    if level < 0.5 { soft.mix(&medium, 2.0 * level) } else { medium.mix(&hard, 2.0 * level - 1.0) }
}

fn tint(colour: Color) -> Color32 {
    let [red, green, blue, alpha] = Srgba::from(colour).to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
