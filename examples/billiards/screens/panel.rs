//! The panel with sliders for the constants, plots of energy and momentum, and the list of impacts.

use std::collections::VecDeque;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use collide_core::measure::{kinetic_energy, momentum};
use egui_plot::{Legend, Line, Plot, PlotPoints};
use harness::keys::Overlays;

use crate::rules::ball::Ball;
use crate::table::bodies::{Balls, Constants};

/// The data of the panel.
#[derive(Resource, Clone, Debug, Default)]
pub struct Measured {
    /// Seconds, energy in joules and momentum in newton seconds at the end of each tick.
    history: VecDeque<[f64; 3]>,
    impacts: VecDeque<String>,
}

/// Measures each tick and shows the panel.
pub struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Measured>()
            .add_systems(
                FixedPostUpdate,
                measure.after(ElasticSystems::Respond).before(ElasticSystems::Scatter),
            )
            .add_systems(Update, list_impacts)
            .add_systems(EguiPrimaryContextPass, panel);
    }
}

fn measure(
    simulation: Res<Simulation<DVec2>>,
    time: Res<Time<Elastic>>,
    mut measured: ResMut<Measured>,
) {
    const TICKS: usize = 1280;
    let world = simulation.world();
    let seconds = time.elapsed_secs_f64();
    let history = &mut measured.history;
    // After a rewind the history ends before the present.
    while history.back().is_some_and(|last| last[0] >= seconds) {
        history.pop_back();
    }
    history.push_back([seconds, kinetic_energy(world), momentum(world).length()]);
    while history.len() > TICKS {
        history.pop_front();
    }
}

fn list_impacts(
    mut impacts: MessageReader<Collided<DVec2>>,
    time: Res<Time<Elastic>>,
    balls: Res<Balls>,
    mut measured: ResMut<Measured>,
) {
    const ROWS: usize = 200;
    let name = |entity| match balls.ball(entity) {
        Some(Ball::CUE) => "cue".to_owned(),
        Some(Ball(number)) => number.to_string(),
        None => "cushion".to_owned(),
    };
    for impact in impacts.read() {
        let seconds = impact.tick as f64 * time.tick_seconds() + impact.time;
        measured.impacts.push_front(format!(
            "{seconds:10.6} s {:>3} - {:<7} {:6.3} m/s {:6.4} Ns",
            name(impact.entity),
            name(impact.other),
            impact.approach_speed,
            impact.impulse,
        ));
    }
    measured.impacts.truncate(ROWS);
}

fn panel(
    mut contexts: EguiContexts,
    shown: Res<Overlays>,
    measured: Res<Measured>,
    mut constants: ResMut<Constants>,
) -> Result {
    if !shown.panel {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    egui::Window::new("Physics")
        .default_pos([18.0, 84.0])
        .default_width(400.0)
        .resizable(false)
        .show(context, |ui| {
            let mut wanted = *constants;
            sliders(ui, &mut wanted);
            constants.set_if_neq(wanted);
            ui.separator();
            plot(ui, "Kinetic energy, J", &measured, 1);
            plot(ui, "Momentum, Ns", &measured, 2);
            ui.separator();
            ui.label("Impacts, the latest first");
            egui::ScrollArea::vertical().max_height(140.0).auto_shrink(false).show(ui, |ui| {
                for row in &measured.impacts {
                    ui.monospace(row);
                }
            });
        });
    Ok(())
}

fn sliders(ui: &mut egui::Ui, constants: &mut Constants) {
    let rows = [
        ("Balls: restitution", &mut constants.restitution, 1.0),
        ("Balls: friction", &mut constants.friction, 0.3),
        ("Cushions: restitution", &mut constants.cushion, 1.0),
        ("Cushions: friction", &mut constants.cushion_friction, 0.5),
        ("Cushions: nose, radii", &mut constants.nose, 0.5),
        ("Cloth: sliding", &mut constants.sliding, 0.5),
        ("Cloth: rolling", &mut constants.rolling, 0.05),
        ("Cloth: side, rad/s2", &mut constants.spinning, 40.0),
    ];
    egui::Grid::new("constants").num_columns(2).show(ui, |ui| {
        for (label, value, most) in rows {
            ui.label(label);
            ui.add(egui::Slider::new(value, 0.0..=most));
            ui.end_row();
        }
    });
}

fn plot(ui: &mut egui::Ui, name: &str, measured: &Measured, column: usize) {
    let points: PlotPoints<'_> = measured.history.iter().map(|row| [row[0], row[column]]).collect();
    Plot::new(name)
        .height(96.0)
        .legend(Legend::default())
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .include_y(0.0)
        .show(ui, |plot| plot.line(Line::new(name, points)));
}
