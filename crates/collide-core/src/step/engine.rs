//! The serial event loop's own state, and what rewrites the state of a body.

mod record;
pub(crate) mod regime;
pub(crate) mod legs;
pub(crate) mod wake;
mod rewrite;

pub(crate) use record::Engine;
