//! How is a tick made?

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_math::Vec2;
use bevy_reflect::Reflect;
use collide_core::broad::BroadPhase;
use collide_core::step::{Rules, Settings};

use crate::material::CombineRule;
use crate::space::Space;

/// Settings of the step. The defaults serve games; see each field for when to change it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource)]
pub struct ElasticConfig {
    /// How many events a body may have in a tick, besides 64, for every second of the tick. A body
    /// that has more is held in place until the tick ends, and [`LimitReached`](crate::event::LimitReached)
    /// tells. Raise it to count the digits of pi with blocks.
    pub events_per_second: f64,
    /// Whether every ball is compared with every other instead of those nearby: slower, with the same
    /// result to the bit. For tests.
    pub brute_force: bool,
    /// How the restitutions of two bodies become that of the pair: by default the smaller counts.
    pub restitution_rule: CombineRule,
    /// How the frictions of two bodies become that of the pair: by default the larger counts.
    pub friction_rule: CombineRule,
}

/// The lengths after which a space repeats, in length units; zero (the default) along an axis that does
/// not. What leaves on one side comes in on the other: positions are kept between minus and plus half a
/// period, and a body meets the nearest images of the others. No body may be wider than a period.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Resource)]
pub struct Period<V: Space = Vec2>(pub V);

impl Default for ElasticConfig {
    fn default() -> Self {
        Self {
            events_per_second: Settings::default().events_per_second,
            brute_force: false,
            restitution_rule: CombineRule::Min,
            friction_rule: CombineRule::Max,
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
        Settings { broad, events_per_second: self.events_per_second, rules, record_legs: true }
    }
}
