//! What cannot be had: bodies without room, and more events than a step can count.
//!
//! ```text
//! over_budget     events are counted; a body with too many in a step is held in place until it ends
//! held            what touches a held body is held too; a moving wall carries a held body along
//! overlaps        bodies that were put into others: they are marked, reported, and moved apart
//! passed_over     a moving wall passes over a body that it presses against what does not give way
//! moving_walls    in a pile the force of a moving wall has a limit, by which that is found
//! parting         bodies without room part upwards, and without friction
//! ```
//!
//! A body comes out of a wall that stands on a path of its own: `ComesOut` of `PileState`. Bodies over budget are reported as
//! limits, and those that overlap deeply as such.

pub(crate) mod parting;
pub(crate) mod overlaps;
pub(crate) mod passed_over;
pub(crate) mod moving_walls;
pub(crate) mod over_budget;
pub(crate) mod held;
