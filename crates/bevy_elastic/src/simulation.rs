//! The simulation of a space: the world of the core, and the body of each entity.

pub(crate) mod thread_pool;
pub(crate) mod stepper;
mod entity_map;

use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::resource::Resource;
use bevy_math::{DQuat, Vec2};
use collide_core::recording::Recording;
use collide_core::report::{Crossing, Event, Impact};
use collide_core::world::{BodyId, World};

use crate::events::{
    Broken, Collided, ContactEnded, ContactStarted, DeepOverlap, ElasticEvent, FellAsleep, Rolls,
    SensorEntered, SensorExited, Stopped, Woke,
};
use crate::space::{Angular, Space};

pub use stepper::SimulationStepper;

use entity_map::EntityMap;

/// The complete state of a space: everything that decides its future. A clone is a snapshot of it.
///
/// Between the sets [`Gather`](crate::systems::ElasticSystems::Gather) and
/// [`Scatter`](crate::systems::ElasticSystems::Scatter) only this is up to date, and components are not. What the
/// game writes to components enters at the next tick, or, while the clock is paused, before the frame is displayed.
#[derive(Resource, Clone, Debug)]
pub struct Simulation<V: Space = Vec2> {
    pub(crate) world: World<V::Wide>,
    pub(crate) bodies: EntityHashMap<BodyId>,
    pub(crate) entities: EntityMap,
    /// Changes whenever the state does.
    pub(crate) revision: u64,
    /// Changes whenever a restore replaces the state. The paths in a report belong to one timeline.
    pub(crate) timeline: u64,
    pub(crate) next_key: u64,
    /// How balls on a cloth are turned that have an [`Orientation`](crate::components::Orientation). Decides nothing.
    pub(crate) orientations: EntityHashMap<DQuat>,
}

/// The first key of the bodies that have no [`BodyKey`](crate::components::BodyKey) from the game.
pub(crate) const FIRST_AUTOMATIC_KEY: u64 = 1 << 63;

impl<V: Space> Default for Simulation<V> {
    fn default() -> Self {
        let mut world = World::new();
        world.set_given_rounding(V::GIVEN_ROUNDING).expect("no space rounds more than f32");
        Self {
            world,
            bodies: EntityHashMap::default(),
            entities: EntityMap::default(),
            revision: 0,
            timeline: 0,
            next_key: FIRST_AUTOMATIC_KEY,
            orientations: EntityHashMap::default(),
        }
    }
}

impl<V: Space> Simulation<V> {
    /// The world of the core, with the bodies. [`collide_core::measure`] returns its energy, momentum, deepest overlap
    /// and hash.
    #[must_use]
    pub fn world(&self) -> &World<V::Wide> {
        &self.world
    }

    /// The body of an entity; `None` if the entity takes no part in the simulation.
    #[must_use]
    pub fn body(&self, entity: Entity) -> Option<BodyId> {
        self.bodies.get(&entity).copied()
    }

    /// The entity of a body; `None` if the body left the simulation before the last tick.
    #[must_use]
    pub fn entity(&self, body: BodyId) -> Option<Entity> {
        self.entities.get(body)
    }

    /// Whether the body of an entity sleeps; `false` if the entity has no body.
    #[must_use]
    pub fn is_asleep(&self, entity: Entity) -> bool {
        self.body(entity).is_some_and(|body| self.world.is_asleep(body))
    }

    /// Rounds the state of a body to what its components show, and forgets its past. Nothing happens if the entity has no body.
    ///
    /// The simulation keeps positions, velocities, rotations, angular velocities and rolls in f64, and components of `Vec2` and
    /// `Vec3` are these values rounded. A game that sends or stores components, and not [snapshots](crate::snapshot), makes the
    /// call on every machine at the same tick: from then on all of them have the same bits. The body wakes, and how it was
    /// pressed in a pile is forgotten, since no component shows that. A state that f32 cannot hold stays as it is, and an error is
    /// logged.
    ///
    /// # Example
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_elastic::prelude::*;
    /// use bevy_elastic::simulation::Simulation;
    ///
    /// /// Sends the ball to the other machine, which makes the same call: both simulations agree from now on.
    /// fn send(ball: Single<(Entity, &Position, &Velocity)>, mut simulation: ResMut<Simulation>) {
    ///     let (entity, position, velocity) = *ball;
    ///     let message = [position.0, velocity.0];
    ///     simulation.round_to_components(entity);
    ///     # let _ = message;
    /// }
    /// # bevy_ecs::system::assert_is_system(send);
    /// ```
    pub fn round_to_components(&mut self, entity: Entity) {
        let Some(id) = self.body(entity) else { return };
        self.world.forget_past(id);
        self.round(id);
        self.revision += 1;
    }

    /// Rounds the state of all bodies to what their components show, as [`round_to_components`](Self::round_to_components) does
    /// that of one.
    pub fn round_all_to_components(&mut self) {
        self.world.forget_all_past();
        self.world.ids().collect::<Vec<_>>().into_iter().for_each(|id| self.round(id));
        self.revision += 1;
    }

    /// Rounds the state of a body.
    fn round(&mut self, id: BodyId) {
        let rounded = |vector| V::narrow(vector).widen();
        let edited = self.world.edit(id, |body| {
            body.position = rounded(body.position);
            body.velocity = rounded(body.velocity);
            body.roll = rounded(body.roll);
            body.angular_velocity = V::Angular::from_turn_rate(body.angular_velocity).turn_rate();
            body.rotation = V::frame(V::Angular::rotation(&body.rotation));
        });
        if let Err(error) = edited {
            let entity = self.entity(id).unwrap_or(Entity::PLACEHOLDER);
            tracing::error!("{entity} is not rounded to its components: {error}");
        }
    }

