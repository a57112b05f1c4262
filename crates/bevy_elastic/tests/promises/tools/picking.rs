//! Picking: which bodies are reported under a pointer.

use bevy_app::App;
use bevy_camera::Camera;
use bevy_camera::visibility::{InheritedVisibility, RenderLayers};
use bevy_ecs::entity::Entity;
use bevy_elastic::components::{Absorbed, Sensor};
use bevy_elastic::picking::{
    Elastic3dPickingPlugin, ElasticPickingPlugin, ElasticSpacePickingPlugin,
};
use bevy_elastic::plugin::{Elastic3dPlugin, ElasticPlugin, ElasticSpacePlugin};
use bevy_elastic::prelude::*;
use bevy_math::{DVec2, Dir3, Ray3d, Vec2, Vec3, dvec2, vec2, vec3};
use bevy_picking::backend::PointerHits;
use bevy_picking::backend::ray::{RayId, RayMap};
use bevy_picking::pointer::PointerId;
use bevy_transform::components::Transform;

use crate::app::{app_with, heard, listen, spawn};

/// An App with these plugins, a camera and a pointer with this ray.
fn picking_app(plugins: impl bevy_app::Plugin, backend: impl bevy_app::Plugin, ray: Ray3d) -> App {
    let mut app = app_with((plugins, |app: &mut App| {
        app.init_resource::<RayMap>().add_message::<PointerHits>();
    }));
    app.add_plugins(backend);
    listen::<PointerHits>(&mut app);
    let camera = spawn(&mut app, Camera { order: 3, ..Default::default() });
    let id = RayId::new(camera, PointerId::Mouse);
    app.world_mut().resource_mut::<RayMap>().map.insert(id, ray);
    app
}

/// A ray of a 2D camera at this point.
fn down(at: Vec2) -> Ray3d {
    Ray3d::new(at.extend(1000.0), Dir3::NEG_Z)
}

/// An App of the plane with a pointer at this point.
fn plane(at: Vec2) -> App {
    picking_app(ElasticPlugin, ElasticPickingPlugin, down(at))
}

/// The entities under the pointer, and their depths, after the bodies were read: the frontmost first.
fn picked(app: &mut App) -> Vec<(Entity, f32)> {
    app.update();
    heard::<PointerHits>(app);
    app.update();
    let mut picks = Vec::new();
    for hits in heard::<PointerHits>(app) {
        assert_eq!((hits.pointer, hits.order), (PointerId::Mouse, 3.0));
        picks.extend(hits.picks.into_iter().map(|(entity, hit)| (entity, hit.depth)));
    }
    picks.sort_by(|one, other| one.1.total_cmp(&other.1));
    picks
}

#[test]
fn bodies_of_the_plane_are_picked_in_the_order_of_z() {
    let mut app = plane(vec2(3.0, 4.0));
    let at = |x: f32, z: f32| Transform::from_xyz(x, 4.0, z);
    let low = spawn(&mut app, (Collider::circle(1.0), at(2.5, 1.0)));
    let high = spawn(&mut app, (Collider::rectangle(2.0, 2.0), Static, at(3.5, 9.0)));
    spawn(&mut app, (Collider::circle(1.0), at(5.0, 20.0)));
    // Behind the camera.
    spawn(&mut app, (Collider::circle(1.0), Static, Sensor::Edge, at(3.0, 2000.0)));
    assert_eq!(picked(&mut app), [(high, 991.0), (low, 999.0)]);
}

#[test]
fn regions_are_picked_and_absorbed_bodies_are_not() {
    let mut app = plane(Vec2::ZERO);
    let sensor = spawn(&mut app, (Collider::circle(1.0), Static, Sensor::Edge));
    let by = Entity::PLACEHOLDER;
    spawn(&mut app, (Collider::circle(1.0), Absorbed { by }));
    assert_eq!(picked(&mut app), [(sensor, 1000.0)]);
}

#[test]
fn what_the_camera_does_not_show_is_not_picked() {
    let mut app = plane(Vec2::ZERO);
    let circle = || (Collider::circle(1.0), Static, Sensor::Edge);
    spawn(&mut app, (circle(), InheritedVisibility::HIDDEN));
    spawn(&mut app, (circle(), RenderLayers::layer(1)));
    let shown = spawn(&mut app, (circle(), InheritedVisibility::VISIBLE, RenderLayers::layer(0)));
    assert_eq!(picked(&mut app), [(shown, 1000.0)]);
}

#[test]
fn a_ray_that_misses_the_plane_or_all_bodies_picks_nothing() {
    let rays = [
        down(vec2(5.0, 0.0)),
        Ray3d::new(Vec3::Z, Dir3::X),
        Ray3d::new(vec3(0.0, 0.0, 5.0), Dir3::Z),
    ];
    for ray in rays {
        let mut app = picking_app(ElasticPlugin, ElasticPickingPlugin, ray);
        spawn(&mut app, Collider::circle(1.0));
        assert_eq!(picked(&mut app), []);
    }
}

#[test]
fn bodies_of_3d_are_picked_in_the_order_of_distance_without_the_arena_of_the_camera() {
    let ray = Ray3d::new(vec3(0.0, 0.0, 20.0), Dir3::NEG_Z);
    let mut app = picking_app(Elastic3dPlugin, Elastic3dPickingPlugin, ray);
    let at = |x: f32, z: f32| Transform::from_xyz(x, 0.0, z);
    let far = spawn(&mut app, (Collider::sphere(1.0), at(0.0, -5.0)));
    let near = spawn(&mut app, (Collider::cuboid(2.0, 2.0, 2.0), Static, at(0.0, 5.0)));
    spawn(&mut app, (Collider::sphere(1.0), at(5.0, 0.0)));
    // The camera is outside of the room, in its solid.
    spawn(&mut app, (Collider::arena_3d(Vec3::splat(30.0)), Static));
    assert_eq!(picked(&mut app), [(near, 14.0), (far, 24.0)]);
}

#[test]
fn hits_of_3d_have_a_point_and_a_normal() {
    let ray = Ray3d::new(vec3(0.0, 0.0, 20.0), Dir3::NEG_Z);
    let mut app = picking_app(Elastic3dPlugin, Elastic3dPickingPlugin, ray);
    spawn(&mut app, (Collider::cuboid(2.0, 2.0, 2.0), Static));
    app.update();
    app.update();
    let hits = heard::<PointerHits>(&mut app).pop().expect("the cube is hit");
    let (_, hit) = &hits.picks[0];
    assert_eq!((hit.position, hit.normal), (Some(Vec3::Z), Some(Vec3::Z)));
}

#[test]
fn bodies_in_f64_are_picked() {
    let plugins = ElasticSpacePlugin::<DVec2>::default();
    let backend = ElasticSpacePickingPlugin::<DVec2>::default();
    let mut app = picking_app(plugins, backend, down(vec2(1.0, 0.0)));
    let body = spawn(&mut app, (Collider::<DVec2>::ball(0.5), Position(dvec2(1.25, 0.0))));
    assert_eq!(picked(&mut app), [(body, 1000.0)]);
}
