//! The timeline of a shot that is played again: its events, and where the replay is.

use bevy::prelude::*;
use bevy_egui::egui::{
    Align2, Area, CornerRadius, FontId, Id, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2,
};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use bevy_elastic::prelude::*;
use harness::palette::{ACCENT, FAINT, IVORY, PANEL, TEXT_FAINT, egui_color};

use crate::game::Session;
use crate::look::palette;
use crate::replay::reel::Reel;
use crate::rules::shot::ShotEvent;

/// The size of the timeline, in points.
const SIZE: [f32; 2] = [820.0, 46.0];

/// How far the line ends from its ends, in points.
const INSET: f32 = 22.0;

/// Draws the timeline while a shot is played again.
pub struct TimelinePlugin;

impl Plugin for TimelinePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Reel>().add_systems(EguiPrimaryContextPass, show);
    }
}

fn show(
    mut contexts: EguiContexts,
    session: Res<Session>,
    time: Res<Time<Elastic>>,
    mut reel: ResMut<Reel>,
) -> Result {
    let (Some([first, last]), Some(shot), true) =
        (reel.ticks(), session.shots.last(), reel.is_playing())
    else {
        return Ok(());
    };
    let area = Area::new(Id::new("timeline")).anchor(Align2::CENTER_BOTTOM, [0.0, -4.0]);
    area.show(contexts.ctx_mut()?, |ui| {
        let (rect, response) = ui.allocate_exact_size(SIZE.into(), Sense::click_and_drag());
        let line = rect.shrink2(vec2(INSET, 0.0));
        let length = (last - first).max(1) as f32;
        let place = |tick: f32| line.left() + line.width() * ((tick - first as f32) / length);
        ui.painter().rect_filled(rect, CornerRadius::same(8), egui_color(PANEL));
        let middle = line.center().y;
        let stroke = Stroke::new(2.0, egui_color(FAINT));
        ui.painter().hline(line.x_range(), middle, stroke);
        for (tick, event) in &shot.events {
            draw_event(ui, pos2(place(*tick as f32 + 1.0), middle), event);
        }
        let now = time.tick() as f32 - 1.0 + time.displayed_fraction() as f32;
        let at = place(now.clamp(first as f32, last as f32));
        let hand = Rect::from_center_size(pos2(at, middle), vec2(3.0, 34.0));
        ui.painter().rect_filled(hand, CornerRadius::same(1), egui_color(ACCENT));
        let seconds = (now as f64 - shot.start as f64).max(0.0) * time.tick_seconds();
        let label = format!("{seconds:.2} s");
        let corner = rect.right_top() + vec2(-8.0, 3.0);
        let font = FontId::proportional(12.0);
        ui.painter().text(corner, Align2::RIGHT_TOP, label, font, egui_color(TEXT_FAINT));
        if let Some(pointer) = response.interact_pointer_pos() {
            let share = ((pointer.x - line.left()) / line.width()).clamp(0.0, 1.0);
            reel.wanted = Some(first + (share * length).round() as u64);
        }
    });
    Ok(())
}

/// A ball in a pocket is a dot in its colour, an impact of two balls a long line, one with a cushion a short one.
fn draw_event(ui: &Ui, place: Pos2, event: &ShotEvent) {
    let line = |half: f32, color| {
        let ends = [place - vec2(0.0, half), place + vec2(0.0, half)];
        ui.painter().line_segment(ends, Stroke::new(1.0, egui_color(color)));
    };
    match event {
        ShotEvent::Contact { .. } => line(9.0, IVORY),
        ShotEvent::Cushion { .. } => line(4.0, TEXT_FAINT),
        ShotEvent::Pocketed { ball, .. } => {
            ui.painter().circle(
                place,
                5.0,
                egui_color(palette::ball(*ball)),
                Stroke::new(1.0, egui_color(IVORY)),
            );
        }
    }
}
