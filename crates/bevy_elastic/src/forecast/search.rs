//! A search among many futures that goes on over frames.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use bevy_tasks::{AsyncComputeTaskPool, Task};
use collide_core::forecast::Forecaster;
use collide_core::step::Stepper;

use crate::forecast::outlook::{ForecastOutlook, Source};
use crate::forecast::request::ForecastRequest;
use crate::simulation::Simulation;
use crate::space::Space;

/// Runs the future of a number and stores its answer. It holds the memory of one thread.
type Worker = Box<dyn FnMut(usize) + Send>;

/// A search among futures, which [`Forecast::search`](crate::forecast::Forecast::search) begins. Keep it in a resource or a component,
/// and [`poll`](Self::poll) it in each frame.
///
/// # Example
/// ```
/// use bevy_ecs::prelude::*;
/// use bevy_elastic::forecast::{ForecastRequest, ForecastSearch};
/// use bevy_elastic::prelude::*;
/// use bevy_math::Vec2;
///
/// #[derive(Component)]
/// struct CueBall;
///
/// /// How many balls each shot pots.
/// #[derive(Resource)]
/// struct Thinking(ForecastSearch<usize>, Vec<Vec2>);
///
/// fn begin(cue_ball: Single<Entity, With<CueBall>>, forecast: Forecast, mut commands: Commands) {
///     let shots: Vec<Vec2> = (0..10_000u16).map(|it| 300.0 * Vec2::from_angle(f32::from(it))).collect();
///     let change = |shot: &Vec2| ForecastChange { velocity: Some(*shot), ..ForecastChange::of(*cue_ball) };
///     let requests = shots.iter().map(|shot| ForecastRequest::new([change(shot)], 640)).collect();
///     let search = forecast.search(requests, |future| {
///         future.events().filter(|it| matches!(it, bevy_elastic::events::ElasticEvent::SensorEntered(_))).count()
///     });
///     commands.insert_resource(Thinking(search, shots));
/// }
///
/// fn shoot(mut thinking: ResMut<Thinking>, mut velocity: Single<&mut Velocity, With<CueBall>>, mut commands: Commands) {
///     if let Some(potted) = thinking.0.poll(20) {
///         let best = (0..potted.len()).max_by_key(|shot| potted[*shot]);
///         velocity.0 = best.map_or(Vec2::ZERO, |shot| thinking.1[shot]);
///         commands.remove_resource::<Thinking>();
///     }
/// }
/// # bevy_ecs::system::assert_is_system(begin);
/// # bevy_ecs::system::assert_is_system(shoot);
/// ```
pub struct ForecastSearch<A> {
    shared: Arc<Shared<A>>,
    /// The work in the background. Where there are no threads the search works when it is polled.
    tasks: Vec<Task<()>>,
    worker: Option<Mutex<Worker>>,
    total: usize,
}

/// What the threads of a search share.
struct Shared<A> {
    answers: Mutex<Vec<Option<A>>>,
    /// The number of the next future.
    next: AtomicUsize,
    done: AtomicUsize,
    is_cancelled: AtomicBool,
}

impl<A: Send + 'static> ForecastSearch<A> {
    /// Begins a search from a state after so many ticks of `dt` seconds.
    pub(super) fn begin<V: Space>(
        simulation: Simulation<V>,
        (tick, dt): (u64, f64),
        stepper: &Stepper<V::Wide>,
        requests: Vec<ForecastRequest<V>>,
        answer: impl Fn(&ForecastOutlook<'_, V>) -> A + Send + Sync + 'static,
    ) -> Self {
        let total = requests.len();
        let shared = Arc::new(Shared {
            answers: Mutex::new((0..total).map(|_| None).collect()),
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            is_cancelled: AtomicBool::new(false),
        });
        let given = Arc::new((simulation, requests, answer));
        let worker = || -> Worker {
            let (given, shared, mut forecaster) =
                (Arc::clone(&given), Arc::clone(&shared), Forecaster::new(stepper));
            Box::new(move |number| {
                let (simulation, requests, answer) = &*given;
                let source = Source { simulation, tick, dt };
                let request = &requests[number];
                let future = forecaster.ask(&simulation.world, |world| source.ask(request, world));
                let answer = answer(&ForecastOutlook::new(&source, future));
                shared.answers.lock().unwrap_or_else(PoisonError::into_inner)[number] =
                    Some(answer);
                shared.done.fetch_add(1, Ordering::Release);
            })
        };
        let pool =
            if cfg!(target_arch = "wasm32") { None } else { AsyncComputeTaskPool::try_get() };
        let tasks = pool.map_or(Vec::new(), |pool| {
            let task = |_| {
                let (mut run, shared) = (worker(), Arc::clone(&shared));
                pool.spawn(async move {
                    while let Some(number) = shared.take(total) {
                        run(number);
                    }
                })
            };
            (0..pool.thread_num()).map(task).collect()
        });
        let worker = tasks.is_empty().then(|| Mutex::new(worker()));
        Self { shared, tasks, worker, total }
    }

    /// The answers in the order of the requests, once all futures have been run; only once. Until then `None`.
    ///
    /// Where there are no threads, as in a browser, each call runs at most `slice` futures; elsewhere none.
    ///
    /// # Panics
    /// If the function that answers has panicked, since there will never be all answers.
    pub fn poll(&mut self, slice: usize) -> Option<Vec<A>> {
        if let Some(worker) = &mut self.worker {
            let run = worker.get_mut().unwrap_or_else(PoisonError::into_inner);
            for _ in 0..slice {
                let Some(number) = self.shared.take(self.total) else { break };
                run(number);
            }
        }
        // A task that panics ends as one that has no more to do.
        let has_ended = !self.tasks.is_empty() && self.tasks.iter().all(Task::is_finished);
        if self.done() < self.total {
            assert!(!has_ended, "the answer to a future has panicked");
            return None;
        }
        let mut answers = self.shared.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let answers: Vec<A> = std::mem::take(&mut *answers).into_iter().flatten().collect();
        (answers.len() == self.total).then_some(answers)
    }
}

impl<A> ForecastSearch<A> {
    /// How many futures have been run.
    #[must_use]
    pub fn done(&self) -> usize {
        self.shared.done.load(Ordering::Acquire)
    }

    /// How many futures there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.total
    }
}

impl<A> Shared<A> {
    /// The number of a future that no thread has begun, if there is one and the search goes on.
    fn take(&self, total: usize) -> Option<usize> {
        if self.is_cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        (number < total).then_some(number)
    }
}

impl<A> Drop for ForecastSearch<A> {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
        // A future that has begun is run to its end, and its answer is dropped.
        self.tasks.drain(..).for_each(Task::detach);
    }
}

impl<A> fmt::Debug for ForecastSearch<A> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ForecastSearch({} of {})", self.done(), self.total)
    }
}
