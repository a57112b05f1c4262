//! Balls among fixed and moving walls do not overlap anything, and a bouncing ball keeps its height.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::mixed_scene::mixed_scene;
use collide_core::body::{Body, Kind};
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::DVec2;

/// The mixed scene of a seed without the bodies that overlap earlier ones; `elastic` removes losses and moving
/// walls.
fn world<V: Vector>(seed: u64, elastic: bool) -> World<V> {
    let mut world = World::new();
    let mut bodies = mixed_scene::<V>(&mut Random::new(seed), 60);
    // The arena first, and the walls before the balls.
    bodies.reverse();
    for mut body in bodies {
        if elastic {
            body.restitution = 1.0;
            body.rolling_resistance = 0.0;
            if body.kind == Kind::Kinematic {
                body.kind = Kind::Static;
            }
        }
        let id = world.add(body).unwrap();
        if deepest_overlap(&world) > 0.0 {
            world.remove(id);
        }
    }
    world
}

fn balls_among_walls_do_not_overlap<V: Vector>() {
    for seed in 0..8u64 {
        let elastic = seed % 2 == 0;
        let mut world = world::<V>(seed, elastic);
        if elastic {
            world.set_gravity(V::unit(1) * -9.81).unwrap();
        }
        let dt = [1.0 / 60.0, 0.4][seed as usize / 2 % 2];
        let total = |world: &World<V>| kinetic_energy(world) + potential_energy(world);
        let mut deepest = 0f64;
        let mut energy = total(&world);
        let mut drift = 0f64;
        for step in 0..200 {
            let mut stepper = Stepper::new();
            let report = stepper.step(&mut world, dt);
            let has_other_events = report.events.len() != report.impacts().count();
            // Moving walls may crush a ball, which is reported as a limit.
            if report.limits.is_empty() {
                deepest = deepest.max(deepest_overlap(&world));
            } else {
                assert!(!elastic, "seed {seed}, step {step}: {:?}", report.limits);
                break;
            }
            if elastic && !has_other_events {
                drift = drift.max((total(&world) / energy - 1.0).abs());
            }
            energy = total(&world);
        }
        println!("seed {seed}: deepest overlap {deepest:.1e}, drift in a step {drift:.1e}");
        assert!(deepest <= 1e-9, "seed {seed}: {deepest}");
        assert!(drift <= 1e-12, "seed {seed}: {drift}");
    }
}

in_both_spaces!(balls_among_walls_do_not_overlap);

/// The error of the height of an elastic ball after a million bounces from one metre.
fn height_error_after_a_million_bounces<V: Vector>() -> f64 {
    let mut world = World::<V>::new();
    let up = V::unit(1);
    world.add(Body::fixed(Shape::half_space(up), V::default())).unwrap();
    let ball = world.add(Body::dynamic(Shape::ball(0.5), up * 1.5)).unwrap();
    world.set_gravity(up * -9.81).unwrap();
    let mut stepper = Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() });
    let height = |world: &World<V>| {
        let body = world.body(ball).unwrap();
        let speed = body.velocity.length();
        let gravity = -world.gravity().component(1);
        body.position.component(1) - 0.5 + speed * speed / (2.0 * gravity)
    };
    let mut bounces = 0;
    while bounces < 1_000_000 {
        let report = stepper.step(&mut world, 1.7);
        assert!(report.limits.is_empty());
        bounces += report.impacts().count();
    }
    (height(&world) - 1.0).abs()
}

#[test]
fn ball_keeps_its_height_for_a_million_bounces() {
    let error = height_error_after_a_million_bounces::<DVec2>();
    println!("after a million bounces: {error:.1e}");
    assert!(error <= 1e-9);
}

/// From a height of 1 m at 9.81 m/s^2, a ball rests after `sqrt(2 h / g) (1 + e) / (1 - e)`, or earlier by at
/// most the time of the bounces below the rest speed.
#[test]
fn inelastic_ball_comes_to_rest_at_the_known_time() {
    for (restitution, rest) in [(0.5, 1.354_570_9), (0.8, 4.063_712_8), (0.9, 8.578_949_2)] {
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
        let ball = Body::dynamic(Shape::ball(0.5), DVec2::new(0.0, 1.5));
        let ball = world.add(Body { restitution, ..ball }).unwrap();
        world.set_gravity(DVec2::new(0.0, -9.81)).unwrap();
        let (mut stepper, mut last, mut count) = (Stepper::new(), 0.0, 0);
        let dt = 1.0 / 60.0;
        for step in 0..1200 {
            for impact in stepper.step(&mut world, dt).impacts() {
                last = f64::from(step) * dt + impact.time;
                count += 1;
                let n = f64::from(count);
                let fall = (2.0f64 / 9.81).sqrt();
                let e = restitution;
                let expected = fall * (1.0 + 2.0 * (e - e.powf(n)) / (1.0 - e));
                assert!((last - expected).abs() < 1e-9, "bounce {count}: {last}, {expected}");
            }
            assert!(stepper.report().limits.is_empty());
        }
        let rest_speed = 0.5 * 9.81 * dt;
        let earlier = 2.0 * rest_speed / (9.81 * (1.0 - restitution));
        println!("e {restitution}: last impact {last:.4} s of {rest:.4} s, {count} impacts");
        // One bounce that ends below the rest speed follows the last reported impact.
        assert!(last <= rest && last >= rest - earlier / restitution - 1e-9);
        let end = world.body(ball).unwrap();
        assert!((end.position.y - 0.5).abs() < 1e-12 && end.velocity == DVec2::ZERO);
    }
}
