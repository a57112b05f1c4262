//! The panel at the right: materials, conserved quantities, and the last impact beside its formula.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, RichText, Slider};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use bevy_elastic::prelude::*;
use collide_core::step::Separation;
use egui_plot::{Arrows, Plot, PlotPoints};
use harness::bar::HEIGHT;
use harness::keys::Overlays;
use harness::palette::{self, egui_color};

use crate::impact::{LastImpact, Number, Outcome};
use crate::look::color;
use crate::spin::panel::SpinPanel;
use crate::stage::{Materials, Stage};
use crate::twin::Twin;

/// Shows the panel.
pub struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(EguiPrimaryContextPass, show);
    }
}

type Moving<'w, 's> = Query<'w, 's, (&'static Number, &'static Velocity<DVec2>, &'static Mass)>;

fn show(
    mut contexts: EguiContexts,
    shown: Res<Overlays>,
    stage: Res<Stage>,
    balls: Moving,
    last: Res<LastImpact>,
    (mut materials, mut twin): (ResMut<Materials>, ResMut<Twin>),
    mut spin: SpinPanel,
) -> Result {
    if !shown.panel {
        return Ok(());
    }
    let mut momenta: Vec<(usize, DVec2)> = balls
        .iter()
        .map(|(number, velocity, mass)| (number.0, velocity.0 * f64::from(mass.0)))
        .collect();
    momenta.sort_unstable_by_key(|(number, _)| *number);
    let energy = balls
        .iter()
        .map(|(_, velocity, mass)| 0.5 * f64::from(mass.0) * velocity.0.length_squared());
    let energy: f64 = energy.sum();
    egui::Window::new("Laboratory")
        .anchor(Align2::RIGHT_TOP, [-10.0, HEIGHT + 10.0])
        .title_bar(false)
        .resizable(false)
        .show(contexts.ctx_mut()?, |ui| {
            ui.set_width(330.0);
            ui.monospace(stage.lesson.formula());
            ui.separator();
            if spin.show(ui) {
                return;
            }
            sliders(ui, &mut materials);
            ui.separator();
            discrete(ui, &mut twin, energy);
            ui.separator();
            tip_to_tail(ui, &momenta);
            ui.separator();
            match &last.0 {
                Some(outcome) => impact(ui, outcome),
                None => drop(ui.label("No impact yet.")),
            }
        });
    Ok(())
}

fn sliders(ui: &mut egui::Ui, materials: &mut ResMut<Materials>) {
    let mut wanted = **materials;
    egui::Grid::new("materials").num_columns(2).show(ui, |ui| {
        ui.label("Restitution");
        ui.add(Slider::new(&mut wanted.restitution, 0.0..=1.0));
        ui.end_row();
        ui.label("Friction");
        ui.add(Slider::new(&mut wanted.friction, 0.0..=1.0));
        ui.end_row();
        ui.label("Minimum impulse, Ns");
        ui.add(Slider::new(&mut wanted.minimum_impulse, 0.0..=10.0));
        ui.end_row();
    });
    materials.set_if_neq(wanted);
}

fn discrete(ui: &mut egui::Ui, twin: &mut ResMut<Twin>, energy: f64) {
    let (mut shown, mut ticks, mut separation) = (twin.shown, twin.ticks, twin.separation);
    ui.horizontal(|ui| {
        ui.checkbox(&mut shown, "Discrete method (D)");
        ui.selectable_value(&mut separation, Separation::Projection, "project");
        ui.selectable_value(&mut separation, Separation::Rewind, "rewind");
    });
    ui.horizontal(|ui| {
        ui.label("one step is");
        ui.add(Slider::new(&mut ticks, 1..=32).suffix(" ticks of 1/64 s"));
    });
    if (shown, ticks, separation) != (twin.shown, twin.ticks, twin.separation) {
        (twin.shown, twin.ticks, twin.separation) = (shown, ticks, separation);
        twin.restart();
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("Energy  {energy:.6} J")).strong());
        if let Some(energy) = twin.energy() {
            ui.label(format!("discrete {energy:.6} J"));
        }
    });
}

