//! The text of the bar, and the list of measurements below it.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Area, Color32, Frame, Label, RichText};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use harness::bar::{Bar, HEIGHT};
use harness::keys::Overlays;
use harness::palette::{TEXT, egui_color};

use crate::measure::Measures;
use crate::stage::Stage;

/// Shows the measurements.
pub struct FiguresPlugin;

impl Plugin for FiguresPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(Startup, |mut shown: ResMut<Overlays>| shown.panel = true)
            .add_systems(Update, fill_bar)
            .add_systems(EguiPrimaryContextPass, show);
    }
}

fn fill_bar(stage: Res<Stage>, measures: Res<Measures>, mut bar: ResMut<Bar>) {
    let message = if measures.is_sound() { "" } else { "The scene is broken" };
    bar.set_if_neq(Bar {
        title: stage.scene.name.to_owned(),
        subtitle: format!("{} bodies", measures.bodies),
        message: message.to_owned(),
        is_wrong: true,
        hint: "Left, right  another scene".to_owned(),
        keys: &[("Left, right", "the scene before, and the next")],
        unused: &["Backspace", "L"],
    });
}

fn show(mut contexts: EguiContexts, measures: Res<Measures>, shown: Res<Overlays>) -> Result {
    if !shown.panel {
        return Ok(());
    }
    let area = Area::new("figures".into()).anchor(Align2::LEFT_TOP, [12.0, HEIGHT + 12.0]);
    area.interactable(false).show(contexts.ctx_mut()?, |ui| {
        Frame::new().fill(Color32::from_black_alpha(170)).inner_margin(8.0).show(ui, |ui| {
            for line in lines(&measures) {
                ui.add(
                    Label::new(RichText::new(line).monospace().color(egui_color(TEXT))).extend(),
                );
            }
        });
    });
    Ok(())
}

fn lines(measures: &Measures) -> [String; 7] {
    let milliseconds = |time: std::time::Duration| 1e3 * time.as_secs_f64();
    let Measures { steps, impacts, limits, energy, overlap, .. } = measures;
    [
        format!("time     {:9.2} s", measures.seconds),
        format!(
            "step     {:9.3} ms, longest {:.3}",
            milliseconds(steps.last),
            milliseconds(steps.longest)
        ),
        format!("impacts  {:9}, in total {}", impacts.last, impacts.total),
        format!("kinetic  {:9.3e}", energy.kinetic),
        format!("energy   {:9.6} of the first tick", energy.share_left()),
        format!("overlap  {:9.1e}, deepest {:.1e} diameters", overlap.last, overlap.deepest),
        format!("limits   {:9}, in total {}", limits.last, limits.total),
    ]
}
