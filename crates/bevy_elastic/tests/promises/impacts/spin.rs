//! Free balls with an angular velocity turn by friction, as the core does, and a game may change how they turn.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_elastic::components::{
    Absorbed, AngularDamping, AngularVelocity, BodyKey, InertiaFactor, Rejected,
    TangentialRestitution,
};
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::Simulation;
use bevy_elastic::space::{Angular, Space};
use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3, vec2, vec3};
use bevy_transform::components::Transform;
use collide_core::body::{Body, Kind};
use collide_core::measure::state_hash;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;

use crate::app::{
    TICK, app, app_in, at, ball, change, get, is_asleep, position, run, spawn, velocity, wall,
};

/// The angular velocity of a ball of the plane.
fn spin(app: &App, entity: Entity) -> f32 {
    get::<AngularVelocity>(app, entity).0
}

/// The angle of a Transform in the plane.
fn angle(app: &App, entity: Entity) -> f32 {
    get::<Transform>(app, entity).rotation.to_scaled_axis().z
}

/// A disc that falls slantwise on a floor, which it hits after 16 ticks.
fn disc_above_floor(app: &mut App) -> Entity {
    spawn(app, (wall(Vec2::ZERO, Vec2::Y), Friction(0.5)));
    let disc = (Collider::circle(1.0), Velocity(vec2(-3.0, -4.0)), Position(vec2(0.0, 2.0)));
    spawn(app, (disc, Friction(0.5)))
}

#[test]
fn disc_rolls_after_it_has_hit_a_floor() {
    let mut app = app();
    let disc = disc_above_floor(&mut app);
    app.world_mut().entity_mut(disc).insert(AngularVelocity(0.0));
    run(&mut app, 48);
    assert_eq!((velocity(&app, disc), spin(&app, disc)), (vec2(-2.0, 4.0), 2.0));
    // What is drawn is one tick late.
    assert!((angle(&app, disc) - 2.0 * 31.0 / 64.0).abs() < 1e-6, "{}", angle(&app, disc));
}

#[test]
fn ball_without_the_component_keeps_its_rotation() {
    let mut app = app();
    let disc = disc_above_floor(&mut app);
    let turned = Quat::from_rotation_z(0.3);
    change(&mut app, disc, |transform: &mut Transform| transform.rotation = turned);
    run(&mut app, 48);
    // Coulomb friction takes all that slides from a body that does not turn, as half of 8 is more.
    assert_eq!(velocity(&app, disc), vec2(0.0, 4.0));
    assert_eq!(get::<Transform>(&app, disc).rotation, turned);
    assert!(app.world().get::<AngularVelocity>(disc).is_none());
}

#[test]
fn inertia_and_tangential_restitution_have_their_textbook_effects() {
    // The floor takes share / (1 + 1 / k) of what slides, 3, with a share of 1 or 1 + e_t.
    for (factor, share) in [
        (InertiaFactor::DISC, 1.0),
        (InertiaFactor::RING, 1.0),
        (InertiaFactor::SOLID_SPHERE, 1.0),
        (InertiaFactor::HOLLOW_SPHERE, 1.0),
        (InertiaFactor::DISC, 1.5),
    ] {
        let mut app = app();
        let disc = disc_above_floor(&mut app);
        let materials = (AngularVelocity(0.0), factor, TangentialRestitution(share - 1.0));
        app.world_mut().entity_mut(disc).insert(materials);
        run(&mut app, 48);
        let taken = 3.0 * share / (1.0 + 1.0 / factor.0);
        assert!((velocity(&app, disc).x + 3.0 - taken).abs() < 1e-6, "{factor:?}, {share}");
        assert!((spin(&app, disc) - taken / factor.0).abs() < 1e-6, "{factor:?}, {share}");
    }
}

#[test]
fn tangential_restitution_of_a_wall_counts() {
    let mut app = app();
    let disc = disc_above_floor(&mut app);
    app.world_mut().entity_mut(disc).insert(AngularVelocity(0.0));
    let cushion = (wall(vec2(0.0, 9.0), -Vec2::Y), Friction(9.0), TangentialRestitution(1.0));
    spawn(&mut app, cushion);
    run(&mut app, 16 + 112 + 16);
    // It meets the cushion with a sliding of -2 - 2, which is reversed.
    let (velocity, spin) = (velocity(&app, disc), spin(&app, disc));
    assert!((velocity - vec2(2.0 / 3.0, -4.0)).length() < 1e-6, "{velocity}");
    assert!((spin + 10.0 / 3.0).abs() < 1e-6, "{spin}");
}

