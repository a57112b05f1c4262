//! What the serial event loop keeps while a step is made.

pub(crate) mod event_queue;
pub(crate) mod motion_bounds;
pub(crate) mod predictions;
pub(crate) mod search;
pub(crate) mod body_motions;
pub(crate) mod piles;
pub(crate) mod backoff;
