//! The core world of a space, and which entity is which body.

use std::collections::BTreeMap;

use bevy_ecs::component::Component;
use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::resource::Resource;
use bevy_math::{Mat3A, Vec2, Vec3};
use bevy_transform::components::GlobalTransform;
use collide_core::body::Body;
use collide_core::report::{Event, Report};
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};

use crate::event::{
    Broken, Collided, FellAsleep, Happening, SensorEntered, SensorExited, Squeezed, Stopped, Woke,
};
use crate::space::Space;

/// All that decides the future of a space. A clone is a snapshot of it.
///
/// Between the stages `Gather` and `Scatter` this is the truth, and components are not.
#[derive(Resource, Clone, Debug)]
pub struct Simulation<V: Space = Vec2> {
    pub(crate) world: World<V>,
    pub(crate) bodies: EntityHashMap<BodyId>,
    pub(crate) entities: BTreeMap<BodyId, Entity>,
    /// Changes whenever the state does.
    pub(crate) revision: u64,
    pub(crate) next_key: u64,
}

/// The first key that is given to a body without a [`BodyKey`](crate::body::BodyKey) of its own.
const FIRST_KEY: u64 = 1 << 63;

impl<V: Space> Default for Simulation<V> {
    fn default() -> Self {
        Self {
            world: World::new(),
            bodies: EntityHashMap::default(),
            entities: BTreeMap::new(),
            revision: 0,
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
        self.entities.get(&body).copied()
    }

    /// Whether the body of an entity sleeps, if it has one.
    #[must_use]
    pub fn is_asleep(&self, entity: Entity) -> bool {
        self.body(entity).is_some_and(|body| self.world.is_asleep(body))
    }

    pub(crate) fn enter(&mut self, entity: Entity, body: BodyId) {
        self.bodies.insert(entity, body);
        self.entities.insert(body, entity);
    }

    /// The key of a body that was given none.
    pub(crate) fn take_key(&mut self) -> u64 {
        let key = self.next_key;
        self.next_key += 1;
        key
    }

    /// Takes the bodies out whose entities are no longer `present`, in the order of their keys.
    pub(crate) fn forget_absent(&mut self, present: impl Fn(Entity) -> bool) {
        let mut gone: Vec<(Option<u64>, Entity)> = self
            .bodies
            .iter()
            .filter(|(entity, _)| !present(**entity))
            .map(|(entity, body)| (self.world.key(*body), *entity))
            .collect();
        gone.sort_unstable();
        for (_, entity) in gone {
            self.forget(entity);
        }
    }

    /// Takes the body of an entity out. The body keeps its name for the tick that tells of the end of
    /// its touches.
    pub(crate) fn forget(&mut self, entity: Entity) {
        if let Some(body) = self.bodies.remove(&entity) {
            self.world.remove(body);
            self.revision += 1;
        }
    }

    /// What a report says, in terms of entities.
    pub(crate) fn happenings(&self, event: &Event<V::Wide>, tick: u64) -> Option<Happening<V>> {
        Some(match event {
            Event::Impact(impact) => Happening::Collided(Collided {
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
                let (sensor, ball) = (self.entity(crossing.region)?, self.entity(crossing.ball)?);
                Happening::Entered(SensorEntered {
                    entity: sensor,
                    sensor,
                    ball,
                    tick,
                    time: crossing.time,
                })
            }
            Event::Exited(crossing) => {
                let (sensor, ball) = (self.entity(crossing.region)?, self.entity(crossing.ball)?);
                Happening::Exited(SensorExited {
                    entity: sensor,
                    sensor,
                    ball,
                    tick,
                    time: crossing.time,
                })
            }
            Event::Broken { time, body, by } => Happening::Broken(Broken {
                entity: self.entity(*body)?,
                by: self.entity(*by)?,
                tick,
                time: *time,
            }),
            Event::Stopped { time, ball } => {
                Happening::Stopped(Stopped { entity: self.entity(*ball)?, tick, time: *time })
            }
            Event::FellAsleep { time, body } => {
                Happening::FellAsleep(FellAsleep { entity: self.entity(*body)?, tick, time: *time })
            }
            Event::Woke { time, body } => {
                Happening::Woke(Woke { entity: self.entity(*body)?, tick, time: *time })
            }
            Event::Squeezed { time, body, by, depth } => {
                let [entity, by] = [self.entity(*body)?, self.entity(*by)?];
                Happening::Squeezed(Squeezed { entity, by, depth: *depth, tick, time: *time })
            }
        })
    }
}

/// The stepper of a space, with the report of the last tick. It holds nothing that decides the future.
#[derive(Resource, Clone, Debug)]
pub struct Engine<V: Space = Vec2> {
    pub(crate) stepper: Stepper<V>,
}

impl<V: Space> Default for Engine<V> {
    fn default() -> Self {
        Self { stepper: Stepper::new() }
    }
}

impl<V: Space> Engine<V> {
    /// What happened in the last tick, in terms of bodies.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        self.stepper.report()
    }
}

/// What the simulation last read from and wrote to an entity, by which it sees what the game changed.
#[derive(Component, Clone, Debug)]
pub(crate) struct Tracked<V: Space> {
    /// The body as last read or written.
    pub(crate) body: Body<V>,
    /// The translation that was last read or written. Another one was set by hand.
    pub(crate) shown: Vec3,
    /// The position that `shown` shows.
    pub(crate) shown_position: V,
    /// Where the parents put it when it was last read; unknown since it was written.
    pub(crate) place: Option<Vec3>,
    /// The place of the parent when it was last written.
    pub(crate) parent: Option<GlobalTransform>,
    /// Its scale, if that is not the same in all directions.
    pub(crate) uneven: Option<Vec3>,
    /// How it was turned and scaled when its shape was made; unknown after a restore.
    pub(crate) turned: Option<Mat3A>,
}

impl<V: Space> Tracked<V> {
    /// Whether this translation was set by hand. In the plane z is the game's own.
    pub(crate) fn is_foreign(&self, translation: Vec3) -> bool {
        V::from_translation(translation) != V::from_translation(self.shown)
    }
}
