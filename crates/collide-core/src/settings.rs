//! How a step is made: the settings of a game, the method, and the rules for pairs.

mod method;
mod rules;
mod legs;

use crate::broad::BroadPhase;

pub use legs::Legs;
pub use method::{Discrete, Method, Separation};
pub use rules::Rules;

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// The method: exact events, or the textbook's overlaps.
    pub method: Method,
    /// How candidate pairs are found. It changes the speed and no result.
    pub broad: BroadPhase,
    /// How many events (impacts, stops) a body may have in a step, besides 64, for every second of
    /// the step. A body that has more is held in place until the step ends, and the report says so.
    ///
    /// So that no frame waits for a crowd, all crowds of a step share the budget of eight bodies, and two events for each body of
    /// the world: of that a touch of two bodies takes one for each of them that has had four events already, and a contact that is
    /// solved a quarter. Once it is spent, a body in the thick of a crowd waits for the next step at its next event, with the
    /// velocity that it has: the crowd goes on more slowly, and what is outside of it stays exact.
    ///
    /// Less than one, or NaN, counts as one. With infinity a step with an endless series of impacts never ends.
    /// The discrete method has rounds instead.
    pub events_per_second: f64,
    /// How the restitution and the friction of a pair follow from those of its two bodies.
    pub rules: Rules,
    /// Whether piles that have been quiet for half a second sleep until something touches them.
    pub sleep: bool,
    /// Whether the contacts of bodies are followed: the world has its
    /// [`contact_points`](crate::world::World::contact_points) after each step, and the report says which begin and end.
    pub contacts: bool,
    /// Which legs of the bodies' paths the report has.
    pub legs: Legs,
}

impl Settings {
    /// The event budget of a body in a step of `dt` seconds.
    pub(crate) fn event_budget(&self, dt: f64) -> EventBudget {
        let per_second = f64::max(self.events_per_second, 1.0);
        EventBudget { per_second, in_step: FREE_EVENTS + per_second * dt }
    }
}

/// The event budget of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EventBudget {
    /// The events that can be counted in a second, at least one.
    pub(crate) per_second: f64,
    /// The events in the step at hand.
    pub(crate) in_step: f64,
}

impl EventBudget {
    /// All crowds of a step together have the budgets of so many bodies,
    const BODIES_IN_CROWDS: f64 = 8.0;

    /// and so many events for each body of the world. With one event each, bodies in the fall of 5,000 waited.
    const EVENTS_PER_BODY: f64 = 2.0;

    /// What all crowds of a step may cost together in a world of so many bodies.
    pub(crate) fn of_crowds(&self, bodies: usize) -> f64 {
        Self::BODIES_IN_CROWDS * self.in_step + Self::EVENTS_PER_BODY * bodies as f64
    }
}

/// The default of [`Settings::events_per_second`]: a thousand in a sixtieth of a second.
const DEFAULT_EVENTS_PER_SECOND: f64 = 60_000.0;

/// The events that a body may have in a step of any length, so that short steps have room for what happens at one instant.
const FREE_EVENTS: f64 = 64.0;

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::Continuous,
            broad: BroadPhase::Grid,
            events_per_second: DEFAULT_EVENTS_PER_SECOND,
            rules: Rules::default(),
            sleep: true,
            contacts: false,
            legs: Legs::All,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_grows_with_the_step_and_counts_one_event_at_least() {
        let budget = |events_per_second: f64, dt: f64| {
            Settings { events_per_second, ..Settings::default() }.event_budget(dt).in_step
        };
        assert_eq!(budget(60_000.0, 0.5), 30_064.0);
        assert_eq!([budget(f64::NAN, 2.0), budget(-5.0, 2.0)], [66.0; 2]);
        assert_eq!(budget(f64::INFINITY, 0.1), f64::INFINITY);
    }
}
