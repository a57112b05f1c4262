//! The panel with controls, measurements and theory, and the keys of the demo.

use std::time::Duration;

use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use bevy_elastic::prelude::*;
use egui_plot::{BarChart, Corner, Legend, Line, LineStyle, Plot, PlotPoints, PlotUi, Points};
use harness::bar::{Bar, HEIGHT};
use harness::capture::screenshot::ScreenshotSaved;
use harness::keys::{Overlays, ResetRequested, is_typing};
use harness::palette::{self, egui_color};
use harness::pointer::Pointer;

use crate::args::Experiment;
use crate::draw::{KINDS, MAX_OVERLAID, PANEL};
use crate::measure::{Measures, Sample};
use crate::theory::{
    chi_square, chi_square_bound, compressed, mean_square_displacement, speed_density,
};
use crate::vessel::{GRAIN_MASS, HEAVY_MASS, Plan, TEMPERATURE, Vessel};

const EXPERIMENTS: [(Experiment, KeyCode, &str, &str); 5] = [
    (
        Experiment::Speeds,
        KeyCode::Digit1,
        "Speeds",
        "All discs started at one speed, and impacts mix the speeds",
    ),
    (
        Experiment::Piston,
        KeyCode::Digit2,
        "Piston",
        "Arrow keys or drag: compress the gas, and it heats up",
    ),
    (
        Experiment::Divider,
        KeyCode::Digit3,
        "Divider",
        "Space opens the divider: the gas expands and its temperature stays",
    ),
    (
        Experiment::Mixture,
        KeyCode::Digit4,
        "Mixture",
        "Heavy discs slow down until both kinds have one temperature",
    ),
    (Experiment::Grain, KeyCode::Digit5, "Grain", "Impacts move the grain: Brownian motion"),
];

/// The number of ticks over which the displayed pressure is averaged.
const PRESSURE_TICKS: usize = 256;

/// The durations of frames and ticks.
#[derive(Resource, Default)]
struct FrameTimes {
    frames: Vec<Duration>,
    tick: Duration,
    started: Option<Instant>,
    /// Whether the panel shows them. They are off by default, because they depend on the machine.
    is_shown: bool,
}

/// Shows the panel and reads the keys of the game.
pub struct PanelPlugin;

impl Plugin for PanelPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<FrameTimes>()
            .add_systems(Startup, |mut bar: ResMut<Bar>, mut shown: ResMut<Overlays>| {
                (shown.panel, shown.trails) = (true, true);
                bar.keys = &[
                    ("1 to 5", "another experiment"),
                    ("Left, Right", "move the piston; drag it, too"),
                    ("Space", "open the divider"),
                    ("F", "durations of frames and ticks"),
                ];
            })
            .add_systems(
                FixedPostUpdate,
                (
                    (|mut times: ResMut<FrameTimes>| times.started = Some(Instant::now()))
                        .before(ElasticSystems::Gather),
                    time_tick.after(ElasticSystems::Report),
                ),
            )
            .add_systems(
                Update,
                (
                    time_frame,
                    choose.run_if(not(is_typing)),
                    move_piston.run_if(not(is_typing)),
                    fill_bar,
                )
                    .run_if(resource_exists::<Vessel>),
            )
            .add_systems(EguiPrimaryContextPass, panel.run_if(resource_exists::<Vessel>))
            .add_observer(print_frame_times);
    }
}

fn time_tick(mut times: ResMut<FrameTimes>) {
    if let Some(started) = times.started.take() {
        times.tick = started.elapsed();
    }
}

fn time_frame(mut times: ResMut<FrameTimes>, mut last: Local<Option<Instant>>) {
    const FRAMES: usize = 120;
    // The clocks of Bevy have a fixed step while a picture is taken, so the system clock is used.
    let frame = last.replace(Instant::now()).map(|last| last.elapsed());
    times.frames.extend(frame);
    if times.frames.len() > FRAMES {
        times.frames.remove(0);
    }
}

impl FrameTimes {
    /// The median of the last frames, in milliseconds.
    fn frame(&self) -> f64 {
        let mut frames = self.frames.clone();
        frames.sort_unstable();
        frames.get(frames.len() / 2).map_or(0.0, |frame| 1e3 * frame.as_secs_f64())
    }
}

