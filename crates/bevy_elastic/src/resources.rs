//! The resources that a game sets: the configuration of the step, gravity, the period of a space, and the
//! hook that is called for each pair.

mod config;
mod gravity;
mod period;
pub(crate) mod pair_hook;

pub use config::{CombineRule, ElasticConfig, Method, Separation};
pub use gravity::Gravity;
pub use pair_hook::{EntityPair, PairHook};
pub use period::Period;
