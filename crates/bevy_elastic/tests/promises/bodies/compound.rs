//! Objects of several colliders: walls that are children, kinematic parts that move together, and bodies that are resized
//! while the game runs.

use bevy_app::App;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::With;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res};
use bevy_elastic::components::{AngularVelocity, Asleep, Rejected};
use bevy_elastic::events::DeepOverlap;
use bevy_elastic::prelude::*;
use bevy_math::{Vec2, Vec3, vec2};
use bevy_time::Time;
use bevy_transform::components::Transform;

use crate::app::{
    app, ball, change, get, heard, is_asleep, listen, position, run, spawn, velocity, wall,
};

/// A parent that a system of the game moves by its `Transform` does not push with its children: static ones are
/// teleported, and kinematic ones stay where they are.
#[test]
fn children_of_a_moving_parent_push_nothing() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let parent = spawn(&mut app, Transform::default());
    let block = || Collider::rectangle(1.0, 1.0);
    let fixed = spawn(&mut app, (block(), Static, ChildOf(parent)));
    let place = Transform::from_xyz(0.0, 10.0, 0.0);
    let kinematic = spawn(&mut app, (block(), Kinematic, place, ChildOf(parent)));
    let targets = [0.0, 10.0].map(|y| spawn(&mut app, ball(vec2(3.0, y), Vec2::ZERO)));
    run(&mut app, 2);
    for _ in 0..60 {
        change(&mut app, parent, |place: &mut Transform| place.translation.x += 0.25);
        run(&mut app, 1);
    }
    assert_eq!(position(&app, fixed), vec2(15.0, 0.0));
    assert_eq!(position(&app, kinematic), vec2(0.0, 10.0));
    let impulse: f64 = heard::<Collided>(&mut app).iter().map(|it| it.impulse).sum();
    assert_eq!(impulse, 0.0);
    assert_eq!(targets.map(|target| velocity(&app, target)), [Vec2::ZERO; 2]);
}

/// A kinematic parent that moves by its velocity takes neither kind of child along as a pusher.
#[test]
fn children_of_a_kinematic_body_push_nothing() {
    let mut app = app();
    let parent = spawn(&mut app, (Collider::circle(0.1), Kinematic, Velocity(vec2(16.0, 0.0))));
    let place = Transform::from_xyz(0.0, 10.0, 0.0);
    let child = (Collider::rectangle(1.0, 1.0), Static, place, ChildOf(parent));
    let child = spawn(&mut app, child);
    let target = spawn(&mut app, ball(vec2(3.0, 10.0), Vec2::ZERO));
    run(&mut app, 64);
    assert!((position(&app, child).x - 16.0).abs() < 0.3, "{}", position(&app, child));
    assert_eq!(velocity(&app, target), Vec2::ZERO);
}

/// A part of an object, and where it is relative to the object.
#[derive(Component)]
struct Part {
    of: Entity,
    offset: Vec2,
}

/// The recipe of the guide: the parts are bodies of their own, and a system sets their targets.
fn carry(
    mut parts: Query<(&Part, &mut MoveTo)>,
    owners: Query<&Transform, With<Owner>>,
    time: Res<Time<Elastic>>,
) {
    let seconds = time.tick_seconds() as f32;
    for (part, mut target) in &mut parts {
        if let Ok(owner) = owners.get(part.of) {
            target.0 = owner.translation.truncate() + vec2(16.0, 0.0) * seconds + part.offset;
        }
    }
}

/// The object that a game moves.
#[derive(Component)]
struct Owner;

#[test]
fn parts_with_targets_move_as_one_body_and_push() {
    let mut app = app();
    app.add_systems(bevy_app::FixedPostUpdate, carry.in_set(ElasticSystems::Prepare));
    let owner = spawn(&mut app, (Owner, Transform::default()));
    let offsets = [vec2(0.0, 0.0), vec2(0.0, 10.0)];
    let parts = offsets.map(|offset| {
        let part = (Part { of: owner, offset }, Position(offset), MoveTo(offset));
        spawn(&mut app, (Collider::rectangle(1.0, 1.0), Kinematic, part))
    });
    let targets = offsets.map(|offset| spawn(&mut app, ball(offset + vec2(3.0, 0.0), Vec2::ZERO)));
    for _ in 0..60 {
        run(&mut app, 1);
        let step = Vec3::X * 16.0 / 64.0;
        change(&mut app, owner, |place: &mut Transform| place.translation += step);
    }
    assert_eq!(position(&app, parts[1]) - position(&app, parts[0]), vec2(0.0, 10.0));
    for target in targets {
        assert!((velocity(&app, target) - vec2(32.0, 0.0)).length() < 1e-4);
    }
}

