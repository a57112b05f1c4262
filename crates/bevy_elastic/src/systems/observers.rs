//! Triggers the observers of the events of a tick.

use bevy_ecs::event::EntityEvent;
use bevy_ecs::observer::{CachedObservers, ObservedBy};
use bevy_ecs::world::World;

use crate::events::{
    Broken, Collided, ContactEnded, ContactStarted, DeepOverlap, ElasticEvent, FellAsleep, Rolls,
    SensorEntered, SensorExited, Stopped, Woke,
};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;

/// Triggers the observers of the events of the tick, if there are any.
pub(crate) fn trigger_observers<V: Space>(world: &mut World, tick: u64) {
    let is_any_observed = is_observed::<Collided<V>>(world)
        || is_observed::<ContactStarted<V>>(world)
        || is_observed::<ContactEnded>(world)
        || is_observed::<SensorEntered>(world)
        || is_observed::<SensorExited>(world)
        || is_observed::<Broken>(world)
        || is_observed::<Rolls>(world)
        || is_observed::<Stopped>(world)
        || is_observed::<FellAsleep>(world)
        || is_observed::<Woke>(world)
        || is_observed::<DeepOverlap>(world);
    if !is_any_observed {
        return;
    }
    let simulation = world.resource::<Simulation<V>>();
    let report = world.resource::<SimulationStepper<V>>().report();
    let events: Vec<ElasticEvent<V>> =
        report.events.iter().filter_map(|event| simulation.event(event, tick)).collect();
    for event in &events {
        match *event {
            ElasticEvent::Collided(event) => {
                trigger(world, event);
                trigger(world, from_other_side(event));
            }
            ElasticEvent::ContactStarted(event) => {
                trigger(world, event);
                let normal = V::narrow(-event.normal.widen());
                let (entity, other) = (event.other, event.entity);
                trigger(world, ContactStarted { entity, other, normal, ..event });
            }
            ElasticEvent::ContactEnded(event) => {
                trigger(world, event);
                let (entity, other) = (event.other, event.entity);
                trigger(world, ContactEnded { entity, other, ..event });
            }
            ElasticEvent::SensorEntered(event) => {
                trigger(world, event);
                trigger(world, SensorEntered { entity: event.ball, ..event });
            }
            ElasticEvent::SensorExited(event) => {
                trigger(world, event);
                trigger(world, SensorExited { entity: event.ball, ..event });
            }
            ElasticEvent::Broken(event) => trigger::<Broken>(world, event),
            ElasticEvent::Rolls(event) => trigger::<Rolls>(world, event),
            ElasticEvent::Stopped(event) => trigger::<Stopped>(world, event),
            ElasticEvent::FellAsleep(event) => trigger::<FellAsleep>(world, event),
            ElasticEvent::Woke(event) => trigger::<Woke>(world, event),
            ElasticEvent::DeepOverlap(event) => trigger::<DeepOverlap>(world, event),
        }
    }
}

/// The same impact with the two bodies exchanged.
fn from_other_side<V: Space>(event: Collided<V>) -> Collided<V> {
    let opposite = |vector: V| V::narrow(-vector.widen());
    Collided {
        entity: event.other,
        other: event.entity,
        normal: opposite(event.normal),
        friction: opposite(event.friction),
        ..event
    }
}

/// The observers of an event type.
fn observers<E: EntityEvent>(world: &World) -> Option<&CachedObservers> {
    world.event_key::<E>().and_then(|key| world.observers().try_get_observers(key))
}

/// Whether an event type has observers.
fn is_observed<E: EntityEvent>(world: &World) -> bool {
    observers::<E>(world).is_some_and(|observers| {
        !observers.global_observers().is_empty()
            || !observers.component_observers().is_empty()
            || !observers.entity_observers().is_empty()
    })
}

/// Triggers an event if its entity exists and may be observed.
fn trigger<E>(world: &mut World, event: E)
where
    E: EntityEvent,
    for<'a> E::Trigger<'a>: Default,
{
    let Ok(entity) = world.get_entity(event.event_target()) else { return };
    let is_entity_observed = entity.contains::<ObservedBy>();
    let has_observers = observers::<E>(world)
        .is_some_and(|observers| is_entity_observed || !observers.global_observers().is_empty());
    if has_observers {
        world.trigger(event);
    }
}
