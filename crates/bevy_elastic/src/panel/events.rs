//! The tab of events: the last ones of all kinds, the latest first. A click goes back to before one.

use bevy_egui::egui::{RichText, ScrollArea, Ui};

use crate::events::ElasticEvent;
use crate::panel::history::History;
use crate::space::Space;

/// Shows the last events, and returns the tick of one that was clicked.
pub(super) fn show_events<V: Space>(ui: &mut Ui, history: &History<V>) -> Option<u64> {
    if history.events.is_empty() {
        ui.label("Nothing has happened yet.");
        return None;
    }
    ui.label("A click goes back to before the tick of an event.");
    let mut clicked = None;
    let count = history.events.len();
    let height = ui.text_style_height(&bevy_egui::egui::TextStyle::Monospace);
    ScrollArea::vertical().max_height(320.0).auto_shrink(false).show_rows(
        ui,
        height,
        count,
        |ui, rows| {
            for event in rows.map(|row| &history.events[count - 1 - row]) {
                let text = RichText::new(line(event)).monospace();
                if ui.selectable_label(false, text).clicked() {
                    clicked = Some(event.tick());
                }
            }
        },
    );
    clicked
}

/// An event in a line: its tick, its time in the tick in milliseconds, and what happened.
fn line<V: Space>(event: &ElasticEvent<V>) -> String {
    let what = match event {
        ElasticEvent::Collided(it) => {
            format!("{} hit {} at {:.2}", it.entity, it.other, it.approach_speed)
        }
        ElasticEvent::ContactStarted(it) => format!("{} touches {}", it.entity, it.other),
        ElasticEvent::ContactEnded(it) => format!("{} left {}", it.entity, it.other),
        ElasticEvent::SensorEntered(it) => format!("{} entered {}", it.ball, it.sensor),
        ElasticEvent::SensorExited(it) => format!("{} exited {}", it.ball, it.sensor),
        ElasticEvent::Broken(it) => format!("{} broke by {}", it.entity, it.by),
        ElasticEvent::Rolls(it) => format!("{} rolls", it.entity),
        ElasticEvent::Stopped(it) => format!("{} stopped", it.entity),
        ElasticEvent::FellAsleep(it) => format!("{} fell asleep", it.entity),
        ElasticEvent::Woke(it) => format!("{} woke", it.entity),
        ElasticEvent::DeepOverlap(it) => {
            format!("{} overlaps {} by {:.2e}", it.entity, it.other, it.depth)
        }
    };
    format!("{:6} {:6.2} {what}", event.tick(), 1e3 * event.time())
}
