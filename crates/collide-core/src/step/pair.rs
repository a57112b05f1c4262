//! Two bodies at a touch: what presses them together, how far around them contacts are looked for, and their meeting.

pub(crate) mod thresholds;
pub(crate) mod margins;
pub(crate) mod meeting;
pub(crate) mod bowl;
