//! The executor that runs the work of a tick on Bevy's compute threads, so that a game has one thread pool.

use bevy_tasks::ComputeTaskPool;
use collide_core::executor::{Executor, Serial, Task};

/// Bevy's compute task pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComputePool;

impl Executor for ComputePool {
    fn threads(&self) -> usize {
        // The thread that waits for the others works too.
        ComputeTaskPool::try_get().map_or(1, |pool| pool.thread_num() + 1)
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        let Some(pool) = ComputeTaskPool::try_get() else { return Serial.run(tasks) };
        pool.scope(|scope| {
            for task in tasks {
                scope.spawn(async move { task() });
            }
        });
    }
}
