//! Diagnostics: counts, energies and the times of the stages of a tick, in Bevy's `DiagnosticsStore`. Needs the feature
//! `diagnostics`.
//!
//! Each tick is one measurement. Where several spaces have their diagnostics, counts and energies are sums over these
//! spaces. A diagnostic that is disabled in the store is not computed, and without the plugin nothing is measured.
//!
//! # Example
//! ```
//! use bevy_app::prelude::*;
//! use bevy_diagnostic::{DiagnosticsStore, LogDiagnosticsPlugin};
//! use bevy_ecs::prelude::*;
//! use bevy_elastic::diagnostics::ElasticDiagnosticsPlugin;
//! use bevy_elastic::prelude::*;
//!
//! fn warn_of_slow_ticks(store: Res<DiagnosticsStore>) {
//!     let time = store.get(&ElasticDiagnosticsPlugin::TICK_TIME).and_then(|time| time.smoothed());
//!     if time.is_some_and(|milliseconds| milliseconds > 8.0) {
//!         println!("a tick takes more than half of a frame");
//!     }
//! }
//!
//! // Logs all diagnostics once a second.
//! App::new()
//!     .add_plugins((ElasticPlugin, ElasticDiagnosticsPlugin, LogDiagnosticsPlugin::default()))
//!     .add_systems(Update, warn_of_slow_ticks);
//! ```

use std::marker::PhantomData;

use bevy_app::{App, Plugin};
use bevy_diagnostic::{
    Diagnostic, DiagnosticPath, Diagnostics, DiagnosticsStore, RegisterDiagnostic,
};
use bevy_ecs::intern::Interned;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, ScheduleLabel};
use bevy_ecs::system::{Res, ResMut};
use bevy_math::{Vec2, Vec3};
use bevy_platform::time::Instant;
use collide_core::measure::energy;

use crate::simulation::{Simulation, SimulationStepper};
use crate::space::Space;
use crate::systems::ElasticSystems;
use crate::time::tick::{TickSchedule, end_tick, is_ticking};

/// The diagnostics of the plane in f32, and the paths of all diagnostics of this crate.
///
/// It is added after [`ElasticPlugin`](crate::plugin::ElasticPlugin). For 3D see [`Elastic3dDiagnosticsPlugin`], for
/// other spaces [`ElasticSpaceDiagnosticsPlugin`].
///
/// # Panics
/// If the plugin of the space has not been added before.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticDiagnosticsPlugin;

impl ElasticDiagnosticsPlugin {
    /// The number of impacts in a tick: those that [`Collided`](crate::events::Collided) reports.
    pub const IMPACTS: DiagnosticPath = DiagnosticPath::const_new("elastic/impacts");
    /// The number of touches in a tick that were so slow that they became contacts.
    pub const SLOW_TOUCHES: DiagnosticPath = DiagnosticPath::const_new("elastic/slow_touches");
    /// The number of points at which bodies are in contact at the end of the tick, asleep or awake; see
    /// [`Contacts`](crate::contacts::Contacts).
    pub const CONTACTS: DiagnosticPath = DiagnosticPath::const_new("elastic/contacts");
    /// The number of contacts of piles that were solved in a tick. A tick has several sub-steps, and a contact that lasts
    /// counts in each.
    pub const SOLVED_CONTACTS: DiagnosticPath =
        DiagnosticPath::const_new("elastic/solved_contacts");
    /// The number of bodies: of all kinds, with those that sleep and those that are absorbed or broken.
    pub const BODIES: DiagnosticPath = DiagnosticPath::const_new("elastic/bodies");
    /// The number of bodies that sleep at the end of the tick.
    pub const ASLEEP: DiagnosticPath = DiagnosticPath::const_new("elastic/asleep");
    /// The number of limits that were reached in a tick: those that [`LimitReached`](crate::events::LimitReached)
    /// reports. In a healthy game it is 0.
    pub const LIMITS: DiagnosticPath = DiagnosticPath::const_new("elastic/limits");
    /// The kinetic energy at the end of the tick, in mass times speed squared; see
    /// [`kinetic_energy`](collide_core::measure::kinetic_energy).
    pub const KINETIC_ENERGY: DiagnosticPath = DiagnosticPath::const_new("elastic/kinetic_energy");
    /// The kinetic and the potential energy together at the end of the tick, in mass times speed squared; see
    /// [`energy`].
    pub const TOTAL_ENERGY: DiagnosticPath = DiagnosticPath::const_new("elastic/total_energy");
    /// The time of [`Gather`](ElasticSystems::Gather), in milliseconds.
    pub const GATHER_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/gather");
    /// The time of [`Integrate`](ElasticSystems::Integrate), in milliseconds.
    pub const INTEGRATE_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/integrate");
    /// The time of [`Detect`](ElasticSystems::Detect), in milliseconds.
    pub const DETECT_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/detect");
    /// The time of [`Respond`](ElasticSystems::Respond), in milliseconds.
    pub const RESPOND_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/respond");
    /// The time of [`Scatter`](ElasticSystems::Scatter), in milliseconds.
    pub const SCATTER_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/scatter");
    /// The time of [`Report`](ElasticSystems::Report) with the observers of the game, in milliseconds.
    pub const REPORT_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/report");
    /// The time of all stages of a tick, in milliseconds.
    pub const TICK_TIME: DiagnosticPath = DiagnosticPath::const_new("elastic/time/tick");

