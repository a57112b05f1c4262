//! Position is the truth and Transform a view of it; moving the view by hand teleports the body.

use bevy_app::{FixedUpdate, Update};
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::query::{Changed, With};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, ResMut};
use bevy_elastic::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::{GlobalTransform, Transform};

use crate::app::{app, ball, change, get, position, run, shown, spawn, velocity, wall};

#[test]
fn a_transform_moved_by_hand_is_a_teleport() {
    let mut app = app();
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(64.0, 0.0)));
    run(&mut app, 3);
    change(&mut app, one, |transform: &mut Transform| transform.translation = vec3(0.0, 7.0, 2.0));
    run(&mut app, 1);
    assert_eq!(position(&app, one), vec2(1.0, 7.0));
    assert_eq!(get::<Transform>(&app, one).translation, vec3(0.0, 7.0, 2.0), "z is respected");
}

#[test]
fn a_system_may_carry_a_ball_in_update_or_in_fixed_update() {
    for fixed in [false, true] {
        let mut app = app();
        let one = spawn(&mut app, ball(Vec2::ZERO, Vec2::ZERO));
        let carry = |mut balls: Query<&mut Transform, With<Velocity>>| {
            for mut transform in &mut balls {
                transform.translation.x += 1.0;
            }
        };
        if fixed {
            app.add_systems(FixedUpdate, carry)
        } else {
            app.add_systems(Update, carry)
        };
        run(&mut app, 10);
        let behind = if fixed { 0.0 } else { 1.0 };
        assert_eq!(position(&app, one), vec2(10.0 - behind, 0.0));
    }
}

#[test]
fn a_position_that_is_set_wins_over_the_transform() {
    let mut app = app();
    let given = (ball(vec2(5.0, 5.0), Vec2::ZERO), Position(vec2(1.0, 2.0)));
    let one = spawn(&mut app, given);
    run(&mut app, 1);
    assert_eq!((position(&app, one), shown(&app, one)), (vec2(1.0, 2.0), vec2(1.0, 2.0)));
    change(&mut app, one, |transform: &mut Transform| transform.translation.x = 9.0);
    change(&mut app, one, |position: &mut Position| position.0 = vec2(3.0, 4.0));
    run(&mut app, 2);
    assert_eq!((position(&app, one), shown(&app, one)), (vec2(3.0, 4.0), vec2(3.0, 4.0)));
}

#[test]
fn a_ball_below_a_turned_and_scaled_parent_is_where_it_is_seen() {
    let mut app = app();
    let parent = Transform::from_xyz(10.0, 0.0, 0.0)
        .with_rotation(Quat::from_rotation_z(std::f32::consts::FRAC_PI_2))
        .with_scale(Vec3::splat(2.0));
    let parent = spawn(&mut app, parent);
    let one = spawn(&mut app, (ball(vec2(3.0, 0.0), vec2(0.0, 1.0)), ChildOf(parent)));
    spawn(&mut app, wall(vec2(0.0, 9.0), -Vec2::Y));
    run(&mut app, 64);
    assert!(position(&app, one).distance(vec2(10.0, 7.0)) < 1e-5);
    let seen = get::<GlobalTransform>(&app, one).translation().truncate();
    assert!(seen.distance(position(&app, one) - vec2(0.0, 1.0 / 64.0)) < 1e-5, "one tick late");
    run(&mut app, 64);
    // The scale makes its radius 1, so it meets the wall at y = 8 after two seconds.
    run(&mut app, 64);
    assert!(position(&app, one).distance(vec2(10.0, 7.0)) < 1e-4);
    assert_eq!(velocity(&app, one), vec2(0.0, -1.0));
}

#[test]
fn of_an_uneven_scale_the_largest_axis_counts() {
    let mut app = app();
    spawn(&mut app, wall(vec2(0.0, -5.0), Vec2::Y));
    let scale = Transform::from_scale(vec3(1.0, 3.0, 1.0));
    let one = spawn(&mut app, (Collider::circle(1.0), Velocity(vec2(0.0, -1.0)), scale));
    run(&mut app, 64 * 3);
    assert!((position(&app, one).y + 1.0).abs() < 1e-5, "it met the wall at a radius of 3");
}

#[test]
fn a_wall_follows_its_transform_and_its_parents() {
    let mut app = app();
    let parent = spawn(&mut app, Transform::default());
    let wall = spawn(&mut app, (wall(vec2(4.0, 0.0), -Vec2::X), ChildOf(parent)));
    let one = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    run(&mut app, 1);
    change(&mut app, parent, |transform: &mut Transform| transform.translation.x = -1.0);
    run(&mut app, 63);
    assert!((position(&app, one).x - 1.0).abs() < 1e-5, "it met the wall at 3");
    change(&mut app, one, |velocity: &mut Velocity| velocity.0 = vec2(4.0, 0.0));
    change(&mut app, wall, |transform: &mut Transform| {
        transform.translation.x = 6.0;
        transform.rotation = Quat::from_rotation_z(std::f32::consts::FRAC_PI_4);
    });
    run(&mut app, 128);
    let after = velocity(&app, one);
    assert!((after.x.abs() < 1e-5) && (after.length() - 4.0).abs() < 1e-5, "{after}");
}

#[derive(Resource, Default)]
struct Changes([usize; 3]);

#[test]
fn bodies_that_did_not_move_are_not_written() {
    let mut app = app();
    spawn(&mut app, ball(Vec2::ZERO, vec2(1.0, 0.0)));
    for x in 1..10 {
        spawn(&mut app, ball(vec2(0.0, 3.0 * x as f32), Vec2::ZERO));
    }
    spawn(&mut app, wall(vec2(90.0, 0.0), -Vec2::X));
    run(&mut app, 3);
    app.init_resource::<Changes>().add_systems(
        Update,
        |positions: Query<(), Changed<Position>>,
         velocities: Query<(), Changed<Velocity>>,
         transforms: Query<(), Changed<Transform>>,
         mut changes: ResMut<Changes>| {
            let now =
                [positions.iter().count(), velocities.iter().count(), transforms.iter().count()];
            changes.0 = now;
        },
    );
    run(&mut app, 4);
    assert_eq!(app.world().resource::<Changes>().0, [1, 0, 1]);
}
