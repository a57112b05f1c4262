//! An inspector of the physics in a window of egui. Needs the feature `panel`.
//!
//! | tab | shows and changes |
//! |---|---|
//! | run | pause, one tick, the next impact, back in time, speed |
//! | world | gravity and [`ElasticConfig`] |
//! | body | the body under the pointer; a right click keeps it |
//! | plots | energy and momentum over the last ticks, and the speeds of all free bodies |
//! | events | the last events of all kinds; a click goes back to before one |
//! | costs | what each stage of a tick takes, and what it had to do |
//!
//! The window can be dragged, and folded by its title. A game sets [`ElasticPanel`] to open and close it by a key of its own.
//!
//! # Example
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_elastic::panel::{ElasticPanel, ElasticPanelPlugin, PanelTab};
//! use bevy_elastic::prelude::*;
//!
//! fn plugin(app: &mut App) {
//!     app.add_plugins((ElasticPlugin, ElasticPanelPlugin));
//!     app.insert_resource(ElasticPanel { tab: PanelTab::Plots, ..ElasticPanel::default() });
//! }
//! # let _: fn(&mut App) = plugin;
//! ```

mod history;
mod selection;
mod run;
mod world;
mod body;
mod plots;
mod events;
mod costs;

use std::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate, Startup};
use bevy_diagnostic::DiagnosticsStore;
use bevy_ecs::change_detection::DetectChangesMut;
use bevy_ecs::error::Result;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Res, ResMut, SystemParam};
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass, egui};
use bevy_math::{Vec2, Vec3};
use bevy_time::Time;

use crate::diagnostics::ElasticSpaceDiagnosticsPlugin;
use crate::resources::{ElasticConfig, Gravity};
use crate::simulation::Simulation;
use crate::snapshot::{RewindBuffer, Snapshots};
use crate::space::Space;
use crate::time::tick::TickSchedule;
use crate::time::{Elastic, ElasticTime};

use body::{BodyFields, show_body};
use history::{History, add_history};
use selection::{Selection, select};

/// The inspector of the plane in f32, to be added after [`ElasticPlugin`](crate::plugin::ElasticPlugin). For 3D see
/// [`Elastic3dPanelPlugin`], for other spaces [`ElasticSpacePanelPlugin`].
///
/// It adds `EguiPlugin` and the [diagnostics](crate::diagnostics) unless they are there, and takes a snapshot every eight ticks
/// for the way back, at most 64 of them, unless the game has set a [`RewindBuffer`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticPanelPlugin;

impl Plugin for ElasticPanelPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePanelPlugin::<Vec2>::default());
    }
}

/// The inspector of 3D in f32; see [`ElasticPanelPlugin`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Elastic3dPanelPlugin;

impl Plugin for Elastic3dPanelPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePanelPlugin::<Vec3>::default());
    }
}

/// The inspector of any space; see [`ElasticPanelPlugin`]. Each space has a window of its own, and all share
/// [`ElasticPanel`].
///
/// # Panics
/// If the plugin of the space has not been added before.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticSpacePanelPlugin<V: Space>(PhantomData<V>);

impl<V: Space> Plugin for ElasticSpacePanelPlugin<V> {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<EguiPlugin>() {
            app.add_plugins(EguiPlugin::default());
        }
        if !app.is_plugin_added::<ElasticSpaceDiagnosticsPlugin<V>>() {
            app.add_plugins(ElasticSpaceDiagnosticsPlugin::<V>::default());
        }
        let TickSchedule(schedule) = *app.world().resource::<TickSchedule>();
        app.init_resource::<ElasticPanel>()
            .init_resource::<Selection>()
            .init_resource::<GoBack<V>>()
            .add_systems(Startup, record_snapshots::<V>)
            .add_systems(EguiPrimaryContextPass, (select::<V>, show_panel::<V>).chain())
            .add_systems(PostUpdate, go_back::<V>);
        add_history::<V>(app, schedule);
    }
}

/// Whether and how the panel is open.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElasticPanel {
    /// Whether the window is shown; `true` by default.
    pub is_open: bool,
    /// The tab that is shown.
    pub tab: PanelTab,
    /// The distance of the window from the left and the upper edge when it first opens, in points of egui.
    pub place: [u16; 2],
}