#[test]
fn disc_with_backspin_returns_rolls_and_sleeps_if_something_brakes_it() {
    for brake in [true, false] {
        let mut app = app();
        app.insert_resource(Gravity(Vec2::NEG_Y * 1000.0));
        spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
        let disc = (Collider::circle(20.0), Position(vec2(0.0, 20.0)), Velocity(Vec2::X * 100.0));
        let material = (Restitution(0.5), Friction(0.3), AngularVelocity(25.0));
        let disc = spawn(&mut app, (disc, material));
        if brake {
            app.world_mut().entity_mut(disc).insert(RollingResistance(40.0));
        }
        run(&mut app, 20);
        assert!(position(&app, disc).x > 10.0);
        run(&mut app, 108);
        // Friction turns a third of what slides, 100 + 25 * 20, into velocity: 100 - 200 without the brake.
        let rolled = velocity(&app, disc).x;
        assert!((rolled + 20.0 * spin(&app, disc)).abs() < 0.01, "{rolled}");
        assert!(brake || (rolled + 100.0).abs() < 0.01, "{rolled}");
        run(&mut app, 640);
        assert_eq!(is_asleep::<Vec2>(&app, disc), brake);
        assert_eq!(spin(&app, disc).abs() < 1e-6, brake, "{}", spin(&app, disc));
    }
}

#[test]
fn angular_damping_is_exponential() {
    let mut app = app();
    let disc = (ball(Vec2::ZERO, Vec2::ZERO), AngularVelocity(8.0), AngularDamping(0.5));
    let disc = spawn(&mut app, disc);
    run(&mut app, 128);
    assert!((spin(&app, disc) - 8.0 * (-1.0f32).exp()).abs() < 1e-5, "{}", spin(&app, disc));
}

/// The places, velocities and spins of balls in a box of half the width 6, with numbers that need all their bits.
fn crowd() -> impl Iterator<Item = ([f64; 2], [f64; 2], f64)> {
    (0u8..12).map(|number| {
        let number = f64::from(number);
        let place = [3.0 * (number % 4.0) - 4.5, 2.0 * (number / 4.0).floor() - 3.0];
        let (sine, cosine) = (number * 2.4).sin_cos();
        (place, [9.0 * cosine, 9.0 * sine], 20.0 * sine)
    })
}

/// A vector of the space rounded to f32, as it is in a component.
fn rounded<V: Space>([x, y]: [f64; 2]) -> V {
    at(f64::from(x as f32), f64::from(y as f32))
}

/// The axis of the angular velocities of a crowd in a space.
fn axis<V: Space>(length: f64) -> V::Angular {
    let (x, y) = (V::Wide::unit(0), V::Wide::unit(1));
    V::Angular::from_turn_rate(x.cross(y) * length)
}

/// Compares the plugin with the core for a crowd of balls that turn in a box.
fn assert_same_as_core<V: Space>() {
    const FRICTION: f32 = 0.3;
    let mut app = app_in::<V>();
    let mut world = World::<V::Wide>::new();
    world.set_given_rounding(V::GIVEN_ROUNDING).unwrap();
    for (number, (place, velocity, spin)) in crowd().enumerate() {
        let (place, velocity) = (rounded::<V>(place), rounded::<V>(velocity));
        let angular = axis::<V>(spin);
        let materials = (Friction(FRICTION), InertiaFactor(0.7), TangentialRestitution(0.25));
        let turning = (AngularVelocity(angular), BodyKey(number as u64));
        let body = (Collider::<V>::ball(0.5), Position(place), Velocity(velocity));
        spawn(&mut app, (body, materials, turning));
        let body = Body {
            velocity: velocity.widen(),
            angular_velocity: angular.turn_rate(),
            inertia_factor: Some(f64::from(0.7f32)),
            friction: f64::from(FRICTION),
            tangential_restitution: 0.25,
            ..Body::dynamic(Shape::ball(0.5), place.widen())
        };
        world.add_with_key(body, number as u64).unwrap();
    }
    for (number, normal) in
        [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]].into_iter().enumerate()
    {
        let (key, place) = (100 + number as u64, at::<V>(-6.0 * normal[0], -6.0 * normal[1]));
        let normal = at::<V>(normal[0], normal[1]);
        let wall = (Collider::HalfSpace { normal }, Static, Position(place), BodyKey(key));
        spawn(&mut app, (wall, Friction(FRICTION)));
        let wall = Body::fixed(Shape::half_space(normal.widen()), place.widen());
        world.add_with_key(Body { friction: f64::from(FRICTION), ..wall }, key).unwrap();
    }
    let (mut stepper, mut impacts) = (Stepper::new(), 0);
    for tick in 0..500 {
        app.update();
        stepper.step(&mut world, TICK.as_secs_f64());
        impacts += stepper.report().impacts().count();
        let simulation = app.world().resource::<Simulation<V>>();
        assert_eq!(state_hash(simulation.world()), state_hash(&world), "tick {tick}");
    }
    assert!(impacts > 100, "{impacts} impacts");
}

