//! Picking: bodies under a pointer, for Bevy's picking events. Needs the feature `picking`.
//!
//! In the plane the bodies are those that contain the point of the pointer at z = 0, sorted by the z of their
//! Transforms. In 3D they are those that the ray of the pointer hits, sorted by distance; a body that contains the camera
//! is not picked, or an arena around it would hide all others.
//!
//! * Solid bodies, gates, sensors and absorbers are picked, absorbed and broken bodies are not. A shape without
//!   thickness, as a segment or a chain of the plane, contains no point.
//! * A body is picked where it was at the end of the last tick, which is at most one tick ahead of where it is displayed.
//! * `Pickable`, `Visibility` and `RenderLayers` have the same effect as for meshes.
//!
//! # Example
//! ```
//! use bevy_app::prelude::*;
//! use bevy_ecs::prelude::*;
//! use bevy_elastic::picking::ElasticPickingPlugin;
//! use bevy_elastic::prelude::*;
//! use bevy_math::vec2;
//! use bevy_picking::events::{Click, Pointer};
//!
//! /// A click kicks the ball upwards.
//! fn kick(click: On<Pointer<Click>>, mut balls: Query<&mut Velocity>) {
//!     if let Ok(mut velocity) = balls.get_mut(click.entity) {
//!         velocity.0 += vec2(0.0, 200.0);
//!     }
//! }
//!
//! fn setup(mut commands: Commands) {
//!     commands.spawn(Collider::circle(20.0)).observe(kick);
//! }
//!
//! fn plugin(app: &mut App) {
//!     app.add_plugins((ElasticPlugin, ElasticPickingPlugin)).add_systems(Startup, setup);
//! }
//! # let _: fn(&mut App) = plugin;
//! ```

use std::marker::PhantomData;

use bevy_app::{App, Plugin, PreUpdate};
use bevy_camera::Camera;
use bevy_camera::visibility::{InheritedVisibility, RenderLayers};
use bevy_ecs::entity::Entity;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res};
use bevy_math::primitives::InfinitePlane3d;
use bevy_math::{Ray3d, Vec2, Vec3};
use bevy_picking::PickingSystems;
use bevy_picking::backend::ray::RayMap;
use bevy_picking::backend::{HitData, PointerHits};
use bevy_transform::components::GlobalTransform;
use collide_core::vector::Vector;

use crate::query::{ElasticQuery, EntityHit, QueryFilter};
use crate::space::Space;

/// Picks bodies of the plane in f32. For 3D see [`Elastic3dPickingPlugin`], for other spaces
/// [`ElasticSpacePickingPlugin`].
///
/// It needs Bevy's picking, which the `DefaultPlugins` contain if the feature `bevy_picking` of Bevy is on, and the plugin
/// of the space.
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticPickingPlugin;

impl Plugin for ElasticPickingPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePickingPlugin::<Vec2>::default());
    }
}

/// Picks bodies of 3D in f32; see [`ElasticPickingPlugin`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Elastic3dPickingPlugin;

impl Plugin for Elastic3dPickingPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(ElasticSpacePickingPlugin::<Vec3>::default());
    }
}

/// Picks bodies of any space; see [`ElasticPickingPlugin`].
#[derive(Clone, Copy, Debug, Default)]
pub struct ElasticSpacePickingPlugin<V: Space>(PhantomData<V>);

impl<V: Space> Plugin for ElasticSpacePickingPlugin<V> {
    fn build(&self, app: &mut App) {
        app.add_systems(PreUpdate, pick::<V>.in_set(PickingSystems::Backend));
    }
}

/// What decides whether a camera shows an entity.
type Looks =
    (&'static GlobalTransform, Option<&'static InheritedVisibility>, Option<&'static RenderLayers>);

/// Finds the bodies under each pointer.
fn pick<V: Space>(
    rays: Res<RayMap>,
    cameras: Query<(&Camera, Option<&RenderLayers>)>,
    looks: Query<Looks>,
    mut bodies: ElasticQuery<V>,
    mut hits: MessageWriter<PointerHits>,
) {
    for (id, ray) in rays.iter() {
        let Ok((camera, camera_layers)) = cameras.get(id.camera) else { continue };
        let camera_layers = camera_layers.cloned().unwrap_or_default();
        // The height of an entity that the camera shows.
        let shown = |entity: Entity| {
            let (transform, visibility, layers) = looks.get(entity).ok()?;
            let is_visible = visibility.is_none_or(|visibility| visibility.get());
            let is_shown = is_visible && camera_layers.intersects(layers.unwrap_or_default());
            is_shown.then(|| transform.translation().z)
        };
        let picks: Vec<(Entity, HitData)> = if V::Wide::DIMENSION == 2 {
            // What lies behind the camera is not shown.
            let hit = |entity: Entity| {
                let depth = (shown(entity)? - ray.origin.z) / ray.direction.z;
                let data = HitData::new(id.camera, depth, Some(ray.get_point(depth)), None);
                (depth >= 0.0).then_some((entity, data))
            };
            at_point(&mut bodies, ray).into_iter().filter_map(hit).collect()
        } else {
            let hits = along_ray(&mut bodies, ray);
            let shown = hits.into_iter().filter(|hit| shown(hit.entity).is_some());
            let hit = |hit: EntityHit<V>| {
                let (point, normal) = (hit.point, hit.normal);
                let [point, normal] = [point, normal].map(|vector| vector.translation(Vec3::ZERO));
                let depth = hit.distance as f32;
                (hit.entity, HitData::new(id.camera, depth, Some(point), Some(normal)))
            };
            shown.map(hit).collect()
        };
        if !picks.is_empty() {
            hits.write(PointerHits::new(id.pointer, picks, camera.order as f32));
        }
    }
}

/// The bodies under a ray of a camera, the nearest first in 3D.
#[cfg(feature = "panel_without_fonts")]
pub(crate) fn bodies_along<V: Space>(bodies: &mut ElasticQuery<V>, ray: &Ray3d) -> Vec<Entity> {
    if V::Wide::DIMENSION == 2 {
        return at_point(bodies, ray);
    }
    along_ray(bodies, ray).into_iter().map(|hit| hit.entity).collect()
}

/// The bodies of the plane at the point where a ray passes it. A ray along the plane passes it nowhere.
fn at_point<V: Space>(bodies: &mut ElasticQuery<V>, ray: &Ray3d) -> Vec<Entity> {
    let plane = InfinitePlane3d::new(Vec3::Z);
    let point = ray.plane_intersection_point(Vec3::ZERO, plane);
    point.map_or_else(Vec::new, |point| {
        bodies.at_point(V::from_translation(point), &QueryFilter::everything())
    })
}

/// The bodies of 3D that a ray hits from outside.
fn along_ray<V: Space>(bodies: &mut ElasticQuery<V>, ray: &Ray3d) -> Vec<EntityHit<V>> {
    let [origin, direction] = [ray.origin, *ray.direction].map(V::from_translation);
    let everything = QueryFilter::everything();
    let mut hits = bodies.cast_ray_all(origin, direction, f64::INFINITY, &everything);
    hits.retain(|hit| hit.distance > 0.0);
    hits
}