/// Prints the durations of frames and ticks when a picture has been saved.
fn print_frame_times(_: On<ScreenshotSaved>, times: Res<FrameTimes>, vessel: Res<Vessel>) {
    println!(
        "{} discs: the median of the last {} frames is {:.1} ms, the last tick took {:.1} ms",
        vessel.count,
        times.frames.len(),
        times.frame(),
        1e3 * times.tick.as_secs_f64(),
    );
}

fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    mut plan: ResMut<Plan>,
    (mut vessel, mut times): (ResMut<Vessel>, ResMut<FrameTimes>),
    mut resets: MessageWriter<ResetRequested>,
    mut commands: Commands,
) {
    for (experiment, key, ..) in EXPERIMENTS {
        if keys.just_pressed(key) {
            plan.experiment = experiment;
            resets.write(ResetRequested);
        }
    }
    if keys.just_pressed(KeyCode::KeyF) {
        times.is_shown = !times.is_shown;
    }
    if keys.just_pressed(KeyCode::Space) {
        vessel.bypass_change_detection().open(&mut commands);
    }
}

/// Moves the piston by the arrow keys or with the mouse.
fn move_piston(
    keys: Res<ButtonInput<KeyCode>>,
    pointer: Pointer,
    time: Res<Time>,
    mut vessel: ResMut<Vessel>,
    mut held: Local<bool>,
) {
    let vessel = vessel.bypass_change_detection();
    let way =
        f64::from(keys.pressed(KeyCode::ArrowRight)) - f64::from(keys.pressed(KeyCode::ArrowLeft));
    let place = pointer.place().map(|place| place.as_dvec2());
    *held &= pointer.buttons.pressed(MouseButton::Left);
    if pointer.buttons.just_pressed(MouseButton::Left) && !pointer.is_over_panel() {
        let near = |place: &bevy::math::DVec2| (place.x - vessel.face).abs() < 0.08 * vessel.half.x;
        *held = place.as_ref().is_some_and(near);
    }
    let wanted = vessel.wanted + 0.3 * way * vessel.half.x * time.delta_secs_f64();
    let wanted = place.filter(|_| *held).map_or(wanted, |place| place.x);
    vessel.wanted = wanted.clamp(vessel.innermost(), vessel.half.x);
}

fn fill_bar(vessel: Res<Vessel>, mut bar: ResMut<Bar>) {
    bar.title = "Gas".to_owned();
    bar.subtitle = format!("{} discs     packing {:.3}", vessel.count, vessel.packing());
    let own = EXPERIMENTS.into_iter().find(|(experiment, ..)| *experiment == vessel.experiment);
    let is_overlaid = vessel.count <= MAX_OVERLAID || vessel.experiment == Experiment::Grain;
    bar.unused = if is_overlaid { &[] } else { &["V", "T", "L"] };
    bar.message = own.map_or(String::new(), |(.., message)| message.to_owned());
}

fn panel(
    mut contexts: EguiContexts,
    shown: Res<Overlays>,
    (vessel, measures, times): (Res<Vessel>, Res<Measures>, Res<FrameTimes>),
    mut plan: ResMut<Plan>,
    mut resets: MessageWriter<ResetRequested>,
) -> Result {
    if !shown.panel {
        return Ok(());
    }
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let width = PANEL * screen.width() - 40.0;
    let top = HEIGHT + 10.0;
    egui::Window::new("Gas")
        .title_bar(false)
        .resizable(false)
        .anchor(egui::Align2::RIGHT_TOP, [-12.0, top])
        .show(context, |ui| {
            ui.set_width(width);
            if controls(ui, &mut plan) {
                resets.write(ResetRequested);
            }
            ui.separator();
            numbers(ui, &vessel, &measures, &times);
            ui.separator();
            let height = 0.5 * (screen.height() - top - ui.min_rect().height() - 70.0);
            ui.label("Share of discs by speed");
            speeds_plot(ui, height, &vessel, &measures);
            ui.label(match vessel.experiment {
                Experiment::Grain => "Displacement by time, as powers of ten",
                _ => "The last minute",
            });
            match vessel.experiment {
                Experiment::Grain => grain_plot(ui, height, &measures),
                Experiment::Mixture => history_plot(
                    ui,
                    height,
                    &measures,
                    [
                        ("temperature, light", egui_color(KINDS[0]), |sample| sample.by_kind[0]),
                        ("temperature, heavy", egui_color(KINDS[1]), |sample| sample.by_kind[1]),
                    ],
                ),
                _ => history_plot(
                    ui,
                    height,
                    &measures,
                    [
                        ("pressure", egui_color(KINDS[0]), |sample| sample.pressure),
                        ("equation of state", egui_color(palette::TEXT), |sample| sample.expected),
                    ],
                ),
            }
        });
    Ok(())
}

