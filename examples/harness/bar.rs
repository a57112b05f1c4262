//! The bar at the top of the window, and the page of keys.
//!
//! It is painted rather than laid out, since nothing in it can be clicked. All of egui is as large as if
//! the window were 720 high, so that type can be read in any window.

use bevy::prelude::*;
use bevy_egui::egui::{
    Align2, Color32, Context, FontId, LayerId, Order, Painter, Pos2, Rect, Stroke, StrokeKind,
    pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use bevy_elastic::clock::SeekStatus;
use bevy_elastic::prelude::*;

use crate::keys::{KEYS, Shown};
use crate::palette::{self, tint};

/// The height of the window in points of egui.
pub const WINDOW: f32 = 720.0;

/// The height of the bar in points of egui.
pub const HEIGHT: f32 = 58.0;

/// What the bar says.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Bar {
    /// At the left: what is shown. If it is empty both ends are the game's own, and the clock stands beside the
    /// hint.
    pub title: String,
    /// Below the title, in small type.
    pub subtitle: String,
    /// In the middle: what just happened.
    pub message: String,
    /// Whether that is something wrong.
    pub is_wrong: bool,
    /// Below the message, in small type: what can be done now.
    pub hint: String,
    /// The keys of this demo and what they do; those of all demos follow on the page of keys.
    pub keys: &'static [(&'static str, &'static str)],
    /// Keys of all demos that do nothing in this one.
    pub unused: &'static [&'static str],
}

/// Draws the resource [`Bar`]; adds egui.
pub struct BarPlugin;

impl Plugin for BarPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default())
            .init_resource::<Bar>()
            .add_systems(EguiPrimaryContextPass, draw_bar);
    }
}

/// Paints the bar. What a game paints upon it comes after.
pub fn draw_bar(
    mut contexts: EguiContexts,
    bar: Res<Bar>,
    shown: Res<Shown>,
    time: Res<Time<Elastic>>,
    window: Single<&Window>,
    mut is_styled: Local<bool>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if !std::mem::replace(&mut *is_styled, true) {
        context.all_styles_mut(|style| {
            style.visuals.window_fill = tint(palette::PANEL);
            style.visuals.override_text_color = Some(tint(palette::TEXT));
        });
    }
    context.set_zoom_factor((window.height() / WINDOW).max(0.5));
    let screen = context.viewport_rect();
    let place = Rect::from_min_size(screen.min, vec2(screen.width(), HEIGHT));
    let pen = Pen::on_bar(context);
    pen.0.rect_filled(place, 0.0, tint(palette::PANEL));
    let rows = [place.top() + 0.36 * HEIGHT, place.top() + 0.74 * HEIGHT];
    let [left, middle, right] = [place.left() + 18.0, place.center().x, place.right() - 18.0];
    let (clock, keys) = (clock(&time), "H  keys");
    let hint = if bar.title.is_empty() {
        // At its usual pace it would be digits that hurry through the words.
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
    if shown.help {
        let shared = KEYS.iter().filter(|(key, _)| !bar.unused.contains(key));
        let keys: Vec<_> = bar.keys.iter().chain(shared).collect();
        Pen::new(context, Order::Foreground, "keys").keys(screen, &keys);
    }
    Ok(())
}

/// The time of the game and how fast it runs.
fn clock(time: &Time<Elastic>) -> String {
    let seconds = time.elapsed_secs_f64() + (time.displayed_fraction() - 1.0) * time.tick_seconds();
    let speed = match (time.is_paused(), time.relative_speed()) {
        (true, _) if time.seek_status() == Some(SeekStatus::NotFound) => {
            "no impact to come".to_owned()
        }
        (true, _) => "paused".to_owned(),
        (false, speed) if speed >= 1.0 => format!("{speed:.0}x"),
        (false, speed) if speed > 0.0 => format!("1/{:.0}x", 1.0 / speed),
        _ => "0x".to_owned(),
    };
    format!("{:.3} s    {speed}", seconds.max(0.0))
}

/// A painter of words.
pub struct Pen(pub Painter);

impl Pen {
    fn new(context: &Context, order: Order, name: &'static str) -> Self {
        Self(context.layer_painter(LayerId::new(order, name.into())))
    }

    /// The one that paints upon the bar.
    #[must_use]
    pub fn on_bar(context: &Context) -> Self {
        Self::new(context, Order::Middle, "bar")
    }

    /// Paints words, `size` points high.
    pub fn text(&self, place: Pos2, anchor: Align2, text: &str, size: f32, color: Color) {
        self.0.text(place, anchor, text, FontId::proportional(size), tint(color));
    }

    fn keys(&self, screen: Rect, keys: &[&(&str, &str)]) {
        const ROW: f32 = 24.0;
        self.0.rect_filled(screen, 0.0, Color32::from_black_alpha(150));
        let size = vec2(500.0, 74.0 + ROW * keys.len() as f32);
        let page = Rect::from_center_size(screen.center() + vec2(0.0, 0.5 * HEIGHT), size);
        let border = Stroke::new(1.0, tint(palette::FAINT));
        self.0.rect(page, 10.0, tint(palette::PANEL), border, StrokeKind::Inside);
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