/// Two segments around one position that turn with one angular velocity are a cross: they hit in two places alike, and keep
/// their angle.
#[test]
fn parts_around_one_position_turn_as_one_body() {
    let mut app = app();
    for end in [vec2(4.0, 0.0), vec2(0.0, 4.0)] {
        let part = (Kinematic, AngularVelocity(2.0), Position(vec2(1.0, 1.0)));
        spawn(&mut app, (Collider::segment(-end, end), part));
    }
    let centre = vec2(1.0, 1.0);
    let offset = vec2(3.0, 1.5);
    let targets = [offset, offset.perp(), -offset, -offset.perp()]
        .map(|offset| (offset, spawn(&mut app, ball(centre + offset, Vec2::ZERO))));
    run(&mut app, 64);
    let moved = targets.map(|(offset, target)| {
        (position(&app, target) - centre).rotate(vec2(offset.x, -offset.y))
    });
    assert!((moved[0] - offset.length_squared() * Vec2::X).length() > 1.0, "the cross has hit");
    for place in moved {
        assert!(place.distance(moved[0]) < 1e-3, "{moved:?}");
    }
}

/// A room with gravity and a ball that lies on the floor at the height 0.
fn room_with_ball() -> (App, Entity) {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -10.0)));
    spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    let body = spawn(&mut app, (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    run(&mut app, 60);
    assert!(is_asleep::<Vec2>(&app, body));
    (app, body)
}

#[test]
fn a_ball_that_grows_on_the_floor_wakes_and_is_lifted_without_a_jump() {
    let (mut app, body) = room_with_ball();
    for step in 1..=64u8 {
        let radius = 0.5 + f32::from(step) / 64.0;
        change(&mut app, body, |collider: &mut Collider| *collider = Collider::circle(radius));
        run(&mut app, 1);
        assert!(app.world().get::<Asleep>(body).is_none());
        let gap = position(&app, body).y - radius;
        assert!(gap > -0.05 && gap < 0.05, "{gap} at {radius}");
    }
    run(&mut app, 64);
    assert!((position(&app, body).y - 1.5).abs() < 0.01);
    assert!(velocity(&app, body).length() < 0.01);
}

#[test]
fn a_ball_that_shrinks_falls_to_the_floor_again() {
    let (mut app, body) = room_with_ball();
    change(&mut app, body, |collider: &mut Collider| *collider = Collider::circle(0.25));
    run(&mut app, 64);
    assert!((position(&app, body).y - 0.25).abs() < 0.01);
}

#[test]
fn a_transform_that_scales_resizes_too() {
    let (mut app, body) = room_with_ball();
    change(&mut app, body, |place: &mut Transform| place.scale = Vec3::splat(0.5));
    run(&mut app, 64);
    assert!((position(&app, body).y - 0.25).abs() < 0.01);
}

/// An arena that becomes smaller than the way to a ball takes it in at no more than eight sizes a second, without a push, and
/// reports it.
#[test]
fn an_arena_that_shrinks_takes_in_what_it_leaves_outside() {
    let mut app = app();
    listen::<DeepOverlap>(&mut app);
    let room = spawn(&mut app, (Collider::arena(vec2(20.0, 20.0)), Static));
    let body = spawn(&mut app, ball(vec2(8.0, 0.0), Vec2::ZERO));
    run(&mut app, 2);
    change(&mut app, room, |collider: &mut Collider| *collider = Collider::arena(vec2(12.0, 20.0)));
    run(&mut app, 1);
    let [deep] = heard::<DeepOverlap>(&mut app)[..] else { panic!("one overlap is reported") };
    assert_eq!((deep.entity, deep.other, deep.depth), (body, room, 2.5));
    assert_eq!((position(&app, body), velocity(&app, body)), (vec2(7.875, 0.0), Vec2::ZERO));
    run(&mut app, 128);
    assert!((position(&app, body).x - 5.5).abs() < 1e-3, "{}", position(&app, body));
    assert_eq!(velocity(&app, body), Vec2::ZERO);
    assert!(heard::<DeepOverlap>(&mut app).is_empty());
}

#[test]
fn an_arena_that_grows_and_a_wall_that_grows_count_from_the_next_tick() {
    let mut app = app();
    let room = spawn(&mut app, (Collider::arena(vec2(4.0, 4.0)), Static));
    let body = spawn(&mut app, ball(Vec2::ZERO, vec2(8.0, 0.0)));
    run(&mut app, 2);
    change(&mut app, room, |collider: &mut Collider| *collider = Collider::arena(vec2(40.0, 4.0)));
    run(&mut app, 62);
    assert_eq!(position(&app, body), vec2(8.0, 0.0));
    let block = spawn(&mut app, (Collider::rectangle(1.0, 1.0), Static, Position(vec2(16.0, 0.0))));
    run(&mut app, 16);
    change(&mut app, block, |collider: &mut Collider| *collider = Collider::rectangle(9.0, 1.0));
    run(&mut app, 16);
    // Its face is now at 11.5: the ball turned back at 11.
    assert_eq!(position(&app, body), vec2(10.0, 0.0));
}

#[test]
fn a_size_that_no_body_can_have_is_rejected_and_the_old_one_stays() {
    let mut app = app();
    let body = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
    run(&mut app, 1);
    change(&mut app, body, |collider: &mut Collider| *collider = Collider::circle(-1.0));
    run(&mut app, 1);
    assert!(!get::<Rejected>(&app, body).reason.is_empty());
    let visitor = spawn(&mut app, ball(vec2(2.0, 0.0), vec2(-4.0, 0.0)));
    run(&mut app, 32);
    assert!((velocity(&app, body) - vec2(-4.0, 0.0)).length() < 1e-6);
    assert_eq!(velocity(&app, visitor), Vec2::ZERO);
}