    /// Begins to record all that is done to the bodies. What was recorded before is dropped.
    ///
    /// See [save games and recordings](crate::guide::save_games).
    pub fn start_recording(&mut self) {
        Recording::start(&mut self.world);
    }

    /// What was recorded so far; `None` if nothing is recorded. The recording goes on.
    ///
    /// # Example
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bevy_elastic::simulation::Simulation;
    ///
    /// fn start(mut simulation: ResMut<Simulation>) {
    ///     simulation.start_recording();
    /// }
    ///
    /// /// The file of a bug report. It needs the feature `recording_files`.
    /// # #[cfg(feature = "recording_files")]
    /// fn save(simulation: Res<Simulation>) -> Option<Vec<u8>> {
    ///     simulation.recording()?.to_bytes().ok()
    /// }
    /// # bevy_ecs::system::assert_is_system(start);
    /// ```
    #[must_use]
    pub fn recording(&self) -> Option<Recording<V::Wide>> {
        Recording::so_far(&self.world)
    }

    /// Ends the recording and returns it; `None` if nothing is recorded.
    pub fn stop_recording(&mut self) -> Option<Recording<V::Wide>> {
        Recording::stop(&mut self.world)
    }

    /// Makes the state that of an earlier simulation. A recording goes on.
    pub(crate) fn set_state(&mut self, earlier: Self) {
        let mut before = std::mem::take(self);
        before.world.set_state(earlier.world);
        let (world, next_key) = (before.world, before.next_key);
        // These only ever grow, or something new could be mistaken for something that was kept.
        let (revision, timeline) = (before.revision + 1, before.timeline + 1);
        *self = Self { world, next_key, revision, timeline, ..earlier };
    }

    /// Adds the body of an entity.
    pub(crate) fn insert(&mut self, entity: Entity, body: BodyId) {
        self.bodies.insert(entity, body);
        self.entities.insert(body, entity);
    }

    /// The next automatic key.
    pub(crate) fn take_key(&mut self) -> u64 {
        let key = self.next_key;
        self.next_key += 1;
        key
    }

    /// Removes the bodies of the entities that are no longer present, in the order of their keys, and returns these
    /// entities.
    pub(crate) fn remove_absent(&mut self, is_present: impl Fn(Entity) -> bool) -> Vec<Entity> {
        let mut absent: Vec<(Option<u64>, Entity)> = self
            .bodies
            .iter()
            .filter(|(entity, _)| !is_present(**entity))
            .map(|(entity, body)| (self.world.key(*body), *entity))
            .collect();
        absent.sort_unstable();
        for (_, entity) in &absent {
            self.remove(*entity);
        }
        absent.into_iter().map(|(_, entity)| entity).collect()
    }

    fn remove(&mut self, entity: Entity) {
        if let Some(body) = self.bodies.remove(&entity) {
            self.world.remove(body);
            self.entities.remove(body, entity);
            self.orientations.remove(&entity);
            self.revision += 1;
        }
    }

    /// Prefetches the entities of impacts, since they are far apart in memory where bodies are many.
    pub(crate) fn prefetch_entities(&self, events: &[Event<V::Wide>]) {
        for event in events {
            if let Event::Impact(impact) = event {
                self.entities.prefetch(impact.bodies);
            }
        }
    }

    /// An event of the core in terms of entities; `None` if a body has no entity any more.
    pub(crate) fn event(&self, event: &Event<V::Wide>, tick: u64) -> Option<ElasticEvent<V>> {
        Some(match event {
            Event::Impact(impact) => ElasticEvent::Collided(self.collided(impact, tick)?),
            Event::Entered(crossing) | Event::Absorbed(crossing) => {
                ElasticEvent::SensorEntered(self.sensor_entered(crossing, tick)?)
            }
            Event::Exited(crossing) => {
                let SensorEntered { entity, sensor, ball, tick, time } =
                    self.sensor_entered(crossing, tick)?;
                ElasticEvent::SensorExited(SensorExited { entity, sensor, ball, tick, time })
            }
            Event::Broken { time, body, by } => ElasticEvent::Broken(Broken {
                entity: self.entity(*body)?,
                by: self.entity(*by)?,
                tick,
                time: *time,
            }),
            Event::Rolls { time, ball } => {
                ElasticEvent::Rolls(Rolls { entity: self.entity(*ball)?, tick, time: *time })
            }
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
                let overlap = DeepOverlap { entity, other, depth: *depth, tick, time: *time };
                ElasticEvent::DeepOverlap(overlap)
            }
            Event::ContactStarted { time, point } => ElasticEvent::ContactStarted(ContactStarted {
                entity: self.entity(point.bodies[0])?,
                other: self.entity(point.bodies[1])?,
                tick,
                time: *time,
                point: V::narrow(point.point),
                normal: V::narrow(point.normal),
            }),
            Event::ContactEnded { time, bodies } => ElasticEvent::ContactEnded(ContactEnded {
                entity: self.entity(bodies[0])?,
                other: self.entity(bodies[1])?,
                tick,
                time: *time,
            }),
        })
    }

    fn collided(&self, impact: &Impact<V::Wide>, tick: u64) -> Option<Collided<V>> {
        Some(Collided {
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
        })
    }

    fn sensor_entered(&self, crossing: &Crossing, tick: u64) -> Option<SensorEntered> {
        let (sensor, ball) = (self.entity(crossing.region)?, self.entity(crossing.ball)?);
        Some(SensorEntered { entity: sensor, sensor, ball, tick, time: crossing.time })
    }
}
