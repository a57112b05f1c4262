//! The tab of the world: gravity and the configuration of the step.

use bevy_egui::egui::{ComboBox, DragValue, Grid, Ui};
use collide_core::vector::Vector;

use crate::resources::{CombineRule, ElasticConfig, Gravity, Method, Separation};
use crate::space::Space;

/// The rules by which values of two bodies combine.
const RULES: [CombineRule; 5] = [
    CombineRule::Min,
    CombineRule::Max,
    CombineRule::Average,
    CombineRule::GeometricMean,
    CombineRule::Multiply,
];

/// Shows and changes gravity and the configuration.
pub(super) fn show_world<V: Space>(
    ui: &mut Ui,
    config: &mut ElasticConfig,
    gravity: &mut Gravity<V>,
) {
    Grid::new("world").num_columns(2).show(ui, |ui| {
        ui.label("gravity");
        edit_vector(ui, &mut gravity.0, 1.0);
        ui.end_row();
        ui.label("method");
        show_method(ui, config);
        ui.end_row();
        for (label, rule) in [
            ("restitution of a pair", &mut config.restitution_rule),
            ("friction of a pair", &mut config.friction_rule),
        ] {
            ui.label(label);
            ComboBox::from_id_salt(label).selected_text(format!("{rule:?}")).show_ui(ui, |ui| {
                for choice in RULES {
                    ui.selectable_value(rule, choice, format!("{choice:?}"));
                }
            });
            ui.end_row();
        }
        ui.label("events per second");
        ui.add(DragValue::new(&mut config.events_per_second).speed(100.0).range(1.0..=1e9));
        ui.end_row();
    });
    ui.checkbox(&mut config.sleep, "bodies sleep");
    ui.checkbox(&mut config.contacts, "contacts are followed");
    ui.checkbox(&mut config.record_paths, "all paths are recorded");
}

fn show_method(ui: &mut Ui, config: &mut ElasticConfig) {
    let discrete = |separation| Method::Discrete { separation, max_iterations: 8 };
    let choices = [
        ("continuous", Method::Continuous),
        ("discrete, projection", discrete(Separation::Projection)),
        ("discrete, rewind", discrete(Separation::Rewind)),
    ];
    let kind = |method: Method| match method {
        Method::Continuous => None,
        Method::Discrete { separation, .. } => Some(separation),
    };
    let selected = choices.iter().find(|(_, method)| kind(*method) == kind(config.method));
    let label = selected.map_or("", |(label, _)| *label);
    ComboBox::from_id_salt("method").selected_text(label).show_ui(ui, |ui| {
        for (label, method) in choices {
            if ui.selectable_label(kind(method) == kind(config.method), label).clicked() {
                config.method = method;
            }
        }
    });
}

/// Edits the components of a vector, and returns whether one was changed.
pub(super) fn edit_vector<V: Space>(ui: &mut Ui, vector: &mut V, speed: f64) -> bool {
    let before = vector.widen();
    let mut components = [0.0; 3];
    ui.horizontal(|ui| {
        for (axis, component) in components.iter_mut().enumerate().take(V::Wide::DIMENSION) {
            *component = before.component(axis);
            ui.add(DragValue::new(component).speed(speed).max_decimals(3));
        }
    });
    let after = V::Wide::from_components(|axis| components[axis]);
    if after == before {
        return false;
    }
    *vector = V::narrow(after);
    true
}
