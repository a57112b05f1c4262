//! The assembly.

use bevy_app::{
    App, FixedPostUpdate, Plugin, PostUpdate, RunFixedMainLoop, RunFixedMainLoopSystems,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel, common_conditions::resource_exists};
use bevy_ecs::system::{Res, ResMut};
use bevy_ecs::world::World;
use bevy_math::{Vec2, Vec3};
use bevy_time::{Fixed, Time, Virtual};
use bevy_transform::TransformSystems;

use crate::body::{Position, Velocity};
use crate::clock::{Elastic, ElasticTime};
use crate::collider::Collider;
use crate::config::ElasticConfig;
use crate::detect::detect;
use crate::draw::{Paths, draw, index_paths, look, put_back};
use crate::event::{Collided, LimitReached, SensorEntered, SensorExited, Stopped};
use crate::forces::Gravity;
use crate::forecast::ForecastCache;
use crate::gather::{gather, give_key, note_removal};
use crate::integrate::integrate;
use crate::report::report;
use crate::respond::respond;
use crate::scatter::scatter;
use crate::schedule::ElasticSystems;
use crate::simulation::{Engine, Simulation};
use crate::snapshot::{Rewind, remember};
use crate::space::Space;

/// Exact elastic collisions in the plane, in f32, in `FixedPostUpdate`.
///
/// For other spaces and schedules see [`ElasticSpacePlugin`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticPlugin;

impl Plugin for ElasticPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePlugin::<Vec2>::default());
    }
}

/// Exact elastic collisions in space, in f32, in `FixedPostUpdate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticPlugin3d;

impl Plugin for ElasticPlugin3d {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePlugin::<Vec3>::default());
    }
}

/// Exact elastic collisions in any space and any schedule. The spaces of an App share their clock, so
/// all must run in the same schedule.
///
/// # Example
/// ```
/// use bevy_app::prelude::*;
/// use bevy_elastic::prelude::*;
/// use bevy_math::DVec2;
///
/// App::new().add_plugins(ElasticSpacePlugin::<DVec2>::new(FixedUpdate));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ElasticSpacePlugin<V: Space> {
    schedule: Interned<dyn ScheduleLabel>,
    space: std::marker::PhantomData<V>,
}

impl<V: Space> ElasticSpacePlugin<V> {
    /// The plugin in a schedule. A tick is as long as `Time` says there.
    #[must_use]
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern(), space: std::marker::PhantomData }
    }
}

