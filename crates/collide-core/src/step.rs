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

use crate::report::Report;
use crate::vector::Vector;
use crate::world::World;

mod settings;
mod pair;
mod solver;
mod state;
mod stepper;
mod prediction;
mod response;
mod piles;
mod event_loop;
mod discrete;
mod tracking;
mod domains;
mod finish;
mod stages;

pub use settings::method::{Discrete, Method, Separation};
pub use settings::rules::{Hook, Pair, Rules};
pub use stepper::{Outcome, Settings, Stepper};

impl<V: Vector> Stepper<V> {
    /// Makes a whole step of `dt` seconds. An interrupted step is finished instead, whatever `dt` is.
    ///
    /// A `dt` that is NaN, infinite or not above zero makes no step, and the report is empty.
    pub fn step(&mut self, world: &mut World<V>, dt: f64) -> &Report<V> {
        self.integrate(world, dt);
        self.detect(world);
        let _finished = self.respond(world, u64::MAX);
        &self.report
    }

    /// Goes on with an interrupted step for at most `events` events. The report begins anew.
    pub fn resume(&mut self, world: &mut World<V>, events: u64) -> Outcome {
        let dt = world.progress.map_or(0.0, |progress| progress.dt);
        self.integrate(world, dt);
        self.detect(world);
        self.respond(world, events)
    }
}
