//! The systems of the plugin and the system sets that order them.

pub(crate) mod schedule;
pub(crate) mod gather;
pub(crate) mod integrate;
pub(crate) mod detect;
pub(crate) mod respond;
pub(crate) mod interpolate;
pub(crate) mod scatter;
pub(crate) mod report;

pub use schedule::ElasticSystems;
