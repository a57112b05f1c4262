//! How is a tick made?

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::broad::BroadPhase;
use collide_core::report::Legs;
use collide_core::response::Combine;
use collide_core::step::{self, Rules, Settings};

/// Settings of the step. The defaults serve games; see each field for when to change it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default)]
pub struct ElasticConfig {
    /// By which method a tick is made. Change it to teach and to compare.
    pub method: Method,
    /// How many events a body may have in a tick, besides 64, for every second of the tick. A body
    /// that has more is held in place until the tick ends, and [`LimitReached`](crate::events::LimitReached)
    /// tells. Raise it to count the digits of pi with blocks. The discrete method has rounds instead.
    pub events_per_second: f64,
    /// Whether every ball is compared with every other instead of those nearby: slower, with the same
    /// result to the bit. For tests.
    pub brute_force: bool,
    /// Whether what has lain quietly for half a second falls asleep: it costs next to nothing until
    /// something touches it or what it lies on changes. [`Asleep`](crate::components::Asleep) marks it. Without,
    /// everyone is awake. The discrete method lets nobody sleep.
    pub sleep: bool,
    /// How the restitutions of two bodies become that of the pair: by default the smaller counts.
    pub restitution_rule: CombineRule,
    /// How the frictions of two bodies become that of the pair: by default the larger counts.
    pub friction_rule: CombineRule,
    /// Whether [`SimulationStepper::report`](crate::simulation::SimulationStepper::report) tells every leg of every path, as for trails that
    /// follow each curve. By default it tells those that an event has ended
    /// ([`Legs::AfterEvents`](collide_core::report::Legs)), which takes less time in large games. What is drawn, and what a
    /// [`Forecast`](crate::forecast::Forecast) tells, is the same.
    pub record_paths: bool,
}

/// By which method a tick is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// Event by event at their exact times: nothing tunnels, and the result does not depend on the
    /// length of a tick.
    #[default]
    Continuous,
    /// Move first and mend overlaps afterwards, as textbooks do. Fast bodies tunnel, energy drifts and
    /// the result depends on the length of a tick; see [`collide_core::step::Discrete`].
    Discrete {
        /// How two bodies that overlap come apart.
        separation: Separation,
        /// How often overlaps are looked for in a tick, at most.
        max_iterations: u32,
    },
}

/// How two bodies that overlap at the end of a tick come apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Separation {
    /// They are moved apart along the normal, each by its share of the inverse mass.
    #[default]
    Projection,
    /// They are flown back to the time of their contact, respond there, and fly on.
    Rewind,
}

/// How the values of two bodies become that of the pair; see
/// [`ElasticConfig`](crate::resources::ElasticConfig).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Default)]
pub enum CombineRule {
    /// The smaller.
    #[default]
    Min,
    /// The larger.
    Max,
    /// The arithmetic mean.
    Average,
    /// The root of the product.
    GeometricMean,
    /// The product.
    Multiply,
}

impl Default for ElasticConfig {
    fn default() -> Self {
        Self {
            method: Method::Continuous,
            events_per_second: Settings::default().events_per_second,
            brute_force: false,
            sleep: Settings::default().sleep,
            restitution_rule: CombineRule::Min,
            friction_rule: CombineRule::Max,
            record_paths: false,
        }
    }
}

impl ElasticConfig {
    pub(crate) fn settings(&self) -> Settings {
        let broad = if self.brute_force { BroadPhase::Brute } else { BroadPhase::Grid };
        let rules = Rules {
            restitution: self.restitution_rule.into(),
            friction: self.friction_rule.into(),
        };
        Settings {
            method: self.method.into(),
            broad,
            events_per_second: self.events_per_second,
            rules,
            sleep: self.sleep,
            legs: if self.record_paths { Legs::All } else { Legs::AfterEvents },
        }
    }
}

impl From<Method> for step::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Continuous => Self::Continuous,
            Method::Discrete { separation, max_iterations } => {
                let separation = match separation {
                    Separation::Projection => step::Separation::Projection,
                    Separation::Rewind => step::Separation::Rewind,
                };
                Self::Discrete(step::Discrete { separation, rounds: max_iterations })
            }
        }
    }
}

impl From<CombineRule> for Combine {
    fn from(rule: CombineRule) -> Self {
        match rule {
            CombineRule::Min => Self::Min,
            CombineRule::Max => Self::Max,
            CombineRule::Average => Self::Average,
            CombineRule::GeometricMean => Self::GeometricMean,
            CombineRule::Multiply => Self::Multiply,
        }
    }
}
