//! What the rarer components cannot hold is refused with the reason, and may be mended.

use bevy_app::App;
use bevy_ecs::bundle::Bundle;
use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::entity::Entity;
use bevy_elastic::components::{
    Acceleration, AngularDamping, AngularVelocity, Cloth, GravityScale, InertiaFactor,
    LinearDamping, MinimumImpulse, Nose, Rejected, Roll, RollingFriction, SurfaceVelocity,
    TangentialRestitution,
};
use bevy_elastic::prelude::*;
use bevy_math::{DVec3, Vec2, Vec3, vec2};

use crate::app::{app, app_in, at, ball, ball_in, change, get, position, run, spawn, velocity};

fn reason(app: &App, entity: Entity) -> Option<String> {
    app.world().get::<Rejected>(entity).map(|refused| refused.reason.clone())
}

/// A ball takes no part with the bad value, joins with the good one, and goes on when it is spoilt.
fn assert_refused<C>(bad: C, good: C, told: &str)
where
    C: Component<Mutability = Mutable> + Clone,
{
    assert_refused_of((), bad, good, told);
}

/// The same of a ball with other components.
fn assert_refused_of<C>(others: impl Bundle, bad: C, good: C, told: &str)
where
    C: Component<Mutability = Mutable> + Clone,
{
    let mut app = app();
    let body = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), others, bad.clone()));
    run(&mut app, 2);
    assert_eq!(reason(&app, body).as_deref(), Some(told));
    assert!(app.world().get::<Position>(body).is_none());
    change(&mut app, body, |value: &mut C| *value = good.clone());
    run(&mut app, 2);
    assert_eq!((reason(&app, body), position(&app, body)), (None, vec2(2.0 / 64.0, 0.0)));
    change(&mut app, body, |value: &mut C| *value = bad.clone());
    run(&mut app, 2);
    assert_eq!(reason(&app, body).as_deref(), Some(told));
    assert_eq!((position(&app, body), velocity(&app, body)), (vec2(4.0 / 64.0, 0.0), Vec2::X));
    app.world_mut().entity_mut(body).remove::<C>();
    run(&mut app, 2);
    assert_eq!((reason(&app, body), position(&app, body)), (None, vec2(6.0 / 64.0, 0.0)));
}

#[test]
fn each_is_refused_for_what_it_cannot_be() {
    let numbers = [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (f32::NEG_INFINITY, "-inf")];
    for (bad, name) in numbers.into_iter().chain([(-0.5, "-0.5")]) {
        let cannot = |field: &str| format!("{field} cannot be {name}");
        assert_refused(Friction(bad), Friction(0.0), &cannot("friction"));
        assert_refused(MinimumImpulse(bad), MinimumImpulse(2.0), &cannot("minimum_impulse"));
        assert_refused(LinearDamping(bad), LinearDamping(0.0), &cannot("linear_damping"));
        assert_refused(AngularDamping(bad), AngularDamping(1.0), &cannot("angular_damping"));
        let share = TangentialRestitution(bad);
        assert_refused(RollingFriction(bad), RollingFriction(0.1), &cannot("rolling_friction"));
        assert_refused(share, TangentialRestitution(1.0), &cannot("tangential_restitution"));
        let turning = AngularVelocity(2.0);
        let factor = InertiaFactor(bad);
        assert_refused_of(turning, factor, InertiaFactor::RING, &cannot("inertia_factor"));
        if bad != -0.5 {
            let rate = if bad.is_nan() { "NaN" } else { "inf" };
            let rate = format!("angular_velocity cannot be {rate}");
            assert_refused(AngularVelocity(bad), AngularVelocity(3.0), &rate);
            assert_refused(GravityScale(bad), GravityScale(-2.0), &cannot("gravity_scale"));
            let acceleration = Acceleration(vec2(0.0, bad));
            assert_refused(acceleration, Acceleration(Vec2::ZERO), &cannot("acceleration"));
            let surface = SurfaceVelocity(vec2(0.0, bad));
            assert_refused(surface, SurfaceVelocity(Vec2::X), &cannot("surface_velocity"));
        }
    }
}

#[test]
fn values_of_turning_have_bounds_of_their_own() {
    let told = "tangential_restitution cannot be 1.5";
    assert_refused(TangentialRestitution(1.5), TangentialRestitution(0.0), told);
    let (zero, told) = (InertiaFactor(0.0), "inertia_factor cannot be 0");
    assert_refused_of(AngularVelocity(0.0), zero, InertiaFactor::SOLID_SPHERE, told);
    // A ball that does not turn has none.
    let mut app = app();
    let body = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), InertiaFactor(-1.0)));
    run(&mut app, 2);
    assert_eq!(reason(&app, body), None);
}

