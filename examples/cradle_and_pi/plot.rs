//! The plots: the blocks in velocity space, and the displacements of the balls.

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use bevy_elastic::prelude::*;
use egui_plot::{Line, Plot, PlotPoints, Points};
use harness::bar::HEIGHT;
use harness::keys::Overlays;
use harness::palette::{self, egui_color};

use crate::args::Experiment;
use crate::blocks::ratio;
use crate::cradle::BALLS;
use crate::path::Path;
use crate::stage::Stage;
use crate::swings::{Swings, record_swings};

/// The maximum number of chords of the path, the latest ones; more would fill the disc.
const MAX_CHORDS: usize = 160;

/// Shows the panel of the experiment.
pub struct PlotPlugin;

impl Plugin for PlotPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Swings>()
            .add_systems(FixedPostUpdate, record_swings.after(ElasticSystems::Report))
            .add_systems(EguiPrimaryContextPass, show);
    }
}

fn show(
    mut contexts: EguiContexts,
    shown: Res<Overlays>,
    stage: Res<Stage>,
    path: Res<Path>,
    swings: Res<Swings>,
) -> Result {
    if !shown.panel {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let (title, draw): (_, Box<dyn FnOnce(&mut egui::Ui)>) = match stage.experiment {
        Experiment::Cradle => ("Displacement, m", Box::new(|ui| draw_swings(ui, &swings))),
        Experiment::Blocks => ("Velocity space", Box::new(|ui| draw_circle(ui, &path))),
    };
    egui::Window::new(title)
        .anchor(Align2::RIGHT_TOP, [-14.0, HEIGHT + 14.0])
        .resizable(false)
        .collapsible(false)
        .show(context, draw);
    Ok(())
}

/// A plot of this size that ignores the mouse.
fn fixed_plot<'a>(name: &str, size: [f32; 2]) -> Plot<'a> {
    Plot::new(name.to_owned())
        .width(size[0])
        .height(size[1])
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .show_x(false)
        .show_y(false)
}

fn draw_swings(ui: &mut egui::Ui, swings: &Swings) {
    let last = swings.0.back().map_or(0.0, |last| last.0);
    let plot = fixed_plot("swings", [370.0, 190.0])
        .include_x(last)
        .include_x(last - 5.0)
        .include_y(-0.5)
        .include_y(0.5);
    plot.show(ui, |plot| {
        for (ball, color) in palette::BODIES.iter().take(BALLS).enumerate() {
            let points: PlotPoints<'_> =
                swings.0.iter().map(|(seconds, balls)| [*seconds, balls[ball]]).collect();
            plot.line(
                Line::new(format!("ball {ball}"), points).color(egui_color(*color)).width(2.0),
            );
        }
    });
}

fn draw_circle(ui: &mut egui::Ui, path: &Path) {
    let count = path.displayed;
    ui.label("Right \u{221a}M V, up \u{221a}m v. The energy is the radius.");
    let plot = fixed_plot("circle", [310.0, 310.0])
        .data_aspect(1.0)
        .include_x(-1.1)
        .include_x(1.1)
        .include_y(-1.1)
        .include_y(1.1)
        .show_axes(false)
        .show_grid(false);
    plot.show(ui, |plot| {
        let round = (0..=128).map(|step| f64::from(step) * std::f64::consts::TAU / 128.0);
        let circle: PlotPoints<'_> = round.map(|angle| [angle.cos(), angle.sin()]).collect();
        plot.line(Line::new("energy", circle).color(egui_color(palette::TEXT_FAINT)).width(1.5));
        let axis = |ends: [[f64; 2]; 2]| {
            Line::new("axis", PlotPoints::new(ends.to_vec()))
                .color(egui_color(palette::FAINT))
                .width(1.0)
        };
        plot.line(axis([[-1.1, 0.0], [1.1, 0.0]]));
        plot.line(axis([[0.0, -1.1], [0.0, 1.1]]));
        // The line V = v with v >= 0: between this line and the axis the blocks separate for ever.
        let angle = (1.0 / ratio(path.power).sqrt()).atan();
        for tip in [[angle.cos(), angle.sin()], [1.0, 0.0]] {
            let border = PlotPoints::new(vec![[0.0, 0.0], tip]);
            plot.line(Line::new("separation", border).color(egui_color(palette::RIGHT)).width(1.5));
        }
        let visited = |from: usize| (from..=count).map(|count| path.point(count));
        let chords: PlotPoints<'_> = visited(count.saturating_sub(MAX_CHORDS)).collect();
        plot.line(Line::new("path", chords).color(egui_color(palette::BODIES[0])).width(1.0));
        // The points of the path, thinned out if there are many. The step is odd, so that points on both sides
        // of the axis remain.
        let step = (count / 400) | 1;
        let dots: PlotPoints<'_> =
            (0..=count).step_by(step).map(|count| path.point(count)).collect();
        plot.points(Points::new("clacks", dots).color(egui_color(palette::BODIES[1])).radius(1.8));
        let here = PlotPoints::new(vec![path.point(count)]);
        plot.points(Points::new("now", here).color(Color32::WHITE).radius(5.0));
    });
    let angle = 2.0 * (1.0 / ratio(path.power).sqrt()).atan().to_degrees();
    ui.label(format!("Two clacks turn it by {angle:.4}\u{b0}; it has 180\u{b0} to go."));
}
