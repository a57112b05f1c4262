//! The systems of the plugin, in the order of a tick, and the system sets that order them.

pub(crate) mod schedule;
pub(crate) mod spawn;
mod body_components;
pub(crate) mod gather;
pub(crate) mod integrate;
pub(crate) mod detect;
pub(crate) mod respond;
mod leg_states;
pub(crate) mod paths;
pub(crate) mod scatter;
mod observers;
pub(crate) mod report;
pub(crate) mod interpolate;
pub(crate) mod turning;
pub(crate) mod orientation;

pub use schedule::ElasticSystems;
