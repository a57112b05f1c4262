//! What a forecast returns.

use bevy_ecs::entity::Entity;
use bevy_math::Vec2;
use collide_core::report::Leg;
use collide_core::world::World;

use crate::events::ElasticEvent;
use crate::space::Space;

/// One leg of the path of a body in a forecast.
#[derive(Clone, Debug)]
pub struct ForecastLeg<V: Space = Vec2> {
    /// The number of ticks from the start of the forecast to the start of the tick of this leg.
    pub ticks_before: u32,
    /// The body.
    pub entity: Entity,
    /// The parabola on which the body moves, with times in seconds after the start of its tick.
    pub leg: Leg<V::Wide>,
}

/// The result of a forecast, which ends when nothing moves any more or after the requested number of ticks.
#[derive(Clone, Debug)]
pub struct ForecastResult<V: Space = Vec2> {
    /// The events, in the order in which they will be reported, with the numbers of the ticks to come.
    pub events: Vec<ElasticEvent<V>>,
    /// The paths of the bodies that move, in the order of ticks.
    pub legs: Vec<ForecastLeg<V>>,
    /// The number of ticks that the forecast covers.
    pub ticks: u32,
    /// The world at the end of the forecast.
    pub end: World<V::Wide>,
}

impl<V: Space> ForecastResult<V> {
    /// The path of one body, leg by leg. The times of a leg count from the start of its tick.
    pub fn path(&self, entity: Entity) -> impl Iterator<Item = &Leg<V::Wide>> + Clone {
        self.legs.iter().filter(move |leg| leg.entity == entity).map(|leg| &leg.leg)
    }
}