#[test]
fn crowd_that_turns_has_the_bits_of_the_core() {
    assert_same_as_core::<Vec2>();
    assert_same_as_core::<Vec3>();
    assert_same_as_core::<DVec2>();
    assert_same_as_core::<DVec3>();
}

/// The angular velocity of a body in the simulation.
fn exact_spin(app: &App, entity: Entity) -> f64 {
    let simulation = app.world().resource::<Simulation>();
    simulation.world().angular_velocity(simulation.body(entity).unwrap()).unwrap()
}

#[test]
fn simulation_keeps_more_digits_than_the_component() {
    let mut app = app();
    let disc = disc_above_floor(&mut app);
    app.world_mut().entity_mut(disc).insert((AngularVelocity(0.1), InertiaFactor(0.3)));
    run(&mut app, 48);
    let exact = exact_spin(&app, disc);
    assert_ne!(f64::from(spin(&app, disc)), exact);
    assert_eq!(spin(&app, disc), exact as f32);
    // The ball is read again for another change, and for the same value.
    change(&mut app, disc, |mass: &mut Mass| mass.0 = 2.0);
    change(&mut app, disc, |angular: &mut AngularVelocity| angular.0 = exact as f32);
    run(&mut app, 2);
    assert_eq!(exact_spin(&app, disc).to_bits(), exact.to_bits());
    change(&mut app, disc, |angular: &mut AngularVelocity| angular.0 = 0.7);
    run(&mut app, 2);
    assert_eq!((exact_spin(&app, disc), spin(&app, disc)), (f64::from(0.7f32), 0.7));
}

#[test]
fn component_may_be_added_changed_and_removed() {
    let mut app = app();
    let disc = spawn(&mut app, ball(Vec2::ZERO, Vec2::X));
    let turned = Quat::from_rotation_z(0.5);
    change(&mut app, disc, |transform: &mut Transform| transform.rotation = turned);
    run(&mut app, 2);
    app.world_mut().entity_mut(disc).insert(AngularVelocity(2.0));
    run(&mut app, 33);
    assert!((angle(&app, disc) - 1.5).abs() < 1e-6, "{}", angle(&app, disc));
    change(&mut app, disc, |angular: &mut AngularVelocity| angular.0 = -1.0);
    run(&mut app, 32);
    // The tick before it was changed is drawn in the first of these.
    let wanted = 1.5 + 2.0 / 64.0 - 31.0 / 64.0;
    assert!((angle(&app, disc) - wanted).abs() < 1e-6, "{}", angle(&app, disc));
    app.world_mut().entity_mut(disc).remove::<AngularVelocity>();
    run(&mut app, 2);
    let left = get::<Transform>(&app, disc).rotation;
    let wanted = wanted - 1.0 / 64.0;
    assert!((left.to_scaled_axis().z - wanted).abs() < 1e-6, "{left}");
    run(&mut app, 20);
    assert_eq!(get::<Transform>(&app, disc).rotation, left);
    assert_eq!((velocity(&app, disc), exact_spin(&app, disc)), (Vec2::X, 0.0));
}

#[test]
fn rotation_of_game_turns_ball_and_is_no_teleport() {
    let mut app = app();
    let disc = spawn(&mut app, (ball(Vec2::ZERO, Vec2::X), AngularVelocity(1.0)));
    run(&mut app, 3);
    let turned = Quat::from_rotation_z(1.5);
    change(&mut app, disc, |transform: &mut Transform| transform.rotation = turned);
    run(&mut app, 65);
    assert!((angle(&app, disc) - 2.5).abs() < 1e-5, "{}", angle(&app, disc));
    assert_eq!((position(&app, disc), spin(&app, disc)), (vec2(68.0 / 64.0, 0.0), 1.0));
    // Another change of the Transform leaves the rotation as it is, and the size does not depend on the rotation.
    change(&mut app, disc, |transform: &mut Transform| {
        transform.translation.y = 7.0;
        transform.scale = Vec3::splat(2.0);
    });
    run(&mut app, 32);
    assert!((angle(&app, disc) - 3.0).abs() < 1e-5, "{}", angle(&app, disc));
    let simulation = app.world().resource::<Simulation>();
    let body = simulation.world().body(simulation.body(disc).unwrap()).unwrap();
    assert_eq!(body.shape.ball_radius(), Some(1.0));
}

