//! The scale of a Transform scales the collider; one that is not even is told once.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use bevy_ecs::hierarchy::ChildOf;
use bevy_elastic::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

use crate::app::{app, ball, change, heard, listen, run, spawn};

/// Counts warnings.
struct Warnings(Arc<AtomicU32>);

impl Subscriber for Warnings {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() == Level::WARN && metadata.target().starts_with("bevy_elastic")
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn event(&self, _: &Event<'_>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// Where a small ball that comes from the right along x bounces off a body around the origin.
fn met_at(transform: Transform, collider: Collider) -> f32 {
    let mut app = app();
    listen::<Collided>(&mut app);
    spawn(&mut app, (collider, Static, transform));
    spawn(&mut app, ball(vec2(20.0, 0.0), vec2(-32.0, 0.0)));
    run(&mut app, 64);
    heard::<Collided>(&mut app)[0].point.x
}

#[test]
fn an_even_scale_counts_for_every_form() {
    let twice = Transform::from_scale(Vec3::splat(2.0));
    assert_eq!(met_at(twice, Collider::circle(1.5)), 3.0);
    assert_eq!(met_at(twice, Collider::rectangle(3.0, 1.0)), 3.0);
    assert_eq!(met_at(twice, Collider::capsule(Vec2::ZERO, Vec2::X, 0.5)), 3.0);
    // Of a mirrored body the size counts, and what it is along z does not.
    let mirrored = Transform::from_scale(vec3(-2.0, 2.0, 9.0));
    assert_eq!(met_at(mirrored, Collider::circle(1.5)), 3.0);
    let turned = twice.with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2));
    assert!((met_at(turned, Collider::rectangle(1.0, 3.0)) - 3.0).abs() < 1e-5);
}

#[test]
fn of_an_uneven_scale_the_largest_axis_counts_and_it_is_told_once() {
    let count = Arc::new(AtomicU32::new(0));
    tracing::subscriber::with_default(Warnings(count.clone()), || {
        let uneven = Transform::from_scale(vec3(2.0, 0.5, 1.0));
        assert_eq!(met_at(uneven, Collider::circle(1.5)), 3.0);
        assert_eq!(count.load(Ordering::Relaxed), 1);
        // One that becomes uneven later is told too.
        let mut app = app();
        let wall = spawn(&mut app, (Collider::circle(1.0), Static));
        run(&mut app, 4);
        change(&mut app, wall, |transform: &mut Transform| transform.scale.x = 3.0);
        run(&mut app, 4);
        assert_eq!(count.load(Ordering::Relaxed), 2);
        // And so is one that is refused besides.
        spawn(&mut app, (Collider::circle(-1.0), uneven));
        run(&mut app, 4);
        assert_eq!(count.load(Ordering::Relaxed), 2);
    });
}

#[test]
fn a_ball_under_a_turning_parent_of_some_size_is_not_disturbed() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::from_scale(Vec3::splat(1.7)));
    let child = spawn(&mut app, (ball(Vec2::ZERO, vec2(3.0, 1.0)), ChildOf(parent)));
    let free = spawn(&mut app, (Collider::circle(0.85), Velocity(vec2(3.0, 1.0)), BodyKey(1)));
    app.world_mut().entity_mut(free).insert(Position(vec2(0.0, 50.0)));
    for step in 0u8..200 {
        change(&mut app, parent, |place: &mut Transform| {
            place.rotation = Quat::from_rotation_z(0.1 * f32::from(step));
        });
        run(&mut app, 1);
    }
    let gap = crate::app::position(&app, free) - crate::app::position(&app, child);
    assert!((gap - vec2(0.0, 50.0)).length() < 1e-4, "{gap}");
}
