//! The bar at the top of the window, and the list of keys.
//!
//! Both are painted rather than laid out, because nothing in them can be clicked. All of egui is scaled
//! as if the window were 720 points high, so that text is readable in any window.

use bevy::prelude::*;
use bevy_egui::egui::{
    Align2, Color32, Context, FontId, LayerId, Order, Painter, Pos2, Rect, Stroke, StrokeKind,
    pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use bevy_elastic::prelude::*;
use bevy_elastic::time::SeekStatus;

use crate::fonts::FontsPlugin;
use crate::host::IN_PAGE;
use crate::keys::{KEYS, Overlays};
use crate::palette::{self, egui_color};

/// The height of the window in points of egui.
pub const WINDOW: f32 = 720.0;

/// The height of the bar in points of egui.
pub const HEIGHT: f32 = 58.0;

/// The width of a page, in pixels, below which its words stand beside the canvas, where a phone has room for them.
const NARROW: f32 = 700.0;

/// The content of the bar.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// The title at the left. If it is empty, the game draws both ends of the bar, and the clock moves
    /// beside the hint.
    pub title: String,
    /// Small text below the title.
    pub subtitle: String,
    /// The message in the middle: the latest event.
    pub message: String,
    /// Whether the message reports an error or a foul.
    pub is_wrong: bool,
    /// Small text below the message: the possible actions.
    pub hint: String,
    /// The keys of this demo and their actions; the list of keys has those of all demos below them.
    pub keys: &'static [(&'static str, &'static str)],
    /// Keys of all demos that have no effect in this one.
    pub unused: &'static [&'static str],
}

impl Bar {
    /// The keys of this demo, then those of all demos that have an effect in it, each with its action.
    pub fn all_keys(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        self.keys.iter().chain(KEYS.iter().filter(|(key, _)| !self.unused.contains(key)))
    }
}

/// Draws the resource [`Bar`]; adds egui.
pub struct BarPlugin;

impl Plugin for BarPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((EguiPlugin::default(), FontsPlugin))
            .init_resource::<Bar>()
            .add_systems(EguiPrimaryContextPass, draw_bar);
    }
}

/// Paints the bar. Systems of a game that paint on the bar run after this one.
pub fn draw_bar(
    mut contexts: EguiContexts,
    bar: Res<Bar>,
    shown: Res<Overlays>,
    time: Res<Time<Elastic>>,
    window: Single<&Window>,
    mut is_styled: Local<bool>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if !std::mem::replace(&mut *is_styled, true) {
        context.all_styles_mut(|style| {
            style.visuals.window_fill = egui_color(palette::PANEL);
            style.visuals.override_text_color = Some(egui_color(palette::TEXT));
        });
    }
    context.set_zoom_factor((window.height() / WINDOW).max(0.5));
    let screen = context.viewport_rect();
    if shown.help {
        let keys: Vec<_> = bar.all_keys().collect();
        Pen::new(context, Order::Foreground, "keys").keys(screen, &keys);
    }
    if IN_PAGE && window.width() < NARROW {
        return Ok(());
    }
    let place = Rect::from_min_size(screen.min, vec2(screen.width(), HEIGHT));
    let pen = Pen::on_bar(context);
    pen.0.rect_filled(place, 0.0, egui_color(palette::PANEL));
    let rows = [place.top() + 0.36 * HEIGHT, place.top() + 0.74 * HEIGHT];
    let [left, middle, right] = [place.left() + 18.0, place.center().x, place.right() - 18.0];
    let (clock, keys) = (clock(&time), "H  keys");
    let hint = if bar.title.is_empty() {
        // At normal speed the changing digits would distract from the hint.
        let is_usual = !time.is_paused() && time.relative_speed() == 1.0;
        let parts = [bar.hint.as_str(), if is_usual { "" } else { &clock }, keys];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("     ")
    } else {
        pen.text(pos2(left, rows[0]), Align2::LEFT_CENTER, &bar.title, 19.0, palette::ACCENT);
        let subtitle = pos2(left, rows[1]);
        pen.text(subtitle, Align2::LEFT_CENTER, &bar.subtitle, 13.5, palette::TEXT_FAINT);
        pen.text(pos2(right, rows[0]), Align2::RIGHT_CENTER, &clock, 16.0, palette::TEXT);
        pen.text(pos2(right, rows[1]), Align2::RIGHT_CENTER, keys, 13.5, palette::TEXT_FAINT);
        bar.hint.clone()
    };
    let color = if bar.is_wrong { palette::WRONG } else { palette::TEXT };
    pen.text(pos2(middle, rows[0]), Align2::CENTER_CENTER, &bar.message, 18.0, color);
    pen.text(pos2(middle, rows[1]), Align2::CENTER_CENTER, &hint, 13.5, palette::TEXT_FAINT);
    Ok(())
}

/// The game time and its speed.
#[must_use]
pub fn clock(time: &Time<Elastic>) -> String {
    let seconds = time.elapsed_secs_f64() + (time.displayed_fraction() - 1.0) * time.tick_seconds();
    let speed = match (time.is_paused(), time.relative_speed()) {
        (true, _) if time.seek_status() == Some(SeekStatus::NotFound) => {
            "no impact ahead".to_owned()
        }
        (true, _) => "paused".to_owned(),
        (false, speed) if speed >= 1.0 => format!("{speed:.0}x"),
        (false, speed) if speed > 0.0 => format!("1/{:.0}x", 1.0 / speed),
        _ => "0x".to_owned(),
    };
    format!("{:.3} s    {speed}", seconds.max(0.0))
}

/// A painter of text in the style of the demos.
pub struct Pen(pub Painter);

impl Pen {
    fn new(context: &Context, order: Order, name: &'static str) -> Self {
        Self(context.layer_painter(LayerId::new(order, name.into())))
    }

    /// A painter on the layer of the bar.
    #[must_use]
    pub fn on_bar(context: &Context) -> Self {
        Self::new(context, Order::Middle, "bar")
    }

    /// Paints text that is `size` points high.
    pub fn text(&self, place: Pos2, anchor: Align2, text: &str, size: f32, color: Color) {
        self.0.text(place, anchor, text, FontId::proportional(size), egui_color(color));
    }

    fn keys(&self, screen: Rect, keys: &[&(&str, &str)]) {
        const ROW: f32 = 24.0;
        self.0.rect_filled(screen, 0.0, Color32::from_black_alpha(150));
        let size = vec2(500.0, 74.0 + ROW * keys.len() as f32);
        let page = Rect::from_center_size(screen.center() + vec2(0.0, 0.5 * HEIGHT), size);
        let border = Stroke::new(1.0, egui_color(palette::FAINT));
        self.0.rect(page, 10.0, egui_color(palette::PANEL), border, StrokeKind::Inside);
        let top = page.min + vec2(28.0, 34.0);
        self.text(top, Align2::LEFT_CENTER, "Keys", 21.0, palette::TEXT);
        for (row, (key, action)) in keys.iter().enumerate() {
            let place = top + vec2(0.0, 36.0 + ROW * row as f32);
            self.text(place, Align2::LEFT_CENTER, key, 15.0, palette::ACCENT);
            let place = place + vec2(130.0, 0.0);
            self.text(place, Align2::LEFT_CENTER, action, 15.0, palette::TEXT);
        }
    }
}
