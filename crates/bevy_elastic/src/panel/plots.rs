//! The tab of plots: energy and momentum over the last ticks, and the speeds of the free bodies.

use bevy_egui::egui::Ui;
use collide_core::body::Kind;
use collide_core::vector::Vector;
use collide_core::world::World;
use egui_plot::{Bar, BarChart, Corner, Legend, Line, Plot, PlotPoints};

use crate::panel::history::{History, Sample};
use crate::space::Space;

/// The height of a plot, in points of egui.
const HEIGHT: f32 = 130.0;

/// The number of bars of the histogram.
const BARS: usize = 24;

/// A quantity that is plotted.
type Quantity = (&'static str, fn(&Sample) -> f64);

/// Shows the plots.
pub(super) fn show_plots<V: Space>(ui: &mut Ui, history: &History<V>, world: &World<V::Wide>) {
    let energies: [Quantity; 3] = [
        ("kinetic", |sample| sample.kinetic),
        ("potential", |sample| sample.potential),
        ("total", |sample| sample.kinetic + sample.potential),
    ];
    ui.label("Energy");
    plot_lines(ui, "energy", history, &energies);
    ui.label("Length of the momentum");
    plot_lines(ui, "momentum", history, &[("momentum", |sample| sample.momentum)]);
    ui.label("Bodies by speed");
    plot_speeds(ui, world);
}

fn plot_lines<V: Space>(ui: &mut Ui, name: &str, history: &History<V>, quantities: &[Quantity]) {
    let mut plot = Plot::new(name).height(HEIGHT).allow_drag(false).allow_zoom(false);
    if quantities.len() > 1 {
        plot = plot.legend(Legend::default().position(Corner::LeftTop));
    }
    plot.allow_scroll(false).include_y(0.0).show(ui, |plot| {
        for (name, value) in quantities {
            let points = history.samples.iter().map(|sample| [sample.tick as f64, value(sample)]);
            plot.line(Line::new(*name, PlotPoints::from_iter(points)));
        }
    });
}

fn plot_speeds<W: Vector>(ui: &mut Ui, world: &World<W>) {
    let free = world.ids().filter_map(|id| world.body(id)).filter(|it| it.kind == Kind::Dynamic);
    let speeds: Vec<f64> = free.map(|body| body.velocity.length()).collect();
    let fastest = speeds.iter().copied().fold(0.0, f64::max);
    let width = if fastest > 0.0 { fastest / BARS as f64 } else { 1.0 };
    let mut counts = [0u32; BARS];
    for speed in speeds {
        counts[((speed / width) as usize).min(BARS - 1)] += 1;
    }
    let bars = counts.iter().enumerate().map(|(number, count)| {
        Bar::new((number as f64 + 0.5) * width, f64::from(*count)).width(0.9 * width)
    });
    let chart = BarChart::new("speeds", bars.collect());
    let plot = Plot::new("speeds").height(HEIGHT).allow_drag(false).allow_zoom(false);
    plot.allow_scroll(false).show(ui, |plot| plot.bar_chart(chart));
}
