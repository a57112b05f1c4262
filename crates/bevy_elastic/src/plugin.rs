//! The plugins: they add the resources, messages, observers and systems of a space.

use bevy_app::{
    App, FixedPostUpdate, Plugin, PostUpdate, RunFixedMainLoop, RunFixedMainLoopSystems,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::schedule::{
    IntoScheduleConfigs, ScheduleLabel,
    common_conditions::{not, resource_exists},
};
use bevy_math::{DVec2, DVec3, Vec2, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::TransformSystems;

use crate::components::{
    Acceleration, AngularVelocity, Collider, MoveTo, OneWay, Position, Roll, SurfaceVelocity,
    Velocity, register_types,
};
use crate::events::{add_messages, add_messages_of_space};
use crate::forecast::ForecastCache;
use crate::query::QueryCache;
use crate::resources::{CombineRule, ElasticConfig, Gravity, Period};
use crate::simulation::stepper::is_parallel;
use crate::simulation::{Simulation, SimulationStepper};
use crate::snapshot::{RewindBuffer, is_recording, record_snapshot};
use crate::space::Space;
use crate::sync::deferred::{DeferredCommands, apply_deferred_commands, has_deferred_commands};
use crate::sync::write_log::WriteLog;
use crate::systems::ElasticSystems;
use crate::systems::detect::{detect, detect_parallel};
use crate::systems::gather::gather;
use crate::systems::integrate::integrate;
use crate::systems::interpolate::{
    display_frame, display_frame_parallel, display_tick_end, display_tick_end_parallel,
};
use crate::systems::orientation::{orient_to_frame, orient_to_tick_end, scatter_cloth};
use crate::systems::paths::{DisplayedPaths, has_past_paths, keep_past_paths};
use crate::systems::report::report;
use crate::systems::respond::{respond, respond_parallel};
use crate::systems::scatter::{scatter, scatter_parallel};
use crate::systems::schedule::GatherSystems;
use crate::systems::spawn::{insert_body_key, log_wrong_space};
use crate::systems::turning::{scatter_turning, turn_to_frame, turn_to_tick_end};
use crate::time::Elastic;
use crate::time::tick::{
    ImpactInstants, TickSchedule, begin_tick, count_tick, end_tick, is_stopped, is_ticking,
    run_extra_ticks, seek_impact, update_displayed_instant, update_tick_length,
};

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

/// Exact elastic collisions in 3D, in f32, in `FixedPostUpdate`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Elastic3dPlugin;

impl Plugin for Elastic3dPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePlugin::<Vec3>::default());
    }
}

/// Exact elastic collisions in any space and any schedule.
///
/// The spaces of an `App` share their clock, so all must run in the same schedule. If a second space is added with
/// another schedule, the first one is used, and an error is logged.
///
/// # Example
/// ```
/// use bevy_app::prelude::*;
/// use bevy_elastic::plugin::ElasticSpacePlugin;
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
    /// The plugin in a schedule. The length of a tick is the delta of `Time` in that schedule.
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
        let schedule = match app.world().get_resource::<TickSchedule>() {
            None => {
                build_shared(app, self.schedule);
                self.schedule
            }
            Some(TickSchedule(shared)) => *shared,
        };
        if schedule != self.schedule {
            tracing::error!(
                "All spaces share one schedule: {schedule:?} is used, and {:?} is ignored",
                self.schedule
            );
        }
        app.register_type::<Collider<V>>()
            .register_type::<Velocity<V>>()
            .register_type::<Position<V>>()
            .register_type::<MoveTo<V>>()
            .register_type::<AngularVelocity<V::Angular>>()
            .register_type::<Roll<V>>()
            .register_type::<OneWay<V>>()
            .register_type::<Acceleration<V>>()
            .register_type::<SurfaceVelocity<V>>()
            .register_type::<Gravity<V>>()
            .register_type::<Period<V>>()
            .init_resource::<Gravity<V>>()
            .init_resource::<Period<V>>()
            .init_resource::<Simulation<V>>()
            .init_resource::<SimulationStepper<V>>()
            .init_resource::<DisplayedPaths<V>>()
            .init_resource::<WriteLog<V>>()
            .init_resource::<DeferredCommands<V>>()
            .init_resource::<ForecastCache<V>>()
            .init_resource::<QueryCache<V>>()
            .init_resource::<RewindBuffer<V>>()
            .add_observer(insert_body_key::<V>);
        add_messages_of_space::<V>(app);
        add_stages::<V>(app, schedule);
        add_display::<V>(app);
    }
}

