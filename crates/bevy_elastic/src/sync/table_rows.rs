//! Access to the columns of component tables, a row at a time, in chunks and on several threads.

use bevy_ecs::change_detection::{ContiguousComponentTicksMut, ContiguousMut, Tick};
use collide_core::executor::{Executor, Task};

/// The number of rows in a chunk. Work on fewer rows takes no longer than to hand it to another thread.
const ROWS_PER_CHUNK: usize = 2048;

/// The values of a column, without change detection.
pub(crate) fn values_of<T>(column: ContiguousMut<'_, T>) -> &mut [T] {
    ContiguousMut::bypass_change_detection_split(column).0
}

/// A column of which changes are recorded by hand.
pub(crate) struct ColumnMut<'w, T> {
    values: &'w mut [T],
    ticks: ContiguousComponentTicksMut<'w>,
}

impl<'w, T> ColumnMut<'w, T> {
    pub(crate) fn new(column: ContiguousMut<'w, T>) -> Self {
        let (values, ticks) = ContiguousMut::bypass_change_detection_split(column);
        Self { values, ticks }
    }

    pub(crate) fn rows(&mut self) -> RowsMut<'_, T> {
        (self.values, self.ticks.changed_mut())
    }
}

/// Values of a column, and the ticks at which they were last changed.
pub(crate) type RowsMut<'a, T> = (&'a mut [T], &'a mut [Tick]);

/// A component of one entity, of which a change is recorded by hand.
pub(crate) struct ComponentMut<'a, T> {
    pub(crate) value: &'a mut T,
    changed: &'a mut Tick,
    now: Tick,
}

/// The components in these rows; a change of them is recorded at the tick `now`.
pub(crate) fn components_mut<'a, T>(
    (values, changed): RowsMut<'a, T>,
    now: Tick,
) -> impl Iterator<Item = ComponentMut<'a, T>> {
    values.iter_mut().zip(changed).map(move |(value, changed)| ComponentMut { value, changed, now })
}

impl<T> ComponentMut<'_, T> {
    pub(crate) fn last_changed(&self) -> Tick {
        *self.changed
    }

    pub(crate) fn set_changed(&mut self) {
        *self.changed = self.now;
    }

    pub(crate) fn set(&mut self, value: T) {
        *self.value = value;
        self.set_changed();
    }
}

/// Rows that can be split in two.
pub(crate) trait SplitRows: Sized {
    fn row_count(&self) -> usize;
    fn split_rows(self, at: usize) -> (Self, Self);
}

impl<T> SplitRows for &mut [T] {
    fn row_count(&self) -> usize {
        self.len()
    }

    fn split_rows(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<T> SplitRows for &[T] {
    fn row_count(&self) -> usize {
        self.len()
    }

    fn split_rows(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl<A: SplitRows, B: SplitRows> SplitRows for (A, B) {
    fn row_count(&self) -> usize {
        self.0.row_count()
    }

    fn split_rows(self, at: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.split_rows(at), self.1.split_rows(at));
        ((a, b), (c, d))
    }
}

/// Calls `work` on all rows of a table, in chunks if there are several threads, and returns whether any call returned
/// `true`.
pub(crate) fn any_chunk<T: SplitRows + Send>(
    executor: &dyn Executor,
    table: T,
    work: impl Fn(T) -> bool + Sync,
) -> bool {
    let mut rest = table;
    if executor.threads() == 1 || rest.row_count() <= ROWS_PER_CHUNK {
        return work(rest);
    }
    let mut chunks = Vec::new();
    while rest.row_count() > ROWS_PER_CHUNK {
        let (chunk, others) = rest.split_rows(ROWS_PER_CHUNK);
        chunks.push(chunk);
        rest = others;
    }
    chunks.push(rest);
    let mut results = vec![false; chunks.len()];
    let work = &work;
    let tasks = chunks.into_iter().zip(&mut results);
    let tasks = tasks.map(|(chunk, result)| Box::new(move || *result = work(chunk)) as Task<'_>);
    executor.run(tasks.collect());
    results.contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the last task first.
    #[derive(Debug)]
    struct ReverseOrder;

    impl Executor for ReverseOrder {
        fn threads(&self) -> usize {
            2
        }

        fn run(&self, tasks: Vec<Task<'_>>) {
            tasks.into_iter().rev().for_each(|task| task());
        }
    }

    #[test]
    fn any_chunk_visits_each_row_once_with_its_partner() {
        for rows in [0, 1, ROWS_PER_CHUNK, ROWS_PER_CHUNK + 1, 5 * ROWS_PER_CHUNK + 7] {
            let (mut names, mut counts) = ((0..rows).collect::<Vec<_>>(), vec![0; rows]);
            let last = rows.checked_sub(1);
            let found = any_chunk(&ReverseOrder, (&mut names[..], &mut counts[..]), |chunk| {
                chunk.0.iter().zip(chunk.1).for_each(|(name, count)| *count += name + 1);
                chunk.0.last().copied() == last && last.is_some()
            });
            assert!(counts.iter().copied().eq(1..=rows), "{rows}");
            assert_eq!(found, rows > 0, "{rows}");
        }
    }
}