#[test]
fn cloth_roll_and_nose_have_bounds() {
    let smooth = Cloth { sliding: 0.0, rolling: 0.0, spinning: 0.0 };
    for (bad, name) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf"), (-0.5, "-0.5")] {
        let cannot = |field: &str| format!("cloth.{field} cannot be {name}");
        assert_refused(Cloth { sliding: bad, ..smooth }, smooth, &cannot("sliding"));
        assert_refused(Cloth { rolling: bad, ..smooth }, smooth, &cannot("rolling"));
        assert_refused(Cloth { spinning: bad, ..smooth }, smooth, &cannot("spinning"));
    }
    for (bad, name) in [(f32::NAN, "NaN"), (f32::INFINITY, "inf")] {
        let told = format!("roll cannot be {name}");
        assert_refused_of(smooth, Roll(vec2(0.0, bad)), Roll(Vec2::X), &told);
    }
    for (bad, name) in [(f32::NAN, "NaN"), (1.0, "1"), (-1.0, "-1")] {
        assert_refused(Nose(bad), Nose(0.5), &format!("nose cannot be {name}"));
    }
}

#[test]
fn a_gate_needs_a_direction() {
    for (open, told) in [
        (Vec2::ZERO, "direction of a one-way gate cannot be 0"),
        (Vec2::NAN, "direction of a one-way gate cannot be NaN"),
        (vec2(0.0, f32::INFINITY), "direction of a one-way gate cannot be"),
    ] {
        let mut app = app();
        let gate = spawn(&mut app, (Collider::rectangle(1.0, 9.0), Static, OneWay(open)));
        let runner = spawn(&mut app, ball(vec2(-3.0, 0.0), vec2(8.0, 0.0)));
        run(&mut app, 64);
        let heard = reason(&app, gate).expect("it is refused");
        assert!(heard.starts_with(told), "{heard} instead of {told}");
        assert_eq!(position(&app, runner), vec2(5.0, 0.0));
        change(&mut app, gate, |gate: &mut OneWay| gate.0 = vec2(f32::MIN_POSITIVE, 0.0));
        change(&mut app, runner, |velocity: &mut Velocity| velocity.0 = vec2(-8.0, 0.0));
        run(&mut app, 64);
        assert_eq!((reason(&app, gate), velocity(&app, runner)), (None, vec2(8.0, 0.0)));
    }
}

#[test]
fn the_reason_is_that_of_now() {
    let mut app = app();
    let body = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), Friction(-1.0), Mass(-2.0)));
    run(&mut app, 2);
    assert_eq!(reason(&app, body).as_deref(), Some("mass cannot be -2"));
    change(&mut app, body, |mass: &mut Mass| mass.0 = 1.0);
    run(&mut app, 2);
    assert_eq!(reason(&app, body).as_deref(), Some("friction cannot be -1"));
    change(&mut app, body, |friction: &mut Friction| friction.0 = f32::NAN);
    run(&mut app, 2);
    assert_eq!(reason(&app, body).as_deref(), Some("friction cannot be NaN"));
    change(&mut app, body, |friction: &mut Friction| friction.0 = 0.0);
    run(&mut app, 2);
    assert_eq!(reason(&app, body), None);
}

#[test]
fn space_and_f64_refuse_alike() {
    let mut app = app_in::<Vec3>();
    let acceleration = Acceleration(Vec3::new(0.0, 0.0, f32::NAN));
    let flying = ball_in(at::<Vec3>(0.0, 0.0), at(1.0, 0.0));
    let flying = spawn(&mut app, (flying, acceleration));
    let gate = (Collider::sphere(0.5), Static, OneWay(Vec3::ZERO));
    let gate = spawn(&mut app, gate);
    run(&mut app, 2);
    assert_eq!(reason(&app, flying).as_deref(), Some("acceleration cannot be NaN"));
    assert_eq!(reason(&app, gate).as_deref(), Some("direction of a one-way gate cannot be 0"));
    let mut app = app_in::<DVec3>();
    let acceleration = Acceleration(at::<DVec3>(f64::INFINITY, 0.0));
    let flying = ball_in(at::<DVec3>(0.0, 0.0), at(1.0, 0.0));
    let flying = spawn(&mut app, (flying, acceleration));
    run(&mut app, 2);
    assert_eq!(reason(&app, flying).as_deref(), Some("acceleration cannot be inf"));
    change(&mut app, flying, |acceleration: &mut Acceleration<DVec3>| acceleration.0 = DVec3::ZERO);
    run(&mut app, 64);
    assert_eq!(get::<Position<DVec3>>(&app, flying).0, DVec3::X);
}

#[test]
fn largest_numbers_disturb_no_other_body() {
    let mut app = app();
    let witness = spawn(&mut app, ball(vec2(0.0, 100.0), Vec2::X));
    let most = f32::MAX;
    let wall = (Collider::rectangle(1.0, 9.0), Static, Friction(most), MinimumImpulse(most));
    spawn(&mut app, wall);
    spawn(&mut app, (ball(vec2(3.0, 0.0), vec2(-8.0, 1.0)), GravityScale(most)));
    spawn(&mut app, (ball(vec2(-3.0, 0.0), vec2(8.0, 1.0)), Acceleration(Vec2::splat(most))));
    spawn(&mut app, (ball(vec2(-9.0, 0.0), vec2(8.0, 1.0)), LinearDamping(most)));
    app.insert_resource(Gravity(vec2(0.0, -1.0)));
    // It meets none of them, wherever they fly.
    let apart = CollisionLayers { memberships: 2, filters: 2 };
    app.world_mut().entity_mut(witness).insert((GravityScale(0.0), apart));
    run(&mut app, 64);
    assert_eq!((position(&app, witness), velocity(&app, witness)), (vec2(1.0, 100.0), Vec2::X));
}
