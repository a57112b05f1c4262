//! Friction, conveyors, the kick of a bumper, and how the values of two bodies become that of a pair.

use std::f32::consts::FRAC_PI_2;

use bevy_app::App;
use bevy_ecs::bundle::Bundle;
use bevy_elastic::components::{Asleep, MinimumImpulse, SurfaceVelocity};
use bevy_elastic::prelude::*;
use bevy_elastic::resources::CombineRule;
use bevy_elastic::space::Space;
use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3, vec2};
use bevy_transform::components::Transform;

use crate::app::{
    app, app_in, at, ball, ball_in, change, component, get, heard, listen, position, run, spawn,
    velocity, wall, wall_in,
};

/// Throws a ball onto a floor, which it touches in the middle of the first tick.
fn bounce_in<V: Space>(
    app: &mut App,
    thrown: V,
    of_ball: impl Bundle,
    of_floor: impl Bundle,
) -> (V, Collided<V>) {
    listen::<Collided<V>>(app);
    let height = 0.5 - component(thrown, 1) / 128.0;
    let ball = spawn(app, (ball_in(at::<V>(0.0, height), thrown), of_ball));
    spawn(app, (wall_in(at::<V>(0.0, 0.0), at(0.0, 1.0)), of_floor));
    run(app, 1);
    let hits = heard::<Collided<V>>(app);
    assert_eq!(hits.len(), 1);
    (get::<Velocity<V>>(app, ball).0, hits[0])
}

fn rubs_in<V: Space>() {
    let mut app = app_in::<V>();
    let (velocity, hit) =
        bounce_in(&mut app, at::<V>(3.0, -2.0), (Friction(0.125), Mass(2.0)), Friction(0.25));
    // The larger counts: a quarter of the impulse of 8 takes 1 of the 3.
    assert_eq!(velocity, at(2.0, 2.0));
    assert_eq!((hit.impulse, hit.friction), (8.0, at(-2.0, 0.0)));
    assert_eq!(hit.energy_lost, 9.0 - 4.0);
    let mut app = app_in::<V>();
    let (velocity, hit) = bounce_in(&mut app, at::<V>(3.0, -2.0), (), Friction(9.0));
    // It never turns back.
    assert_eq!((velocity, hit.friction, hit.energy_lost), (at(0.0, 2.0), at(-3.0, 0.0), 4.5));
    let mut app = app_in::<V>();
    let (velocity, hit) = bounce_in(&mut app, at::<V>(0.1, -2.0), (), ());
    assert_eq!((velocity, hit.friction, hit.energy_lost), (at(0.1, 2.0), at(0.0, 0.0), 0.0));
}

#[test]
fn friction_takes_its_share_of_the_sliding() {
    rubs_in::<Vec2>();
    rubs_in::<Vec3>();
    rubs_in::<DVec2>();
    rubs_in::<DVec3>();
}

#[test]
fn between_balls_friction_keeps_momentum() {
    let mut app = app();
    listen::<Collided>(&mut app);
    let start = [vec2(2.0, 1.0), vec2(-2.0, -1.0)];
    let one = spawn(&mut app, (ball(vec2(-0.53125, 0.0), start[0]), Friction(0.25)));
    let two = spawn(&mut app, ball(vec2(0.53125, 0.0), start[1]));
    run(&mut app, 2);
    let hits = heard::<Collided>(&mut app);
    assert_eq!(hits.len(), 1);
    let (u1, u2) = (velocity(&app, one), velocity(&app, two));
    assert!((u1 + u2).length() < 1e-6);
    // Energy is lost to friction and to nothing else.
    let energy = |speeds: [Vec2; 2]| 0.5 * speeds.map(|v| v.length_squared()).iter().sum::<f32>();
    let lost = f64::from(energy(start) - energy([u1, u2]));
    assert!(lost > 0.1 && (lost - hits[0].energy_lost).abs() < 1e-5);
    let [along, across] = [hits[0].impulse as f32, hits[0].friction.length()];
    assert!((across - 0.25 * along).abs() < 1e-6, "{across} of {along}");
}

fn kicks_in<V: Space>() {
    let mut app = app_in::<V>();
    let bumper = (MinimumImpulse(6.0), Restitution(0.5));
    let (velocity, hit) =
        bounce_in(&mut app, at::<V>(1.0, -1.0), (Mass(2.0), MinimumImpulse(4.0)), bumper);
    // The approach ends with an impulse of 2; the larger kick, of 6, makes a speed of 3.
    assert_eq!((velocity, hit.impulse, hit.energy_lost), (at(1.0, 3.0), 8.0, 1.0 - 9.0));
    let mut app = app_in::<V>();
    let (velocity, hit) = bounce_in(&mut app, at::<V>(1.0, -8.0), Mass(2.0), bumper);
    // A bounce that gives back more than that is what it is: 8 > 6.
    assert_eq!((velocity, hit.impulse, hit.energy_lost), (at(1.0, 4.0), 24.0, 64.0 - 16.0));
}

#[test]
fn a_bumper_kicks_at_least_as_hard_as_it_says() {
    kicks_in::<Vec2>();
    kicks_in::<Vec3>();
    kicks_in::<DVec2>();
    kicks_in::<DVec3>();
}

#[test]
fn rules_of_restitution() {
    let rules = [
        (CombineRule::Min, 0.25),
        (CombineRule::Max, 1.0),
        (CombineRule::Average, 0.625),
        (CombineRule::GeometricMean, 0.5),
        (CombineRule::Multiply, 0.25),
    ];
    for (rule, share) in rules {
        let mut app = app();
        app.world_mut().resource_mut::<ElasticConfig>().restitution_rule = rule;
        let (velocity, _) = bounce_in(&mut app, vec2(1.0, -2.0), Restitution(0.25), ());
        assert_eq!(velocity, vec2(1.0, 2.0 * share), "{rule:?}");
    }
}

