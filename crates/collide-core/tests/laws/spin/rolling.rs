//! Balls that slide and roll on walls match the formulas of mechanics.

use collide_core::body::Body;
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};
use serde_json::Value;

/// A ball of radius 0.3 that touches a slope, with velocities along it, downwards positive, and spins so that it rolls if both
/// are equal.
fn on_slope(case: &Value) -> (World<DVec2>, BodyId, DVec2) {
    let of = |name: &str| case[name].as_f64().unwrap();
    let (sine, cosine) = of("slope").sin_cos();
    let (normal, down) = (dvec2(sine, cosine), dvec2(cosine, -sine));
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -of("gravity")).unwrap();
    let friction = of("friction");
    world.add(Body { friction, ..Body::fixed(Shape::half_space(normal), DVec2::ZERO) }).unwrap();
    let radius = 0.3;
    let ball = Body {
        velocity: down * of("v"),
        angular_velocity: -of("rw") / radius,
        inertia_factor: Some(of("inertia")),
        restitution: 0.5,
        friction,
        ..Body::dynamic(Shape::ball(radius), normal * radius)
    };
    let ball = world.add(ball).unwrap();
    (world, ball, down)
}

#[test]
fn ball_on_slope_matches_reference() {
    let file: Value = serde_json::from_str(include_str!("../../data/spin/slope.json")).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 32);
    for (case, steps) in cases.iter().flat_map(|case| [(case, 60), (case, 240), (case, 1)]) {
        let (mut world, ball, down) = on_slope(case);
        let mut stepper = Stepper::new();
        let duration = 1.5;
        for _ in 0..steps {
            let report = stepper.step(&mut world, duration / f64::from(steps));
            assert!(report.limits.is_empty());
        }
        let phases = case["phases"].as_array().unwrap();
        let started = |phase: &&Value| phase["t"].as_f64().unwrap() <= duration;
        let phase = phases.iter().rev().find(started).unwrap();
        let of = |name: &str| phase[name].as_f64().unwrap();
        let elapsed = duration - of("t");
        let way = of("x") + (of("v") + 0.5 * of("a") * elapsed) * elapsed;
        let speed = of("v") + of("a") * elapsed;
        let surface = of("rw") + of("arw") * elapsed;
        let state = world.body(ball).unwrap();
        let context = format!("{steps} steps, {case}");
        assert!((state.velocity.dot(down) - speed).abs() < 1e-9, "{} {context}", state.velocity);
        assert!((state.position.dot(down) - way).abs() < 1e-9, "{} {context}", state.position);
        assert!((-state.angular_velocity * 0.3 - surface).abs() < 1e-9, "{context}");
    }
}

#[test]
fn disc_with_backspin_comes_back() {
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -10.0).unwrap();
    let rough = |body| Body { friction: 0.5, restitution: 0.0, ..body };
    world.add(rough(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO))).unwrap();
    let disc = Body {
        velocity: dvec2(2.0, 0.0),
        angular_velocity: 10.0,
        inertia_factor: Some(0.5),
        ..Body::dynamic(Shape::ball(1.0), DVec2::Y)
    };
    let disc = world.add(rough(disc)).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..300 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    // v and k R w keep their sum about the point of contact: (2 - 10 / 2) / (1 + 1 / 2).
    let state = world.body(disc).unwrap();
    assert!((state.velocity.x + 2.0).abs() < 1e-12, "{}", state.velocity);
    assert!((state.angular_velocity - 2.0).abs() < 1e-12, "{}", state.angular_velocity);
}

#[test]
fn ball_in_space_rolls_straight_and_keeps_its_spin_about_the_normal() {
    let mut world = World::<DVec3>::new();
    world.set_gravity(DVec3::Y * -10.0).unwrap();
    let rough = |body| Body { friction: 0.4, restitution: 0.2, ..body };
    world.add(rough(Body::fixed(Shape::half_space(DVec3::Y), DVec3::ZERO))).unwrap();
    let ball = Body {
        velocity: DVec3::new(3.0, 0.0, 0.0),
        angular_velocity: DVec3::new(6.0, 5.0, 0.0),
        inertia_factor: Some(0.4),
        ..Body::dynamic(Shape::ball(0.5), DVec3::Y * 0.5)
    };
    let ball = world.add(rough(ball)).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..120 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    // The velocity of rolling with the spin alone is R w x n = (0, 0, 3), of which 2/7 remain, and 5/7 of the velocity.
    let state = world.body(ball).unwrap();
    let expected = DVec3::new(15.0 / 7.0, 0.0, 6.0 / 7.0);
    assert!((state.velocity - expected).length() < 1e-12, "{}", state.velocity);
    let rolling = state.angular_velocity.cross(DVec3::Y) * 0.5;
    assert!((rolling - expected).length() < 1e-12, "{rolling}");
    assert_eq!(state.angular_velocity.y, 5.0);
}

#[test]
fn ball_that_bounces_rolls_after_the_first_bounce_that_grips() {
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -10.0).unwrap();
    let rough = |body| Body { friction: 1.0, restitution: 0.8, ..body };
    world.add(rough(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO))).unwrap();
    let ball = Body {
        velocity: dvec2(3.0, 0.0),
        inertia_factor: Some(0.4),
        ..Body::dynamic(Shape::ball(0.5), dvec2(0.0, 1.75))
    };
    let ball = world.add(rough(ball)).unwrap();
    let mut stepper = Stepper::new();
    let mut times = Vec::new();
    for step in 0..600 {
        let start = f64::from(step) / 60.0;
        let report = stepper.step(&mut world, 1.0 / 60.0);
        times.extend(report.impacts().map(|impact| start + impact.time));
    }
    // It falls for half a second, and each flight lasts 0.8 times as long as the one before.
    let mut expected = 0.5;
    for (number, time) in times.iter().enumerate().take(10) {
        assert!((time - expected).abs() < 1e-12, "{time} {expected}");
        expected += 0.8f64.powi(number as i32 + 1);
    }
    let state = world.body(ball).unwrap();
    assert!((state.velocity.x - 15.0 / 7.0).abs() < 1e-12, "{}", state.velocity);
    assert!((state.angular_velocity + 30.0 / 7.0).abs() < 1e-12);
}

#[test]
fn wall_that_moves_sideways_spins_a_ball() {
    let mut world = World::new();
    let paddle = Shape::cuboid(dvec2(50.0, 1.0));
    let paddle = Body::kinematic(paddle, dvec2(0.0, -1.0), dvec2(7.0, 0.0));
    world.add(Body { friction: 9.0, ..paddle }).unwrap();
    let ball = Body {
        velocity: dvec2(0.0, -1.0),
        inertia_factor: Some(0.4),
        friction: 9.0,
        ..Body::dynamic(Shape::ball(0.5), dvec2(0.0, 1.0))
    };
    let ball = world.add(ball).unwrap();
    let report = Stepper::new().step(&mut world, 1.0).clone();
    assert!(matches!(report.events[..], [Event::Impact(_)]));
    assert!((world.velocity(ball).unwrap() - dvec2(2.0, 1.0)).length() < 1e-14);
    assert!((world.angular_velocity(ball).unwrap() - 10.0).abs() < 1e-13);
}
