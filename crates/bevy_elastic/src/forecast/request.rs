//! What is asked of one future among many.

use bevy_ecs::entity::Entity;
use bevy_math::Vec2;

use crate::forecast::change::ForecastChange;
use crate::space::Space;

/// What is asked of a future: the changes that it assumes, for how many ticks it goes on at most, and when it ends before.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastRequest<V: Space = Vec2> {
    /// The changes at its start. One of an entity that takes no part is ignored; one to invalid values is ignored and logged.
    pub changes: Vec<ForecastChange<V>>,
    /// The most ticks. With 0 it is the state at its start.
    pub ticks: u32,
    /// When it ends. An end that names an entity without a body never comes.
    pub until: ForecastUntil,
    /// Of which bodies the paths are wanted: without paths a future takes less time.
    pub paths: ForecastPaths,
}

impl<V: Space> ForecastRequest<V> {
    /// The future after these changes, until nothing moves or for so many ticks, without paths.
    pub fn new(changes: impl Into<Vec<ForecastChange<V>>>, ticks: u32) -> Self {
        let (until, paths) = (ForecastUntil::Rest, ForecastPaths::None);
        Self { changes: changes.into(), ticks, until, paths }
    }

    /// The same with another end.
    #[must_use]
    pub fn until(self, until: ForecastUntil) -> Self {
        Self { until, ..self }
    }

    /// The same with these paths.
    #[must_use]
    pub fn paths(self, paths: ForecastPaths) -> Self {
        Self { paths, ..self }
    }
}

/// When a future ends: with the tick in which this happens. It also ends where nothing moves, except for `Ticks`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ForecastUntil {
    /// When nothing moves.
    #[default]
    Rest,
    /// After the ticks of the request.
    Ticks,
    /// When this body comes to rest: [`Stopped`](crate::events::Stopped) or [`FellAsleep`](crate::events::FellAsleep).
    Stops(Entity),
    /// When this body is absorbed, as by a pocket, or breaks.
    Leaves(Entity),
    /// When this ball enters this sensor, absorber or gate.
    Enters {
        /// The region.
        sensor: Entity,
        /// The body that enters.
        ball: Entity,
    },
    /// When these two touch: [`Collided`](crate::events::Collided), or
    /// [`ContactStarted`](crate::events::ContactStarted) if contacts are followed.
    Touch([Entity; 2]),
}

/// The bodies of which the paths are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ForecastPaths {
    /// None.
    #[default]
    None,
    /// Those of these entities.
    Of(Vec<Entity>),
    /// Those of all bodies.
    All,
}
