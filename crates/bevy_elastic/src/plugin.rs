//! The assembly.

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
    Absorbed, Absorbs, Acceleration, Asleep, BodyKey, Breaks, Collider, CollisionLayers, Friction,
    GravityScale, Kinematic, LinearDamping, Mass, MinimumImpulse, MoveTo, OneWay, Position,
    Rejected, Restitution, RollingResistance, Sensor, Static, Velocity,
};
use crate::events::{
    Broken, Collided, DeepOverlap, FellAsleep, LimitReached, SensorEntered, SensorExited, Stopped,
    Woke,
};
use crate::forecast::ForecastCache;
use crate::query::QueryCache;
use crate::resources::{CombineRule, ElasticConfig, Gravity, Period};
use crate::simulation::{Simulation, SimulationStepper, is_helped};
use crate::snapshot::{RewindBuffer, is_recording, remember};
use crate::space::Space;
use crate::sync::body_state::Ledger;
use crate::sync::deferred::{Orders, are_given, carry_out};
use crate::systems::ElasticSystems;
use crate::systems::detect::{detect, detect_with_help};
use crate::systems::gather::{gather, give_key, warn_of_space};
use crate::systems::integrate::integrate;
use crate::systems::interpolate::{
    Paths, draw, draw_with_help, keep_past, put_back, put_back_with_help, sees_past,
};
use crate::systems::report::report;
use crate::systems::respond::{respond, respond_with_help};
use crate::systems::scatter::{scatter, scatter_with_help};
use crate::systems::schedule::Gathering;
use crate::time::Elastic;
use crate::time::tick::{
    Instants, TickSchedule, begin_tick, count_tick, end_tick, find_impact, is_ticking, look,
    measure_tick, run_extra_ticks, stands,
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
        let schedule = match app.world().get_resource::<TickSchedule>() {
            None => {
                build_clock(app, self.schedule);
                self.schedule
            }
            Some(TickSchedule(shared)) => *shared,
        };
        if schedule != self.schedule {
            tracing::error!(
                "All spaces tick in {schedule:?}, since one does, and none in {:?}",
                self.schedule
            );
        }
        app.register_type::<Collider<V>>()
            .register_type::<Velocity<V>>()
            .register_type::<Position<V>>()
            .register_type::<MoveTo<V>>()
            .register_type::<OneWay<V>>()
            .register_type::<Acceleration<V>>()
            .register_type::<Gravity<V>>()
            .register_type::<Period<V>>()
            .init_resource::<Gravity<V>>()
            .init_resource::<Period<V>>()
            .init_resource::<Simulation<V>>()
            .init_resource::<SimulationStepper<V>>()
            .init_resource::<Paths<V>>()
            .init_resource::<Ledger<V>>()
            .init_resource::<Orders<V>>()
            .init_resource::<ForecastCache<V>>()
            .init_resource::<QueryCache<V>>()
            .init_resource::<RewindBuffer<V>>()
            .add_message::<Collided<V>>()
            .add_observer(give_key::<V>);
        add_stages::<V>(app, schedule);
        add_views::<V>(app);
    }
}

/// The stages of a tick of a space.
fn add_stages<V: Space>(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    let read = (keep_past::<V>.run_if(sees_past::<V>), gather::<V>);
    let find =
        (detect::<V>.run_if(not(is_helped::<V>)), detect_with_help::<V>.run_if(is_helped::<V>));
    let resolve =
        (respond::<V>.run_if(not(is_helped::<V>)), respond_with_help::<V>.run_if(is_helped::<V>));
    let write = (
        scatter::<V>.run_if(not(is_helped::<V>)),
        scatter_with_help::<V>.run_if(is_helped::<V>),
        put_back::<V>,
        remember::<V>.run_if(is_recording::<V>),
    );
    app.add_systems(
        schedule,
        (
            read.chain().in_set(Gathering::Read),
            carry_out::<V>.run_if(are_given::<V>).ambiguous_with_all().in_set(Gathering::Change),
            integrate::<V>.in_set(ElasticSystems::Integrate),
            find.chain().in_set(ElasticSystems::Detect),
            resolve.chain().in_set(ElasticSystems::Respond),
            write.chain().in_set(ElasticSystems::Scatter),
            report::<V>.in_set(ElasticSystems::Report),
        ),
    );
}

/// What a frame shows of a space.
fn add_views<V: Space>(app: &mut App) {
    app.add_systems(
        RunFixedMainLoop,
        (put_back::<V>.run_if(not(is_helped::<V>)), put_back_with_help::<V>.run_if(is_helped::<V>))
            .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
    )
    .add_systems(
        PostUpdate,
        // What is written while the clock stands would wait for a tick that may never come.
        (
            gather::<V>.run_if(stands).in_set(Gathering::ReadStill),
            carry_out::<V>
                .run_if(are_given::<V>)
                .ambiguous_with_all()
                .in_set(Gathering::ChangeStill),
            draw::<V>.run_if(not(is_helped::<V>)),
            draw_with_help::<V>.run_if(is_helped::<V>),
        )
            .chain()
            .in_set(ElasticSystems::Interpolate)
            .after(look)
            .before(TransformSystems::Propagate)
            .run_if(resource_exists::<Time<Fixed>>),
    );
}

/// Makes known by name what is of no space.
fn register(app: &mut App) {
    app.register_type::<Static>()
        .register_type::<Kinematic>()
        .register_type::<BodyKey>()
        .register_type::<Absorbed>()
        .register_type::<Asleep>()
        .register_type::<Rejected>()
        .register_type::<Mass>()
        .register_type::<Restitution>()
        .register_type::<RollingResistance>()
        .register_type::<Friction>()
        .register_type::<MinimumImpulse>()
        .register_type::<Breaks>()
        .register_type::<CombineRule>()
        .register_type::<GravityScale>()
        .register_type::<LinearDamping>()
        .register_type::<CollisionLayers>()
        .register_type::<Sensor>()
        .register_type::<Absorbs>()
        .register_type::<ElasticConfig>();
}

/// What all spaces share.
fn build_clock(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    register(app);
    app.add_observer(warn_of_space::<Vec2>)
        .add_observer(warn_of_space::<Vec3>)
        .add_observer(warn_of_space::<DVec2>)
        .add_observer(warn_of_space::<DVec3>)
        .insert_resource(TickSchedule(schedule))
        .init_resource::<ElasticConfig>()
        .init_resource::<Time<Elastic>>()
        .init_resource::<Instants>()
        .add_message::<SensorEntered>()
        .add_message::<SensorExited>()
        .add_message::<Broken>()
        .add_message::<Stopped>()
        .add_message::<FellAsleep>()
        .add_message::<Woke>()
        .add_message::<DeepOverlap>()
        .add_message::<LimitReached>()
        .configure_sets(
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
            (Gathering::Read, Gathering::Change).chain().in_set(ElasticSystems::Gather),
        )
        .configure_sets(PostUpdate, (Gathering::ReadStill, Gathering::ChangeStill).chain())
        .add_systems(schedule, begin_tick.before(ElasticSystems::Prepare))
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
                measure_tick
                    .run_if(resource_exists::<Time<Fixed>>)
                    .in_set(RunFixedMainLoopSystems::BeforeFixedMainLoop),
                (run_extra_ticks, find_impact)
                    .chain()
                    .in_set(RunFixedMainLoopSystems::AfterFixedMainLoop),
            ),
        )
        .add_systems(
            PostUpdate,
            look.before(TransformSystems::Propagate).run_if(resource_exists::<Time<Fixed>>),
        );
}
