//! The three classics without a window: do they end as the formulas say?

use std::process::ExitCode;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Engine, Simulation};
use bevy_elastic::space::Space;
use collide_core::measure::{
    deepest_overlap, kinetic_energy, momentum, momentum_scale, state_hash,
};
use collide_core::vector::Vector;
use harness::args::RunArgs;
use serde::Serialize;

use crate::args::LabArgs;
use crate::formula::Encounter;
use crate::lesson::{Ball, Lesson, body, radius};

/// How long a lesson is played when nothing is said, in seconds of the game.
const SECONDS: f64 = 4.0;

/// What one lesson came to in one space.
#[derive(Clone, Debug, Serialize)]
struct Summary {
    lesson: &'static str,
    space: &'static str,
    impacts: usize,
    seconds: f64,
    velocities: [[f64; 2]; 2],
    off_the_formula: f64,
    off_the_time: f64,
    energy_drift: f64,
    momentum_drift: f64,
    gap_of_those_that_stay_together: Option<f64>,
    bound: f64,
    deepest_overlap: f64,
    limits_hit: usize,
    hash: String,
    sound: bool,
}

/// The impacts that were told and what else is watched in every tick.
#[derive(Resource, Default)]
struct Watch {
    impacts: Vec<(f64, DVec2)>,
    deepest_overlap: f64,
    limits_hit: usize,
}

fn watch<V: Space + Vector<Wide = DVec2>>(
    simulation: Res<Simulation<V>>,
    engine: Res<Engine<V>>,
    time: Res<Time<Elastic>>,
    mut watch: ResMut<Watch>,
) {
    // By now the clock tells the end of the tick.
    let start = (time.tick() as f64 - 1.0) * time.tick_seconds();
    let told = engine.report().impacts().map(|impact| (start + impact.time, impact.normal));
    watch.impacts.extend(told);
    watch.deepest_overlap = watch.deepest_overlap.max(deepest_overlap(simulation.world()));
    watch.limits_hit += engine.report().limits.len();
}

