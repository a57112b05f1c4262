//! How a step is made: the settings of a game, the method, and the rules for pairs.

pub(crate) mod method;
pub(crate) mod rules;

use self::method::Method;
use self::rules::Rules;
use crate::broad::BroadPhase;
use crate::report::Legs;

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// By which method.
    pub method: Method,
    /// How candidate pairs are found.
    pub broad: BroadPhase,
    /// How many events (impacts, stops) a body may have in a step, besides 64, for every second of
    /// the step. A body that has more is held in place until the step ends, and the report says so.
    /// Less than one, or what is no number, counts as one; if it is infinite, nothing ends a step in which there
    /// is no end of impacts. The discrete method has rounds instead.
    pub events_per_second: f64,
    /// How the restitutions and frictions of two bodies become those of a pair.
    pub rules: Rules,
    /// Whether piles that have lain quietly for half a second sleep until something touches them.
    pub sleep: bool,
    /// Of whom the report tells the paths.
    pub legs: Legs,
}

impl Settings {
    /// How many events a body may have in a second, whatever was set.
    pub(crate) fn countable_events(&self) -> f64 {
        f64::max(self.events_per_second, 1.0)
    }

    /// How many events a body may have in a step of `dt` seconds.
    pub(crate) fn budget(&self, dt: f64) -> f64 {
        64.0 + self.countable_events() * dt
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::Continuous,
            broad: BroadPhase::Grid,
            events_per_second: 60_000.0,
            rules: Rules::default(),
            sleep: true,
            legs: Legs::All,
        }
    }
}