    /// The diagnostics of counts and energies.
    const COUNTS: [DiagnosticPath; COUNTS] = [
        Self::IMPACTS,
        Self::SLOW_TOUCHES,
        Self::CONTACTS,
        Self::SOLVED_CONTACTS,
        Self::BODIES,
        Self::ASLEEP,
        Self::LIMITS,
        Self::KINETIC_ENERGY,
        Self::TOTAL_ENERGY,
    ];

    /// The diagnostics of the times of the stages, in their order.
    const STAGE_TIMES: [DiagnosticPath; STAGES] = [
        Self::GATHER_TIME,
        Self::INTEGRATE_TIME,
        Self::DETECT_TIME,
        Self::RESPOND_TIME,
        Self::SCATTER_TIME,
        Self::REPORT_TIME,
    ];
}

impl Plugin for ElasticDiagnosticsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpaceDiagnosticsPlugin::<Vec2>::default());
    }
}

/// The diagnostics of 3D in f32, to be added after [`Elastic3dPlugin`](crate::plugin::Elastic3dPlugin).
///
/// # Panics
/// If the plugin of the space has not been added before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Elastic3dDiagnosticsPlugin;

impl Plugin for Elastic3dDiagnosticsPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpaceDiagnosticsPlugin::<Vec3>::default());
    }
}

/// The diagnostics of any space, to be added after its
/// [`ElasticSpacePlugin`](crate::plugin::ElasticSpacePlugin).
///
/// # Panics
/// If the plugin of the space has not been added before.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticSpaceDiagnosticsPlugin<V: Space>(PhantomData<V>);

impl<V: Space> Plugin for ElasticSpaceDiagnosticsPlugin<V> {
    fn build(&self, app: &mut App) {
        assert!(
            app.world().contains_resource::<Simulation<V>>(),
            "the plugin of a space must be added before its diagnostics"
        );
        let TickSchedule(schedule) = *app.world().resource::<TickSchedule>();
        if !app.world().contains_resource::<TickSums>() {
            build_shared(app, schedule);
        }
        let count = count::<V>.after(end_stage::<REPORT>).before(write).run_if(is_ticking);
        app.add_systems(schedule, count);
    }
}

/// The number of counts and energies.
const COUNTS: usize = 9;

/// The number of stages that are timed.
const STAGES: usize = 6;

/// The last stage.
const REPORT: usize = STAGES - 1;

