//! Who does the work of a tick? Bevy's own threads, so that a game has one pool.

use bevy_tasks::ComputeTaskPool;
use collide_core::executor::{Executor, Serial, Task};

/// The threads with which Bevy runs systems.
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
