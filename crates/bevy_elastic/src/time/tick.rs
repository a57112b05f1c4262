//! How is a tick begun, ended, and called for from outside the fixed loop?

use std::collections::VecDeque;

use bevy_app::FixedMainScheduleOrder;
use bevy_ecs::intern::Interned;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::{Res, ResMut};
use bevy_ecs::world::World;
use bevy_time::{Fixed, Time, Virtual};

use crate::time::{Elastic, ElasticTime, SeekStatus};

/// The schedule in which ticks are made.
#[derive(Resource, Clone, Copy)]
pub struct TickSchedule(pub(crate) Interned<dyn ScheduleLabel>);

impl TickSchedule {
    /// Whether it runs in the fixed loop, so that frames fall between two runs of it.
    fn is_fixed(self, order: &FixedMainScheduleOrder) -> bool {
        order.labels.contains(&self.0)
    }
}

/// When the impacts of the last ticks were, in all spaces.
#[derive(Resource, Debug, Default)]
pub struct Instants {
    /// The number of the tick and the part of it that had passed, in order of time within a space.
    impacts: VecDeque<(u64, f64)>,
    /// Whether anything moved at the end of the last tick.
    moving: bool,
}

impl Instants {
    /// Notes what a space has made of a tick.
    pub(crate) fn note(&mut self, tick: u64, impacts: impl Iterator<Item = f64>, moving: bool) {
        self.impacts.extend(impacts.map(|instant| (tick, instant)));
        self.moving |= moving;
    }

    /// The first impact after an instant.
    fn next_after(&self, tick: u64, instant: f64) -> Option<(u64, f64)> {
        let later = self.impacts.iter().copied().filter(|impact| *impact > (tick, instant));
        later.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)))
    }
}

/// Whether a tick is being made.
pub fn is_ticking(time: Res<Time<Elastic>>) -> bool {
    time.context().is_ticking()
}

/// Whether the clock stands, so that no tick will read what the game writes.
pub fn stands(time: Res<Time<Elastic>>) -> bool {
    time.context().stands()
}

/// Decides whether a tick is made now, and how long it is.
pub fn begin_tick(now: Res<Time>, mut time: ResMut<Time<Elastic>>, mut instants: ResMut<Instants>) {
    let dt = now.delta();
    let clock = time.context_mut();
    if !dt.is_zero() {
        // A tick that was called for from outside the fixed loop is decided already.
        if !clock.is_ticking() {
            clock.update();
        }
        clock.set_dt(dt);
    }
    if clock.is_ticking() {
        let past = clock.past_ticks() as u64;
        let tick = time.tick();
        instants.moving = false;
        instants.impacts.retain(|(made, _)| made + past >= tick);
    }
}

/// From here on the state of the world is that of the end of the tick.
pub fn count_tick(mut time: ResMut<Time<Elastic>>) {
    let dt = time.context().dt();
    time.advance_by(dt);
    time.context_mut().count_tick();
}

/// All has been told.
pub fn end_tick(mut time: ResMut<Time<Elastic>>) {
    time.context_mut().end_tick();
}

/// At speeds above 1 a fixed update owes more than one tick.
pub fn run_extra_ticks(world: &mut World) {
    while world.resource_mut::<Time<Elastic>>().context_mut().take_extra() {
        run_tick(world);
    }
}

/// Takes the instant that the frame sees from the clock of the fixed schedule.
pub fn look(
    fixed: Res<Time<Fixed>>,
    order: Res<FixedMainScheduleOrder>,
    schedule: Res<TickSchedule>,
    mut time: ResMut<Time<Elastic>>,
) {
    // No frame falls between two runs of a schedule that runs once a frame.
    let in_loop = schedule.is_fixed(&order);
    time.context_mut().see(if in_loop { fixed.overstep_fraction_f64() } else { 1.0 });
}

/// Before the fixed loop, the length of the ticks to come: a forecast may be asked for before one is
/// made.
pub fn measure_tick(
    fixed: Res<Time<Fixed>>,
    order: Res<FixedMainScheduleOrder>,
    schedule: Res<TickSchedule>,
    mut time: ResMut<Time<Elastic>>,
) {
    if schedule.is_fixed(&order) {
        time.context_mut().set_dt(fixed.timestep());
    }
}

/// Makes a tick outside the fixed loop, with the clock that it has inside.
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

/// Moves what is seen to the next impact, as [`ElasticTime::seek_impact`] asks.
pub fn find_impact(world: &mut World) {
    /// So many ticks in one frame; the search goes on in the next.
    const MOST_TICKS: u32 = 1024;
    if !world.resource::<Time<Elastic>>().is_seeking() {
        return;
    }
    let time = world.resource::<Time<Elastic>>();
    // The instant that is seen, as the number of its tick, from 1, and the part of it that has passed.
    let back =
        if time.displayed_fraction() < 0.0 { (-time.displayed_fraction()).ceil() } else { 0.0 };
    let seen = (time.tick().saturating_sub(back as u64), time.displayed_fraction() + back);
    for made in 0..=MOST_TICKS {
        let instants = world.resource::<Instants>();
        let next = instants.next_after(seen.0, seen.1);
        let rests = made > 0 && !instants.moving;
        let mut time = world.resource_mut::<Time<Elastic>>();
        let (tick, seconds) = (time.tick(), time.elapsed_secs_f64());
        let clock = time.context_mut();
        if let Some((at, instant)) = next {
            clock.found(instant - tick.saturating_sub(at) as f64);
            return clock.end_search(SeekStatus::Found);
        }
        if rests || clock.search_is_over(seconds) {
            return clock.end_search(SeekStatus::NotFound);
        }
        if made < MOST_TICKS {
            clock.force();
            run_tick(world);
        }
    }
}