/// Registers the diagnostics, and adds the clock of the stages.
///
/// The clock is read between the stages, which are chained, so it waits for nothing that would not wait anyway.
fn build_shared(app: &mut App, schedule: Interned<dyn ScheduleLabel>) {
    for path in ElasticDiagnosticsPlugin::COUNTS {
        app.register_diagnostic(Diagnostic::new(path));
    }
    for path in ElasticDiagnosticsPlugin::STAGE_TIMES {
        app.register_diagnostic(Diagnostic::new(path).with_suffix("ms"));
    }
    let tick_time = Diagnostic::new(ElasticDiagnosticsPlugin::TICK_TIME).with_suffix("ms");
    app.register_diagnostic(tick_time)
        .init_resource::<TickSums>()
        .init_resource::<StageClock>()
        .add_systems(
            schedule,
            (
                start_clock.after(ElasticSystems::Prepare).before(ElasticSystems::Gather),
                end_stage::<0>.after(ElasticSystems::Gather).before(ElasticSystems::Integrate),
                end_stage::<1>.after(ElasticSystems::Integrate).before(ElasticSystems::Detect),
                end_stage::<2>.after(ElasticSystems::Detect).before(ElasticSystems::Respond),
                end_stage::<3>.after(ElasticSystems::Respond).before(ElasticSystems::Scatter),
                end_stage::<4>.after(ElasticSystems::Scatter).before(ElasticSystems::Report),
                end_stage::<REPORT>.after(ElasticSystems::Report).before(write),
                write.before(end_tick),
            )
                .run_if(is_ticking),
        );
}

/// The counts and energies of a tick, in the order of [`ElasticDiagnosticsPlugin::COUNTS`], summed over the spaces.
#[derive(Resource, Debug, Default)]
struct TickSums([f64; COUNTS]);

/// The times of the stages of a tick.
#[derive(Resource, Debug, Default)]
struct StageClock {
    /// When the last stage ended, or the first one began.
    last: Option<Instant>,
    /// Of each stage, in milliseconds.
    milliseconds: [f64; STAGES],
}

fn start_clock(mut clock: ResMut<StageClock>) {
    clock.last = Some(Instant::now());
}

fn end_stage<const STAGE: usize>(mut clock: ResMut<StageClock>) {
    let now = Instant::now();
    let elapsed = clock.last.map_or(0.0, |last| now.duration_since(last).as_secs_f64());
    clock.milliseconds[STAGE] = elapsed * 1e3;
    clock.last = Some(now);
}

/// Adds the counts and energies of a space.
fn count<V: Space>(
    simulation: Res<Simulation<V>>,
    stepper: Res<SimulationStepper<V>>,
    store: Res<DiagnosticsStore>,
    mut sums: ResMut<TickSums>,
) {
    let (world, report) = (simulation.world(), stepper.report());
    let is_enabled = |path| store.get(&path).is_some_and(|diagnostic| diagnostic.is_enabled);
    let asleep = if is_enabled(ElasticDiagnosticsPlugin::ASLEEP) {
        simulation.bodies.values().filter(|body| world.is_asleep(**body)).count()
    } else {
        0
    };
    let contacts = if is_enabled(ElasticDiagnosticsPlugin::CONTACTS) {
        world.contact_points().count()
    } else {
        0
    };
    let energy = if is_enabled(ElasticDiagnosticsPlugin::KINETIC_ENERGY)
        || is_enabled(ElasticDiagnosticsPlugin::TOTAL_ENERGY)
    {
        energy(world)
    } else {
        Default::default()
    };
    let counts = [
        report.impacts().count() as f64,
        report.contacts.touches as f64,
        contacts as f64,
        report.contacts.solved as f64,
        simulation.bodies.len() as f64,
        asleep as f64,
        report.limits.len() as f64,
        energy.kinetic,
        energy.total(),
    ];
    for (sum, count) in sums.0.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Writes the measurements of a tick.
fn write(mut sums: ResMut<TickSums>, clock: Res<StageClock>, mut diagnostics: Diagnostics) {
    let counts = ElasticDiagnosticsPlugin::COUNTS.into_iter().zip(sums.0);
    let times = ElasticDiagnosticsPlugin::STAGE_TIMES.into_iter().zip(clock.milliseconds);
    for (path, value) in counts.chain(times) {
        diagnostics.add_measurement(&path, || value);
    }
    let tick_time = || clock.milliseconds.iter().sum();
    diagnostics.add_measurement(&ElasticDiagnosticsPlugin::TICK_TIME, tick_time);
    *sums = TickSums::default();
}