impl Default for ElasticPanel {
    fn default() -> Self {
        Self { is_open: true, tab: PanelTab::Run, place: [16, 16] }
    }
}

/// The tabs of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PanelTab {
    /// The clock.
    #[default]
    Run,
    /// Gravity and the configuration.
    World,
    /// The body under the pointer.
    Body,
    /// Energy, momentum and speeds.
    Plots,
    /// The last events.
    Events,
    /// What a tick takes.
    Costs,
}

impl PanelTab {
    /// All tabs, in their order.
    pub const ALL: [Self; 6] =
        [Self::Run, Self::World, Self::Body, Self::Plots, Self::Events, Self::Costs];

    /// What stands on the tab.
    fn title(self) -> &'static str {
        match self {
            Self::Run => "Run",
            Self::World => "World",
            Self::Body => "Body",
            Self::Plots => "Plots",
            Self::Events => "Events",
            Self::Costs => "Costs",
        }
    }
}

/// The ticks to go back to, as the panel was asked: a system that changes the clock cannot restore a snapshot too.
#[derive(Resource, Debug)]
struct GoBack<V: Space> {
    seconds: Option<f64>,
    space: PhantomData<V>,
}

impl<V: Space> Default for GoBack<V> {
    fn default() -> Self {
        Self { seconds: None, space: PhantomData }
    }
}

fn go_back<V: Space>(mut asked: ResMut<GoBack<V>>, mut snapshots: Snapshots<V>) {
    if let Some(seconds) = asked.bypass_change_detection().seconds.take() {
        snapshots.rewind(seconds);
    }
}

/// Takes snapshots for the way back, if the game takes none.
fn record_snapshots<V: Space>(mut buffer: ResMut<RewindBuffer<V>>) {
    if buffer.interval == 0 {
        buffer.interval = 8;
    }
}

/// What the panel shows and changes, besides the bodies.
#[derive(SystemParam)]
struct Shown<'w, V: Space> {
    panel: ResMut<'w, ElasticPanel>,
    time: ResMut<'w, Time<Elastic>>,
    config: ResMut<'w, ElasticConfig>,
    gravity: ResMut<'w, Gravity<V>>,
    simulation: Res<'w, Simulation<V>>,
    history: Res<'w, History<V>>,
    diagnostics: Res<'w, DiagnosticsStore>,
    asked: ResMut<'w, GoBack<V>>,
}

fn show_panel<V: Space>(
    mut contexts: EguiContexts,
    mut shown: Shown<V>,
    mut selection: ResMut<Selection>,
    mut bodies: BodyFields<V>,
) -> Result {
    if !shown.panel.is_open {
        return Ok(());
    }
    let [left, top] = shown.panel.place.map(f32::from);
    egui::Window::new("Physics")
        .id(egui::Id::new(std::any::type_name::<ElasticSpacePanelPlugin<V>>()))
        .default_pos([left, top])
        .default_width(340.0)
        .resizable([true, false])
        .show(contexts.ctx_mut()?, |ui| {
            let mut tab = shown.panel.tab;
            ui.horizontal(|ui| {
                for choice in PanelTab::ALL {
                    ui.selectable_value(&mut tab, choice, choice.title());
                }
            });
            if tab != shown.panel.tab {
                shown.panel.tab = tab;
            }
            ui.separator();
            match tab {
                PanelTab::Run => {
                    let back = run::show_clock(ui, shown.time.as_mut());
                    shown.asked.seconds = back.or(shown.asked.seconds);
                }
                PanelTab::World => {
                    let (mut config, mut gravity) = (*shown.config, *shown.gravity);
                    world::show_world(ui, &mut config, &mut gravity);
                    shown.config.set_if_neq(config);
                    shown.gravity.set_if_neq(gravity);
                }
                PanelTab::Body => show_body(ui, &mut selection, &shown.simulation, &mut bodies),
                PanelTab::Plots => plots::show_plots(ui, &shown.history, shown.simulation.world()),
                PanelTab::Events => {
                    if let Some(tick) = events::show_events(ui, &shown.history) {
                        let ticks = shown.time.tick().saturating_sub(tick);
                        shown.asked.seconds = Some(ticks as f64 * shown.time.tick_seconds());
                        shown.time.pause();
                    }
                }
                PanelTab::Costs => costs::show_costs(ui, &shown.diagnostics),
            }
        });
    Ok(())
}
