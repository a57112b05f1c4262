//! Boxes that fly: they do not turn, and what they cannot meet is refused.

use bevy_ecs::bundle::Bundle;
use bevy_elastic::components::{BodyKey, Rejected};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, app_with, at, ball, change, cube_in, get, heard, listen, position, run, spawn,
    velocity,
};

fn block_in<V: Space>(place: V, velocity: V) -> impl Bundle {
    (cube_in::<V>(0.5), Position(place), Velocity(velocity))
}

fn exchanges_in<V: Space>() {
    let mut app = app_in::<V>();
    listen::<Collided<V>>(&mut app);
    let one = spawn(&mut app, block_in(at::<V>(-2.0, 0.0), at(3.0, 1.0)));
    let two = spawn(&mut app, block_in(at::<V>(2.0, 0.25), at(-1.0, 1.0)));
    let heavy = spawn(&mut app, (block_in(at::<V>(0.0, 50.0), at(2.0, 0.0)), Mass(3.0)));
    let light = spawn(&mut app, block_in(at::<V>(2.0, 50.0), at(-2.0, 0.0)));
    run(&mut app, 64);
    // Equal masses exchange what they have along the normal; of others 3 : 1 at 2 and -2 go 0 and 4.
    assert_eq!(get::<Velocity<V>>(&app, one).0, at(-1.0, 1.0));
    assert_eq!(get::<Velocity<V>>(&app, two).0, at(3.0, 1.0));
    assert_eq!(get::<Velocity<V>>(&app, heavy).0, at(0.0, 0.0));
    assert_eq!(get::<Velocity<V>>(&app, light).0, at(4.0, 0.0));
    let hits = heard::<Collided<V>>(&mut app);
    assert_eq!(hits.len(), 2);
    let late = hits.iter().find(|hit| hit.entity == one).unwrap();
    assert_eq!((late.tick as f64 / 64.0 + late.time, late.approach_speed), (0.75, 4.0));
}

#[test]
fn boxes_exchange_velocities() {
    exchanges_in::<Vec2>();
    exchanges_in::<Vec3>();
    exchanges_in::<DVec2>();
    exchanges_in::<DVec3>();
}

#[test]
fn rounded_boxes_and_capsules_along_the_axes_fly_too() {
    for form in [
        Collider::rectangle(1.0, 2.0),
        Collider::rounded_rectangle(1.0, 2.0, 0.25),
        Collider::capsule(vec2(0.0, -0.5), vec2(0.0, 0.5), 0.5),
    ] {
        let mut app = app();
        let block = spawn(&mut app, (form, Velocity(vec2(3.0, 0.0))));
        spawn(&mut app, (Collider::arena(vec2(5.0, 5.0)), Static));
        run(&mut app, 64);
        // 2 to the wall and 1 back.
        assert_eq!(
            (position(&app, block), velocity(&app, block)),
            (vec2(1.0, 0.0), vec2(-3.0, 0.0))
        );
    }
}

#[test]
fn a_box_that_is_turned_goes_on_as_before_until_it_is_turned_back() {
    let mut app = app();
    let block = spawn(&mut app, (Collider::rectangle(2.0, 1.0), Velocity(Vec2::X)));
    run(&mut app, 64);
    change(&mut app, block, |place: &mut Transform| place.rotation = Quat::from_rotation_z(0.1));
    run(&mut app, 64);
    assert_eq!(
        get::<Rejected>(&app, block).reason,
        "a body that is neither static nor kinematic must be a ball, or a box with edges along the axes"
    );
    assert_eq!(position(&app, block), vec2(2.0, 0.0));
    change(&mut app, block, |place: &mut Transform| place.rotation = Quat::IDENTITY);
    run(&mut app, 64);
    assert!(app.world().get::<Rejected>(block).is_none());
    assert_eq!(position(&app, block), vec2(3.0, 0.0));
}

#[test]
fn in_a_round_arena_whoever_came_later_is_refused() {
    let block = || (Collider::rectangle(1.0, 1.0), Velocity(Vec2::X));
    let arena = || (Collider::<Vec2>::round_arena(9.0), Static);
    let reason =
        |key: BodyKey| format!("its shape cannot meet that of the body with the key {}", key.0);
    let mut app = app();
    let room = spawn(&mut app, arena());
    let late = spawn(&mut app, block());
    let round = spawn(&mut app, ball(vec2(0.0, 4.0), Vec2::X));
    run(&mut app, 64);
    assert_eq!(get::<Rejected>(&app, late).reason, reason(get(&app, room)));
    assert_eq!(position(&app, round), vec2(1.0, 4.0));
    app.world_mut().entity_mut(room).despawn();
    run(&mut app, 64);
    assert!(app.world().get::<Rejected>(late).is_none());
    assert_eq!(position(&app, late), Vec2::X);
    let late_room = spawn(&mut app, arena());
    run(&mut app, 2);
    assert_eq!(get::<Rejected>(&app, late_room).reason, reason(get(&app, late)));
    assert!(app.world().resource::<Simulation>().body(late_room).is_none());
}

#[test]
fn in_space_a_turned_cuboid_and_a_box_that_flies_exclude_each_other() {
    let mut app = app_with(Elastic3dPlugin);
    let turned = Transform::from_rotation(Quat::from_rotation_y(0.5));
    spawn(&mut app, (Collider::cuboid(9.0, 1.0, 9.0), Static, turned));
    let block = spawn(&mut app, block_in(vec3(0.0, 5.0, 0.0), Vec3::NEG_Y));
    run(&mut app, 2);
    let reason = get::<Rejected>(&app, block).reason;
    assert!(reason.starts_with("its shape cannot meet that of the body"), "{reason}");
    // A ball in its stead.
    app.world_mut().entity_mut(block).insert(Collider::sphere(0.5));
    run(&mut app, 64 * 5);
    assert!(app.world().get::<Rejected>(block).is_none());
    assert_eq!(get::<Velocity<Vec3>>(&app, block).0, Vec3::Y);
}
