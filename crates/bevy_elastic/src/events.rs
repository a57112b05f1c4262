//! The events of a tick, as messages and for observers.
//!
//! Each event is a message, written once, in the order of time. It is also an entity event, triggered once for each
//! body that takes part, with that body as its target, if there is an observer. Commands of observers are applied when
//! all events of the tick have been reported. All messages are written before the first observer runs.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::Message;
use bevy_ecs::reflect::{ReflectEvent, ReflectMessage};
use bevy_math::Vec2;
use bevy_reflect::{GetTypeRegistration, Reflect};

use crate::space::Space;

/// Two bodies bounced.
///
/// In the message `entity` is the ball, and of two balls the one with the smaller
/// [`BodyKey`](crate::components::BodyKey). For an observer `entity` is the body that is observed, and `normal` and
/// `friction` are reversed accordingly.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct Collided<V: Space = Vec2> {
    /// One body: for an observer, the target of the event.
    pub entity: Entity,
    /// The other body.
    pub other: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
    /// The point where the two surfaces touched, in length units.
    pub point: V,
    /// The unit vector from `other` to `entity`.
    pub normal: V,
    /// The speed at which the two approached along the normal, in length units per second.
    pub approach_speed: f64,
    /// The impulse on `entity` along the normal, in mass times speed.
    pub impulse: f64,
    /// The impulse of friction on `entity`, across the normal, in mass times speed.
    pub friction: V,
    /// The kinetic energy lost to restitution and friction, in mass times speed squared; negative if a
    /// [`MinimumImpulse`](crate::components::MinimumImpulse) added energy.
    pub energy_lost: f64,
}

/// Two bodies began to stay in contact: they touched and do not bounce, at any speed, in a pile as well as alone.
///
/// A touch that bounces is [`Collided`]. An impact after which the two stay together, as one of restitution 0, is reported as
/// both. A contact lasts, asleep or awake, until [`ContactEnded`] reports its end; all that last are in
/// [`Contacts`](crate::contacts::Contacts).
///
/// In the message `entity` is the ball, and of two balls the one with the smaller
/// [`BodyKey`](crate::components::BodyKey). For an observer `entity` is the body that is observed, and `normal` is reversed
/// accordingly.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct ContactStarted<V: Space = Vec2> {
    /// One body: for an observer, the target of the event.
    pub entity: Entity,
    /// The other body.
    pub other: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the touch, in seconds after the start of the tick; the end of the tick if the two came into contact
    /// without one, as where the game has put them.
    pub time: f64,
    /// The point where the two surfaces touch at the end of the tick, in length units.
    pub point: V,
    /// The unit vector from `other` to `entity`.
    pub normal: V,
}

/// Two bodies are no longer in contact: they came apart, one of them was despawned or taken out of the game, or they pass
/// through each other now.
///
/// Reported once for each [`ContactStarted`].
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct ContactEnded {
    /// One body: for an observer, the target of the event. May have been despawned.
    pub entity: Entity,
    /// The other body. May have been despawned.
    pub other: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick: its end, or its start if a body was despawned before.
    pub time: f64,
}

