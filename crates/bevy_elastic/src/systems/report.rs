//! Report: messages are written and observers are called.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::{CachedObservers, ObservedBy};
use bevy_ecs::query::With;
use bevy_ecs::system::{Commands, Query, Res, ResMut, SystemParam};
use bevy_ecs::world::World;
use bevy_time::Time;
use collide_core::report::{Event, Report};

use crate::components::{Absorbed, Asleep};
use crate::events::{
    Broken, Collided, DeepOverlap, ElasticEvent, FellAsleep, LimitReached, SensorEntered,
    SensorExited, Stopped, Woke,
};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::body_state::{Home, Tracked};
use crate::time::tick::Instants;
use crate::time::{Elastic, ElasticTime};

/// Where messages are written.
#[derive(SystemParam)]
pub struct Messages<'w, V: Space> {
    collided: MessageWriter<'w, Collided<V>>,
    entered: MessageWriter<'w, SensorEntered>,
    exited: MessageWriter<'w, SensorExited>,
    broken: MessageWriter<'w, Broken>,
    stopped: MessageWriter<'w, Stopped>,
    fell_asleep: MessageWriter<'w, FellAsleep>,
    woke: MessageWriter<'w, Woke>,
    squeezed: MessageWriter<'w, DeepOverlap>,
    limits: MessageWriter<'w, LimitReached>,
}

impl<V: Space> Messages<'_, V> {
    fn write(&mut self, event: ElasticEvent<V>) {
        match event {
            ElasticEvent::Collided(event) => drop(self.collided.write(event)),
            ElasticEvent::SensorEntered(event) => drop(self.entered.write(event)),
            ElasticEvent::SensorExited(event) => drop(self.exited.write(event)),
            ElasticEvent::Broken(event) => drop(self.broken.write(event)),
            ElasticEvent::Stopped(event) => drop(self.stopped.write(event)),
            ElasticEvent::FellAsleep(event) => drop(self.fell_asleep.write(event)),
            ElasticEvent::Woke(event) => drop(self.woke.write(event)),
            ElasticEvent::DeepOverlap(event) => drop(self.squeezed.write(event)),
        }
    }
}

/// Who is marked as asleep.
type Sleepers<'w, 's, V> = Query<'w, 's, (Entity, &'static Tracked<V>), With<Asleep>>;

/// Of so many events the names are read from memory at once.
const READ_AHEAD: usize = 32;

/// Tells what happened in the tick, in order of time. All messages are written before the first observer
/// hears, so that both see the same tick.
pub fn report<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<SimulationStepper<V>>,
    time: Res<Time<Elastic>>,
    mut instants: ResMut<Instants>,
    (marked, mut homes): (Sleepers<V>, Query<&mut Home, With<Tracked<V>>>),
    mut messages: Messages<V>,
    mut commands: Commands,
) {
    let report = engine.stepper.report();
    let impacts = report.impacts().map(|impact| impact.time / report.dt);
    instants.note(time.tick(), impacts, simulation.world.is_moving());
    // Ticks are told by the number of those before.
    let tick = time.tick().saturating_sub(1);
    for limit in &report.limits {
        if let Some(entity) = simulation.entity(limit.body) {
            messages.limits.write(LimitReached { entity, tick, time: limit.time });
        }
    }
    for some in report.events.chunks(READ_AHEAD) {
        simulation.read_ahead(some);
        for event in some {
            if let Some(event) = simulation.event(event, tick) {
                messages.write(event);
            }
        }
    }
    mark_absorbed(&simulation, report, &mut homes, &mut commands);
    mark_sleepers(&simulation, report, &marked, &mut homes, &mut commands);
    if !report.events.is_empty() {
        commands.queue(move |world: &mut World| tell_observers::<V>(world, tick));
    }
}