/// Adds the systems of a tick of a space.
fn add_stages<V: Space>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    let read = (keep_past_paths::<V>.run_if(has_past_paths::<V>), gather::<V>);
    let find =
        (detect::<V>.run_if(not(is_parallel::<V>)), detect_parallel::<V>.run_if(is_parallel::<V>));
    let resolve = (
        respond::<V>.run_if(not(is_parallel::<V>)),
        respond_parallel::<V>.run_if(is_parallel::<V>),
    );
    let write = (
        scatter::<V>.run_if(not(is_parallel::<V>)),
        scatter_parallel::<V>.run_if(is_parallel::<V>),
        display_tick_end::<V>,
        scatter_turning::<V>,
        turn_to_tick_end::<V>,
        scatter_cloth::<V>,
        record_snapshot::<V>.run_if(is_recording::<V>),
    );
    app.add_systems(
        schedule,
        (
            read.chain().in_set(GatherSystems::Read),
            apply_deferred_commands::<V>
                .run_if(has_deferred_commands::<V>)
                .ambiguous_with_all()
                .in_set(GatherSystems::ApplyCommands),
            integrate::<V>.in_set(ElasticSystems::Integrate),
            find.chain().in_set(ElasticSystems::Detect),
            resolve.chain().in_set(ElasticSystems::Respond),
            write.chain().in_set(ElasticSystems::Scatter),
            report::<V>.in_set(ElasticSystems::Report),
        ),
    );
}

/// Adds the systems that display a space in a frame.
fn add_display<V: Space>(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        (
            display_tick_end::<V>.run_if(not(is_parallel::<V>)),
            display_tick_end_parallel::<V>.run_if(is_parallel::<V>),
            turn_to_tick_end::<V>,
            orient_to_tick_end::<V>,
        )
            .chain()
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    )
    .add_systems(
        PostUpdate,
        // While the clock is stopped, what is written would wait for a tick that may never come.
        (
            gather::<V>.run_if(is_stopped).in_set(GatherSystems::ReadWhileStopped),
            apply_deferred_commands::<V>
                .run_if(has_deferred_commands::<V>)
                .ambiguous_with_all()
                .in_set(GatherSystems::ApplyCommandsWhileStopped),
            display_frame::<V>.run_if(not(is_parallel::<V>)),
            display_frame_parallel::<V>.run_if(is_parallel::<V>),
            turn_to_frame::<V>,
            orient_to_frame::<V>,
        )
            .chain()
            .in_set(ElasticSystems::Interpolate)
            .after(update_displayed_instant)
            .before(TransformSystems::Propagate)
            .run_if(resource_exists::<Time<Fixed>>),
    );
}

/// Orders the stages of a tick.
fn order_sets(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    app.configure_sets(
        schedule,
        (
            ElasticSystems::Prepare,
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
    .configure_sets(
        schedule,
        (GatherSystems::Read, GatherSystems::ApplyCommands).chain().in_set(ElasticSystems::Gather),
    )
    .configure_sets(
        PostUpdate,
        (GatherSystems::ReadWhileStopped, GatherSystems::ApplyCommandsWhileStopped).chain(),
    );
}

/// Adds the clock and everything else that all spaces share.
fn build_shared(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    register_types(app);
    app.register_type::<CombineRule>()
        .register_type::<ElasticConfig>()
        .add_observer(log_wrong_space::<Vec2>)
        .add_observer(log_wrong_space::<Vec3>)
        .add_observer(log_wrong_space::<DVec2>)
        .add_observer(log_wrong_space::<DVec3>)
        .insert_resource(TickSchedule(schedule))
        .init_resource::<ElasticConfig>()
        .init_resource::<Time<Elastic>>()
        .init_resource::<ImpactInstants>();
    add_messages(app);
    order_sets(app, schedule);
    app.add_systems(schedule, begin_tick.before(ElasticSystems::Prepare))
        .add_systems(
            schedule,
            (
                count_tick.after(ElasticSystems::Respond).before(ElasticSystems::Scatter),
                end_tick.after(ElasticSystems::Report),
            )
                .run_if(is_ticking),
        )
        .add_systems(
            RunFixedMainLoop,
            (
                update_tick_length
                    .run_if(resource_exists::<Time<Fixed>>)
                    .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                (run_extra_ticks, seek_impact)
                    .chain()
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        )
        .add_systems(
            PostUpdate,
            update_displayed_instant
                .before(TransformSystems::Propagate)
                .run_if(resource_exists::<Time<Fixed>>),
        );
}
