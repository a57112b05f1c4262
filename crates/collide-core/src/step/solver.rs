//! The solver of resting contacts: velocities by sequential impulses, then positions.

pub(crate) mod levels;
pub(crate) mod velocities;
pub(crate) mod position_correction;
pub(crate) mod scratch;
