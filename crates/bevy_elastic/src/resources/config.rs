//! The configuration of the step.

use bevy_ecs::reflect::ReflectResource;
use bevy_ecs::resource::Resource;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use collide_core::broad::BroadPhase;
use collide_core::report::Legs;
use collide_core::response::Combine;
use collide_core::step::{self, Rules, Settings};

/// The settings of the step, shared by all spaces. The defaults serve games; each field says when to change it.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[reflect(Resource, Default)]
pub struct ElasticConfig {
    /// The method of the step. Another method than the default serves teaching and comparisons.
    pub method: Method,
    /// The event budget of a body in a tick: 64 events, and this many for every second of the tick.
    ///
    /// A body over its budget is held in place until the tick ends, and
    /// [`LimitReached`](crate::events::LimitReached) reports it. Raise the budget to count the digits of pi with
    /// blocks. All crowds of a tick share the budget of eight bodies and two events for each body: where a bomb goes off in a
    /// pile, what is in the thick of it waits for the next tick, and no frame does. The discrete method has a maximum of
    /// iterations instead.
    pub events_per_second: f64,
    /// Whether each ball is compared with all others instead of those nearby: slower, with the same result to the
    /// bit. For tests.
    pub brute_force: bool,
    /// Whether bodies that have been quiet for half a second fall asleep.
    ///
    /// A sleeping body has [`Asleep`](crate::components::Asleep), and costs next to nothing until something touches it
    /// or a body that it lies on changes. If `false`, all bodies stay awake. With the discrete method no body sleeps.
    pub sleep: bool,
    /// Whether contacts are followed, for [`Contacts`](crate::contacts::Contacts) and the messages
    /// [`ContactStarted`](crate::events::ContactStarted) and [`ContactEnded`](crate::events::ContactEnded).
    ///
    /// It takes a thousandth of a tick where nothing rests, and about a seventh where a large pile does.
    pub contacts: bool,
    /// How the restitutions of two bodies combine; by default the smaller applies.
    pub restitution_rule: CombineRule,
    /// How the frictions of two bodies combine; by default the larger applies.
    pub friction_rule: CombineRule,
    /// Whether [`SimulationStepper::report`](crate::simulation::SimulationStepper::report) records every leg of every
    /// path, as a trail needs that follows each curve.
    ///
    /// By default it records the legs that an event ended ([`Legs::AfterEvents`](collide_core::report::Legs)), which
    /// takes less time in large games. Displayed transforms and [`Forecast`](crate::forecast::Forecast)s are the same
    /// with both.
    pub record_paths: bool,
}

/// The method of the step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Method {
    /// Handles event after event at their exact times. Nothing tunnels, and the result does not depend on the length
    /// of a tick.
    #[default]
    Continuous,
    /// Moves the bodies first and resolves overlaps afterwards, as in textbooks. Fast bodies tunnel, the energy drifts
    /// and the result depends on the length of a tick; see [`collide_core::step::Discrete`].
    Discrete {
        /// How two bodies that overlap are separated.
        separation: Separation,
        /// The maximum number of passes over the overlaps in a tick.
        max_iterations: u32,
    },
}

/// How the discrete method separates two bodies that overlap at the end of a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Separation {
    /// Moves them apart along the normal, each in proportion to its inverse mass.
    #[default]
    Projection,
    /// Moves them back to the time of their contact, lets them respond there, and moves them on.
    Rewind,
}

/// How the values of two bodies become the value of the pair; see
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
    /// The square root of the product.
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
            contacts: true,
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
            contacts: self.contacts,
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
