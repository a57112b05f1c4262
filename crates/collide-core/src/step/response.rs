//! Applies events to bodies: bounces, contacts, crossings and holds.

pub(crate) mod legs;
pub(crate) mod overlaps;
pub(crate) mod regions;
pub(crate) mod held;
pub(crate) mod collide;
pub(crate) mod free;
