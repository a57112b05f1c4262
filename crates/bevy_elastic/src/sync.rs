//! The exchange between components and the simulation: what was last read and written, and what has changed
//! since.

pub(crate) mod columns;
pub(crate) mod body_state;
pub(crate) mod deferred;
pub(crate) mod changes;
