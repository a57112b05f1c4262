//! Executors: what divides the work of a step among threads. The result is the same to the bit.
//!
//! What is done for every body at the beginning and at the end of a step is divided among threads. The events
//! between are so where many bodies fly freely and do nothing but collide, in a space without gravity that does not
//! repeat; elsewhere they are handled one after the other. Of few bodies nothing is divided.

use std::fmt::Debug;
#[cfg(feature = "rayon")]
use std::sync::atomic::{AtomicUsize, Ordering};
#[cfg(feature = "rayon")]
use std::sync::{Mutex, PoisonError};

/// How often a thread lets others go on before it waits for them.
#[cfg(feature = "rayon")]
const YIELDS: u32 = 500;

/// A piece of work that can be done beside others.
pub type Task<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Does several pieces of work, at once if it can. Implement it to give a [`Stepper`](crate::step::Stepper)
/// the threads of your own pool; with the feature `rayon` its pools are executors.
///
/// # Example
/// ```
/// use collide_core::executor::{Executor, Serial, Task};
///
/// let mut halves = [0, 0];
/// let tasks = halves.iter_mut().map(|half| Box::new(move || *half = 21) as Task);
/// Serial.run(tasks.collect());
/// assert_eq!(halves.iter().sum::<i32>(), 42);
/// ```
pub trait Executor: Debug + Send + Sync {
    /// Into how many pieces work should be divided.
    fn threads(&self) -> usize;

    /// How many bodies a piece of work has at least; half as many where events are divided too. The default is for
    /// pools that take as long to hand work to another thread as to do it for fewer; for a pool of which the threads are
    /// soon at work, as those of rayon, half of it is better.
    fn min_bodies_per_task(&self) -> usize {
        16_384
    }

    /// Does all of them, in any order, and returns when the last is done.
    fn run(&self, tasks: Vec<Task<'_>>);
}

/// One piece of work after the other, on the thread that asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Serial;

impl Executor for Serial {
    fn threads(&self) -> usize {
        1
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        tasks.into_iter().for_each(|task| task());
    }
}

#[cfg(feature = "rayon")]
impl Executor for rayon::ThreadPool {
    fn threads(&self) -> usize {
        self.current_num_threads()
    }

    fn min_bodies_per_task(&self) -> usize {
        8_192
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        let helpers = usize::min(self.current_num_threads(), tasks.len()).saturating_sub(1);
        let tasks = Mutex::new(tasks.into_iter());
        let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || std::iter::from_fn(next).for_each(|task| task());
        let at_work = AtomicUsize::new(helpers);
        self.in_place_scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|_| {
                    work();
                    at_work.fetch_sub(1, Ordering::Release);
                });
            }
            // The thread that would wait works too: with all of the pool there would be one more than there should.
            work();
            // A sleeping thread takes long to wake, and the others are nearly done.
            for _ in 0..YIELDS {
                if at_work.load(Ordering::Acquire) == 0 {
                    break;
                }
                std::thread::yield_now();
            }
        });
    }
}

/// Into how many pieces the work for so many bodies is divided.
pub(crate) fn pieces(executor: &dyn Executor, bodies: usize) -> usize {
    executor.threads().min(bodies / executor.min_bodies_per_task().max(1)).max(1)
}

/// Does the same for all of these, and tells what comes of each, in their order.
pub(crate) fn map<T: Send, R: Default + Send>(
    executor: &dyn Executor,
    all: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    map_beside(executor, None::<fn()>, all, work)
}

/// Does the same for all of these, beside something else, with which it is begun.
pub(crate) fn map_beside<T: Send, R: Default + Send>(
    executor: &dyn Executor,
    other: Option<impl FnOnce() + Send>,
    all: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let all: Vec<T> = all.collect();
    let mut results: Vec<R> = Vec::new();
    results.resize_with(all.len(), R::default);
    let work = &work;
    let mut tasks: Vec<Task<'_>> = Vec::new();
    tasks.extend(other.map(|other| Box::new(other) as Task<'_>));
    for (one, result) in all.into_iter().zip(&mut results) {
        tasks.push(Box::new(move || *result = work(one)));
    }
    executor.run(tasks);
    results
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Divides work into two, pieces of so many bodies at least, and does the second first.
    #[derive(Debug)]
    pub(crate) struct Two(pub(crate) usize);

    impl Executor for Two {
        fn threads(&self) -> usize {
            2
        }

        fn min_bodies_per_task(&self) -> usize {
            self.0
        }

        fn run(&self, tasks: Vec<Task<'_>>) {
            tasks.into_iter().rev().for_each(|task| task());
        }
    }
}
