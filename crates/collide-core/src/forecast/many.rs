//! Many futures of one world, on several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::executor::{Executor, Serial, map};
use crate::forecast::forecaster::{Forecaster, Outlook};
use crate::forecast::question::Question;
use crate::step::Stepper;
use crate::vector::Vector;
use crate::world::World;

/// Runs many futures of a world, and keeps the memory for it from one call to the next.
///
/// # Example
/// ```
/// use collide_core::forecast::{Forecasters, Question, Until};
/// use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
/// use glam::{DVec2, dvec2};
///
/// // A ball in a room, and a target: which of a thousand directions hit it within a second?
/// let mut world = World::<DVec2>::new();
/// world.add(Body::fixed(Shape::arena(dvec2(4.0, 2.0)), DVec2::ZERO)).unwrap();
/// let ball = world.add(Body::dynamic(Shape::ball(0.1), DVec2::ZERO)).unwrap();
/// let target = world.add(Body::fixed(Shape::ball(0.2), dvec2(3.0, 1.0))).unwrap();
///
/// let ask = |number: usize, world: &mut World<DVec2>| {
///     let velocity = 9.0 * DVec2::from_angle(number as f64 * 0.001 * std::f64::consts::TAU);
///     world.edit(ball, |body| body.velocity = velocity).unwrap();
///     Question::new(1.0 / 60.0, 60).until(Until::Touch([ball, target]))
/// };
/// let hits = Forecasters::new(&Stepper::new()).run(&world, 1000, ask, |_, future| future.last_event().is_some());
/// assert_eq!(hits.len(), 1000);
/// // Straight there, to within half a thousandth of a turn: atan(1/3) is 51.2 of them.
/// assert!(hits[51]);
/// ```
#[derive(Clone, Debug)]
pub struct Forecasters<V: Vector> {
    stepper: Stepper<V>,
    workspaces: Vec<Forecaster<V>>,
}

impl<V: Vector> Forecasters<V> {
    /// Forecasters that make steps with the settings and the hook of a stepper, on the threads of its executor.
    #[must_use]
    pub fn new(stepper: &Stepper<V>) -> Self {
        Self { stepper: stepper.with_same_settings(), workspaces: Vec::new() }
    }

    /// Runs `count` futures of copies of a world, and returns the answers in the order of their numbers.
    ///
    /// `ask` changes the copy for the future of a number and says what is asked; `answer` takes from the future what is wanted.
    /// Both are called on any thread and in any order. An answer depends on its number and the world alone, so it has the same
    /// bits with any number of threads.
    pub fn run<A: Send>(
        &mut self,
        world: &World<V>,
        count: usize,
        ask: impl Fn(usize, &mut World<V>) -> Question<V> + Sync,
        answer: impl Fn(usize, &Outlook<'_, V>) -> A + Sync,
    ) -> Vec<A> {
        let executor: Arc<dyn Executor> = Arc::clone(&self.stepper.executor);
        let threads = executor.threads().clamp(1, count.max(1));
        // Each future is run by one thread.
        let mut serial = self.stepper.with_same_settings();
        serial.executor = Arc::new(Serial);
        self.workspaces.resize_with(threads, || Forecaster::new(&serial));
        let next = AtomicUsize::new(0);
        let answers = map(&*executor, self.workspaces.iter_mut(), |forecaster| {
            let mut answers = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count {
                    return answers;
                }
                let future = forecaster.ask(world, |world| ask(number, world));
                answers.push((number, answer(number, &future)));
            }
        });
        let mut answers: Vec<(usize, A)> = answers.into_iter().flatten().collect();
        answers.sort_unstable_by_key(|(number, _)| *number);
        answers.into_iter().map(|(_, answer)| answer).collect()
    }
}