/// Plays the classics in f64 and in f32 and prints; fails if one is off.
#[must_use]
pub fn run(args: &LabArgs) -> ExitCode {
    let classics = [Lesson::Elastic, Lesson::Inelastic, Lesson::Oblique];
    let double = classics.map(|lesson| play::<DVec2>(lesson, &args.run, ("f64", 1e-12)));
    let single = classics.map(|lesson| play::<Vec2>(lesson, &args.run, ("f32", 1e-6)));
    let all: Vec<Summary> = double.into_iter().chain(single).collect();
    if args.run.json {
        match serde_json::to_string(&all) {
            Ok(line) => println!("{line}"),
            Err(error) => eprintln!("The summary could not be written: {error}"),
        }
    } else {
        print(&all);
    }
    if all.iter().all(|run| run.sound) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays a classic; nothing but its impact counts, so `--impacts 1` ends it there.
fn play<V: Space + Vector<Wide = DVec2>>(
    lesson: Lesson,
    args: &RunArgs,
    (space, bound): (&'static str, f64),
) -> Summary {
    let mut app = harness::window::headless();
    app.add_plugins(ElasticSpacePlugin::<V>::default())
        .init_resource::<Watch>()
        .add_systems(FixedPostUpdate, watch::<V>.in_set(ElasticSystems::Report));
    app.finish();
    app.cleanup();
    let start = lesson.balls();
    let entities = [0, 1]
        .map(|ball| app.world_mut().spawn(body::<V>(&start[ball], lesson.restitution())).id());
    // The first update only starts the clocks.
    app.update();
    let seconds = |app: &App| app.world().resource::<Time<Elastic>>().elapsed_secs_f64();
    let made = |app: &App| app.world().resource::<Watch>().impacts.len() as u64;
    while seconds(&app) < args.seconds.unwrap_or(SECONDS)
        && args.impacts.is_none_or(|most| made(&app) < most)
    {
        app.update();
    }
    let mut summary = summary::<V>(&app, lesson, entities);
    (summary.space, summary.bound) = (space, bound);
    summary.sound = summary.is_sound();
    summary
}

/// What the lesson came to, without a verdict.
fn summary<V: Space + Vector<Wide = DVec2>>(
    app: &App,
    lesson: Lesson,
    entities: [Entity; 2],
) -> Summary {
    let start = lesson.balls();
    let world = app.world();
    let state = entities.map(|entity| {
        let [place, velocity] = [
            world.get::<Position<V>>(entity).map(|place| place.0.widen()),
            world.get::<Velocity<V>>(entity).map(|velocity| velocity.0.widen()),
        ];
        (place.unwrap_or(DVec2::NAN), velocity.unwrap_or(DVec2::NAN))
    });
    let bodies = world.resource::<Simulation<V>>().world();
    let watch = world.resource::<Watch>();
    let (time, normal) = watch.impacts.first().copied().unwrap_or((f64::NAN, DVec2::NAN));
    let encounter = Encounter {
        masses: [start[0].mass, start[1].mass],
        before: [start[0].velocity, start[1].velocity],
        restitution: lesson.restitution(),
        normal,
    };
    let truth = encounter.after();
    let velocities = state.map(|(_, velocity)| velocity);
    let energy =
        start.iter().map(|ball| 0.5 * ball.mass * ball.velocity.length_squared()).sum::<f64>();
    let carried: DVec2 = start.iter().map(|ball| ball.velocity * ball.mass).sum();
    let reach = radius(start[0].mass) + radius(start[1].mass);
    let gap = (lesson == Lesson::Inelastic).then(|| state[0].0.distance(state[1].0) - reach);
    Summary {
        lesson: lesson.title(),
        space: "",
        impacts: watch.impacts.len(),
        seconds: world.resource::<Time<Elastic>>().elapsed_secs_f64(),
        velocities: velocities.map(|velocity| velocity.to_array()),
        off_the_formula: (0..2)
            .map(|ball| velocities[ball].distance(truth[ball]))
            .fold(0.0, f64::max),
        off_the_time: (time - touch(&start, reach)).abs(),
        energy_drift: (energy - encounter.energy_lost() - kinetic_energy(bodies)).abs() / energy,
        momentum_drift: (momentum(bodies) - carried).length() / momentum_scale(bodies),
        gap_of_those_that_stay_together: gap,
        bound: 0.0,
        deepest_overlap: watch.deepest_overlap / (2.0 * radius(1.0)),
        limits_hit: watch.limits_hit,
        hash: format!("{:016x}", state_hash(bodies)),
        sound: false,
    }
}

/// When two balls touch, in seconds: the smaller root of `|d + w t|^2 = r^2` with their offset `d` and
/// their relative velocity `w`.
fn touch(balls: &[Ball], reach: f64) -> f64 {
    let (offset, relative) =
        (balls[0].place - balls[1].place, balls[0].velocity - balls[1].velocity);
    let (a, b) = (relative.length_squared(), offset.dot(relative));
    let c = offset.length_squared() - reach * reach;
    // Both b and the root are of one sign where they approach, so nothing cancels.
    c / (-b + (b * b - a * c).sqrt())
}

impl Summary {
    fn is_sound(&self) -> bool {
        let errors = [
            self.off_the_formula,
            self.off_the_time,
            self.energy_drift,
            self.momentum_drift,
            self.gap_of_those_that_stay_together.unwrap_or(0.0).abs(),
            self.deepest_overlap,
        ];
        // A comparison with what is no number fails.
        errors.iter().all(|error| *error <= self.bound) && self.impacts == 1 && self.limits_hit == 0
    }
}

fn print(all: &[Summary]) {
    println!(
        "{:31} space  off formula  off time  energy drift  momentum drift      gap   bound",
        "classic"
    );
    for run in all {
        let gap = run.gap_of_those_that_stay_together;
        println!(
            "{:31} {:5} {:12.1e} {:9.1e} {:13.1e} {:15.1e} {:>8} {:7.0e}{}",
            run.lesson,
            run.space,
            run.off_the_formula,
            run.off_the_time,
            run.energy_drift,
            run.momentum_drift,
            gap.map_or_else(String::new, |gap| format!("{gap:.1e}")),
            run.bound,
            if run.sound { "" } else { "   BROKEN" },
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

    #[test]
    fn balls_touch_when_their_edges_meet() {
        let ball = |x: f64, speed: f64| Ball {
            mass: 1.0,
            place: DVec2::X * x,
            velocity: DVec2::X * speed,
        };
        // A gap of 3 closes at 2 m/s.
        assert_eq!(touch(&[ball(0.0, 2.0), ball(4.0, 0.0)], 1.0), 1.5);
    }
}
