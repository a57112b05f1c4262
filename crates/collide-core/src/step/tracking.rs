//! Persistent tracking: balls that only collide are followed from step to step instead of being found anew.

pub(crate) mod tuning;
pub(crate) mod eligibility;
pub(crate) mod cells;
pub(crate) mod calendar_queue;
pub(crate) mod next_events;
pub(crate) mod trajectories;
pub(crate) mod tracker;
pub(crate) mod follow;
pub(crate) mod decision;
