//! Debug drawing: colliders, velocities, impacts and forecasts by Bevy's gizmos. Needs the feature `gizmos`.
//!
//! | drawn | where |
//! |---|---|
//! | colliders, in the colour of what the body is: dynamic, asleep, static, kinematic, region, or out of the game | where the `Transform` shows them |
//! | velocities, as arrows to where the body would be after [`arrow_seconds`](ElasticGizmos::arrow_seconds) | from the centre of the body |
//! | impacts, as lines along their normals that fade, the longer the faster | at the point of contact, at the instant that is displayed |
//! | contacts, as lines along their normals, the longer the harder the two press | at the point of contact, at the end of the last tick |
//! | the forecast that the game asked for since the last frame | on the paths to come |
//!
//! In the plane all this lies at the z of the `Transform` of the body. What is drawn, and how, is set in
//! [`ElasticGizmos`], a group of Bevy's `GizmoConfigStore`; [`ElasticGizmo`] hides or colours one body.
//!
//! # Example
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_elastic::gizmos::{ElasticGizmo, ElasticGizmos, ElasticGizmosPlugin};
//! use bevy_elastic::prelude::*;
//! use bevy_gizmos::config::GizmoConfigStore;
//! use bevy_math::vec2;
//!
//! fn setup(mut commands: Commands, mut store: ResMut<GizmoConfigStore>) {
//!     let (config, elastic) = store.config_mut::<ElasticGizmos>();
//!     config.line.width = 1.0;
//!     elastic.velocities = false;
//!     commands.spawn((Collider::arena(vec2(800.0, 600.0)), Static, ElasticGizmo::Hidden));
//! }
//!
//! fn plugin(app: &mut App) {
//!     app.add_plugins((ElasticPlugin, ElasticGizmosPlugin)).add_systems(Startup, setup);
//! }
//! # let _: fn(&mut App) = plugin;
//! ```

mod config;
mod shapes;
mod bodies;
mod impacts;
mod contacts;
mod forecasts;

use std::marker::PhantomData;

use bevy_app::{App, Plugin, PostUpdate};
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_gizmos::AppGizmoBuilder;
use bevy_math::{Vec2, Vec3};
use bevy_transform::TransformSystems;

use crate::space::Space;

pub use config::{ElasticGizmo, ElasticGizmoColors, ElasticGizmos};

use bodies::{draw_colliders, draw_velocities};
use contacts::draw_contacts;
use forecasts::draw_forecast;
use impacts::draw_impacts;

/// Draws the plane in f32. For 3D see [`Elastic3dGizmosPlugin`], for other spaces [`ElasticSpaceGizmosPlugin`].
///
/// It needs Bevy's `GizmoPlugin`, which the `DefaultPlugins` contain, and the plugin of the space.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticGizmosPlugin;

impl Plugin for ElasticGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpaceGizmosPlugin::<Vec2>::default());
    }
}

/// Draws 3D in f32; see [`ElasticGizmosPlugin`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Elastic3dGizmosPlugin;

impl Plugin for Elastic3dGizmosPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpaceGizmosPlugin::<Vec3>::default());
    }
}

/// Draws any space; see [`ElasticGizmosPlugin`]. The spaces of an `App` share their [`ElasticGizmos`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticSpaceGizmosPlugin<V: Space>(PhantomData<V>);

impl<V: Space> Plugin for ElasticSpaceGizmosPlugin<V> {
    fn build(&self, app: &mut App) {
        app.register_type::<ElasticGizmo>().init_gizmo_group::<ElasticGizmos>().add_systems(
            PostUpdate,
            (
                draw_colliders::<V>,
                draw_velocities::<V>,
                draw_impacts::<V>,
                draw_contacts::<V>,
                draw_forecast::<V>,
            )
                .after(TransformSystems::Propagate),
        );
    }
}