/// Shows the controls of the next vessel, and returns whether it must be built now.
fn controls(ui: &mut egui::Ui, plan: &mut Plan) -> bool {
    let mut wanted = false;
    ui.horizontal(|ui| {
        for (experiment, _, name, _) in EXPERIMENTS {
            wanted |= ui.selectable_value(&mut plan.experiment, experiment, name).clicked();
        }
    });
    // A vessel is built when a slider is released, not in every frame while it is dragged.
    let is_done = |slider: egui::Response| slider.drag_stopped() || slider.lost_focus();
    let count = egui::Slider::new(&mut plan.count, 100..=20_000).logarithmic(true).text("discs");
    wanted |= is_done(ui.add(count));
    let packing = egui::Slider::new(&mut plan.packing, 0.02..=0.6).text("packing");
    wanted |= is_done(ui.add(packing));
    wanted
}

fn numbers(ui: &mut egui::Ui, vessel: &Vessel, measures: &Measures, times: &FrameTimes) {
    let [temperature, packing] =
        [measures.mean(1, |sample| sample.temperature), measures.mean(1, |sample| sample.packing)];
    let [measured, expected] = [
        measures.mean(PRESSURE_TICKS, |sample| sample.pressure),
        measures.mean(PRESSURE_TICKS, |sample| sample.expected),
    ];
    let mut rows = vec![("temperature", format!("{temperature:.3}"))];
    match vessel.experiment {
        Experiment::Piston => {
            let first = measures.samples.front().map_or(packing, |sample| sample.packing);
            let theory = compressed(TEMPERATURE, first, packing);
            rows.push(("  after slow compression", format!("{theory:.3}")));
        }
        Experiment::Mixture => {
            let [light, heavy] = [0, 1].map(|kind| measures.mean(1, |sample| sample.by_kind[kind]));
            rows.push(("  light, heavy", format!("{light:.2}, {heavy:.2}")));
        }
        _ => {}
    }
    rows.push(("pressure", format!("{measured:.3}")));
    let share = 100.0 * (measured / expected - 1.0);
    rows.push(("  equation of state", format!("{expected:.3}  ({share:+.1} %)")));
    if vessel.experiment != Experiment::Mixture && measures.speeds[0].len() > 500 {
        let found = chi_square(&measures.speeds[0], temperature, 50);
        let bound = chi_square_bound(50);
        rows.push(("chi-square of the speeds", format!("{found:.1}  (1 %: {bound:.1})")));
    }
    if times.is_shown {
        let tick = 1e3 * times.tick.as_secs_f64();
        rows.push(("frame, tick", format!("{:.1} ms, {tick:.1} ms", times.frame())));
    }
    egui::Grid::new("numbers").num_columns(2).show(ui, |ui| {
        for (name, value) in rows {
            ui.label(name);
            ui.monospace(value);
            ui.end_row();
        }
    });
}

fn plot(name: &str, height: f32, corner: Corner) -> Plot<'_> {
    Plot::new(name)
        .height(height)
        .legend(Legend::default().position(corner))
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
}

