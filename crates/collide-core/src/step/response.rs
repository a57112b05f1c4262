//! Applies events to bodies: bounces, contacts, crossings and holds. Each body that is rewritten is listed, and the
//! caller predicts it anew.

pub(crate) mod handling;
pub(crate) mod join;
pub(crate) mod deflect;
pub(crate) mod own_events;
pub(crate) mod regions;
pub(crate) mod plastic;
pub(crate) mod collide;
pub(crate) mod free;
