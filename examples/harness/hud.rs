//! A bar above the game, with what is counted, what just happened and the clock; and the page of keys.

use bevy::color::ColorToPacked;
use bevy::prelude::*;
use bevy_egui::egui::{
    Align2, Color32, Context, FontId, LayerId, Order, Painter, Pos2, Rect, Stroke, StrokeKind,
    pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use bevy_elastic::prelude::*;

use crate::keys::{KEYS, Shown};

/// The height of the bar, as a part of the height of the window.
pub const BAR: f32 = 0.075;

/// How many of its points egui is given for the height of the window.
const POINTS: f32 = 640.0;

/// Behind everything.
pub const BACKGROUND: Color = Color::srgb_u8(17, 19, 24);

const PANEL: Color32 = Color32::from_rgb(24, 27, 33);
const TEXT: Color32 = Color32::from_rgb(236, 238, 240);
const FAINT: Color32 = Color32::from_rgb(146, 154, 164);
const ACCENT: Color32 = Color32::from_rgb(240, 196, 92);

/// What the bar says, and the keys of the game, which stand before those of all demos.
#[derive(Resource, Clone, Debug, Default)]
pub struct Hud {
    /// What is counted, at the left.
    pub count: String,
    /// What just happened, in the middle.
    pub message: String,
    /// The keys of this game.
    pub keys: &'static [(&'static str, &'static str)],
}

/// A colour as egui has it.
#[must_use]
pub fn egui_color(color: Color) -> Color32 {
    let [red, green, blue, alpha] = color.to_srgba().to_u8_array();
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}

/// Draws the resource [`Hud`]. All of egui grows with the height of the window.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default())
            .insert_resource(ClearColor(BACKGROUND))
            .init_resource::<Hud>()
            .add_systems(EguiPrimaryContextPass, draw);
    }
}

fn draw(
    mut contexts: EguiContexts,
    hud: Res<Hud>,
    shown: Res<Shown>,
    time: Res<Time<Elastic>>,
    window: Single<&Window>,
) -> Result {
    let context = contexts.ctx_mut()?;
    context.set_zoom_factor((window.height() / POINTS).max(0.1));
    let screen = context.viewport_rect();
    let bar = Rect::from_min_size(screen.min, vec2(screen.width(), POINTS * BAR));
    let painter = layer(context, Order::Background);
    painter.rect_filled(bar, 0.0, PANEL);
    let middle = bar.center().y;
    text(&painter, pos2(24.0, middle), Align2::LEFT_CENTER, &hud.count, 18.0, TEXT);
    text(&painter, bar.center(), Align2::CENTER_CENTER, &hud.message, 18.0, ACCENT);
    let right = pos2(bar.right() - 24.0, middle);
    let clock = format!("{}     H  keys", clock(&time));
    text(&painter, right, Align2::RIGHT_CENTER, &clock, 14.0, FAINT);
    if shown.help {
        help(&layer(context, Order::Foreground), screen, hud.keys);
    }
    Ok(())
}

fn clock(time: &Time<Elastic>) -> String {
    match (time.is_paused(), time.speed()) {
        (true, _) => format!("paused at {:.4} s", time.elapsed_secs_f64()),
        (false, speed) if speed > 1.0 => format!("{speed:.0}x"),
        (false, speed) if speed < 1.0 => format!("1/{:.0}x", 1.0 / speed),
        _ => String::new(),
    }
}

fn layer(context: &Context, order: Order) -> Painter {
    context.layer_painter(LayerId::new(order, "hud".into()))
}

fn text(painter: &Painter, at: Pos2, anchor: Align2, text: &str, size: f32, color: Color32) {
    painter.text(at, anchor, text, FontId::proportional(size), color);
}

/// The page of keys over the game.
fn help(painter: &Painter, screen: Rect, own: &[(&str, &str)]) {
    let keys: Vec<_> = own.iter().chain(&KEYS).collect();
    painter.rect_filled(screen, 0.0, Color32::from_black_alpha(150));
    let row = (540.0 / (keys.len() as f32 + 2.4)).min(26.0);
    let size = vec2(480.0, row * (keys.len() as f32 + 2.4));
    let page = Rect::from_center_size(screen.center() + vec2(0.0, 0.5 * POINTS * BAR), size);
    painter.rect(page, 8.0, PANEL, Stroke::new(1.0, Color32::from_gray(70)), StrokeKind::Inside);
    let top = page.min + vec2(28.0, 1.2 * row);
    text(painter, top, Align2::LEFT_CENTER, "Keys", 20.0, TEXT);
    for (number, (key, action)) in keys.into_iter().enumerate() {
        let place = top + vec2(0.0, row * (number as f32 + 1.2));
        text(painter, place, Align2::LEFT_CENTER, key, 15.0, ACCENT);
        text(painter, place + vec2(140.0, 0.0), Align2::LEFT_CENTER, action, 15.0, TEXT);
    }
}
