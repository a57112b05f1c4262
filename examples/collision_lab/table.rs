//! The table at the bottom with the editable values of all balls, and the slider of the record.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, DragValue, Response, Slider};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use bevy_elastic::components::AngularVelocity;
use bevy_elastic::prelude::*;
use harness::keys::Overlays;
use harness::palette::egui_color;

use crate::impact::Number;
use crate::look::color;
use crate::record::Record;
use crate::twin::Twin;

/// Shows the table.
pub struct TablePlugin;

impl Plugin for TablePlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, show);
    }
}

/// The editable components of the balls.
type Edited<'w, 's> = Query<
    'w,
    's,
    (
        &'static Number,
        &'static mut Position<DVec2>,
        &'static mut Velocity<DVec2>,
        &'static mut Mass,
        &'static mut Restitution,
        Option<&'static mut AngularVelocity>,
    ),
>;

fn show(
    mut contexts: EguiContexts,
    shown: Res<Overlays>,
    time: Res<Time<Elastic>>,
    mut balls: Edited,
    mut record: ResMut<Record>,
    mut twin: ResMut<Twin>,
) -> Result {
    if !shown.panel {
        return Ok(());
    }
    egui::Window::new("Balls")
        .anchor(Align2::LEFT_BOTTOM, [10.0, -10.0])
        .title_bar(false)
        .resizable(false)
        .show(contexts.ctx_mut()?, |ui| {
            ui.set_width(890.0);
            if table(ui, &mut balls) {
                twin.restart();
            }
            ui.separator();
            scrub(ui, &time, &mut record);
        });
    Ok(())
}

/// Shows the rows; returns whether a value was edited.
fn table(ui: &mut egui::Ui, balls: &mut Edited) -> bool {
    let mut rows: Vec<_> = balls.iter_mut().collect();
    rows.sort_unstable_by_key(|row| row.0.0);
    let mut edited = false;
    let turns = rows.iter().any(|row| row.5.is_some());
    egui::ScrollArea::vertical().max_height(136.0).show(ui, |ui| {
        egui::Grid::new("balls").num_columns(10).striped(true).spacing([16.0, 3.0]).show(
            ui,
            |ui| {
                let heads =
                    ["ball", "x, m", "y, m", "vx, m/s", "vy, m/s", "mass, kg", "restitution"];
                for head in heads.into_iter().chain(["|m v|, Ns", "m v\u{b2}/2, J"]) {
                    ui.weak(head);
                }
                if turns {
                    ui.weak("w, rad/s");
                }
                ui.end_row();
                for (number, position, velocity, mass, restitution, spin) in &mut rows {
                    ui.colored_label(egui_color(color(number.0)), (number.0 + 1).to_string());
                    let mut place = position.0;
                    if pair(ui, &mut place) {
                        position.0 = place;
                        edited = true;
                    }
                    let mut speed = velocity.0;
                    if pair(ui, &mut speed) {
                        velocity.0 = speed;
                        edited = true;
                    }
                    let mut value = mass.0;
                    if ui.add(DragValue::new(&mut value).speed(0.02).range(0.05..=50.0)).changed() {
                        mass.0 = value;
                        edited = true;
                    }
                    let mut value = restitution.0;
                    if ui.add(DragValue::new(&mut value).speed(0.005).range(0.0..=1.0)).changed() {
                        restitution.0 = value;
                        edited = true;
                    }
                    let (mass, speed) = (f64::from(mass.0), velocity.0.length());
                    ui.monospace(format!("{:9.5}", mass * speed));
                    ui.monospace(format!("{:9.5}", 0.5 * mass * speed * speed));
                    if let Some(spin) = spin {
                        let mut value = spin.0;
                        if ui.add(DragValue::new(&mut value).speed(0.1).fixed_decimals(3)).changed()
                        {
                            spin.0 = value;
                            edited = true;
                        }
                    }
                    ui.end_row();
                }
            },
        );
    });
    edited
}

/// Two fields for a vector; returns whether it was edited.
fn pair(ui: &mut egui::Ui, vector: &mut DVec2) -> bool {
    let field = |ui: &mut egui::Ui, value: &mut f64| -> Response {
        ui.add(DragValue::new(value).speed(0.01).fixed_decimals(4))
    };
    let (x, y) = (field(ui, &mut vector.x), field(ui, &mut vector.y));
    x.changed() || y.changed()
}

/// The slider over the record of all ticks.
fn scrub(ui: &mut egui::Ui, time: &Time<Elastic>, record: &mut ResMut<Record>) {
    let last = record.len().saturating_sub(1);
    let mut index = record.index_of(time.tick());
    ui.horizontal(|ui| {
        ui.label("Record");
        ui.spacing_mut().slider_width = 700.0;
        let slider = Slider::new(&mut index, 0..=last).show_value(false);
        if ui.add_enabled(last > 0, slider).changed() {
            record.wanted = Some(index);
        }
        ui.weak(format!("tick {index} of {last}"));
    });
}