#[test]
fn ball_in_space_turns_about_its_axis() {
    let mut app = app_in::<Vec3>();
    let ball = (Collider::sphere(0.5), AngularVelocity(vec3(0.0, 2.0, 0.0)), Position(Vec3::ZERO));
    let ball = spawn(&mut app, ball);
    run(&mut app, 65);
    let axis = get::<Transform>(&app, ball).rotation.to_scaled_axis();
    assert!((axis - vec3(0.0, 2.0, 0.0)).length() < 1e-5, "{axis}");
}

#[test]
fn bodies_that_are_no_free_balls_ignore_the_component() {
    let mut app = app();
    let turning = (AngularVelocity(3.0), Friction(0.5));
    let cube = (Collider::rectangle(1.0, 1.0), Position(vec2(0.0, 9.0)), turning);
    let cube = spawn(&mut app, cube);
    let point = (Collider::circle(0.0), Position(vec2(3.0, 9.0)), turning);
    let point = spawn(&mut app, point);
    let shrunk = (Collider::circle(1.0), Transform::from_scale(Vec3::ZERO), turning);
    let shrunk = spawn(&mut app, shrunk);
    let parent = spawn(&mut app, Transform::IDENTITY);
    let child = (Collider::circle(0.5), Transform::from_xyz(6.0, 9.0, 0.0), turning);
    let child = spawn(&mut app, child);
    app.world_mut().entity_mut(parent).add_child(child);
    spawn(&mut app, wall(Vec2::ZERO, Vec2::Y));
    for body in [cube, point, child] {
        change(&mut app, body, |velocity: &mut Velocity| velocity.0 = vec2(1.0, -16.0));
    }
    run(&mut app, 64);
    for body in [cube, point, shrunk, child] {
        assert!(app.world().get::<Rejected>(body).is_none());
        assert_eq!(get::<Transform>(&app, body).rotation, Quat::IDENTITY);
        assert_eq!((exact_spin(&app, body), spin(&app, body)), (0.0, 3.0));
    }
    // Once it has a size it turns.
    change(&mut app, shrunk, |transform: &mut Transform| transform.scale = Vec3::ONE);
    run(&mut app, 2);
    assert_eq!(exact_spin(&app, shrunk), 3.0);
}

#[test]
fn kind_of_a_turning_body_may_change() {
    let mut app = app();
    let disc = spawn(&mut app, (ball(Vec2::ZERO, Vec2::ZERO), AngularVelocity(2.0)));
    run(&mut app, 9);
    app.world_mut().entity_mut(disc).insert(Kinematic);
    run(&mut app, 8);
    app.world_mut().entity_mut(disc).remove::<Kinematic>();
    run(&mut app, 16);
    assert!((angle(&app, disc) - 1.0).abs() < 1e-6, "{}", angle(&app, disc));
    let simulation = app.world().resource::<Simulation>();
    let body = simulation.world().body(simulation.body(disc).unwrap()).unwrap();
    assert_eq!((body.kind, body.inertia_factor), (Kind::Dynamic, Some(0.5)));
}

#[test]
fn ball_that_is_taken_out_stops_turning_and_goes_on_later() {
    let mut app = app();
    let disc = spawn(&mut app, (ball(Vec2::ZERO, Vec2::ZERO), AngularVelocity(2.0)));
    run(&mut app, 33);
    app.world_mut().entity_mut(disc).insert(Absorbed { by: Entity::PLACEHOLDER });
    run(&mut app, 32);
    assert!((angle(&app, disc) - 33.0 / 32.0).abs() < 1e-6, "{}", angle(&app, disc));
    assert_eq!(spin(&app, disc), 2.0);
    app.world_mut().entity_mut(disc).remove::<Absorbed>();
    run(&mut app, 33);
    assert!((angle(&app, disc) - 65.0 / 32.0).abs() < 1e-5, "{}", angle(&app, disc));
    app.world_mut().entity_mut(disc).insert(Disabled);
    run(&mut app, 32);
    app.world_mut().entity_mut(disc).remove::<Disabled>();
    run(&mut app, 33);
    // It was at 66 / 32, although the frame before showed it a tick earlier.
    let angle = angle(&app, disc);
    assert!((angle - 98.0 / 32.0).abs() < 1e-5, "{angle}");
    app.world_mut().entity_mut(disc).despawn();
    run(&mut app, 2);
}
