//! A future is what happens: to the bit, event by event, with any number of threads and any end.

use std::sync::Arc;

use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::generator::{self, pick};
use collide_core::executor::{Executor, Serial};
use collide_core::forecast::{Ending, Forecaster, Forecasters, Outlook, Paths, Question, Until};
use collide_core::measure::state_hash;
use collide_core::report::{Event, Leg};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::DVec2;

/// What is compared of a future.
#[derive(Clone, Debug, PartialEq)]
struct Answer<V: Vector> {
    events: Vec<(u32, Event<V>)>,
    legs: Vec<(u32, Leg<V>)>,
    steps: u32,
    ending: Ending,
    state: u64,
}

impl<V: Vector> Answer<V> {
    fn of(future: &Outlook<'_, V>) -> Self {
        Self {
            events: future.events.to_vec(),
            legs: future.legs.to_vec(),
            steps: future.steps,
            ending: future.ending,
            state: state_hash(future.end),
        }
    }
}

/// The question of a number: a body, its velocity, and an end.
fn ask<V: Vector>(number: usize, world: &mut World<V>) -> Question<V> {
    let mut random = Random::new(number as u64);
    let ids: Vec<BodyId> = world.ids().collect();
    let [one, two] = [(); 2].map(|()| pick(&mut random, &ids));
    let _ = world.edit(one, |body| body.velocity = random.vector(3.0));
    let until = match number % 6 {
        0 => Until::Rest,
        1 => Until::Steps,
        2 => Until::Touch([one, two]),
        3 => Until::Leaves(one),
        4 => Until::Stops(one),
        _ => Until::event(|event| event.time() > 0.01),
    };
    let paths = [Paths::None, Paths::Of(vec![one]), Paths::All];
    Question::new(1.0 / 60.0, 30).until(until).paths(paths[number % 3].clone())
}

/// The events of the game that is played, up to so many steps.
fn played<V: Vector>(
    world: &World<V>,
    stepper: &Stepper<V>,
    number: usize,
    steps: u32,
) -> (Vec<(u32, Event<V>)>, u64) {
    let mut world = world.clone();
    let (question, mut stepper) = (ask(number, &mut world), stepper.with_same_settings());
    let mut events = Vec::new();
    for step in 0..steps {
        let report = stepper.step(&mut world, question.dt);
        events.extend(report.events.iter().map(|event| (step, *event)));
    }
    (events, state_hash(&world))
}

fn many_futures_match_the_games_on_any_threads<V: Vector>() {
    let mut endings = [0; 3];
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let traits = generator::traits(&mut random);
        let mut world = generator::world::<V>(&mut random, &traits);
        let mut stepper = Stepper::with_settings(generator::settings(&mut random, &traits));
        stepper.step(&mut world, 0.05);
        if world.ids().next().is_none() {
            continue;
        }
        let run = |executor: Arc<dyn Executor>| {
            let mut stepper = stepper.with_same_settings();
            stepper.executor = executor;
            Forecasters::new(&stepper).run(&world, 12, ask, |_, future| Answer::of(future))
        };
        let answers = run(Arc::new(Serial));
        for threads in [2, 8] {
            assert_eq!(
                run(Arc::new(SplitExecutor(threads))),
                answers,
                "seed {seed}, {threads} threads"
            );
        }
        let mut forecaster = Forecaster::new(&stepper);
        for (number, answer) in answers.iter().enumerate() {
            let (events, state) = played(&world, &stepper, number, answer.steps);
            assert_eq!((&events, state), (&answer.events, answer.state), "seed {seed}, {number}");
            let again = forecaster.ask(&world, |world| ask(number, world));
            assert_eq!(&Answer::of(&again), answer, "seed {seed}, {number}");
            endings[match answer.ending {
                Ending::Event(_) => 0,
                Ending::Rest => 1,
                Ending::Steps => 2,
            }] += 1;
        }
    }
    assert!(endings.iter().all(|count| *count > 5), "{endings:?}");
}

in_both_spaces!(many_futures_match_the_games_on_any_threads);

#[test]
fn future_of_no_steps_is_the_changed_world() {
    let mut random = Random::new(1);
    let traits = generator::traits(&mut random);
    let world = generator::world::<DVec2>(&mut random, &traits);
    let mut forecaster = Forecaster::new(&Stepper::new());
    let future = forecaster.run(&world, &Question::new(0.1, 0), |_| {});
    assert_eq!((future.steps, future.ending, future.end), (0, Ending::Steps, &world));
    // A step that cannot be made changes nothing.
    let future = forecaster.run(&world, &Question::new(f64::NAN, 9).until(Until::Steps), |_| {});
    assert_eq!((future.steps, future.events.len(), future.end), (9, 0, &world));
    assert!(Forecasters::new(&Stepper::new()).run(&world, 0, ask, |_, _| ()).is_empty());
}
