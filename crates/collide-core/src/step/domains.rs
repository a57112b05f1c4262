//! Domains: parts of space with events that are handled apart from each other, on several threads or one after the other.

pub(crate) mod tuning;
pub(crate) mod partition;
pub(crate) mod causal_bound;
pub(crate) mod result;
pub(crate) mod worker;
pub(crate) mod state;
pub(crate) mod speculative_run;
pub(crate) mod merge_reports;
pub(crate) mod decision;
pub(crate) mod run;
