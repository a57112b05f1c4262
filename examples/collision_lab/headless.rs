//! The lessons without a window, compared with their formulas.

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::SimulationStepper;
use bevy_elastic::space::Space;
use harness::args::RunArgs;
use harness::headless::{app, finish};
use harness::tally::{Tally, TallyPlugin};
use serde::Serialize;

use crate::args::LabArgs;
use crate::formula::Encounter;
use crate::lesson::{Ball, Lesson, body, radius};
use crate::spin::headless::{self as spin, Bounds, SpinSummary};

/// The default duration of a lesson, in seconds of game time.
const DEFAULT_SECONDS: f64 = 4.0;

/// The result of one lesson in one space.
#[derive(Clone, Debug, Serialize)]
struct Summary {
    lesson: &'static str,
    space: &'static str,
    velocities: [[f64; 2]; 2],
    off_the_formula: f64,
    off_the_time: f64,
    off_the_loss: f64,
    gap_of_those_that_stay_together: Option<f64>,
    bound: f64,
    sound: bool,
    #[serde(flatten)]
    tally: Tally,
}

/// The results of all lessons in both spaces.
#[derive(Clone, Debug, Serialize)]
struct Results {
    collisions: Vec<Summary>,
    throws: Vec<SpinSummary>,
}

impl Results {
    fn print(&self) {
        print(&self.collisions);
        spin::print(&self.throws);
    }
}

/// The first impact: its time in seconds, its normal and its energy loss in joules.
#[derive(Resource, Default)]
struct FirstImpact(Option<(f64, DVec2, f64)>);

fn record_first_impact<V: Space<Wide = DVec2>>(
    engine: Res<SimulationStepper<V>>,
    time: Res<Time<Elastic>>,
    mut first: ResMut<FirstImpact>,
) {
    // The clock is at the end of the tick.
    let start = (time.tick() as f64 - 1.0) * time.tick_seconds();
    let impact = engine.report().impacts().next();
    let impact = impact.map(|impact| (start + impact.time, impact.normal, impact.energy_lost));
    first.0 = first.0.or(impact);
}

/// Plays the lessons in f64 and in f32 and prints the results. The exit status is a failure if one deviates
/// from its formula.
#[must_use]
pub fn run(args: &LabArgs) -> ExitCode {
    let lessons = [Lesson::Elastic, Lesson::Inelastic, Lesson::Oblique];
    let double = lessons.map(|lesson| play::<DVec2>(lesson, &args.run, ("f64", 1e-12)));
    let single = lessons.map(|lesson| play::<Vec2>(lesson, &args.run, ("f32", 1e-6)));
    let collisions: Vec<Summary> = double.into_iter().chain(single).collect();
    let double = Bounds { space: "f64", bounces: 1e-13, slide: 2e-12, fractions: 1e-7 };
    let single = Bounds { space: "f32", bounces: 1e-6, slide: 1e-3, fractions: 2e-7 };
    let mut throws = spin::play::<DVec2>(&args.run, double);
    throws.extend(spin::play::<Vec2>(&args.run, single));
    let is_sound =
        collisions.iter().all(|run| run.sound) && throws.iter().all(SpinSummary::is_sound);
    let all = Results { collisions, throws };
    finish(&all, args.run.json, || all.print(), is_sound)
}

