//! An executor that splits the work of a step into any number of pieces.

use std::sync::LazyLock;

use collide_core::executor::{Executor, Task};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of three threads that splits work into this number of pieces.
#[derive(Debug)]
pub struct SplitExecutor(pub usize);

impl Executor for SplitExecutor {
    fn threads(&self) -> usize {
        self.0
    }

    fn min_bodies_per_task(&self) -> usize {
        1
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        static POOL: LazyLock<ThreadPool> =
            LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().unwrap());
        POOL.run(tasks);
    }
}
