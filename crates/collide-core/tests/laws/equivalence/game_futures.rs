//! Futures of games: each is what `forecast` returns and what is then played, event by event, with any number of threads.

use std::sync::Arc;

use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::worlds::games::{self, Game};
use collide_core::executor::{Executor, Serial};
use collide_core::forecast::{Forecasters, Question, Until, forecast};
use collide_core::measure::state_hash;
use collide_core::report::Event;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

const DT: f64 = 1.0 / 60.0;

/// The question of a number: how the ball begins, and what ends it.
fn ask<V: Vector>(ball: BodyId, speed: f64, number: usize, world: &mut World<V>) -> Question<V> {
    let mut random = Random::new(number as u64);
    world.edit(ball, |body| body.velocity = random.vector(speed)).unwrap();
    let until = match number % 4 {
        0 => Until::Rest,
        1 => Until::Leaves(ball),
        2 => Until::event(
            move |event| matches!(event, Event::Impact(it) if it.bodies.contains(&ball)),
        ),
        _ => Until::Steps,
    };
    Question::new(DT, 90).until(until)
}

/// Compares so many futures of a game. Returns how many events they have.
fn compare<V: Vector>(game: &Game<V>, count: usize) -> usize {
    let Game { name, world, ball, speed } = game;
    let run = |executor: Arc<dyn Executor>| {
        let mut stepper = Stepper::new();
        stepper.executor = executor;
        let ask = |number: usize, world: &mut World<V>| ask(*ball, *speed, number, world);
        Forecasters::new(&stepper).run(world, count, ask, |_, future| {
            (future.events.to_vec(), future.steps, state_hash(future.end))
        })
    };
    let answers = run(Arc::new(Serial));
    for threads in [2, 8] {
        assert!(run(Arc::new(SplitExecutor(threads))) == answers, "{name}: {threads} threads");
    }
    for (number, (events, steps, state)) in answers.iter().enumerate() {
        let (mut played, mut stepper) = (world.clone(), Stepper::new());
        ask(*ball, *speed, number, &mut played);
        let foreseen = forecast(&played, &stepper, DT, *steps);
        let mut happened = Vec::new();
        for step in 0..*steps {
            let report = stepper.step(&mut played, DT);
            happened.extend(report.events.iter().map(|event| (step, *event)));
        }
        assert!(happened == *events, "{name}: {number} is not what happens");
        assert!(foreseen.events == *events, "{name}: {number} is not the forecast");
        assert_eq!(state_hash(&played), *state, "{name}: {number}");
    }
    answers.iter().map(|(events, ..)| events.len()).sum()
}

/// `FUTURES=1000` compares so many of each game; by default there are a few.
#[test]
fn futures_of_ten_games_are_what_happens() {
    let count = std::env::var("FUTURES").map_or(12, |count| count.parse().unwrap());
    let mut events: Vec<usize> =
        games::in_plane().iter().map(|game| compare(game, count)).collect();
    events.push(compare(&games::in_space(), count));
    assert!(events.iter().all(|it| *it >= count), "{events:?}");
}
