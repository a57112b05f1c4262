//! One of several equal parts of the work for all bodies.

/// One of so many parts of all, each with its number.
pub(crate) fn nth_part<T>(all: &[T], [part, parts]: [usize; 2]) -> impl Iterator<Item = (u32, &T)> {
    let [start, end] = [part, part + 1].map(|it| all.len() * it / parts);
    (start as u32..).zip(&all[start..end])
}
