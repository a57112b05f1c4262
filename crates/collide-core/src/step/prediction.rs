//! Finds the bodies that may meet, and predicts the next event of each pair.

pub(crate) mod impact_time;
pub(crate) mod broad_phase;
pub(crate) mod suppressed;
pub(crate) mod crossing;
pub(crate) mod support_end;
pub(crate) mod prefetch;
pub(crate) mod predict;
