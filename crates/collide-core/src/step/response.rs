//! Applies events to bodies: bounces, contacts, crossings and holds. Each body that is rewritten is listed, and the
//! caller predicts it anew.
//!
//! ```text
//! collide        two solid bodies touch: what it amounts to, and what follows
//! free           the same of balls that fly freely, fast
//! deflect        changes the velocities of both
//! join           a body meets a member of a pile: the member keeps its path
//! plastic        a slow touch in a pile
//! own_events     a body stops, rolls, sticks, leaves a face, or wraps around
//! regions        sensors, absorbers and gates; bodies that break
//! ```

pub(crate) mod handling;
pub(crate) mod join;
pub(crate) mod deflect;
pub(crate) mod own_events;
pub(crate) mod regions;
pub(crate) mod plastic;
pub(crate) mod collide;
pub(crate) mod free;
