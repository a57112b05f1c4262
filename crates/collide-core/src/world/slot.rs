//! A slot: a body with its state, what constrains it, and how it moves between its events.

mod dynamics;
mod shared_body;
mod record;
mod in_pile;
mod contact_changes;
mod predicates;
mod on_cloth;
mod spinning;
mod sliding;
mod turning;
mod motion;
mod quiet;
mod obstacle;

pub(crate) use dynamics::Dynamics;
pub(crate) use motion::Environment;
pub(crate) use obstacle::Obstacle;
pub(crate) use record::Slot;
pub(super) use shared_body::{SharedBodies, bounds_of};