/// The histogram of the speeds, and Maxwell's distribution at the temperature of the gas.
fn speeds_plot(ui: &mut egui::Ui, height: f32, vessel: &Vessel, measures: &Measures) {
    const BARS: usize = 40;
    let temperature = measures.mean(1, |sample| sample.temperature).max(f64::MIN_POSITIVE);
    let fastest = 4.0 * temperature.sqrt();
    let width = fastest / BARS as f64;
    plot("speeds", height, Corner::RightTop).include_y(0.0).show(ui, |plot: &mut PlotUi<'_>| {
        let is_mixture = vessel.experiment == Experiment::Mixture;
        let all = if is_mixture { "light" } else { "speeds" };
        let kinds = [(all, 1.0), ("heavy", f64::from(HEAVY_MASS))];
        let kinds = kinds.into_iter().zip(KINDS).zip(&measures.speeds);
        for (((name, mass), color), speeds) in kinds.filter(|(_, speeds)| !speeds.is_empty()) {
            let mut counts = [0.0; BARS];
            for speed in speeds {
                counts[((speed / width) as usize).min(BARS - 1)] +=
                    1.0 / (width * speeds.len() as f64);
            }
            let bars = (0u8..).zip(counts).map(|(number, count)| {
                let bar = egui_plot::Bar::new((f64::from(number) + 0.5) * width, count)
                    .width(0.9 * width);
                bar.fill(egui_color(color).gamma_multiply(0.6)).stroke(egui::Stroke::NONE)
            });
            let chart = BarChart::new(name, bars.collect()).color(egui_color(color));
            plot.bar_chart(chart);
            let curve = move |speed| speed_density(speed, mass, temperature);
            let curve = PlotPoints::from_explicit_callback(curve, 0.0..=fastest, 200);
            plot.line(Line::new("Maxwell", curve).color(egui_color(palette::TEXT)).width(1.5));
        }
    });
}

/// A line of a plot over time: its name, its colour, and its value in a sample.
type Quantity = (&'static str, egui::Color32, fn(&Sample) -> f64);

/// Plots two quantities over the last minute, as means over a quarter of a second.
fn history_plot(ui: &mut egui::Ui, height: f32, measures: &Measures, quantities: [Quantity; 2]) {
    const TICKS_PER_POINT: usize = 16;
    let samples: Vec<&Sample> = measures.samples.iter().collect();
    plot("history", height, Corner::RightBottom).include_y(0.0).show(
        ui,
        |plot: &mut PlotUi<'_>| {
            for (name, color, quantity) in quantities {
                let points: PlotPoints<'_> = samples
                    .chunks_exact(TICKS_PER_POINT)
                    .map(|some| {
                        let sum: f64 = some.iter().map(|sample| quantity(sample)).sum();
                        [some[0].seconds, sum / TICKS_PER_POINT as f64]
                    })
                    .collect();
                plot.line(Line::new(name, points).color(color).width(1.5));
            }
        },
    );
}

/// Plots the mean square displacement of the grain over time, both as logarithms. For short times the grain
/// moves freely and the slope is 2; for long times it diffuses and the slope is 1.
fn grain_plot(ui: &mut egui::Ui, height: f32, measures: &Measures) {
    let tick = measures.samples.back().map_or(1.0, |last| last.seconds)
        / measures.path.len().max(1) as f64;
    let lags = (0u32..).map(|power| 1.4f64.powi(power as i32).ceil() as usize);
    let found: Vec<[f64; 2]> = lags
        .take_while(|lag| lag * 4 < measures.path.len())
        .filter_map(|lag| {
            let square = mean_square_displacement(&measures.path, lag)?;
            Some([(lag as f64 * tick).log10(), square.log10()])
        })
        .collect();
    // The mean square of the speed, 2 kT / M.
    let temperature = measures.mean(1, |sample| sample.temperature);
    let flight = (2.0 * temperature / f64::from(GRAIN_MASS)).log10();
    let free: PlotPoints<'_> = found.iter().map(|[time, _]| [*time, flight + 2.0 * time]).collect();
    plot("displacement", height, Corner::RightBottom).show(ui, |plot: &mut PlotUi<'_>| {
        let line = Line::new("flight, 2 kT/M t²", free).color(egui_color(palette::TEXT_FAINT));
        plot.line(line.style(LineStyle::dashed_loose()));
        let points = Points::new("mean square displacement", found).radius(2.5);
        plot.points(points.color(egui_color(KINDS[0])));
    });
}
