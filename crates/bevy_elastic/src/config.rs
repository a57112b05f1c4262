//! How is a tick made?

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_reflect::Reflect;
use collide_core::broad::BroadPhase;
use collide_core::step::{self, Settings};

/// Settings of the step. The defaults serve games; see each field for when to change it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct ElasticConfig {
    /// By which method a tick is made. Change it to teach and to compare.
    pub method: Method,
    /// How many events a body may have in a tick, besides 64, for every second of the tick. A body
    /// that has more is held in place until the tick ends, and [`LimitReached`](crate::event::LimitReached)
    /// tells. Raise it to count the digits of pi with blocks. The discrete method has rounds instead.
    pub events_per_second: f64,
    /// Whether every ball is compared with every other instead of those nearby: slower, with the same
    /// result to the bit. For tests.
    pub brute_force: bool,
}

/// By which method a tick is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
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
        rounds: u32,
    },
}

/// How two bodies that overlap at the end of a tick come apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
pub enum Separation {
    /// They are moved apart along the normal, each by its share of the inverse mass.
    #[default]
    Projection,
    /// They are flown back to the time of their contact, respond there, and fly on.
    Rewind,
}

impl Default for ElasticConfig {
    fn default() -> Self {
        Self {
            method: Method::Continuous,
            events_per_second: Settings::default().events_per_second,
            brute_force: false,
        }
    }
}

impl ElasticConfig {
    pub(crate) fn settings(&self) -> Settings {
        let broad = if self.brute_force { BroadPhase::Brute } else { BroadPhase::Grid };
        Settings {
            method: self.method.into(),
            broad,
            events_per_second: self.events_per_second,
            record_legs: true,
        }
    }
}

impl From<Method> for step::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::Continuous => Self::Continuous,
            Method::Discrete { separation, rounds } => {
                let separation = match separation {
                    Separation::Projection => step::Separation::Projection,
                    Separation::Rewind => step::Separation::Rewind,
                };
                Self::Discrete(step::Discrete { separation, rounds })
            }
        }
    }
}