/// A ball entered a [`Sensor`](crate::components::Sensor) or an [`Absorbs`](crate::components::Absorbs) body, or
/// began to pass a [`OneWay`](crate::components::OneWay).
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct SensorEntered {
    /// The target of the event for an observer: the sensor or the ball. In the message, the sensor.
    pub entity: Entity,
    /// The sensor, absorber or gate.
    pub sensor: Entity,
    /// The ball.
    pub ball: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// A ball left a [`Sensor`](crate::components::Sensor) or a [`OneWay`](crate::components::OneWay), or was moved,
/// absorbed or despawned inside.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct SensorExited {
    /// The target of the event for an observer: the sensor or the ball. In the message, the sensor.
    pub entity: Entity,
    /// The sensor or gate. May have been despawned.
    pub sensor: Entity,
    /// The ball. May have been despawned.
    pub ball: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// A ball on a [`Cloth`](crate::components::Cloth) ceased to slide and rolls from now on.
///
/// It is not reported of a ball that rolls from the start.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct Rolls {
    /// The ball.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// Rolling resistance, or the cloth on which it rolls, brought a ball to rest.
///
/// On a [`Cloth`](crate::components::Cloth) the ball may still have side and turn on the spot.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct Stopped {
    /// The ball.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// A body fell asleep, since it and all bodies that it touches have been quiet for half a second.
///
/// By then the body has [`Asleep`](crate::components::Asleep). Reported once for each body, at the end of a tick.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct FellAsleep {
    /// The body.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// A sleeping body woke, by a touch or by a change of it or of a body that it lies on.
///
/// Reported once for each body. For a body that has been despawned there is only the message.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct Woke {
    /// The body.
    pub entity: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// A body overlaps another by more than a twentieth of the size of the smaller one, or is held between two bodies.
///
/// The causes are a spawn or a move into another body, and moving walls that leave no room. The event is triggered for
/// observers of the body, and not of the other. It is reported again only after the body has been free.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct DeepOverlap {
    /// The body.
    pub entity: Entity,
    /// The body that it overlaps or that stopped it.
    pub other: Entity,
    /// The depth of the overlap, in length units.
    pub depth: f64,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// An impact broke a body with [`Breaks`](crate::components::Breaks) and took it out of the game.
///
/// The impact itself is reported before, by [`Collided`]. The event is triggered for observers of the body, which has
/// [`Absorbed`](crate::components::Absorbed) by then, and not of the other.
#[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message, Event)]
pub struct Broken {
    /// The body that broke.
    pub entity: Entity,
    /// The body that it collided with.
    pub by: Entity,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// An event budget of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Reflect)]
pub enum Budget {
    /// That of the body.
    OfBody,
    /// That of all crowds together: the body is in the thick of one, and waits.
    OfCrowds,
}

impl From<collide_core::report::Budget> for Budget {
    fn from(budget: collide_core::report::Budget) -> Self {
        match budget {
            collide_core::report::Budget::OfBody => Self::OfBody,
            collide_core::report::Budget::OfCrowds => Self::OfCrowds,
        }
    }
}

/// An event budget of a tick was spent
/// ([`events_per_second`](crate::resources::ElasticConfig::events_per_second)), and the body was held in place until the tick
/// ended, or taken along by a wall that moved.
///
/// Written as a message only.
#[derive(Message, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Message)]
pub struct LimitReached {
    /// The body.
    pub entity: Entity,
    /// The budget that was spent: that of the body, or that of all crowds, in the thick of which the body waits.
    pub budget: Budget,
    /// The number of the tick, from 0.
    pub tick: u64,
    /// The time of the event, in seconds after the start of the tick.
    pub time: f64,
}

/// Adds the messages that are the same in all spaces, with their types.
pub(crate) fn add_messages(app: &mut App) {
    add_message::<ContactEnded>(app);
    add_message::<SensorEntered>(app);
    add_message::<SensorExited>(app);
    add_message::<Broken>(app);
    add_message::<Rolls>(app);
    add_message::<Stopped>(app);
    add_message::<FellAsleep>(app);
    add_message::<Woke>(app);
    add_message::<DeepOverlap>(app);
    add_message::<LimitReached>(app);
}

/// Adds the messages of a space, with their types.
pub(crate) fn add_messages_of_space<V: Space>(app: &mut App) {
    add_message::<Collided<V>>(app);
    add_message::<ContactStarted<V>>(app);
}

fn add_message<M: Message + GetTypeRegistration>(app: &mut App) {
    app.add_message::<M>().register_type::<M>();
}

/// Any event of a tick, for lists that keep the order in which events of all types happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ElasticEvent<V: Space = Vec2> {
    /// Two bodies bounced.
    Collided(Collided<V>),
    /// Two bodies began to stay in contact.
    ContactStarted(ContactStarted<V>),
    /// Two bodies are no longer in contact.
    ContactEnded(ContactEnded),
    /// A ball entered a sensor or an absorber, or began to pass a gate.
    SensorEntered(SensorEntered),
    /// A ball left a sensor or a gate.
    SensorExited(SensorExited),
    /// An impact broke a body.
    Broken(Broken),
    /// A ball on a cloth ceased to slide and rolls from now on.
    Rolls(Rolls),
    /// Rolling resistance or a cloth brought a ball to rest.
    Stopped(Stopped),
    /// A body fell asleep.
    FellAsleep(FellAsleep),
    /// A sleeping body woke.
    Woke(Woke),
    /// A body overlaps another deeply, or is held between two.
    DeepOverlap(DeepOverlap),
}

impl<V: Space> ElasticEvent<V> {
    /// The number of the tick, from 0.
    #[must_use]
    pub fn tick(&self) -> u64 {
        match self {
            Self::Collided(event) => event.tick,
            Self::ContactStarted(event) => event.tick,
            Self::ContactEnded(event) => event.tick,
            Self::SensorEntered(event) => event.tick,
            Self::SensorExited(event) => event.tick,
            Self::Broken(event) => event.tick,
            Self::Rolls(event) => event.tick,
            Self::Stopped(event) => event.tick,
            Self::FellAsleep(event) => event.tick,
            Self::Woke(event) => event.tick,
            Self::DeepOverlap(event) => event.tick,
        }
    }

    /// The time of the event, in seconds after the start of the tick.
    #[must_use]
    pub fn time(&self) -> f64 {
        match self {
            Self::Collided(event) => event.time,
            Self::ContactStarted(event) => event.time,
            Self::ContactEnded(event) => event.time,
            Self::SensorEntered(event) => event.time,
            Self::SensorExited(event) => event.time,
            Self::Broken(event) => event.time,
            Self::Rolls(event) => event.time,
            Self::Stopped(event) => event.time,
            Self::FellAsleep(event) => event.time,
            Self::Woke(event) => event.time,
            Self::DeepOverlap(event) => event.time,
        }
    }

    /// The same event with the number of another tick.
    pub(crate) fn with_tick(mut self, tick: u64) -> Self {
        match &mut self {
            Self::Collided(event) => event.tick = tick,
            Self::ContactStarted(event) => event.tick = tick,
            Self::ContactEnded(event) => event.tick = tick,
            Self::SensorEntered(event) => event.tick = tick,
            Self::SensorExited(event) => event.tick = tick,
            Self::Broken(event) => event.tick = tick,
            Self::Rolls(event) => event.tick = tick,
            Self::Stopped(event) => event.tick = tick,
            Self::FellAsleep(event) => event.tick = tick,
            Self::Woke(event) => event.tick = tick,
            Self::DeepOverlap(event) => event.tick = tick,
        }
        self
    }
}
