//! The lessons on spin without a window, compared with their formulas.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use harness::args::RunArgs;
use harness::headless::app;
use harness::tally::{Tally, TallyPlugin};
use serde::Serialize;

use crate::lesson::{Lesson, body, radius};
use crate::spin::formula::{Motion, Slide};
use crate::spin::measured::{
    Measured, MeasuredBall, MeasuredPlugin, Sample, began_to_roll, turning_back,
};
use crate::spin::throw::{Throw, Wall};

/// The number of bounces after which the superball has come back.
const BOUNCES: u64 = 3;

/// The duration of the lesson of the disc, which then rolls, in seconds of game time.
const DISC_SECONDS: f64 = 4.5;

/// The longest duration of a run, in seconds of game time.
const MAX_SECONDS: f64 = 60.0;

/// The shares of the thrown velocity after three bounces, along the floor and of the surface, from 0 spin. Source: R. L.
/// Garwin, *Kinematics of an ultraelastic rough ball*, Am. J. Phys. 37 (1969) 88.
const GARWIN: [f64; 2] = [-333.0 / 343.0, 130.0 / 343.0];

/// The result of one lesson in one space.
#[derive(Clone, Debug, Serialize)]
pub struct SpinSummary {
    lesson: &'static str,
    space: &'static str,
    /// The velocity along the floor and that of the surface, after each bounce, or of the disc when it rolls.
    motions: Vec<[f64; 2]>,
    off_the_formula: f64,
    off_the_time: f64,
    off_the_fractions: Option<f64>,
    bound: f64,
    fraction_bound: f64,
    sound: bool,
    #[serde(flatten)]
    tally: Tally,
}

/// The bounds of the differences in one space: from the formula, and from the fractions of Garwin.
///
/// The factor of the inertia is an `f32`, which rounds 2/5 in the eighth digit; the formula takes it as it is.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The name of the space.
    pub space: &'static str,
    /// The bound of differences from the formula of bounces.
    pub bounces: f64,
    /// The bound of differences from that of a slide. Its motion is rounded to the space after each of 288 ticks.
    pub slide: f64,
    /// The bound of differences from the fractions, as shares of the thrown velocity.
    pub fractions: f64,
}

/// Plays both lessons.
#[must_use]
pub fn play<V: Space<Wide = DVec2>>(args: &RunArgs, bounds: Bounds) -> Vec<SpinSummary> {
    let superball =
        Throw::of(Lesson::Superball).map(|throw| play_superball::<V>(throw, args, bounds));
    let disc = Throw::of(Lesson::Backspin).map(|throw| play_disc::<V>(throw, args, bounds));
    superball.into_iter().chain(disc).collect()
}

/// An App with the walls and the ball of a lesson.
fn stage<V: Space<Wide = DVec2>>(throw: &Throw) -> App {
    let mut app = app::<V>();
    app.add_plugins((TallyPlugin::<V>::default(), MeasuredPlugin::<V>::default()))
        .insert_resource(Gravity(V::narrow(DVec2::NEG_Y * throw.gravity())));
    for wall in Wall::of(throw.lesson) {
        app.world_mut().spawn(wall.body::<V>());
    }
    for ball in throw.lesson.balls() {
        let mut entity = app.world_mut().spawn(body::<V>(&ball, throw.lesson.restitution()));
        entity.insert((throw.turning::<V>(ball.mass), MeasuredBall));
    }
    app
}

fn goes_on(world: &mut World) -> bool {
    world.resource::<Time<Elastic>>().elapsed_secs_f64() < MAX_SECONDS
}

fn play_superball<V: Space<Wide = DVec2>>(
    throw: Throw,
    args: &RunArgs,
    bounds: Bounds,
) -> SpinSummary {
    let mut app = stage::<V>(&throw);
    let tally = Tally::play::<V>(&mut app, &args.or_impacts(BOUNCES), goes_on);
    let measured = app.world().resource::<Measured>();
    let material = throw.material();
    let thrown = measured.samples.first().map_or(Motion::default(), |sample| sample.motion);
    let (mut motion, mut off) = (thrown, 0.0);
    for bounce in &measured.bounces {
        motion = motion.after_bounce(bounce.normal, &material);
        // A sum and not a maximum, which would ignore NaN.
        off += difference(bounce.after, motion);
    }
    let after = |index: usize| measured.bounces.get(index).map(|bounce| bounce.after);
    let off_the_fractions = after(BOUNCES as usize - 1).map(|motion| {
        let shares = [motion.velocity.x, motion.surface].map(|speed| speed / thrown.velocity.x);
        (shares[0] - GARWIN[0]).abs() + (shares[1] - GARWIN[1]).abs()
    });
    let mut summary = SpinSummary {
        motions: measured.bounces.iter().map(|bounce| numbers(bounce.after)).collect(),
        off_the_formula: off,
        off_the_time: off_the_time_of_flight(measured),
        off_the_fractions,
        ..SpinSummary::new(&throw, bounds, bounds.bounces, tally)
    };
    let has_bounced = summary.tally.impacts == measured.bounces.len() as u64 && after(0).is_some();
    summary.sound = has_bounced
        && summary.is_near()
        && summary.tally.is_sound(bounds.bounces, bounds.bounces * 2.0 * radius(1.0));
    summary
}

