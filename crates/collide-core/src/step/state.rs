//! What the serial event loop keeps while a step is made.

pub(crate) mod event_queue;
pub(crate) mod motion_bounds;