#[test]
fn rules_of_friction() {
    let rules = [
        (CombineRule::Min, 0.0625),
        (CombineRule::Max, 0.25),
        (CombineRule::Average, 0.15625),
        (CombineRule::GeometricMean, 0.125),
        (CombineRule::Multiply, 0.015625),
    ];
    for (rule, share) in rules {
        let mut app = app();
        app.world_mut().resource_mut::<ElasticConfig>().friction_rule = rule;
        let (velocity, _) = bounce_in(&mut app, vec2(3.0, -2.0), Friction(0.0625), Friction(0.25));
        assert_eq!(velocity, vec2(3.0 - 4.0 * share, 2.0), "{rule:?}");
    }
}

#[test]
fn the_defaults_are_the_smaller_restitution_and_the_larger_friction() {
    let config = ElasticConfig::default();
    assert_eq!(config.restitution_rule, CombineRule::Min);
    assert_eq!(config.friction_rule, CombineRule::Max);
}

#[test]
fn inserted_changed_and_removed_in_mid_play() {
    let mut app = app();
    listen::<Collided>(&mut app);
    // A ball between two floors, 4 apart for its centre: a bounce every second, after half of one.
    let ball = spawn(&mut app, ball(Vec2::ZERO, vec2(64.0, -4.0)));
    spawn(&mut app, wall(vec2(0.0, -2.5), Vec2::Y));
    spawn(&mut app, wall(vec2(0.0, 2.5), -Vec2::Y));
    run(&mut app, 40);
    assert_eq!(velocity(&app, ball), vec2(64.0, 4.0));
    // The impulse is 8.
    app.world_mut().entity_mut(ball).insert(Friction(0.5));
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(60.0, -4.0));
    change(&mut app, ball, |friction: &mut Friction| friction.0 = 1.0);
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(52.0, 4.0));
    app.world_mut().entity_mut(ball).remove::<Friction>();
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(52.0, -4.0));
    app.world_mut().entity_mut(ball).insert(MinimumImpulse(8.0));
    run(&mut app, 64);
    assert_eq!(velocity(&app, ball), vec2(52.0, 8.0));
    app.world_mut().entity_mut(ball).remove::<MinimumImpulse>();
    run(&mut app, 32);
    assert_eq!(velocity(&app, ball), vec2(52.0, -8.0));
    assert!(position(&app, ball).y.abs() < 2.0);
}

/// Throws a ball that stops all sliding at a belt, and returns its velocity after the impact.
fn carried_in<V: Space>(belt: impl Bundle) -> V {
    let mut app = app_in::<V>();
    bounce_in(&mut app, at::<V>(3.0, -2.0), Friction(f32::MAX), belt).0
}

fn carries_in<V: Space>() {
    let belt = |x, y| SurfaceVelocity(at::<V>(x, y));
    assert_eq!(carried_in::<V>(()), at(0.0, 2.0));
    assert_eq!(carried_in::<V>(belt(-1.5, 0.0)), at(-1.5, 2.0));
    assert_eq!(carried_in::<V>(belt(0.5, 8.0)), at(0.5, 2.0));
}

#[test]
fn a_conveyor_gives_its_surface_velocity() {
    carries_in::<Vec2>();
    carries_in::<Vec3>();
    carries_in::<DVec2>();
    carries_in::<DVec3>();
}

#[test]
fn a_surface_velocity_turns_with_the_transform() {
    let mut app = app();
    let ball = spawn(&mut app, (ball(vec2(0.0, 2.0), vec2(0.0, -8.0)), Friction(f32::MAX)));
    let turned = Transform::from_rotation(Quat::from_rotation_z(FRAC_PI_2));
    let belt = Collider::rectangle(2.0, 8.0);
    spawn(&mut app, (belt, Static, turned, SurfaceVelocity(vec2(0.0, 3.0))));
    run(&mut app, 16);
    assert!((velocity(&app, ball) - vec2(-3.0, 8.0)).length() < 1e-5, "{}", velocity(&app, ball));
}

#[test]
fn a_conveyor_starts_changes_and_ends_in_mid_play() {
    let mut app = app();
    app.insert_resource(Gravity(vec2(0.0, -8.0)));
    let belt = spawn(&mut app, (wall(Vec2::ZERO, Vec2::Y), Friction(1.0)));
    let ball = spawn(&mut app, (ball(vec2(0.0, 0.5), Vec2::ZERO), Restitution(0.5)));
    run(&mut app, 64);
    assert!(app.world().get::<Asleep>(ball).is_some());
    // Friction accelerates by 8.
    app.world_mut().entity_mut(belt).insert(SurfaceVelocity(vec2(2.0, 0.0)));
    run(&mut app, 8);
    assert!(app.world().get::<Asleep>(ball).is_none());
    assert!((velocity(&app, ball) - Vec2::X).length() < 1e-5, "{}", velocity(&app, ball));
    run(&mut app, 128);
    assert!((velocity(&app, ball) - Vec2::X * 2.0).length() < 1e-5, "{}", velocity(&app, ball));
    change(&mut app, belt, |belt: &mut SurfaceVelocity| belt.0.x = -1.0);
    run(&mut app, 128);
    assert!((velocity(&app, ball) + Vec2::X).length() < 1e-5, "{}", velocity(&app, ball));
    assert!(app.world().get::<Asleep>(ball).is_none());
    app.world_mut().entity_mut(belt).remove::<SurfaceVelocity>();
    run(&mut app, 128);
    assert_eq!(velocity(&app, ball), Vec2::ZERO);
    assert!(app.world().get::<Asleep>(ball).is_some());
}
