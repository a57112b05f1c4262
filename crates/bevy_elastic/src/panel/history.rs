//! What the panel keeps of the last ticks: energies, momentum and events.

use std::collections::VecDeque;

use bevy_app::App;
use bevy_ecs::intern::Interned;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use bevy_ecs::system::{Res, ResMut};
use bevy_time::Time;
use collide_core::measure::{energy, momentum};
use collide_core::vector::Vector;

use crate::events::ElasticEvent;
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::systems::ElasticSystems;
use crate::time::{Elastic, ElasticTime};

/// The number of ticks that are plotted.
const TICKS: usize = 600;

/// The number of events that are listed.
const EVENTS: usize = 300;

/// The measurements of a tick.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) tick: u64,
    pub(super) kinetic: f64,
    pub(super) potential: f64,
    /// The length of the total momentum.
    pub(super) momentum: f64,
}

/// The last ticks of a space.
#[derive(Resource, Debug)]
pub(super) struct History<V: Space> {
    pub(super) samples: VecDeque<Sample>,
    /// The last events, the latest one last.
    pub(super) events: VecDeque<ElasticEvent<V>>,
}

impl<V: Space> Default for History<V> {
    fn default() -> Self {
        Self { samples: VecDeque::new(), events: VecDeque::new() }
    }
}

/// Keeps the history of a space, the ticks of which are made in this schedule.
pub(super) fn add_history<V: Space>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    // In the set it runs once a tick. While the clock is paused the last report may be of a tick that has been undone.
    app.init_resource::<History<V>>()
        .add_systems(schedule, record::<V>.in_set(ElasticSystems::Report));
}

/// Records a tick, and forgets what was after it if the clock has gone back.
fn record<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    time: Res<Time<Elastic>>,
    mut history: ResMut<History<V>>,
) {
    let tick = time.tick().saturating_sub(1);
    let History { samples, events } = &mut *history;
    samples.retain(|sample| sample.tick < tick);
    events.retain(|event| event.tick() < tick);
    let (energy, momentum) = (energy(simulation.world()), momentum(simulation.world()));
    samples.push_back(Sample {
        tick,
        kinetic: energy.kinetic,
        potential: energy.total() - energy.kinetic,
        momentum: momentum.length(),
    });
    let reported = &stepper.report().events;
    let latest = &reported[reported.len().saturating_sub(EVENTS)..];
    events.extend(latest.iter().filter_map(|event| simulation.event(event, tick)));
    while samples.len() > TICKS {
        samples.pop_front();
    }
    while events.len() > EVENTS {
        events.pop_front();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bevy_app::FixedPostUpdate;
    use bevy_ecs::system::RunSystemOnce;
    use bevy_math::{Vec2, vec2};
    use bevy_time::{TimePlugin, TimeUpdateStrategy};
    use bevy_transform::TransformPlugin;

    use super::*;
    use crate::prelude::*;
    use crate::snapshot::RewindBuffer;

    /// A game that has gone back while its clock is paused has no events of the ticks that are undone.
    #[test]
    fn history_ends_where_a_paused_game_has_gone_back_to() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, TransformPlugin, ElasticPlugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_micros(15_625)))
            .insert_resource(RewindBuffer::<Vec2>::new(1, 64));
        add_history::<Vec2>(&mut app, FixedPostUpdate.intern());
        app.world_mut().spawn((Collider::circle(0.5), Velocity(vec2(32.0, 0.0))));
        let place = Position(vec2(4.75, 0.0));
        app.world_mut().spawn((Collider::half_plane(-Vec2::X), Static, place));
        // The ball meets the wall in the ninth tick, which is the last one.
        (0..10).for_each(|_| app.update());
        let kept = |app: &App| {
            let History { samples, events } = app.world().resource::<History<Vec2>>();
            (samples.len(), events.iter().map(ElasticEvent::tick).collect::<Vec<_>>())
        };
        assert_eq!(kept(&app), (9, vec![8]));
        app.world_mut().resource_mut::<Time<Elastic>>().pause();
        let back = |mut snapshots: Snapshots| snapshots.rewind(4.0 / 64.0);
        assert!(app.world_mut().run_system_once(back).unwrap());
        (0..3).for_each(|_| app.update());
        app.world_mut().resource_mut::<Time<Elastic>>().request_ticks(1);
        app.update();
        assert_eq!(kept(&app), (6, vec![]));
    }
}
