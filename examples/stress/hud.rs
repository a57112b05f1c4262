//! What the lines in the corner say.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, Area, Color32, Frame, Label, RichText};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};
use bevy_elastic::prelude::*;
use harness::keys::{KEYS, Shown};

use crate::measure::Measures;
use crate::stage::Stage;

/// The keys of this demo; those of all demos follow.
const OWN_KEYS: [(&str, &str); 1] = [("Left, right", "the scene before, and the next")];

/// Keys of other demos that do nothing here.
const UNUSED: [&str; 3] = ["Backspace", "P", "Tab"];

/// Shows what is measured.
pub struct HudPlugin;

impl Plugin for HudPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(EguiPlugin::default()).add_systems(EguiPrimaryContextPass, show);
    }
}

fn show(
    mut contexts: EguiContexts,
    stage: Res<Stage>,
    measures: Res<Measures>,
    shown: Res<Shown>,
    time: Res<Time<Elastic>>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let mut lines = lines(&stage, &measures, &time);
    if shown.help {
        let keys = OWN_KEYS.into_iter().chain(KEYS);
        let used = keys.filter(|(key, _)| !UNUSED.contains(key));
        lines.extend(used.map(|(key, action)| format!("{key:12} {action}")));
    } else {
        lines.push("H            keys".to_owned());
    }
    Area::new("measures".into()).anchor(Align2::LEFT_TOP, [12.0, 12.0]).interactable(false).show(
        context,
        |ui| {
            Frame::new().fill(Color32::from_black_alpha(170)).inner_margin(8.0).show(ui, |ui| {
                for line in lines {
                    let text = RichText::new(line).monospace().color(Color32::from_gray(225));
                    ui.add(Label::new(text).extend());
                }
            });
        },
    );
    Ok(())
}

fn lines(stage: &Stage, measures: &Measures, time: &Time<Elastic>) -> Vec<String> {
    let milliseconds = |time: std::time::Duration| 1e3 * time.as_secs_f64();
    let clock = match (time.is_paused(), time.speed()) {
        (true, _) => "paused".to_owned(),
        (false, speed) => format!("{speed}x"),
    };
    let state = if measures.is_sound() { "" } else { "  BROKEN" };
    vec![
        format!("{}  {} bodies{state}", stage.scene.name, measures.movers),
        format!("time     {:9.2} s  {clock}", measures.seconds),
        format!(
            "step     {:9.3} ms, longest {:.3}",
            milliseconds(measures.step),
            milliseconds(measures.longest)
        ),
        format!("impacts  {:9}, in all {}", measures.impacts_now, measures.impacts),
        format!("kinetic  {:9.3e}", measures.kinetic),
        format!("energy   {:9.6} of the first", measures.energy_left()),
        format!("overlap  {:9.1e}, deepest {:.1e} diameters", measures.overlap, measures.deepest),
        format!("limits   {:9}, in all {}", measures.limits_now, measures.limits),
    ]
}
