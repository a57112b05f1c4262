//! The tab of the clock: pause, single ticks, the next impact, back in time, and the speed.

use bevy_egui::egui::{Slider, Ui};
use bevy_time::Time;

use crate::time::{Elastic, ElasticTime, SeekStatus};

/// Shows the clock, and returns how many seconds to go back if that was asked.
pub(super) fn show_clock(ui: &mut Ui, time: &mut Time<Elastic>) -> Option<f64> {
    let mut back = None;
    ui.horizontal(|ui| {
        if time.is_paused() {
            if ui.button("Run").clicked() {
                time.unpause();
            }
        } else if ui.button("Pause").clicked() {
            time.pause();
        }
        if ui.button("One tick").on_hover_text("Pauses, and makes one tick").clicked() {
            time.pause();
            time.request_ticks(1);
        }
        if ui.button("Next impact").clicked() {
            time.seek_impact();
        }
    });
    ui.horizontal(|ui| {
        ui.label("Back by");
        for (label, ticks) in [("a tick", 1.0), ("ten", 10.0)] {
            if ui.button(label).clicked() {
                back = Some(ticks * time.tick_seconds());
            }
        }
        for (label, seconds) in [("a second", 1.0), ("five", 5.0)] {
            if ui.button(label).clicked() {
                back = Some(seconds);
            }
        }
    });
    let mut speed = time.relative_speed();
    let slider = Slider::new(&mut speed, 1.0 / 64.0..=16.0).logarithmic(true).text("speed");
    if ui.add(slider).changed() {
        time.set_relative_speed(speed);
    }
    if back.is_some() {
        time.pause();
    }
    let state = match time.seek_status() {
        Some(SeekStatus::Running) => "looks for an impact",
        Some(_) | None if time.is_paused() => "paused",
        _ => "running",
    };
    ui.label(format!(
        "tick {}, {:.3} s, {:.3} ms a tick: {state}",
        time.tick(),
        time.elapsed_secs_f64(),
        1e3 * time.tick_seconds(),
    ));
    back
}
