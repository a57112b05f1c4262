//! What does a game hear of a tick?
//!
//! Each of these is a message, written once, in the order of time; and an entity event, triggered for
//! both bodies that take part, each as its target, if anyone observes. What observers command is done
//! when all of the tick has been told.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::Message;
use bevy_math::Vec2;

use crate::space::Space;

/// Two bodies bounced.
///
/// The message names the ball first, and of two balls the one with the smaller key. The observer of
/// either body sees itself as `entity`.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Collided<V: Space = Vec2> {
    /// The body that is told.
    pub entity: Entity,
    /// What it hit.
    pub other: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
    /// Where the two edges met, in length units.
    pub point: V,
    /// The unit vector from `other` to `entity`.
    pub normal: V,
    /// How fast they approached along the normal, in length units a second.
    pub approach_speed: f64,
    /// The impulse on `entity` along the normal, in mass times speed.
    pub impulse: f64,
    /// The impulse of friction on `entity`, across the normal, in mass times speed.
    pub friction: V,
    /// The kinetic energy that restitution and friction took; negative if a minimum impulse gave more.
    pub energy_lost: f64,
}

/// A ball came into a [`Sensor`](crate::components::Sensor) or an [`Absorbs`](crate::components::Absorbs), or
/// began to pass a [`OneWay`](crate::components::OneWay).
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct SensorEntered {
    /// The body that is told; in the message, the sensor.
    pub entity: Entity,
    /// The sensor.
    pub sensor: Entity,
    /// The ball.
    pub ball: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// A ball went out of a [`Sensor`](crate::components::Sensor) or a [`OneWay`](crate::components::OneWay), or was
/// moved, absorbed or despawned inside.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct SensorExited {
    /// The body that is told; in the message, the sensor.
    pub entity: Entity,
    /// The sensor. May have been despawned.
    pub sensor: Entity,
    /// The ball. May have been despawned.
    pub ball: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// Rolling resistance brought a ball to rest.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Stopped {
    /// The ball.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// A body has lain quietly for half a second, as have all that it touches, and falls asleep: it has
/// [`Asleep`](crate::components::Asleep) by now. Told once for each body, at the end of a tick.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct FellAsleep {
    /// The body.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// A body that slept has been woken, by a touch or by a change of it or of what it lies on. Told once for
/// each body; to one that has been despawned, only as a message.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Woke {
    /// The body.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// A body has no room: it overlaps another by more than a twentieth of the smaller one's size, because it was
/// spawned or moved into it or walls that move leave it no room, or it is held between two. It is told again
/// only after the body has been free. Told to observers of the body.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct DeepOverlap {
    /// The body.
    pub entity: Entity,
    /// What it overlaps, or what has stopped it.
    pub other: Entity,
    /// How deep it overlaps, in length units.
    pub depth: f64,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// An impact has broken a body with [`Breaks`](crate::components::Breaks) and taken it out of the game; the
/// impact was told before. Told to observers of the body, which has [`Absorbed`](crate::components::Absorbed)
/// by then, and not to those of what it met.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq)]
pub struct Broken {
    /// The body that broke.
    pub entity: Entity,
    /// What it met.
    pub by: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// A ball had more events in a tick than [`ElasticConfig`](crate::resources::ElasticConfig) allows, and
/// was held in place until the tick ended, or taken along by a wall that moved.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct LimitReached {
    /// The ball.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// When, in seconds after the start of the tick.
    pub time: f64,
}

/// One of the things that a tick tells, in their common order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ElasticEvent<V: Space = Vec2> {
    /// Two bodies bounced.
    Collided(Collided<V>),
    /// A ball came into a sensor or an absorber.
    SensorEntered(SensorEntered),
    /// A ball went out of a sensor.
    SensorExited(SensorExited),
    /// An impact broke a body.
    Broken(Broken),
    /// Rolling resistance brought a ball to rest.
    Stopped(Stopped),
    /// A body fell asleep.
    FellAsleep(FellAsleep),
    /// A body that slept was woken.
    Woke(Woke),
    /// A body has no room.
    DeepOverlap(DeepOverlap),
}

impl<V: Space> ElasticEvent<V> {
    /// The number of the tick, from 0.
    #[must_use]
    pub fn tick(&self) -> u64 {
        match self {
            Self::Collided(event) => event.tick,
            Self::SensorEntered(event) => event.tick,
            Self::SensorExited(event) => event.tick,
            Self::Broken(event) => event.tick,
            Self::Stopped(event) => event.tick,
            Self::FellAsleep(event) => event.tick,
            Self::Woke(event) => event.tick,
            Self::DeepOverlap(event) => event.tick,
        }
    }

    /// When, in seconds after the start of the tick.
    #[must_use]
    pub fn time(&self) -> f64 {
        match self {
            Self::Collided(event) => event.time,
            Self::SensorEntered(event) => event.time,
            Self::SensorExited(event) => event.time,
            Self::Broken(event) => event.time,
            Self::Stopped(event) => event.time,
            Self::FellAsleep(event) => event.time,
            Self::Woke(event) => event.time,
            Self::DeepOverlap(event) => event.time,
        }
    }

    /// The same, told as of another tick.
    pub(crate) fn renumbered(mut self, tick: u64) -> Self {
        match &mut self {
            Self::Collided(event) => event.tick = tick,
            Self::SensorEntered(event) => event.tick = tick,
            Self::SensorExited(event) => event.tick = tick,
            Self::Broken(event) => event.tick = tick,
            Self::Stopped(event) => event.tick = tick,
            Self::FellAsleep(event) => event.tick = tick,
            Self::Woke(event) => event.tick = tick,
            Self::DeepOverlap(event) => event.tick = tick,
        }
        self
    }
}
