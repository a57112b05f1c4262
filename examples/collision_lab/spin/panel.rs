//! The part of the panel for the lessons on spin: sliders, and what is measured beside the formula.

use bevy::ecs::system::SystemParam;
use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_egui::egui::{self, RichText, Slider};
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;

use crate::lesson::Lesson;
use crate::spin::formula::{Motion, Slide};
use crate::spin::measured::{Bounce, Measured, MeasuredBall, Sample, began_to_roll, turning_back};
use crate::spin::throw::{Spin, Throw};

/// The number of the latest bounces that are listed.
const LISTED: usize = 4;

/// What the panel shows of a lesson on spin.
#[derive(SystemParam)]
pub struct SpinPanel<'w, 's> {
    spin: ResMut<'w, Spin>,
    measured: Res<'w, Measured>,
    time: Res<'w, Time<Elastic>>,
    masses: Query<'w, 's, &'static Mass, With<MeasuredBall>>,
    resets: MessageWriter<'w, ResetRequested>,
}

impl SpinPanel<'_, '_> {
    /// Shows the sliders and the measurements; returns whether the lesson is one on spin.
    pub fn show(&mut self, ui: &mut egui::Ui) -> bool {
        let Some(throw) = self.spin.0 else { return false };
        let mut wanted = throw;
        sliders(ui, &mut wanted);
        if wanted != throw {
            self.spin.0 = Some(wanted);
            self.resets.write(ResetRequested);
        }
        ui.separator();
        let (samples, bounces) = self.measured.until(self.time.tick());
        let (Some(start), Some(now)) = (samples.first(), samples.last()) else { return true };
        let mass = self.masses.iter().next().map_or(1.0, |mass| f64::from(mass.0));
        energy(ui, now.motion, mass, f64::from(throw.inertia));
        ui.separator();
        if throw.lesson == Lesson::Superball {
            list_bounces(ui, bounces, start.motion, &throw);
        } else {
            list_phases(ui, samples, self.measured.dt, &throw);
        }
        true
    }
}

fn sliders(ui: &mut egui::Ui, throw: &mut Throw) {
    egui::Grid::new("throw").num_columns(2).show(ui, |ui| {
        let is_superball = throw.lesson == Lesson::Superball;
        ui.label("Thrown with R w, m/s");
        let range = if is_superball { -6.0..=6.0 } else { -10.0..=25.0 };
        ui.add(Slider::new(&mut throw.surface, range).step_by(0.25));
        ui.end_row();
        if is_superball {
            ui.label("Tangential restitution et");
            ui.add(Slider::new(&mut throw.tangential, 0.0..=1.0).step_by(0.05));
        } else {
            ui.label("Friction mu");
            ui.add(Slider::new(&mut throw.friction, 0.05..=1.0).step_by(0.05));
        }
        ui.end_row();
    });
}

fn energy(ui: &mut egui::Ui, motion: Motion, mass: f64, inertia: f64) {
    let [flight, turning] = motion.energies(mass, inertia);
    ui.label(RichText::new(format!("Energy  {:.6} J", flight + turning)).strong());
    ui.label(format!("of flight {flight:.4} J, of turning {turning:.4} J"));
}

/// Lists the latest bounces: the velocity along the floor and that of the surface, beside the formula for each bounce.
fn list_bounces(ui: &mut egui::Ui, bounces: &[Bounce], thrown: Motion, throw: &Throw) {
    let Some(last) = bounces.last() else {
        ui.label("No bounce yet.");
        return;
    };
    grid(ui, ["m/s", "before", "after", "formula", "off"], |ui| {
        let earlier = bounces.len().saturating_sub(LISTED);
        for (number, bounce) in (1..).zip(bounces).skip(earlier) {
            let wanted = bounce.before.after_bounce(bounce.normal, &throw.material());
            let wall = if bounce.normal.y > 0.0 { "floor" } else { "table" };
            let rows = [
                (
                    format!("{number} {wall}  v"),
                    bounce.before.velocity.x,
                    bounce.after.velocity.x,
                    wanted.velocity.x,
                ),
                ("   R w".to_owned(), bounce.before.surface, bounce.after.surface, wanted.surface),
            ];
            for (name, before, after, formula) in rows {
                ui.label(name);
                ui.monospace(fixed(before));
                compare(ui, after, formula);
            }
        }
    });
    let [v, surface] = [last.after.velocity.x, last.after.surface];
    let speed = thrown.velocity.x;
    ui.label(format!("of the start: v {:.6}, R w {:.6}", v / speed, surface / speed));
}

/// Lists the phases of the way of the disc, and its present motion, beside the formula.
fn list_phases(ui: &mut egui::Ui, samples: &[Sample], dt: f64, throw: &Throw) {
    let (Some(start), Some(now)) = (samples.first(), samples.last()) else { return };
    let braking = f64::from(throw.friction) * throw.gravity();
    let slide = Slide { start: start.motion, inertia: f64::from(throw.inertia), braking };
    let seconds = (now.tick - start.tick) as f64 * dt;
    let rolls = began_to_roll(samples).map(|ticks| ticks * dt);
    let back = turning_back(samples, dt);
    let rolls_now = now.motion.sliding(DVec2::Y).abs() < 1e-9;
    let phase = match (rolls_now, now.motion.velocity.x * start.motion.velocity.x < 0.0) {
        (true, _) => "rolls",
        (false, true) => "slides back",
        (false, false) => "slides forward",
    };
    ui.label(RichText::new(format!("After {seconds:.3} s it {phase}")).strong());
    grid(ui, ["", "measured", "formula", "off", ""], |ui| {
        let (motion, way) = slide.at(seconds);
        let Motion { velocity, surface } = now.motion;
        let mut row = |name: &str, found: f64, formula: f64| {
            ui.label(name);
            compare(ui, found, formula);
        };
        row("v, m/s", velocity.x, motion.velocity.x);
        row("R w, m/s", surface, motion.surface);
        row("sliding v + R w", now.motion.sliding(DVec2::Y), motion.sliding(DVec2::Y));
        row("way, m", now.place.x - start.place.x, way);
        if let (Some((ticks, furthest)), Some(formula)) = (back, slide.turning_back()) {
            row("turned back, s", ticks * dt, formula);
            row("   after, m", furthest, slide.at(formula).1);
        }
        if let Some(rolls) = rolls {
            row("began to roll, s", rolls, slide.end());
            row("   with, m/s", velocity.x, slide.rolling());
        }
    });
    ui.weak("Below the floor time runs downwards: yellow forward,\nred back, green rolling.");
}

fn grid(ui: &mut egui::Ui, heads: [&str; 5], rows: impl FnOnce(&mut egui::Ui)) {
    egui::Grid::new("spin").num_columns(5).striped(true).spacing([10.0, 3.0]).show(ui, |ui| {
        for head in heads {
            ui.weak(head);
        }
        ui.end_row();
        rows(ui);
    });
}

/// The rest of a row: a measured number, that of the formula, and by how much they differ.
fn compare(ui: &mut egui::Ui, found: f64, formula: f64) {
    let off = (found - formula).abs();
    ui.monospace(fixed(found));
    ui.monospace(fixed(formula));
    ui.monospace(if off == 0.0 { "0".to_owned() } else { format!("{off:.0e}") });
    ui.end_row();
}

/// A number with four decimals; a rounded zero has no sign.
fn fixed(value: f64) -> String {
    let shown = if value.abs() < 5e-5 { 0.0 } else { value };
    format!("{shown:8.4}")
}
