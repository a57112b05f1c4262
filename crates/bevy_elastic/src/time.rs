//! The clock of the simulation, `Time<Elastic>`: speed, pause, single ticks and the search for the next impact.

mod interval;
mod clock;
pub(crate) mod tick;

pub use clock::{DEFAULT_SEEK_SECONDS, Elastic, ElasticTime, SeekStatus};
