//! The step: what happens to a world in the next `dt` seconds.
//!
//! ```text
//! integrate   the acceleration that each body flies with in this step
//! detect      bounds of the motions -> candidate pairs -> earliest events inside the step
//! respond     take the earliest event; fly its bodies to it; respond; predict them anew;
//!             until no event is left
//! finish      fly all bodies to the end of the step
//! ```
//!
//! The state of a body is rewritten only at its own events and at the end of the step, and the time of
//! impact of a pair is a function of the two stored states; in piles also of the contacts that were found when they were last
//! solved, which change for all bodies at once. So events that share no body commute
//! bit for bit, and ties are broken by time, kind and keys. Neither the order of storage, nor the way in
//! which candidates were found, nor the number of threads can change a result.
//!
//! [`Stepper`] makes each step by the strategy that suits the world: the serial event loop makes any
//! step; persistent tracking and domains make steps in which bodies do nothing but collide, faster and to
//! the same bits. Beside this continuous method there is the discrete one of the textbooks,
//! [`Method::Discrete`], for teaching and for comparison.

mod hook;
mod solver;
mod state;
mod engine;
mod touch;
mod prediction;
mod no_room;
mod response;
mod piles;
mod event_loop;
mod discrete;
mod tracking;
mod domains;
mod finish;
mod stepper;

pub use crate::settings::{Discrete, Method, Rules, Separation, Settings};
pub use hook::{Hook, Pair};
pub use stepper::{Outcome, Stepper};
