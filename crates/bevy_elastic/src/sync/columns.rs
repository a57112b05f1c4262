//! How are the columns of tables written, in pieces and on several threads?

use bevy_ecs::change_detection::{ContiguousComponentTicksMut, ContiguousMut, Tick};
use collide_core::executor::{Executor, Task};

/// How many bodies are in a piece. What is done for fewer takes no longer than to hand it to another thread.
const PIECE: usize = 2048;

/// A column of which nobody asks when it was changed.
pub(crate) fn unwatched<T>(column: ContiguousMut<'_, T>) -> &mut [T] {
    ContiguousMut::bypass_change_detection_split(column).0
}

/// A column of which changes are noted.
pub(crate) struct Watched<'w, T> {
    values: &'w mut [T],
    ticks: ContiguousComponentTicksMut<'w>,
}

impl<'w, T> Watched<'w, T> {
    pub(crate) fn new(column: ContiguousMut<'w, T>) -> Self {
        let (values, ticks) = ContiguousMut::bypass_change_detection_split(column);
        Self { values, ticks }
    }

    pub(crate) fn rows(&mut self) -> Rows<'_, T> {
        (self.values, self.ticks.changed_mut())
    }
}

/// Some values of a column, and when they were changed.
pub(crate) type Rows<'a, T> = (&'a mut [T], &'a mut [Tick]);

/// A component of one entity, of which a change is noted by hand.
pub(crate) struct Cell<'a, T> {
    pub(crate) value: &'a mut T,
    changed: &'a mut Tick,
    now: Tick,
}

/// Each of some values; those that are written are changed `now`.
pub(crate) fn cells<'a, T>(
    (values, changed): Rows<'a, T>,
    now: Tick,
) -> impl Iterator<Item = Cell<'a, T>> {
    values.iter_mut().zip(changed).map(move |(value, changed)| Cell { value, changed, now })
}

impl<T> Cell<'_, T> {
    pub(crate) fn last_changed(&self) -> Tick {
        *self.changed
    }

    pub(crate) fn note_change(&mut self) {
        *self.changed = self.now;
    }

    pub(crate) fn set(&mut self, value: T) {
        *self.value = value;
        self.note_change();
    }
}

/// What can be divided between two rows.
pub(crate) trait Divide: Sized {
    fn rows(&self) -> usize;
    fn divide(self, at: usize) -> (Self, Self);
}

impl<T> Divide for &mut [T] {
    fn rows(&self) -> usize {
        self.len()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        self.split_at_mut(at)
    }
}

impl<T> Divide for &[T] {
    fn rows(&self) -> usize {
        self.len()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        self.split_at(at)
    }
}

impl<A: Divide, B: Divide> Divide for (A, B) {
    fn rows(&self) -> usize {
        self.0.rows()
    }

    fn divide(self, at: usize) -> (Self, Self) {
        let ((a, c), (b, d)) = (self.0.divide(at), self.1.divide(at));
        ((a, b), (c, d))
    }
}

/// Does something with all rows of a table, in pieces if there are several threads, and tells whether any of it came
/// true.
pub(crate) fn in_pieces<T: Divide + Send>(
    executor: &dyn Executor,
    table: T,
    work: impl Fn(T) -> bool + Sync,
) -> bool {
    let mut rest = table;
    if executor.threads() == 1 || rest.rows() <= PIECE {
        return work(rest);
    }
    let mut pieces = Vec::new();
    while rest.rows() > PIECE {
        let (piece, others) = rest.divide(PIECE);
        pieces.push(piece);
        rest = others;
    }
    pieces.push(rest);
    let mut came_true = vec![false; pieces.len()];
    let work = &work;
    let tasks = pieces.into_iter().zip(&mut came_true);
    let tasks = tasks.map(|(piece, truth)| Box::new(move || *truth = work(piece)) as Task<'_>);
    executor.run(tasks.collect());
    came_true.contains(&true)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Does the last piece first.
    #[derive(Debug)]
    struct Backwards;

    impl Executor for Backwards {
        fn threads(&self) -> usize {
            2
        }

        fn run(&self, tasks: Vec<Task<'_>>) {
            tasks.into_iter().rev().for_each(|task| task());
        }
    }

    #[test]
    fn every_row_is_in_one_piece_beside_what_belongs_to_it() {
        for rows in [0, 1, PIECE, PIECE + 1, 5 * PIECE + 7] {
            let (mut names, mut counts) = ((0..rows).collect::<Vec<_>>(), vec![0; rows]);
            let last = rows.checked_sub(1);
            let found = in_pieces(&Backwards, (&mut names[..], &mut counts[..]), |piece| {
                piece.0.iter().zip(piece.1).for_each(|(name, count)| *count += name + 1);
                piece.0.last().copied() == last && last.is_some()
            });
            assert!(counts.iter().copied().eq(1..=rows), "{rows}");
            assert_eq!(found, rows > 0, "{rows}");
        }
    }
}
