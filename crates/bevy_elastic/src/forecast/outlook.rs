//! One future among many, in terms of entities.

use bevy_ecs::entity::Entity;
use bevy_math::Vec2;
use collide_core::forecast::{Outlook, Paths, Question, Until};
use collide_core::world::{BodyId, World};

use crate::events::ElasticEvent;
use crate::forecast::change::apply_changes;
use crate::forecast::request::{ForecastPaths, ForecastRequest, ForecastUntil};
use crate::forecast::result::ForecastLeg;
use crate::simulation::Simulation;
use crate::space::Space;

/// From where futures start.
pub(super) struct Source<'a, V: Space> {
    pub(super) simulation: &'a Simulation<V>,
    /// The number of ticks that have been made.
    pub(super) tick: u64,
    /// The length of a tick in seconds.
    pub(super) dt: f64,
}

impl<V: Space> Source<'_, V> {
    /// Makes the changes of a request, and returns what it asks in terms of bodies.
    pub(super) fn ask(
        &self,
        request: &ForecastRequest<V>,
        world: &mut World<V::Wide>,
    ) -> Question<V::Wide> {
        apply_changes(self.simulation, &request.changes, world);
        let body = |entity: Entity| self.simulation.body(entity);
        let until = match request.until {
            ForecastUntil::Rest => Some(Until::Rest),
            ForecastUntil::Ticks => Some(Until::Steps),
            ForecastUntil::Stops(it) => body(it).map(Until::Stops),
            ForecastUntil::Leaves(it) => body(it).map(Until::Leaves),
            ForecastUntil::Enters { sensor, ball } => {
                body(sensor).zip(body(ball)).map(|(region, ball)| Until::Enters { region, ball })
            }
            ForecastUntil::Touch([one, two]) => {
                body(one).zip(body(two)).map(|(one, two)| Until::Touch([one, two]))
            }
        };
        let paths = match &request.paths {
            ForecastPaths::None => Paths::None,
            ForecastPaths::Of(of) => Paths::Of(of.iter().filter_map(|it| body(*it)).collect()),
            ForecastPaths::All => Paths::All,
        };
        let until = until.unwrap_or_else(|| Until::event(|_| false));
        Question::new(self.dt, request.ticks).until(until).paths(paths)
    }
}

/// One future among many. It is valid while its answer is taken.
pub struct ForecastOutlook<'a, V: Space = Vec2> {
    simulation: &'a Simulation<V>,
    tick: u64,
    future: Outlook<'a, V::Wide>,
}

impl<'a, V: Space> ForecastOutlook<'a, V> {
    pub(super) fn new(source: &Source<'a, V>, future: Outlook<'a, V::Wide>) -> Self {
        Self { simulation: source.simulation, tick: source.tick, future }
    }

    /// The events, in the order in which they will be reported, with the numbers of the ticks to come.
    pub fn events(&self) -> impl Iterator<Item = ElasticEvent<V>> + '_ {
        let tick_of = |step: &u32| self.tick + u64::from(*step);
        self.future
            .events
            .iter()
            .filter_map(move |(step, event)| self.simulation.event(event, tick_of(step)))
    }

    /// The paths that were requested, in the order of ticks.
    pub fn legs(&self) -> impl Iterator<Item = ForecastLeg<V>> + '_ {
        self.future.legs.iter().filter_map(|(step, leg)| {
            let entity = self.simulation.entity(leg.body)?;
            Some(ForecastLeg { ticks_before: *step, entity, leg: *leg })
        })
    }

    /// How many ticks it covers.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.future.steps
    }

    /// Whether it ended as requested, and not because nothing moved any more or all ticks were made. With
    /// [`ForecastUntil::Rest`] and [`ForecastUntil::Ticks`]: whether it ended by rest, or after all ticks.
    #[must_use]
    pub fn has_ended_as_asked(&self) -> bool {
        self.future.has_ended_as_asked()
    }

    /// The event that ended it, with its exact time, if one did.
    #[must_use]
    pub fn last_event(&self) -> Option<ElasticEvent<V>> {
        let (step, event) = self.future.last_event()?;
        self.simulation.event(event, self.tick + u64::from(*step))
    }

    /// Where a body is at the end; `None` if the entity has no body.
    #[must_use]
    pub fn position(&self, entity: Entity) -> Option<V> {
        self.future.end.position(self.body(entity)?).map(V::narrow)
    }

    /// How fast a body is at the end; `None` if the entity has no body.
    #[must_use]
    pub fn velocity(&self, entity: Entity) -> Option<V> {
        self.future.end.velocity(self.body(entity)?).map(V::narrow)
    }

    /// Whether a body is out of the game at the end: absorbed, or broken.
    #[must_use]
    pub fn has_left(&self, entity: Entity) -> bool {
        self.body(entity).is_some_and(|body| self.future.end.absorbed_by(body).is_some())
    }

    /// The world of the core at the end.
    #[must_use]
    pub fn end(&self) -> &World<V::Wide> {
        self.future.end
    }

    /// The body of an entity in [`end`](Self::end).
    #[must_use]
    pub fn body(&self, entity: Entity) -> Option<BodyId> {
        self.simulation.body(entity)
    }
}
