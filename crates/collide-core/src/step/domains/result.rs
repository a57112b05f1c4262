//! The result of a domain in a step.

use crate::report::Report;
use crate::step::domains::causal_bound::DomainLog;
use crate::vector::Vector;

/// The report of a domain, and the log of what was done there.
#[derive(Clone, Debug)]
pub(crate) struct DomainResult<V: Vector> {
    pub(crate) report: Report<V>,
    pub(crate) log: DomainLog<V>,
}

impl<V: Vector> Default for DomainResult<V> {
    fn default() -> Self {
        Self { report: Report::default(), log: DomainLog::default() }
    }
}
