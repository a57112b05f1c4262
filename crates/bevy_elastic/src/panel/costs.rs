//! The tab of costs: what each stage of a tick takes, and what it had to do.

use bevy_diagnostic::{Diagnostic, DiagnosticPath, DiagnosticsStore};
use bevy_egui::egui::{Grid, Ui};

use crate::diagnostics::ElasticDiagnosticsPlugin as Paths;

/// The diagnostics that are shown, with their labels.
const SHOWN: [(&str, DiagnosticPath); 14] = [
    ("whole tick, ms", Paths::TICK_TIME),
    ("gather", Paths::GATHER_TIME),
    ("integrate", Paths::INTEGRATE_TIME),
    ("detect", Paths::DETECT_TIME),
    ("respond", Paths::RESPOND_TIME),
    ("scatter", Paths::SCATTER_TIME),
    ("report", Paths::REPORT_TIME),
    ("bodies", Paths::BODIES),
    ("asleep", Paths::ASLEEP),
    ("impacts", Paths::IMPACTS),
    ("slow touches", Paths::SLOW_TOUCHES),
    ("contacts", Paths::CONTACTS),
    ("solved contacts", Paths::SOLVED_CONTACTS),
    ("bodies over budget", Paths::LIMITS),
];

/// A measurement as it is shown: times to a microsecond, and counts as whole numbers.
fn written(diagnostic: &Diagnostic, value: f64) -> String {
    if diagnostic.suffix.is_empty() { format!("{value:.0}") } else { format!("{value:.3}") }
}

/// Shows the diagnostics: the last value, the smoothed one, and the largest of the last ticks.
pub(super) fn show_costs(ui: &mut Ui, store: &DiagnosticsStore) {
    Grid::new("costs").num_columns(4).striped(true).show(ui, |ui| {
        for title in ["", "last", "smoothed", "largest"] {
            ui.label(title);
        }
        ui.end_row();
        for (label, path) in SHOWN {
            ui.label(label);
            let Some(diagnostic) = store.get(&path) else { continue };
            let largest = diagnostic.values().copied().reduce(f64::max);
            for value in [diagnostic.value(), Diagnostic::smoothed(diagnostic), largest] {
                ui.monospace(value.map_or("-".to_owned(), |value| written(diagnostic, value)));
            }
            ui.end_row();
        }
    });
}