/// Plots the momenta of the balls, each from the tip of the one before, and below them their sum.
fn tip_to_tail(ui: &mut egui::Ui, momenta: &[(usize, DVec2)]) {
    let total: DVec2 = momenta.iter().map(|(_, momentum)| *momentum).sum();
    ui.label(format!("Momenta tip to tail: ({:.4}, {:.4}) Ns", total.x, total.y));
    let tips: Vec<DVec2> = momenta
        .iter()
        .scan(DVec2::ZERO, |tip, (_, momentum)| {
            *tip += *momentum;
            Some(*tip)
        })
        .collect();
    let (low, high) = tips
        .iter()
        .fold((DVec2::ZERO, DVec2::ZERO), |(low, high), tip| (low.min(*tip), high.max(*tip)));
    let air = DVec2::splat(0.08 * (high - low).max_element().max(1e-9));
    let (low, high) = (low - air, high + air);
    Plot::new("momenta")
        .width(330.0)
        .height(136.0)
        .data_aspect(1.0)
        .include_x(low.x)
        .include_x(high.x)
        .include_y(low.y)
        .include_y(high.y)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_axes(false)
        .show_grid(false)
        .show_x(false)
        .show_y(false)
        .show(ui, |plot| {
            let mut arrow = |name: String, start: DVec2, end: DVec2, color: Color| {
                let ends = [start, end].map(|end| PlotPoints::new(vec![end.to_array()]));
                let [start, end] = ends;
                plot.arrows(Arrows::new(name, start, end).color(egui_color(color)).tip_length(9.0));
            };
            let tails = std::iter::once(DVec2::ZERO).chain(tips.iter().copied());
            for ((number, _), (tail, tip)) in momenta.iter().zip(tails.zip(&tips)) {
                arrow(format!("ball {}", number + 1), tail, *tip, color(*number));
            }
            // On a line all arrows lie on each other, so the sum is drawn beside them.
            let aside = DVec2::NEG_Y * 0.5 * air;
            arrow("all".to_owned(), aside, total + aside, palette::TEXT);
        });
}

/// Lists the reported values of an impact beside those of the formulas.
fn impact(ui: &mut egui::Ui, outcome: &Outcome) {
    let (event, encounter) = (&outcome.event, &outcome.encounter);
    let name = |number: Option<usize>| number.map_or("wall".to_owned(), |n| (n + 1).to_string());
    let [one, two] = outcome.numbers.map(name);
    ui.label(RichText::new(format!("Impact of {one} and {two}")).strong());
    let [x, y] = encounter.normal.to_array().map(fixed);
    let (x, y) = (x.trim_start(), y.trim_start());
    ui.label(format!("n = ({x}, {y}), closing at {:.4} m/s", event.approach_speed));
    ui.label(format!("impulse {:.4} Ns, lost {:.4} J", event.impulse, event.energy_lost));
    let formula = encounter.after();
    let [before, after, wanted] =
        [encounter.before, outcome.after, formula].map(|velocities| encounter.split(velocities));
    let across = |rest: DVec2| rest.dot(encounter.normal.perp());
    egui::Grid::new("impact").num_columns(5).striped(true).spacing([12.0, 3.0]).show(ui, |ui| {
        for head in ["m/s", "before", "after", "formula", "off"] {
            ui.weak(head);
        }
        ui.end_row();
        let balls = outcome.numbers.into_iter().enumerate();
        for (body, number) in balls.filter_map(|(body, number)| Some((body, number?))) {
            let hue = egui_color(color(number));
            ui.colored_label(hue, format!("{} along n", number + 1));
            ui.monospace(fixed(before.0[body]));
            ui.monospace(fixed(after.0[body]));
            if outcome.is_plain {
                ui.monospace(fixed(wanted.0[body]));
                let off = outcome.after[body].distance(formula[body]);
                ui.monospace(if off == 0.0 { "0".to_owned() } else { format!("{off:.0e}") });
            }
            ui.end_row();
            ui.colored_label(hue, "   across");
            ui.monospace(fixed(across(before.1[body])));
            ui.monospace(fixed(across(after.1[body])));
            ui.end_row();
        }
    });
    if !outcome.is_plain {
        ui.weak("With friction or a minimum impulse the formula does not apply.");
    }
}

/// A number with four decimals; a rounded zero has no sign.
fn fixed(value: f64) -> String {
    let shown = if value.abs() < 5e-5 { 0.0 } else { value };
    format!("{shown:8.4}")
}
