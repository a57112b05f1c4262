//! Finds the bodies that may meet, and predicts the next event of each pair.
//!
//! ```text
//! broad_phase    motions and their bounds -> pairs that are near
//! suppressed     pairs of a pile that wait for its solver
//! impact_time    two stored states -> the time of their impact
//! crossing       the same for sensors, absorbers and gates
//! support_end    the end of a face on which a body lies
//! predict        all of these -> the event queue
//! all_pairs      the same for all bodies, when a step begins
//! ```

pub(crate) mod impact_time;
pub(crate) mod broad_phase;
pub(crate) mod suppressed;
pub(crate) mod crossing;
pub(crate) mod support_end;
pub(crate) mod prefetch;
pub(crate) mod predict;
pub(crate) mod all_pairs;