/// Marks who was taken out of the game. The next tick reads him, whether he is still marked or not.
fn mark_absorbed<V: Space>(
    simulation: &Simulation<V>,
    report: &Report<V>,
    homes: &mut Query<&mut Home, With<Tracked<V>>>,
    commands: &mut Commands,
) {
    for event in &report.events {
        let (taken, by) = match event {
            Event::Absorbed(crossing) => (crossing.ball, crossing.region),
            Event::Broken { body, by, .. } => (*body, *by),
            _ => continue,
        };
        if let (Some(taken), Some(by)) = (simulation.entity(taken), simulation.entity(by)) {
            commands.entity(taken).try_insert(Absorbed { by });
            if let Ok(mut home) = homes.get_mut(taken) {
                *home = Home::NOWHERE;
            }
        }
    }
}

/// Marks who fell asleep, and takes the mark from all who are awake. Who sleeps on without it has been
/// unmarked by the game in this tick, and wakes in the next one.
fn mark_sleepers<V: Space>(
    simulation: &Simulation<V>,
    report: &Report<V>,
    marked: &Sleepers<V>,
    homes: &mut Query<&mut Home, With<Tracked<V>>>,
    commands: &mut Commands,
) {
    for (entity, _) in marked.iter().filter(|(_, it)| !simulation.world.is_asleep(it.body)) {
        commands.entity(entity).try_remove::<Asleep>();
    }
    for event in &report.events {
        if let Event::FellAsleep { body, .. } = event
            && let Some(entity) = simulation.entity(*body)
            && simulation.is_asleep(entity)
        {
            commands.entity(entity).try_insert(Asleep);
            if let Ok(mut home) = homes.get_mut(entity) {
                *home = Home::NOWHERE;
            }
        }
    }
}

/// Tells observers, if there are any, what happened in the tick.
fn tell_observers<V: Space>(world: &mut World, tick: u64) {
    let is_anyone_there = is_observed::<Collided<V>>(world)
        || is_observed::<SensorEntered>(world)
        || is_observed::<SensorExited>(world)
        || is_observed::<Broken>(world)
        || is_observed::<Stopped>(world)
        || is_observed::<FellAsleep>(world)
        || is_observed::<Woke>(world)
        || is_observed::<DeepOverlap>(world);
    if !is_anyone_there {
        return;
    }
    let (simulation, engine) =
        (world.resource::<Simulation<V>>(), world.resource::<SimulationStepper<V>>());
    let events = engine.report().events.iter();
    let events: Vec<ElasticEvent<V>> =
        events.filter_map(|event| simulation.event(event, tick)).collect();
    for event in &events {
        match *event {
            ElasticEvent::Collided(event) => {
                trigger(world, event);
                trigger(world, swapped(event));
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
            ElasticEvent::Stopped(event) => trigger::<Stopped>(world, event),
            ElasticEvent::FellAsleep(event) => trigger::<FellAsleep>(world, event),
            ElasticEvent::Woke(event) => trigger::<Woke>(world, event),
            ElasticEvent::DeepOverlap(event) => trigger::<DeepOverlap>(world, event),
        }
    }
}

/// The same impact as the other body sees it.
fn swapped<V: Space>(event: Collided<V>) -> Collided<V> {
    let opposite = |vector: V| V::narrow(-vector.widen());
    Collided {
        entity: event.other,
        other: event.entity,
        normal: opposite(event.normal),
        friction: opposite(event.friction),
        ..event
    }
}

/// Those who observe an event.
fn observers<E: EntityEvent>(world: &World) -> Option<&CachedObservers> {
    world.event_key::<E>().and_then(|key| world.observers().try_get_observers(key))
}

/// Whether anyone observes an event.
fn is_observed<E: EntityEvent>(world: &World) -> bool {
    observers::<E>(world).is_some_and(|observers| {
        !observers.global_observers().is_empty()
            || !observers.component_observers().is_empty()
            || !observers.entity_observers().is_empty()
    })
}

/// Triggers the event if someone observes it for this entity, and the entity is still there.
fn trigger<E>(world: &mut World, event: E)
where
    E: EntityEvent,
    for<'a> E::Trigger<'a>: Default,
{
    let Ok(entity) = world.get_entity(event.event_target()) else { return };
    let watched = entity.contains::<ObservedBy>();
    let heard = observers::<E>(world)
        .is_some_and(|observers| watched || !observers.global_observers().is_empty());
    if heard {
        world.trigger(event);
    }
}
