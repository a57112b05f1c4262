//! Report: messages are written and observers are called.

use bevy_ecs::entity::Entity;
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::observer::ObservedBy;
use bevy_ecs::query::With;
use bevy_ecs::system::{Commands, Query, Res, ResMut};
use bevy_ecs::world::World;
use bevy_time::Time;
use collide_core::report::{Event, Report};

use crate::body::{Absorbed, Asleep};
use crate::clock::{Elastic, ElasticTime};
use crate::event::{
    Broken, Collided, FellAsleep, Happening, LimitReached, SensorEntered, SensorExited, Squeezed,
    Stopped, Woke,
};
use crate::simulation::{Engine, Simulation, Tracked};
use crate::space::Space;
use crate::tick::Instants;

/// Tells what happened in the tick, in order of time.
pub fn report<V: Space>(
    simulation: Res<Simulation<V>>,
    engine: Res<Engine<V>>,
    time: Res<Time<Elastic>>,
    mut instants: ResMut<Instants>,
    marked: Query<Entity, (With<Asleep>, With<Tracked<V>>)>,
    mut limits: MessageWriter<LimitReached>,
    mut commands: Commands,
) {
    let report = engine.stepper.report();
    let impacts = report.impacts().map(|impact| impact.time / report.dt);
    instants.note(time.tick(), impacts, simulation.world.is_moving());
    // Ticks are told by the number of those before.
    let tick = time.tick().saturating_sub(1);
    for limit in &report.limits {
        if let Some(entity) = simulation.entity(limit.body) {
            limits.write(LimitReached { entity, tick, time: limit.time });
        }
    }
    for event in &report.events {
        let (taken, by) = match event {
            Event::Absorbed(crossing) => (crossing.ball, crossing.region),
            Event::Broken { body, by, .. } => (*body, *by),
            _ => continue,
        };
        if let (Some(taken), Some(by)) = (simulation.entity(taken), simulation.entity(by)) {
            commands.entity(taken).try_insert(Absorbed { by });
        }
    }
    mark_sleepers(&simulation, report, &marked, &mut commands);
    let happenings: Vec<Happening<V>> =
        report.events.iter().filter_map(|event| simulation.happenings(event, tick)).collect();
    if !happenings.is_empty() {
        commands.queue(move |world: &mut World| tell(world, &happenings));
    }
}

/// Marks who fell asleep, and takes the mark from all who are awake. Who sleeps on without it has been
/// unmarked by the game in this tick, and wakes in the next one.
fn mark_sleepers<V: Space>(
    simulation: &Simulation<V>,
    report: &Report<V>,
    marked: &Query<Entity, (With<Asleep>, With<Tracked<V>>)>,
    commands: &mut Commands,
) {
    for entity in marked.iter().filter(|entity| !simulation.is_asleep(*entity)) {
        commands.entity(entity).try_remove::<Asleep>();
    }
    for event in &report.events {
        if let Event::FellAsleep { body, .. } = event
            && let Some(entity) = simulation.entity(*body)
            && simulation.is_asleep(entity)
        {
            commands.entity(entity).try_insert(Asleep);
        }
    }
}

/// Writes all messages before the first observer hears, so that both see the same tick.
fn tell<V: Space>(world: &mut World, happenings: &[Happening<V>]) {
    for happening in happenings {
        match *happening {
            Happening::Collided(event) => drop(world.write_message(event)),
            Happening::Entered(event) => drop(world.write_message(event)),
            Happening::Exited(event) => drop(world.write_message(event)),
            Happening::Broken(event) => drop(world.write_message(event)),
            Happening::Stopped(event) => drop(world.write_message(event)),
            Happening::FellAsleep(event) => drop(world.write_message(event)),
            Happening::Woke(event) => drop(world.write_message(event)),
            Happening::Squeezed(event) => drop(world.write_message(event)),
        }
    }
    for happening in happenings {
        match *happening {
            Happening::Collided(event) => {
                trigger(world, event);
                trigger(world, swapped(event));
            }
            Happening::Entered(event) => {
                trigger(world, event);
                trigger(world, SensorEntered { entity: event.ball, ..event });
            }
            Happening::Exited(event) => {
                trigger(world, event);
                trigger(world, SensorExited { entity: event.ball, ..event });
            }
            Happening::Broken(event) => trigger::<Broken>(world, event),
            Happening::Stopped(event) => trigger::<Stopped>(world, event),
            Happening::FellAsleep(event) => trigger::<FellAsleep>(world, event),
            Happening::Woke(event) => trigger::<Woke>(world, event),
            Happening::Squeezed(event) => trigger::<Squeezed>(world, event),
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

/// Triggers the event if someone observes it for this entity, and the entity is still there.
fn trigger<E>(world: &mut World, event: E)
where
    E: EntityEvent,
    for<'a> E::Trigger<'a>: Default,
{
    let entity: Entity = event.event_target();
    let Ok(entity) = world.get_entity(entity) else { return };
    let watched = entity.contains::<ObservedBy>();
    let heard = world
        .event_key::<E>()
        .and_then(|key| world.observers().try_get_observers(key))
        .is_some_and(|observers| watched || !observers.global_observers().is_empty());
    if heard {
        world.trigger(event);
    }
}
