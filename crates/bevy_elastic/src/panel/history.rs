//! What the panel keeps of the last ticks: energies, momentum and events.

use std::collections::VecDeque;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Res, ResMut};
use bevy_time::Time;
use collide_core::measure::{energy, momentum};
use collide_core::vector::Wide;

use crate::events::ElasticEvent;
use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
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

/// Records a tick, and forgets what was after it if the clock has gone back.
pub(super) fn record<V: Space>(
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
