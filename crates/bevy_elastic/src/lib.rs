//! Exact elastic collisions for Bevy.
//!
//! Add a plugin, spawn a ball, and it bounces for ever: energy and momentum are kept to rounding,
//! nothing tunnels at any speed, the same impacts happen at any frame rate, every impact is reported with
//! its exact time, and the forecast is the shot.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_elastic::prelude::*;
//! use bevy_math::vec2;
//! use bevy_transform::components::Transform;
//!
//! fn main_app() -> App {
//!     let mut app = App::new();
//!     app.add_plugins(ElasticPlugin).add_systems(Startup, setup).add_systems(Update, listen);
//!     app
//! }
//!
//! fn setup(mut commands: Commands) {
//!     commands.spawn((Collider::circle(20.0), Velocity(vec2(300.0, 120.0)), Transform::from_xyz(0.0, 80.0, 0.0)));
//!     commands.spawn((Collider::arena(vec2(1280.0, 720.0)), Static));
//! }
//!
//! fn listen(mut impacts: MessageReader<Collided>) {
//!     for impact in impacts.read() {
//!         println!("{} hit {} at {}", impact.entity, impact.other, impact.approach_speed);
//!     }
//! }
//! # main_app();
//! ```
//!
//! # A tick
//! The stages of a tick are sets in `FixedPostUpdate`, chained; order your own systems against them:
//!
//! ```text
//! ElasticSystems::Prepare     empty, for what the game writes once before each tick
//!                 Gather      components -> simulation: spawned, changed, moved, despawned
//!                 Integrate   the acceleration each body flies with
//!                 Detect      places along the paths -> candidate pairs -> earliest impacts
//!                 Respond     impacts in order of time; fly all bodies to the end of the tick
//!                 Scatter     simulation -> Position, Velocity, Transform of what changed
//!                 Report      messages and observers
//! ```
//!
//! Between ticks, before transforms are propagated, every body is drawn where it truly was at the
//! instant that the frame shows. Before the next fixed loop the Transform is put back to the tick's end.
//!
//! # Features
//! All are off by default.
//! * `serde`: the components that a game authors, the resources that it sets, and snapshots can be written and read, for levels,
//!   settings and saved games in files.
//! * `recording_files`: recordings can be written to files and read, with `serde`.
//! * `diagnostics`: counts, energies and times of each tick, in Bevy's `DiagnosticsStore`.
//! * `gizmos`: debug drawing of colliders, velocities, impacts, contacts and forecasts.
//! * `picking`: bodies under the pointer, for `bevy_picking`.
//! * `panel`: an inspector in a window of egui.

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod space;
mod axes;
pub mod components;
pub mod cloth;
pub mod resources;
pub mod time;
pub mod events;
pub mod simulation;
mod sync;
pub mod systems;
pub mod forecast;
pub mod query;
pub mod contacts;
pub mod snapshot;
pub mod plugin;
#[cfg(feature = "diagnostics")]
pub mod diagnostics;
#[cfg(feature = "gizmos")]
pub mod gizmos;
#[cfg(feature = "picking")]
pub mod picking;
#[cfg(feature = "panel_without_fonts")]
pub mod panel;
pub mod guide;

/// What a game imports.
pub mod prelude {
    pub use crate::components::{
        Absorbs, Breaks, Collider, CollisionLayers, Friction, Kinematic, Mass, MoveTo, OneWay,
        Position, Restitution, RollingResistance, Sensor, SpeedLimit, Static, Velocity,
    };
    pub use crate::contacts::Contacts;
    pub use crate::events::{
        Broken, Collided, ContactEnded, ContactStarted, SensorEntered, SensorExited,
    };
    pub use crate::forecast::{Forecast, ForecastChange, ForecastRequest, ForecastUntil};
    pub use crate::plugin::{Elastic3dPlugin, ElasticPlugin};
    pub use crate::query::ElasticQuery;
    pub use crate::resources::{ElasticConfig, Gravity};
    pub use crate::snapshot::Snapshots;
    pub use crate::systems::ElasticSystems;
    pub use crate::time::{Elastic, ElasticTime};
}
