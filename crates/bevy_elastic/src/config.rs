//! How is a tick made?

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_reflect::Reflect;
use collide_core::broad::BroadPhase;
use collide_core::step::Settings;

/// Settings of the step. The defaults serve games; see each field for when to change it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Resource)]
pub struct ElasticConfig {
    /// How many events a body may have in a tick, besides 64, for every second of the tick. A body
    /// that has more is held in place until the tick ends, and [`LimitReached`](crate::event::LimitReached)
    /// tells. Raise it to count the digits of pi with blocks.
    pub events_per_second: f64,
    /// Whether every ball is compared with every other instead of those nearby: slower, with the same
    /// result to the bit. For tests.
    pub brute_force: bool,
}

impl Default for ElasticConfig {
    fn default() -> Self {
        Self { events_per_second: Settings::default().events_per_second, brute_force: false }
    }
}

impl ElasticConfig {
    pub(crate) fn settings(&self) -> Settings {
        let broad = if self.brute_force { BroadPhase::Brute } else { BroadPhase::Grid };
        Settings { broad, events_per_second: self.events_per_second, record_legs: true }
    }
}
