//! Spaces live side by side in one App and share its clock, in any schedule.

use bevy_app::{App, FixedUpdate, Update};
use bevy_ecs::lifecycle::Add;
use bevy_ecs::message::Messages;
use bevy_ecs::observer::On;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_ecs::system::Commands;
use bevy_ecs::world::World;
use bevy_elastic::plugin::ElasticSpacePlugin;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_math::{DVec2, Vec2, Vec3, dvec2, vec2, vec3};
use bevy_transform::components::Transform;

use crate::app::{
    TICK, app, app_with, ball, clock, get, heard, listen, position, run, set_frame, shown, spawn,
    velocity, wall,
};

#[test]
fn the_plugin_for_space_is_as_short() {
    let mut app = app_with(Elastic3dPlugin);
    let ball = spawn(&mut app, (Collider::sphere(0.5), Velocity(vec3(1.0, 2.0, 3.0))));
    spawn(&mut app, (Collider::arena_3d(vec3(4.0, 4.0, 4.0)), Static));
    run(&mut app, 64 * 10);
    assert_eq!(get::<Velocity<Vec3>>(&app, ball).0.abs(), vec3(1.0, 2.0, 3.0));
    assert!(get::<Transform>(&app, ball).translation.abs().max_element() <= 1.5);
}

#[test]
fn plane_and_space_share_a_clock() {
    let mut app = app_with((ElasticPlugin, Elastic3dPlugin));
    let flat = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let deep = spawn(&mut app, (Collider::sphere(0.5), Velocity(Vec3::Y)));
    spawn(&mut app, wall(vec2(1.0, 0.0), -Vec2::X));
    spawn(&mut app, (Collider::half_space(-Vec3::Y), Static, Transform::from_xyz(0.0, 0.75, 0.0)));
    run(&mut app, 64);
    assert_eq!(clock(&mut app).tick(), 64);
    assert_eq!(
        (position(&app, flat), get::<Position<Vec3>>(&app, deep).0),
        (Vec2::ZERO, vec3(0.0, -0.5, 0.0))
    );
    clock(&mut app).set_relative_speed(0.25);
    run(&mut app, 64);
    assert_eq!(clock(&mut app).tick(), 80);
}

#[test]
fn the_next_impact_is_sought_in_all_spaces() {
    let mut app = app_with((ElasticPlugin, ElasticSpacePlugin::<DVec2>::default()));
    listen::<Collided>(&mut app);
    let flat = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    spawn(&mut app, wall(vec2(1.51, 0.0), -Vec2::X));
    let fine = spawn(&mut app, (Collider::<DVec2>::ball(0.5), Velocity(dvec2(1.0, 0.0))));
    let normal = dvec2(-1.0, 0.0);
    spawn(&mut app, (Collider::HalfSpace { normal }, Static, Position(dvec2(1.01, 0.0))));
    clock(&mut app).seek_impact();
    run(&mut app, 2);
    assert!((shown(&app, fine).x - 0.51).abs() < 1e-6);
    assert!((shown(&app, flat).x - 0.51).abs() < 1e-6);
    assert!(heard::<Collided>(&mut app).is_empty());
    clock(&mut app).seek_impact();
    run(&mut app, 2);
    assert!((shown(&app, flat).x - 1.01).abs() < 1e-6);
    assert!((shown(&app, fine).x - 0.01).abs() < 1e-6);
    assert_eq!(heard::<Collided>(&mut app).len(), 1);
}

#[test]
fn any_schedule_of_the_fixed_loop_will_do() {
    let mut app = app_with(ElasticSpacePlugin::<Vec2>::new(FixedUpdate));
    set_frame(&mut app, TICK * 2 / 7);
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(7.0, 0.0)));
    run(&mut app, 70);
    assert!(
        (shown(&app, ball).x - 7.0 * (20.0 - 1.0) / 64.0).abs() < 1e-5,
        "{}",
        shown(&app, ball).x
    );
}

#[test]
fn a_tick_in_update_is_as_long_as_the_frame() {
    let mut app = app_with(ElasticSpacePlugin::<Vec2>::new(Update));
    assert_eq!(clock(&mut app).tick(), 0);
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    let mut expected = 0.0;
    for part in [1u32, 2, 4, 3] {
        set_frame(&mut app, TICK * part / 4);
        app.update();
        expected += 4.0 * (TICK * part / 4).as_secs_f32();
        assert!((shown(&app, ball).x - expected).abs() < 1e-6);
        assert!((position(&app, ball).x - expected).abs() < 1e-6);
    }
    assert_eq!(clock(&mut app).tick(), 4);
    // While the game is paused by Bevy's clock no time passes.
    app.world_mut().resource_mut::<bevy_time::Time<bevy_time::Virtual>>().pause();
    run(&mut app, 4);
    assert_eq!(clock(&mut app).tick(), 4);
}

#[test]
fn so_will_a_schedule_of_the_games_own() {
    #[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
    struct Mine;
    let mut app: App = app_with(ElasticSpacePlugin::<Vec2>::new(Mine));
    app.add_systems(Update, |world: &mut World| {
        world.run_schedule(Mine);
        world.run_schedule(Mine);
    });
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(4.0, 0.0)));
    spawn(&mut app, wall(vec2(1.51, 0.0), -Vec2::X));
    run(&mut app, 8);
    assert_eq!(clock(&mut app).tick(), 16);
    assert_eq!((position(&app, ball), velocity(&app, ball)), (vec2(1.0, 0.0), vec2(4.0, 0.0)));
    run(&mut app, 1);
    assert_eq!(velocity(&app, ball), vec2(-4.0, 0.0));
    assert_eq!(app.world().resource::<Messages<Collided>>().len(), 1);
}

#[test]
fn a_second_space_joins_the_schedule_of_the_first() {
    let mut app = app();
    app.add_plugins(ElasticSpacePlugin::<Vec3>::new(Update));
    let deep = spawn(&mut app, (Collider::sphere(0.5), Velocity(Vec3::Y)));
    run(&mut app, 64);
    assert_eq!(clock(&mut app).tick(), 64);
    assert_eq!(get::<Position<Vec3>>(&app, deep).0, Vec3::Y);
}

/// How many balls there are in space in each tick, if one is thrown there when one in the plane is seen to come in.
fn thrown_in_space(mut app: App) -> Vec<usize> {
    app.add_observer(|_: On<Add, Position>, mut commands: Commands| {
        commands.spawn((Collider::sphere(0.5), Velocity(Vec3::X)));
    });
    app.world_mut().spawn((Collider::circle(0.5), Velocity(Vec2::X)));
    let in_space = |app: &App| app.world().resource::<Simulation<Vec3>>().world().ids().count();
    let ticks = (0..3).map(|_| {
        run(&mut app, 1);
        in_space(&app)
    });
    ticks.collect()
}

#[test]
fn all_spaces_are_read_before_any_body_is_changed() {
    let one = thrown_in_space(app_with((ElasticPlugin, Elastic3dPlugin)));
    let other = thrown_in_space(app_with((Elastic3dPlugin, ElasticPlugin)));
    assert_eq!((one, other), (vec![0, 1, 1], vec![0, 1, 1]));
}
