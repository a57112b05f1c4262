//! The exchange between components and the simulation: what was last read and written, and what the game has changed
//! since.

pub(crate) mod table_rows;
pub(crate) mod synced_body;
pub(crate) mod write_log;
pub(crate) mod deferred;
pub(crate) mod changes;
