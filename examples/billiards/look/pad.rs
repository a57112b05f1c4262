//! The spin pad: the cue ball as the player has it before it, with the place at which the tip of the cue meets it,
//! and beside it by how much the cue is raised.

use bevy::app::{App, Plugin};
use bevy::ecs::error::Result;
use bevy::ecs::prelude::{ResMut, Resource};
use bevy::math::Vec2;
use bevy_egui::egui::{self, Align2, Area, FontId, Painter, Pos2, Rect, Sense, Stroke, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use harness::bar::HEIGHT;
use harness::palette::{ACCENT, IVORY, TEXT_FAINT, egui_color};

use super::palette;

/// The radius of the ball on the pad, in points of the screen.
const RADIUS: f32 = 0.62 * HEIGHT;

/// The radius of the tip, in radii of the ball.
const TIP: f32 = 0.13;

/// The displayed state of the pad, and what the mouse does on it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PadView {
    /// Where the tip meets the ball, in radii to the right and up; `None` shows no pad.
    pub tip: Option<Vec2>,
    /// How far from the middle the tip may be.
    pub reach: f32,
    /// By how much the butt of the cue is raised, in degrees.
    pub elevation: f32,
    /// Where the mouse has clicked or dragged since the state was last set, in radii.
    pub clicked: Option<Vec2>,
}

/// Draws the resource [`PadView`], and records in it what the mouse does.
pub struct PadPlugin;

impl Plugin for PadPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<PadView>().add_systems(EguiPrimaryContextPass, pad);
    }
}

fn pad(mut contexts: EguiContexts, mut view: ResMut<PadView>) -> Result {
    let Some(tip) = view.tip else { return Ok(()) };
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let corner = pos2(screen.left() + 0.12 * HEIGHT, screen.bottom() - 0.12 * HEIGHT);
    // An area takes the mouse, so that a click on the pad does not pull the cue.
    let area = Area::new("spin pad".into()).fixed_pos(corner).pivot(Align2::LEFT_BOTTOM);
    area.movable(false).show(context, |ui| {
        let (rect, response) =
            ui.allocate_exact_size(egui::Vec2::splat(2.0 * RADIUS), Sense::click_and_drag());
        if let Some(place) = response.interact_pointer_pos() {
            let offset = (place - rect.center()) / RADIUS;
            view.clicked = Some(Vec2::new(offset.x, -offset.y));
        }
        draw(ui.painter(), rect.center(), tip, view.reach);
        // Beside the area, which would take clicks on the table.
        let painter = ui.painter().with_clip_rect(screen);
        draw_elevation(&painter, rect, view.elevation);
    });
    Ok(())
}

/// Draws the angle between the level and the cue above the pad, with its number.
fn draw_elevation(painter: &Painter, pad: Rect, degrees: f32) {
    let pen = |color| Stroke::new(2.0, egui_color(color));
    let color = if degrees > 0.0 { ACCENT } else { TEXT_FAINT };
    let foot = pad.left_top() + vec2(0.32, -0.16) * HEIGHT;
    let length = 0.6 * HEIGHT;
    painter.line_segment([foot, foot + vec2(length, 0.0)], pen(TEXT_FAINT));
    let angle = degrees.to_radians();
    painter.line_segment([foot, foot + vec2(angle.cos(), -angle.sin()) * length], pen(color));
    let (text, font) = (format!("{degrees:.0}\u{b0}"), FontId::proportional(0.25 * HEIGHT));
    let place = pos2(pad.center().x, foot.y - 1.1 * length);
    painter.text(place, Align2::CENTER_BOTTOM, text, font, egui_color(color));
}

fn draw(painter: &Painter, centre: Pos2, tip: Vec2, reach: f32) {
    let faint = Stroke::new(1.0, egui_color(TEXT_FAINT));
    let reach = reach * RADIUS;
    painter.circle_filled(centre, RADIUS, egui_color(IVORY));
    painter.circle_stroke(centre, reach, faint);
    painter.hline(centre.x - reach..=centre.x + reach, centre.y, faint);
    painter.vline(centre.x, centre.y - reach..=centre.y + reach, faint);
    let place = centre + vec2(tip.x, -tip.y) * RADIUS;
    painter.circle_filled(place, TIP * RADIUS, egui_color(ACCENT));
    painter.circle_stroke(place, TIP * RADIUS, Stroke::new(1.0, egui_color(palette::INK)));
}
