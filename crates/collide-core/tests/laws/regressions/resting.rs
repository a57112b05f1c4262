//! Regressions of supports and pushes between bodies at rest.

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, dvec2};

use crate::support::random::Random;
use crate::support::worlds::balls::ball;

/// The remainder of a ball's weight between two walls was never small against itself, so a ball in a corner
/// used up its event budget; no limit is reported.
#[test]
fn ball_in_a_corner_stays_within_its_budget() {
    for slope in [0.2, 0.5, 1.0, 1.7, 3.0] {
        let mut world = World::new();
        for side in [-1.0, 1.0] {
            let wall = Shape::half_space(DVec2::new(side * slope, 1.0));
            world.add(Body::fixed(wall, DVec2::ZERO)).unwrap();
        }
        world.set_gravity(DVec2::new(0.0, -9.81)).unwrap();
        let height = 0.5 * (1.0 + slope * slope).sqrt();
        let rolling = Body { restitution: 0.5, ..ball([0.03, height + 0.2], [0.0, 0.0]) };
        let id = world.add(rolling).unwrap();
        let mut stepper = Stepper::new();
        for step in 0..600 {
            let report = stepper.step(&mut world, 1.0 / 60.0);
            assert!(report.limits.is_empty(), "slope {slope}, step {step}: {:?}", report.limits);
        }
        let end = world.body(id).unwrap();
        // It is not at rest yet, but is off by less than it falls in one step.
        let offset = (end.position - DVec2::new(0.0, height)).length();
        assert!(offset < 9.81 / 3600.0, "slope {slope}: {offset}");
    }
}

/// A ball that rolled up to a slower one and pressed against it kept the reaction after both had stopped,
/// and was driven backwards until the end of the step; both stay where they stopped.
#[test]
fn push_ends_when_both_balls_have_stopped() {
    for (dt, steps) in [(30.0, 1), (1.0 / 60.0, 1800)] {
        let rolling = |x, speed, rolling_resistance| Body {
            rolling_resistance,
            restitution: 0.0,
            ..ball([x, 0.0], [speed, 0.0])
        };
        let mut world = World::new();
        let chaser = world.add(rolling(0.0, 2.0, 0.1)).unwrap();
        let chased = world.add(rolling(1.5, 1.0, 0.9)).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..steps {
            stepper.step(&mut world, dt);
        }
        let ends = [chaser, chased].map(|id| world.body(id).unwrap().position.x);
        assert!((ends[0] - 2.5).abs() < 1e-13 && (ends[1] - 3.5).abs() < 1e-13, "{ends:?}");
    }
}

/// One ball pushed another that rolled to a stop, and the reaction outlived the push and drove the first
/// backwards for the rest of the step; energy never rises.
#[test]
fn push_ends_when_the_pushed_ball_stops() {
    let mut world = World::new();
    let rolling = |x: f64, rolling_resistance: f64| Body {
        velocity: dvec2(1.0, 0.0),
        restitution: 0.0,
        rolling_resistance,
        ..Body::dynamic(Shape::ball(0.5), dvec2(x, 0.0))
    };
    world.add(rolling(0.0, 0.0)).unwrap();
    world.add(rolling(1.0, 4.0)).unwrap();
    let mut stepper = Stepper::new();
    let mut least = kinetic_energy(&world);
    for _ in 0..4 {
        stepper.step(&mut world, 0.3);
        let now = kinetic_energy(&world);
        assert!(now <= least, "{least} became {now}");
        least = now;
    }
    assert!(least < 1e-25, "{least} is left");
}

/// A ball that its acceleration drove from the floor up a slope met the slope too slowly for an impact and
/// kept the support of the floor, which carried it up for the rest of the step; energy does not rise.
#[test]
fn support_ends_when_the_ball_leaves_it() {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -10.0)).unwrap();
    for normal in [dvec2(0.0, 1.0), dvec2(-0.1, 1.0)] {
        world.add(Body::fixed(Shape::half_space(normal), DVec2::ZERO)).unwrap();
    }
    let blown = Body {
        restitution: 0.0,
        velocity: dvec2(0.01, 0.0),
        acceleration: dvec2(0.5, 0.0),
        ..Body::dynamic(Shape::ball(0.5), dvec2(-0.0253, 0.5))
    };
    world.add(blown).unwrap();
    let energy = |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world);
    let before = energy(&world);
    Stepper::new().step(&mut world, 0.125);
    let now = energy(&world);
    assert!(now <= before + 1e-14, "{before} -> {now}");
}

/// The reaction of a second slope was added to that of the first and never reduced, so an inelastic ball
/// that the second had turned was carried on by the first; walls push no harder than they must, and energy
/// does not rise.
#[test]
fn supports_between_slopes_give_no_energy() {
    let mut random = Random::new(7);
    for case in 0..300 {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -10.0)).unwrap();
        let count = 2 + random.between(0.0, 3.0) as usize;
        let normals: Vec<DVec2> = (0..count)
            .map(|_| dvec2(random.between(-2.0, 2.0), random.between(0.2, 2.0)))
            .collect();
        for normal in &normals {
            world.add(Body::fixed(Shape::half_space(*normal), DVec2::ZERO)).unwrap();
        }
        let restitution = [0.0, 0.0, 0.5, 0.9][random.between(0.0, 4.0) as usize];
        let start = dvec2(random.between(-3.0, 3.0), random.between(8.0, 9.0));
        let falling = Body { restitution, ..Body::dynamic(Shape::ball(0.5), start) };
        let ball = world.add(falling).unwrap();
        if deepest_overlap(&world) > 0.0 {
            continue;
        }
        let dt = [1.0 / 60.0, 0.125, 0.4][random.between(0.0, 3.0) as usize];
        let mut stepper = Stepper::new();
        let energy = |world: &World<DVec2>| kinetic_energy(world) + potential_energy(world);
        let mut before = energy(&world);
        for step in 0..200 {
            let report = stepper.step(&mut world, dt);
            assert!(report.limits.is_empty(), "case {case}, step {step}: {:?}", report.limits);
            let now = energy(&world);
            // A ball that slides away falls far, and its energy is the difference of two large numbers.
            let rounding = 1e-13 * (kinetic_energy(&world) + before.abs());
            assert!(now <= before + rounding, "case {case}, step {step}: {before} -> {now}");
            before = now;
            assert!(deepest_overlap(&world) < 1e-9, "case {case}, step {step}");
        }
        assert!(world.body(ball).unwrap().position.is_finite());
    }
}

/// A slow heavy ball pressed a light one, which rolling resistance had stopped, into the wall behind it;
/// neither overlaps.
#[test]
fn ball_at_rest_by_a_wall_is_not_pressed_through_it() {
    let mut world = World::<DVec2>::new();
    world.add(Body::fixed(Shape::arena(dvec2(12.0, 12.0)), DVec2::ZERO)).unwrap();
    let light = Body {
        mass: 0.01,
        rolling_resistance: 5.0,
        ..Body::dynamic(Shape::ball(0.5), dvec2(11.5, 0.0))
    };
    world.add(light).unwrap();
    let slow = dvec2(4.7e-8, 0.0);
    let heavy = Body {
        velocity: slow,
        restitution: 0.35,
        ..Body::dynamic(Shape::ball(0.5), dvec2(10.5, 0.0))
    };
    world.add(heavy).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..60 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    // Unchecked, the heavy ball would enter the light one, which its wall holds, by 4.7e-8.
    assert!(deepest_overlap(&world) <= 1e-11, "{:e}", deepest_overlap(&world));
}
