//! The systems that begin, count and end a tick, and those that make ticks outside the fixed loop: at speeds above 1
//! and in search of an impact.

use std::collections::VecDeque;

use bevy_app::FixedMainScheduleOrder;
use bevy_ecs::intern::Interned;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::{Res, ResMut};
use bevy_ecs::world::World;
use bevy_time::{Fixed, Time, Virtual};

use crate::time::clock::{Elastic, ElasticTime, SeekStatus};

/// The schedule in which ticks are made.
#[derive(Resource, Clone, Copy)]
pub struct TickSchedule(pub(crate) Interned<dyn ScheduleLabel>);

impl TickSchedule {
    /// Whether the schedule runs in the fixed loop, so that frames fall between two runs of it.
    fn is_fixed(self, order: &FixedMainScheduleOrder) -> bool {
        order.labels.contains(&self.0)
    }
}

/// An instant inside a tick.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct TickInstant {
    /// The number of the tick, from 1.
    tick: u64,
    /// The fraction of the tick that has passed.
    fraction: f64,
}

/// The instants of the impacts of the last ticks, in all spaces.
#[derive(Resource, Debug, Default)]
pub struct ImpactInstants {
    /// In the order of time within a space and tick.
    impacts: VecDeque<TickInstant>,
    /// Whether anything moved at the end of the last tick.
    is_moving: bool,
}

impl ImpactInstants {
    /// Adds the impacts of a tick in one space, as fractions of the tick.
    pub(crate) fn record(
        &mut self,
        tick: u64,
        fractions: impl Iterator<Item = f64>,
        is_moving: bool,
    ) {
        self.impacts.extend(fractions.map(|fraction| TickInstant { tick, fraction }));
        self.is_moving |= is_moving;
    }

    /// The first impact after an instant.
    fn first_after(&self, instant: TickInstant) -> Option<TickInstant> {
        let later = self.impacts.iter().copied().filter(|impact| *impact > instant);
        later.min_by(|a, b| a.tick.cmp(&b.tick).then(a.fraction.total_cmp(&b.fraction)))
    }
}

/// Whether a tick is being made.
pub fn is_ticking(time: Res<Time<Elastic>>) -> bool {
    time.context().is_ticking()
}

/// Whether the clock is stopped, so that no tick reads what the game writes.
pub fn is_stopped(time: Res<Time<Elastic>>) -> bool {
    time.context().is_stopped()
}

/// Decides whether a tick is made now, and sets its length.
pub fn begin_tick(
    now: Res<Time>,
    mut time: ResMut<Time<Elastic>>,
    mut instants: ResMut<ImpactInstants>,
) {
    let dt = now.delta();
    let clock = time.context_mut();
    if !dt.is_zero() {
        // A tick that was begun from outside the fixed loop is decided already.
        if !clock.is_ticking() {
            clock.begin_update();
        }
        clock.set_dt(dt);
    }
    if clock.is_ticking() {
        let past = clock.past_ticks() as u64;
        let tick = time.tick();
        instants.is_moving = false;
        instants.impacts.retain(|impact| impact.tick + past >= tick);
    }
}

/// Advances the clock: from here on the state of the simulation is that of the end of the tick.
pub fn count_tick(mut time: ResMut<Time<Elastic>>) {
    let dt = time.context().dt();
    time.advance_by(dt);
    time.context_mut().count_tick();
}

/// Ends a tick, after all its events have been reported.
pub fn end_tick(mut time: ResMut<Time<Elastic>>) {
    time.context_mut().end_tick();
}

/// Makes the ticks that a fixed update owes beyond the first, at speeds above 1.
pub fn run_extra_ticks(world: &mut World) {
    while world.resource_mut::<Time<Elastic>>().context_mut().begin_extra_tick() {
        run_tick(world);
    }
}

/// Sets the instant that the frame displays, from the clock of the fixed schedule.
pub fn update_displayed_instant(
    fixed: Res<Time<Fixed>>,
    order: Res<FixedMainScheduleOrder>,
    schedule: Res<TickSchedule>,
    mut time: ResMut<Time<Elastic>>,
) {
    // No frame falls between two runs of a schedule that runs once per frame.
    let is_fixed = schedule.is_fixed(&order);
    time.context_mut().display(if is_fixed { fixed.overstep_fraction_f64() } else { 1.0 });
}

/// Sets the length of the coming ticks before the fixed loop, since a forecast may need it before a tick is made.
pub fn update_tick_length(
    fixed: Res<Time<Fixed>>,
    order: Res<FixedMainScheduleOrder>,
    schedule: Res<TickSchedule>,
    mut time: ResMut<Time<Elastic>>,
) {
    if schedule.is_fixed(&order) {
        time.context_mut().set_dt(fixed.timestep());
    }
}

/// Makes a tick outside the fixed loop, with the generic clock set as inside the loop.
fn run_tick(world: &mut World) {
    let schedule = *world.resource::<TickSchedule>();
    let outside = *world.resource::<Time>();
    let fixed = world
        .get_resource::<FixedMainScheduleOrder>()
        .is_some_and(|order| schedule.is_fixed(order))
        .then(|| world.get_resource::<Time<Fixed>>())
        .flatten();
    let mut inside = fixed.map_or(outside, Time::as_generic);
    let dt = fixed.map_or(world.resource::<Time<Elastic>>().context().dt(), Time::timestep);
    inside.advance_by(dt);
    *world.resource_mut::<Time>() = inside;
    world.run_schedule(schedule.0);
    let outside = world.get_resource::<Time<Virtual>>().map_or(outside, Time::as_generic);
    *world.resource_mut::<Time>() = outside;
}

/// The maximum number of ticks that a search for an impact makes in one frame; it goes on in the next.
const MAX_SEEK_TICKS_PER_FRAME: u32 = 1024;

/// Moves the displayed instant to the next impact, as [`ElasticTime::seek_impact`] asks.
pub fn seek_impact(world: &mut World) {
    let time = world.resource::<Time<Elastic>>();
    if !time.is_seeking() {
        return;
    }
    let displayed = time.displayed_fraction();
    let ticks_back = if displayed < 0.0 { (-displayed).ceil() } else { 0.0 };
    let displayed = TickInstant {
        tick: time.tick().saturating_sub(ticks_back as u64),
        fraction: displayed + ticks_back,
    };
    for ticks_made in 0..=MAX_SEEK_TICKS_PER_FRAME {
        let instants = world.resource::<ImpactInstants>();
        let next = instants.first_after(displayed);
        let is_at_rest = ticks_made > 0 && !instants.is_moving;
        let mut time = world.resource_mut::<Time<Elastic>>();
        let (tick, seconds) = (time.tick(), time.elapsed_secs_f64());
        let clock = time.context_mut();
        if let Some(impact) = next {
            clock.stop_at(impact.fraction - tick.saturating_sub(impact.tick) as f64);
            return clock.end_seek(SeekStatus::Found);
        }
        if is_at_rest || clock.is_seek_over(seconds) {
            return clock.end_seek(SeekStatus::NotFound);
        }
        if ticks_made < MAX_SEEK_TICKS_PER_FRAME {
            clock.force_tick();
            run_tick(world);
        }
    }
}