/// Plays a lesson. All results belong to its only impact, so `--impacts 1` is enough.
fn play<V: Space<Wide = DVec2>>(
    lesson: Lesson,
    args: &RunArgs,
    (space, bound): (&'static str, f64),
) -> Summary {
    let mut app = app::<V>();
    app.add_plugins(TallyPlugin::<V>::default())
        .init_resource::<FirstImpact>()
        .add_systems(FixedPostUpdate, record_first_impact::<V>.in_set(ElasticSystems::Report));
    let start = lesson.balls();
    let entities = [0, 1]
        .map(|ball| app.world_mut().spawn(body::<V>(&start[ball], lesson.restitution())).id());
    let tally = Tally::play::<V>(&mut app, &args.or_seconds(DEFAULT_SECONDS), |_| true);
    let (places, velocities): (Vec<DVec2>, Vec<DVec2>) =
        entities.into_iter().map(|entity| state::<V>(app.world(), entity)).unzip();
    let none = (f64::NAN, DVec2::NAN, f64::NAN);
    let (time, normal, lost) = app.world().resource::<FirstImpact>().0.unwrap_or(none);
    let encounter = Encounter {
        masses: [start[0].mass, start[1].mass],
        before: [start[0].velocity, start[1].velocity],
        restitution: lesson.restitution(),
        normal,
    };
    let off = velocities.iter().zip(encounter.after()).map(|(found, truth)| found.distance(truth));
    let reach = radius(start[0].mass) + radius(start[1].mass);
    let gap = (lesson == Lesson::Inelastic).then(|| places[0].distance(places[1]) - reach);
    let mut summary = Summary {
        lesson: lesson.title(),
        space,
        velocities: [velocities[0].to_array(), velocities[1].to_array()],
        // A sum and not a maximum, which would ignore NaN.
        off_the_formula: off.sum(),
        off_the_time: (time - time_of_contact(&start, reach)).abs(),
        off_the_loss: (lost - encounter.energy_lost()).abs(),
        gap_of_those_that_stay_together: gap,
        bound,
        sound: false,
        tally,
    };
    summary.sound = summary.is_sound();
    summary
}

/// The position and the velocity of a ball.
fn state<V: Space<Wide = DVec2>>(world: &World, ball: Entity) -> (DVec2, DVec2) {
    let place = world.get::<Position<V>>(ball).map(|place| place.0.widen());
    let velocity = world.get::<Velocity<V>>(ball).map(|velocity| velocity.0.widen());
    (place.unwrap_or(DVec2::NAN), velocity.unwrap_or(DVec2::NAN))
}

/// The time at which two balls touch, in seconds: the smaller root of `|d + w t|^2 = r^2` with their offset
/// `d` and their relative velocity `w`.
fn time_of_contact(balls: &[Ball], reach: f64) -> f64 {
    let (offset, relative) =
        (balls[0].position - balls[1].position, balls[0].velocity - balls[1].velocity);
    let (a, b) = (relative.length_squared(), offset.dot(relative));
    let c = offset.length_squared() - reach * reach;
    // For approaching balls -b is positive like the root, so nothing cancels.
    c / (-b + (b * b - a * c).sqrt())
}

impl Summary {
    fn is_sound(&self) -> bool {
        let gap = self.gap_of_those_that_stay_together.unwrap_or(0.0).abs();
        // A comparison with NaN is false.
        [self.off_the_formula, self.off_the_time, self.off_the_loss, gap]
            .iter()
            .all(|error| *error <= self.bound)
            && self.tally.impacts == 1
            && self.tally.is_sound(self.bound, self.bound * 2.0 * radius(1.0))
    }
}

fn print(all: &[Summary]) {
    println!(
        "{:31} space  off formula  off time  off loss  energy drift  momentum drift      gap   bound",
        "lesson"
    );
    for run in all {
        let gap = run.gap_of_those_that_stay_together;
        println!(
            "{:31} {:5} {:12.1e} {:9.1e} {:9.1e} {:13.1e} {:15.1e} {:>8} {:7.0e}{}",
            run.lesson,
            run.space,
            run.off_the_formula,
            run.off_the_time,
            run.off_the_loss,
            run.tally.energy_drift,
            run.tally.momentum_drift,
            gap.map_or_else(String::new, |gap| format!("{gap:.1e}")),
            run.bound,
            if run.sound { "" } else { "   FAILED" },
        );
    }
    for run in all.iter().filter(|run| run.space == "f64") {
        let [one, two] = run.velocities.map(DVec2::from_array);
        println!("{:31} velocities after: {one:.6} and {two:.6} m/s", run.lesson);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[test]
    fn collisions_are_those_of_the_formulas() {
        assert_eq!(run(&LabArgs::parse_from(["collision_lab", "--headless"])), ExitCode::SUCCESS);
    }

    #[test]
    fn time_of_contact_closes_the_gap() {
        let ball = |x: f64, speed: f64| Ball {
            mass: 1.0,
            position: DVec2::X * x,
            velocity: DVec2::X * speed,
        };
        // A gap of 3 closes at 2 m/s.
        assert_eq!(time_of_contact(&[ball(0.0, 2.0), ball(4.0, 0.0)], 1.0), 1.5);
    }
}