impl<V: Space> Default for ElasticSpacePlugin<V> {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl<V: Space> Plugin for ElasticSpacePlugin<V> {
    fn build(&self, app: &mut App) {
        if !app.world().contains_resource::<TickSchedule>() {
            build_clock(app, self.schedule);
        }
        app.register_type::<Collider<V>>()
            .register_type::<Velocity<V>>()
            .register_type::<Position<V>>()
            .register_type::<Gravity<V>>()
            .init_resource::<Gravity<V>>()
            .init_resource::<Simulation<V>>()
            .init_resource::<Engine<V>>()
            .init_resource::<Paths<V>>()
            .init_resource::<ForecastCache<V>>()
            .init_resource::<Rewind<V>>()
            .add_message::<Collided<V>>()
            .add_observer(give_key::<V>)
            .add_observer(note_removal::<V>)
            .add_systems(
                self.schedule,
                (
                    gather::<V>.in_set(ElasticSystems::Gather),
                    integrate::<V>.in_set(ElasticSystems::Integrate),
                    detect::<V>.in_set(ElasticSystems::Detect),
                    respond::<V>.in_set(ElasticSystems::Respond),
                    (scatter::<V>, put_back::<V>, index_paths::<V>, remember::<V>)
                        .chain()
                        .in_set(ElasticSystems::Scatter),
                    report::<V>.in_set(ElasticSystems::Report),
                ),
            )
            .add_systems(
                RunFixedMainLoop,
                (
                    put_back::<V>.in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                    find_impact::<V>
                        .after(run_extra_ticks)
                        .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
                ),
            )
            .add_systems(
                PostUpdate,
                draw::<V>
                    .after(look)
                    .before(TransformSystems::Propagate)
                    .run_if(resource_exists::<Time<Fixed>>),
            );
    }
}

/// The schedule in which ticks are made.
#[derive(Resource, Clone, Copy)]
struct TickSchedule(Interned<dyn ScheduleLabel>);

/// What all spaces share.
fn build_clock(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.insert_resource(TickSchedule(schedule))
        .init_resource::<ElasticConfig>()
        .init_resource::<Time<Elastic>>()
        .add_message::<SensorEntered>()
        .add_message::<SensorExited>()
        .add_message::<Stopped>()
        .add_message::<LimitReached>()
        .configure_sets(
            schedule,
            (
                ElasticSystems::Gather,
                ElasticSystems::Integrate,
                ElasticSystems::Detect,
                ElasticSystems::Respond,
                ElasticSystems::Scatter,
                ElasticSystems::Report,
            )
                .chain()
                .run_if(is_ticking),
        )
        .add_systems(schedule, begin_tick.before(ElasticSystems::Gather))
        .add_systems(schedule, end_tick.after(ElasticSystems::Report).run_if(is_ticking))
        .add_systems(
            RunFixedMainLoop,
            run_extra_ticks.in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
        )
        .add_systems(
            PostUpdate,
            look.before(TransformSystems::Propagate).run_if(resource_exists::<Time<Fixed>>),
        );
}

fn is_ticking(time: Res<Time<Elastic>>) -> bool {
    time.context().is_ticking()
}

fn begin_tick(now: Res<Time>, mut time: ResMut<Time<Elastic>>) {
    let dt = now.delta();
    let clock = time.context_mut();
    // A tick that was called for from outside the fixed loop is decided already.
    if !clock.is_ticking() {
        clock.update();
    }
    if !dt.is_zero() {
        clock.set_dt(dt);
    }
}

fn end_tick(mut time: ResMut<Time<Elastic>>) {
    let dt = time.context().dt();
    time.advance_by(dt);
    time.context_mut().end_tick();
}

/// At speeds above 1 a fixed update owes more than one tick.
fn run_extra_ticks(world: &mut World) {
    while world.resource_mut::<Time<Elastic>>().context_mut().take_extra() {
        run_tick(world);
    }
}

/// Makes a tick outside the fixed loop, with the clock that it has inside.
fn run_tick(world: &mut World) {
    let TickSchedule(schedule) = *world.resource::<TickSchedule>();
    if let Some(fixed) = world.get_resource::<Time<Fixed>>() {
        let mut inside = fixed.as_generic();
        let timestep = fixed.timestep();
        inside.advance_by(timestep);
        *world.resource_mut::<Time>() = inside;
    }
    world.run_schedule(schedule);
    if let Some(outside) = world.get_resource::<Time<Virtual>>().map(Time::as_generic) {
        *world.resource_mut::<Time>() = outside;
    }
}

/// Moves what is seen to the next impact, as [`ElasticTime::seek_impact`] asks.
fn find_impact<V: Space>(world: &mut World) {
    /// So many ticks in one frame; the search goes on in the next.
    const MOST_TICKS: u32 = 1024;
    if !world.resource::<Time<Elastic>>().is_seeking() {
        return;
    }
    let mut after = world.resource::<Time<Elastic>>().view();
    for _ in 0..MOST_TICKS {
        let report = world.resource::<Engine<V>>().report();
        let next =
            report.impacts().map(|impact| impact.time / report.dt).find(|instant| *instant > after);
        let moving = world.resource::<Simulation<V>>().world().is_moving();
        if next.is_some() || !moving {
            world.resource_mut::<Time<Elastic>>().context_mut().found(next.unwrap_or(1.0));
            return;
        }
        after = -1.0;
        world.resource_mut::<Time<Elastic>>().context_mut().force();
        run_tick(world);
    }
}
