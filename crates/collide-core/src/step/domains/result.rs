//! What came of a domain in a step.

use crate::report::Report;
use crate::step::domains::causal_bound::Done;
use crate::vector::Vector;

/// What was reported of a domain in a step, and what was done.
#[derive(Clone, Debug)]
pub(crate) struct Domain<V: Vector> {
    pub(crate) report: Report<V>,
    pub(crate) done: Done<V>,
}

impl<V: Vector> Default for Domain<V> {
    fn default() -> Self {
        Self { report: Report::default(), done: Done::default() }
    }
}
