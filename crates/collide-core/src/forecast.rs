//! Forecasts: the same step, run ahead on a copy of the world.
//!
//! ```text
//! question     what is asked: how far, until when, with which paths
//! forecaster   one future after another, in the same memory
//! many         many futures, on several threads
//! ```

mod question;
mod forecaster;
mod many;

use crate::report::{Event, Leg};
use crate::step::Stepper;
use crate::vector::Vector;
use crate::world::World;

pub use forecaster::{Forecaster, Outlook};
pub use many::Forecasters;
pub use question::{Ending, IsWanted, Paths, Question, Until};

/// The future of a world.
#[derive(Clone, Debug)]
pub struct Forecast<V: Vector> {
    /// What will happen, each event with the number of its step, counted from the next one as 0.
    pub events: Vec<(u32, Event<V>)>,
    /// The paths of the bodies that move, each with the number of its step.
    pub legs: Vec<(u32, Leg<V>)>,
    /// How many steps were made.
    pub steps: u32,
    /// The world after them.
    pub end: World<V>,
}

/// Runs a copy of `world` ahead until nothing moves, for at most `steps` steps of `dt` seconds. The
/// first step is made in any case: it tells of balls that were put into a sensor or a pocket. Steps are
/// made as `stepper` makes them. For other ends, and for many futures, there is the [`Forecaster`].
///
/// To ask "what if", change a clone of the world first. The forecast of a world that then makes the
/// same steps agrees with what happens to the bit, since it is the same code on the same state.
///
/// # Example
/// ```
/// use collide_core::{body::Body, forecast::forecast, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let ball = Body { velocity: DVec2::X, rolling_resistance: 0.5, ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
/// let ball = world.add(ball).unwrap();
/// let future = forecast(&world, &Stepper::new(), 0.25, 100);
/// assert_eq!(future.steps, 8);
/// assert_eq!(future.end.body(ball).unwrap().position, DVec2::X);
/// ```
#[must_use]
pub fn forecast<V: Vector>(
    world: &World<V>,
    stepper: &Stepper<V>,
    dt: f64,
    steps: u32,
) -> Forecast<V> {
    let mut forecaster = Forecaster::new(stepper);
    let steps = forecaster.run(world, &Question::new(dt, steps).paths(Paths::All), |_| {}).steps;
    let Forecaster { events, legs, world: end, .. } = forecaster;
    Forecast { events, legs, steps, end }
}
