//! What happens in the next `dt` seconds?
//!
//! ```text
//! integrate   the acceleration each body flies with in this step
//! detect      places along the paths -> candidate pairs -> earliest impacts inside the step
//! respond     take the earliest; fly its two bodies to it; respond; predict those two again
//!             until the step is full; fly everyone to its end
//! ```
//!
//! A body's state is rewritten only at its own events and at the end of the step, and the time of a
//! pair's impact is a function of the two stored states alone. So events that share no body commute
//! bit for bit, ties are broken by (time, kind, keys), and neither the order of storage nor the way
//! in which candidates were found can change a result.
//!
//! That is the continuous method, and the default. For teaching and for comparison there is the
//! textbook's as well, [`Method::Discrete`], behind the same face.

mod settings;
mod pair;
mod solver;
mod state;
mod engine;
mod regime;
mod prediction;
mod response;
mod piles;
mod event_loop;
mod discrete;
mod tracking;
mod domains;
mod finish;
mod stepper;

pub use settings::Settings;
pub use settings::method::{Discrete, Method, Separation};
pub use settings::rules::{Hook, Pair, Rules};
pub use stepper::{Outcome, Stepper};
