//! Report: writes the messages of a tick, and adds the components that mark its events.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::With;
use bevy_ecs::system::{Commands, Query, Res, ResMut, SystemParam};
use bevy_ecs::world::World;
use bevy_time::Time;
use collide_core::report::{Event, Report};

use crate::components::{Absorbed, Asleep};
use crate::events::{
    Broken, Collided, ContactEnded, ContactStarted, DeepOverlap, ElasticEvent, FellAsleep,
    LimitReached, Rolls, SensorEntered, SensorExited, Stopped, Woke,
};
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::sync::synced_body::{LastTableId, SyncedBody};
use crate::systems::observers::trigger_observers;
use crate::time::tick::ImpactInstants;
use crate::time::{Elastic, ElasticTime};

/// The writers of all messages.
#[derive(SystemParam)]
pub struct MessageWriters<'w, V: Space> {
    collided: MessageWriter<'w, Collided<V>>,
    contact_started: MessageWriter<'w, ContactStarted<V>>,
    contact_ended: MessageWriter<'w, ContactEnded>,
    sensor_entered: MessageWriter<'w, SensorEntered>,
    sensor_exited: MessageWriter<'w, SensorExited>,
    broken: MessageWriter<'w, Broken>,
    rolls: MessageWriter<'w, Rolls>,
    stopped: MessageWriter<'w, Stopped>,
    fell_asleep: MessageWriter<'w, FellAsleep>,
    woke: MessageWriter<'w, Woke>,
    deep_overlap: MessageWriter<'w, DeepOverlap>,
    limit_reached: MessageWriter<'w, LimitReached>,
}

impl<V: Space> MessageWriters<'_, V> {
    fn write(&mut self, event: ElasticEvent<V>) {
        match event {
            ElasticEvent::Collided(event) => drop(self.collided.write(event)),
            ElasticEvent::ContactStarted(event) => drop(self.contact_started.write(event)),
            ElasticEvent::ContactEnded(event) => drop(self.contact_ended.write(event)),
            ElasticEvent::SensorEntered(event) => drop(self.sensor_entered.write(event)),
            ElasticEvent::SensorExited(event) => drop(self.sensor_exited.write(event)),
            ElasticEvent::Broken(event) => drop(self.broken.write(event)),
            ElasticEvent::Rolls(event) => drop(self.rolls.write(event)),
            ElasticEvent::Stopped(event) => drop(self.stopped.write(event)),
            ElasticEvent::FellAsleep(event) => drop(self.fell_asleep.write(event)),
            ElasticEvent::Woke(event) => drop(self.woke.write(event)),
            ElasticEvent::DeepOverlap(event) => drop(self.deep_overlap.write(event)),
        }
    }
}

/// The entities with [`Asleep`].
type MarkedAsleep<'w, 's, V> = Query<'w, 's, (Entity, &'static SyncedBody<V>), With<Asleep>>;

/// The table ids of all bodies.
type TableIds<'w, 's, V> = Query<'w, 's, &'static mut LastTableId, With<SyncedBody<V>>>;

/// The number of events of which the entities are prefetched at once.
const PREFETCHED_EVENTS: usize = 32;

/// Reports the events of the tick in the order of time. All messages are written before the first observer runs, so that
/// both see the same tick.
pub fn report<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    time: Res<Time<Elastic>>,
    mut instants: ResMut<ImpactInstants>,
    (marked_asleep, mut table_ids): (MarkedAsleep<V>, TableIds<V>),
    mut messages: MessageWriters<V>,
    mut commands: Commands,
) {
    let report = stepper.report();
    let impacts = report.impacts().map(|impact| impact.time / report.dt);
    instants.record(time.tick(), impacts, simulation.world.is_moving());
    // Events have the number of the ticks before theirs.
    let tick = time.tick().saturating_sub(1);
    for limit in &report.limits {
        if let Some(entity) = simulation.entity(limit.body) {
            messages.limit_reached.write(LimitReached {
                entity,
                budget: limit.budget.into(),
                tick,
                time: limit.time,
            });
        }
    }
    for events in report.events.chunks(PREFETCHED_EVENTS) {
        simulation.prefetch_entities(events);
        for event in events {
            if let Some(event) = simulation.event(event, tick) {
                messages.write(event);
            }
        }
    }
    mark_absorbed(&simulation, report, &mut table_ids, &mut commands);
    mark_asleep(&simulation, report, &marked_asleep, &mut table_ids, &mut commands);
    if !report.events.is_empty() {
        commands.queue(move |world: &mut World| trigger_observers::<V>(world, tick));
    }
}

/// Adds [`Absorbed`] to the bodies that were taken out of the game. The next tick reads them, whether the game has
/// removed it by then or not.
fn mark_absorbed<V: Space>(
    simulation: &Simulation<V>,
    report: &Report<V::Wide>,
    table_ids: &mut TableIds<V>,
    commands: &mut Commands,
) {
    for event in &report.events {
        let (absorbed, by) = match event {
            Event::Absorbed(crossing) => (crossing.ball, crossing.region),
            Event::Broken { body, by, .. } => (*body, *by),
            _ => continue,
        };
        if let (Some(absorbed), Some(by)) = (simulation.entity(absorbed), simulation.entity(by)) {
            commands.entity(absorbed).try_insert(Absorbed { by });
            if let Ok(mut table_id) = table_ids.get_mut(absorbed) {
                *table_id = LastTableId::UNKNOWN;
            }
        }
    }
}

/// Adds [`Asleep`] to the bodies that fell asleep, and removes it from all that are awake.
///
/// A body may sleep without the component: then the game has removed it in this tick, and the body wakes in the next.
fn mark_asleep<V: Space>(
    simulation: &Simulation<V>,
    report: &Report<V::Wide>,
    marked: &MarkedAsleep<V>,
    table_ids: &mut TableIds<V>,
    commands: &mut Commands,
) {
    let is_awake = |synced: &SyncedBody<V>| !simulation.world.is_asleep(synced.body);
    for (entity, _) in marked.iter().filter(|(_, synced)| is_awake(synced)) {
        commands.entity(entity).try_remove::<Asleep>();
    }
    for event in &report.events {
        if let Event::FellAsleep { body, .. } = event
            && let Some(entity) = simulation.entity(*body)
            && simulation.is_asleep(entity)
        {
            commands.entity(entity).try_insert(Asleep);
            if let Ok(mut table_id) = table_ids.get_mut(entity) {
                *table_id = LastTableId::UNKNOWN;
            }
        }
    }
}