/// By how much the time between the first bounce on the floor and that on the table differs from the height over the speed, in
/// seconds.
fn off_the_time_of_flight(measured: &Measured) -> f64 {
    let [one, two, ..] = &measured.bounces[..] else { return 0.0 };
    let flight = (two.tick - one.tick) as f64 * measured.dt + (two.time - one.time);
    (flight - (two.place.y - one.place.y) / one.after.velocity.y).abs()
}

fn play_disc<V: Space<Wide = DVec2>>(throw: Throw, args: &RunArgs, bounds: Bounds) -> SpinSummary {
    let mut app = stage::<V>(&throw);
    // It never bounces.
    let seconds = RunArgs { impacts: None, ..args.clone() }.or_seconds(DISC_SECONDS);
    let tally = Tally::play::<V>(&mut app, &seconds, goes_on);
    let measured = app.world().resource::<Measured>();
    let samples = &measured.samples;
    let Some(start) = samples.first().copied() else {
        return SpinSummary::new(&throw, bounds, bounds.slide, tally);
    };
    let braking = f64::from(throw.friction) * throw.gravity();
    let slide = Slide { start: start.motion, inertia: f64::from(throw.inertia), braking };
    let off_at = |sample: &Sample| {
        let (motion, way) = slide.at((sample.tick - start.tick) as f64 * measured.dt);
        difference(sample.motion, motion) + (sample.place.x - start.place.x - way).abs()
    };
    let back = turning_back(samples, measured.dt).map(|back| back.0 * measured.dt);
    let rolls = began_to_roll(samples).map(|ticks| ticks * measured.dt);
    let times = [back.zip(slide.turning_back()), rolls.map(|rolls| (rolls, slide.end()))];
    let end = samples.last().map_or(start.motion, |sample| sample.motion);
    let mut summary = SpinSummary {
        motions: vec![numbers(end)],
        off_the_formula: samples.iter().map(off_at).fold(0.0, larger),
        off_the_time: times
            .map(|pair| pair.map_or(f64::NAN, |(found, truth)| (found - truth).abs()))
            .iter()
            .sum(),
        ..SpinSummary::new(&throw, bounds, bounds.slide, tally)
    };
    // The friction of a contact that lasts is no event, so the tally cannot explain what it takes; the formula does.
    summary.sound = summary.is_near() && summary.tally.limits_hit == 0;
    summary
}

fn numbers(motion: Motion) -> [f64; 2] {
    [motion.velocity.x, motion.surface]
}

fn difference(one: Motion, other: Motion) -> f64 {
    one.velocity.distance(other.velocity) + (one.surface - other.surface).abs()
}

/// The larger of two numbers; NaN if one is.
fn larger(one: f64, other: f64) -> f64 {
    if one.is_nan() || one > other { one } else { other }
}

impl SpinSummary {
    /// A summary without results, which is not sound.
    fn new(throw: &Throw, bounds: Bounds, bound: f64, tally: Tally) -> Self {
        Self {
            lesson: throw.lesson.title(),
            space: bounds.space,
            motions: Vec::new(),
            off_the_formula: f64::NAN,
            off_the_time: f64::NAN,
            off_the_fractions: None,
            bound,
            fraction_bound: bounds.fractions,
            sound: false,
            tally,
        }
    }

    /// Whether the results agree with the formulas.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    fn is_near(&self) -> bool {
        // A comparison with NaN is false.
        self.off_the_formula <= self.bound
            && self.off_the_time <= self.bound
            && self.off_the_fractions.unwrap_or(0.0) <= self.fraction_bound
    }
}

/// Prints the results.
pub fn print(all: &[SpinSummary]) {
    println!();
    println!("{:31} space  off formula  off time  off fractions   bound", "lesson");
    for run in all {
        let fractions = run.off_the_fractions.map_or_else(String::new, |off| format!("{off:.1e}"));
        println!(
            "{:31} {:5} {:12.1e} {:9.1e} {:>14} {:7.0e}{}",
            run.lesson,
            run.space,
            run.off_the_formula,
            run.off_the_time,
            fractions,
            run.bound,
            if run.sound { "" } else { "   FAILED" },
        );
    }
    for run in all.iter().filter(|run| run.space == "f64") {
        for [velocity, surface] in &run.motions {
            println!("{:31} v = {velocity:.6} m/s, R w = {surface:.6} m/s", run.lesson);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lessons_on_spin_match_their_formulas() {
        let bounds = Bounds { space: "f64", bounces: 1e-13, slide: 2e-12, fractions: 1e-7 };
        let all = play::<DVec2>(&RunArgs::default(), bounds);
        assert_eq!(all.len(), 2);
        assert!(all.iter().all(SpinSummary::is_sound), "{all:?}");
        // Garwin's superball comes back with 333/343 of its velocity.
        assert!((all[0].motions[2][0] + 3.33).abs() < 1e-7, "{:?}", all[0].motions);
        assert!((all[0].motions[2][1] - 1.30).abs() < 1e-7, "{:?}", all[0].motions);
        // The disc returns with half of its velocity.
        assert!((all[1].motions[0][0] + 2.5).abs() < 1e-12, "{:?}", all[1].motions);
    }
}
