//! The core world of a space, and which entity is which body.

mod thread_pool;

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;

use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::Res;
use bevy_math::Vec2;
use collide_core::executor::{Executor, Serial};
use collide_core::report::{Crossing, Event, Report};
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};

use crate::events::{
    Broken, Collided, DeepOverlap, ElasticEvent, FellAsleep, SensorEntered, SensorExited, Stopped,
    Woke,
};
use crate::space::Space;

use thread_pool::ComputePool;

/// All that decides the future of a space. A clone is a snapshot of it.
///
/// Between the stages `Gather` and `Scatter` this is the truth, and components are not. What the game writes to
/// those enters at the next tick, or while the clock stands before the frame is drawn.
#[derive(Resource, Clone, Debug)]
pub struct Simulation<V: Space = Vec2> {
    pub(crate) world: World<V>,
    pub(crate) bodies: EntityHashMap<BodyId>,
    pub(crate) names: Names,
    /// Changes whenever the state does.
    pub(crate) revision: u64,
    /// Changes whenever the state becomes one of another past.
    pub(crate) past: u64,
    pub(crate) next_key: u64,
}

/// The first key that is given to a body without a [`BodyKey`](crate::components::BodyKey) of its own.
const FIRST_KEY: u64 = 1 << 63;

impl<V: Space> Default for Simulation<V> {
    fn default() -> Self {
        Self {
            world: World::new(),
            bodies: EntityHashMap::default(),
            names: Names::default(),
            revision: 0,
            past: 0,
            next_key: FIRST_KEY,
        }
    }
}

impl<V: Space> Simulation<V> {
    /// The world of the core: its bodies, and through [`collide_core::measure`] its energy, momentum,
    /// deepest overlap and hash.
    #[must_use]
    pub fn world(&self) -> &World<V> {
        &self.world
    }

    /// The body of an entity, unless it takes no part.
    #[must_use]
    pub fn body(&self, entity: Entity) -> Option<BodyId> {
        self.bodies.get(&entity).copied()
    }

    /// The entity of a body.
    #[must_use]
    pub fn entity(&self, body: BodyId) -> Option<Entity> {
        self.names.of(body)
    }

    /// Whether the body of an entity sleeps, if it has one.
    #[must_use]
    pub fn is_asleep(&self, entity: Entity) -> bool {
        self.body(entity).is_some_and(|body| self.world.is_asleep(body))
    }

    pub(crate) fn enter(&mut self, entity: Entity, body: BodyId) {
        self.bodies.insert(entity, body);
        self.names.give(body, entity);
    }

    /// The key of a body that was given none.
    pub(crate) fn take_key(&mut self) -> u64 {
        let key = self.next_key;
        self.next_key += 1;
        key
    }

    /// Takes the bodies out whose entities are no longer `present`, in the order of their keys, and tells whose.
    pub(crate) fn forget_absent(&mut self, present: impl Fn(Entity) -> bool) -> Vec<Entity> {
        let mut gone: Vec<(Option<u64>, Entity)> = self
            .bodies
            .iter()
            .filter(|(entity, _)| !present(**entity))
            .map(|(entity, body)| (self.world.key(*body), *entity))
            .collect();
        gone.sort_unstable();
        for (_, entity) in &gone {
            self.forget(*entity);
        }
        gone.into_iter().map(|(_, entity)| entity).collect()
    }

    /// Takes the body of an entity out. The body keeps its name for the tick that tells of the end of
    /// its touches.
    fn forget(&mut self, entity: Entity) {
        if let Some(body) = self.bodies.remove(&entity) {
            self.world.remove(body);
            self.names.retire(body, entity);
            self.revision += 1;
        }
    }

    /// Reads the names of those who met, as they are far off in memory where bodies are many.
    pub(crate) fn read_ahead(&self, events: &[Event<V::Wide>]) {
        for event in events {
            if let Event::Impact(impact) = event {
                black_box(impact.bodies.map(|body| self.names.present.get(body.index()).copied()));
            }
        }
    }

    /// What a report says, in terms of entities.
    pub(crate) fn event(&self, event: &Event<V::Wide>, tick: u64) -> Option<ElasticEvent<V>> {
        Some(match event {
            Event::Impact(impact) => ElasticEvent::Collided(Collided {
                entity: self.entity(impact.bodies[0])?,
                other: self.entity(impact.bodies[1])?,
                tick,
                time: impact.time,
                point: V::narrow(impact.point),
                normal: V::narrow(impact.normal),
                approach_speed: impact.approach_speed,
                impulse: impact.impulse,
                friction: V::narrow(impact.friction),
                energy_lost: impact.energy_lost,
            }),
            Event::Entered(crossing) | Event::Absorbed(crossing) => {
                let (sensor, ball, time) = self.crossing(crossing)?;
                let entity = sensor;
                ElasticEvent::SensorEntered(SensorEntered { entity, sensor, ball, tick, time })
            }
            Event::Exited(crossing) => {
                let (sensor, ball, time) = self.crossing(crossing)?;
                let entity = sensor;
                ElasticEvent::SensorExited(SensorExited { entity, sensor, ball, tick, time })
            }
            Event::Broken { time, body, by } => ElasticEvent::Broken(Broken {
                entity: self.entity(*body)?,
                by: self.entity(*by)?,
                tick,
                time: *time,
            }),
            Event::Stopped { time, ball } => {
                ElasticEvent::Stopped(Stopped { entity: self.entity(*ball)?, tick, time: *time })
            }
            Event::FellAsleep { time, body } => ElasticEvent::FellAsleep(FellAsleep {
                entity: self.entity(*body)?,
                tick,
                time: *time,
            }),
            Event::Woke { time, body } => {
                ElasticEvent::Woke(Woke { entity: self.entity(*body)?, tick, time: *time })
            }
            Event::DeepOverlap { time, body, by, depth } => {
                let [entity, other] = [self.entity(*body)?, self.entity(*by)?];
                ElasticEvent::DeepOverlap(DeepOverlap {
                    entity,
                    other,
                    depth: *depth,
                    tick,
                    time: *time,
                })
            }
        })
    }

    /// The sensor and the ball of a crossing, and its time; nothing if one of the two has no entity any more.
    fn crossing(&self, crossing: &Crossing) -> Option<(Entity, Entity, f64)> {
        Some((self.entity(crossing.region)?, self.entity(crossing.ball)?, crossing.time))
    }
}

/// The stepper of a space, with the report of the last tick. It holds nothing that decides the future.
#[derive(Resource, Clone, Debug)]
pub struct SimulationStepper<V: Space = Vec2> {
    pub(crate) stepper: Stepper<V>,
    /// Whether all threads are to help with the step that has begun.
    helped: bool,
}

impl<V: Space> Default for SimulationStepper<V> {
    fn default() -> Self {
        let mut stepper = Stepper::new();
        stepper.executor = Arc::new(ComputePool);
        Self { stepper, helped: false }
    }
}

impl<V: Space> SimulationStepper<V> {
    /// Decides whether all threads are to help with a step of so many bodies. To hand work to them costs more in a
    /// smaller one than they spare, and so does a change of the thread.
    pub(crate) fn call_for_help(&mut self, bodies: usize) {
        self.helped = bodies >= ComputePool.min_bodies_per_task() / 2;
    }

    /// Who helps with what is done for all bodies.
    pub(crate) fn helpers(&self) -> &dyn Executor {
        if self.helped { &ComputePool } else { &Serial }
    }

    /// What happened in the last tick, in terms of bodies.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        self.stepper.report()
    }
}

/// Whether all threads are to help with the step that has begun.
pub(crate) fn is_helped<V: Space>(engine: Res<SimulationStepper<V>>) -> bool {
    engine.helped
}

/// Whose body is which.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    /// By the index of the body.
    present: Vec<Option<(BodyId, Entity)>>,
    /// Those who were taken out since the last tick, which has not told of their leaving yet.
    retired: BTreeMap<BodyId, Entity>,
    /// Those of whose leaving the last tick has told.
    told: BTreeMap<BodyId, Entity>,
}

impl Names {
    fn of(&self, body: BodyId) -> Option<Entity> {
        let present = self.present.get(body.index()).copied().flatten();
        let present = present.filter(|(name, _)| *name == body).map(|(_, entity)| entity);
        present.or_else(|| self.retired.get(&body).or_else(|| self.told.get(&body)).copied())
    }

    fn give(&mut self, body: BodyId, entity: Entity) {
        if self.present.len() <= body.index() {
            self.present.resize(body.index() + 1, None);
        }
        self.present[body.index()] = Some((body, entity));
    }

    fn retire(&mut self, body: BodyId, entity: Entity) {
        if let Some(place) = self.present.get_mut(body.index()) {
            *place = None;
        }
        self.retired.insert(body, entity);
    }

    /// A tick begins, and tells of the leaving of those who were taken out until now. Those of whom the last one
    /// has told are forgotten.
    pub(crate) fn begin_tick(&mut self) {
        self.told = std::mem::take(&mut self.retired);
    }

    /// Nobody will be told to have left.
    pub(crate) fn forget_retired(&mut self) {
        self.retired.clear();
    }
}
