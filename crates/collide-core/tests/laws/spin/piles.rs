//! Balls that turn in piles and bowls, and with rolling friction.

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};

use crate::support::random::Random;

fn rough<V: collide_core::vector::Vector>(body: Body<V>) -> Body<V> {
    Body { friction: 0.5, restitution: 0.3, ..body }
}

#[test]
fn rolling_friction_stops_a_disc_after_the_way_of_its_coefficient() {
    let (coefficient, gravity, speed) = (0.05, 10.0, 1.0);
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -gravity).unwrap();
    world.add(rough(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO))).unwrap();
    let disc = Body {
        velocity: dvec2(speed, 0.0),
        angular_velocity: -speed / 0.5,
        inertia_factor: Some(0.5),
        rolling_friction: coefficient,
        ..Body::dynamic(Shape::ball(0.5), DVec2::Y * 0.5)
    };
    let disc = world.add(rough(disc)).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..300 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    // The deceleration is c g / (1 + k).
    let way = speed * speed / 2.0 / (coefficient * gravity / 1.5);
    let end = world.position(disc).unwrap();
    assert!((end.x / way - 1.0).abs() < 1e-2, "{end} {way}");
    assert!(world.is_asleep(disc));
    assert_eq!(world.angular_velocity(disc).map(|rate| rate.abs() < 1e-3), Some(true));
}

#[test]
fn rolling_friction_holds_a_ball_on_a_slope_up_to_its_coefficient() {
    for (coefficient, rolls) in [(0.09, true), (0.11, false)] {
        // The tangent of the slope is 0.1.
        let normal = dvec2(0.1, 1.0) / 1.01f64.sqrt();
        let mut world = World::new();
        world.set_gravity(DVec2::Y * -10.0).unwrap();
        let slope = Body::fixed(Shape::half_space(normal), DVec2::ZERO);
        world.add(rough(Body { rolling_friction: coefficient, ..slope })).unwrap();
        let ball = Body::dynamic(Shape::ball(0.5), normal * 0.5);
        let ball = world.add(rough(Body { inertia_factor: Some(0.4), ..ball })).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..120 {
            stepper.step(&mut world, 1.0 / 60.0);
        }
        let speed = world.velocity(ball).unwrap().length();
        let expected = 2.0 * 10.0 * (0.1 - coefficient) / 1.01f64.sqrt() / 1.4;
        let expected = if rolls { expected } else { 0.0 };
        assert!((speed - expected).abs() < 2e-3, "{coefficient}: {speed} {expected}");
    }
}

#[test]
fn ball_swings_in_a_bowl_as_it_rolls() {
    let (bowl, radius, inertia, gravity) = (5.0, 0.5, 0.4, 10.0);
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -gravity).unwrap();
    world.add(rough(Body::fixed(Shape::round_arena(bowl), DVec2::ZERO))).unwrap();
    let angle = 0.05f64;
    let arm = bowl - radius;
    let place = dvec2(angle.sin(), -angle.cos()) * arm;
    let ball = Body { inertia_factor: Some(inertia), ..Body::dynamic(Shape::ball(radius), place) };
    let ball = world.add(rough(ball)).unwrap();
    let mut stepper = Stepper::new();
    // Half a period of small swings after its release the ball is on the other side.
    let dt = 1.0 / 240.0;
    let (mut steps, mut turned) = (0, false);
    while !turned {
        stepper.step(&mut world, dt);
        steps += 1;
        turned = world.velocity(ball).unwrap().x > 0.0;
        assert!(steps < 2000);
    }
    let half = std::f64::consts::PI * (arm * (1.0 + inertia) / gravity).sqrt();
    let found = f64::from(steps) * dt;
    assert!((found / half - 1.0).abs() < 0.02, "{found} {half}");
    let side = world.position(ball).unwrap().x;
    assert!((side / place.x + 1.0).abs() < 0.05, "{side} {}", place.x);
}

#[test]
fn ball_that_rolls_in_a_bowl_gains_no_energy() {
    for hertz in [60u32, 240] {
        let mut world = World::new();
        world.set_gravity(DVec2::Y * -10.0).unwrap();
        world.add(rough(Body::fixed(Shape::round_arena(5.0), DVec2::ZERO))).unwrap();
        let place = dvec2(0.9f64.sin(), -0.9f64.cos()) * 4.5;
        let ball = Body { inertia_factor: Some(0.4), ..Body::dynamic(Shape::ball(0.5), place) };
        world.add(rough(ball)).unwrap();
        let energy = |world: &World<DVec2>| collide_core::measure::energy(world).total();
        let first = energy(&world);
        let swing = first + 45.0;
        let mut stepper = Stepper::new();
        let mut least = first;
        for _ in 0..45 * hertz {
            stepper.step(&mut world, 1.0 / f64::from(hertz));
            let now = energy(&world);
            assert!(now <= least + 1e-3 * swing, "{hertz}: {now} {least}");
            least = least.min(now);
        }
        let kept = (energy(&world) + 45.0) / swing;
        println!("{hertz} Hz: {kept:.4} of the energy is left");
        assert!(kept > 0.97, "{kept}");
    }
}

/// A heap of discs that may turn, in a box.
fn heap(count: u32, rolling_friction: f64) -> World<DVec2> {
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -9.81).unwrap();
    let width = f64::from(count).sqrt() * 0.55 + 1.0;
    for (normal, place) in
        [(DVec2::Y, DVec2::ZERO), (DVec2::X, dvec2(-width, 0.0)), (-DVec2::X, dvec2(width, 0.0))]
    {
        world.add(rough(Body::fixed(Shape::half_space(normal), place))).unwrap();
    }
    let mut random = Random::new(17);
    let columns = (width * 2.0 - 1.0) as u32;
    for number in 0..count {
        let column = f64::from(number % columns) - width + 1.0;
        let place = dvec2(column + random.between(-0.04, 0.04), f64::from(number / columns) + 0.6);
        let ball = Body {
            inertia_factor: Some(0.5),
            angular_velocity: random.between(-9.0, 9.0),
            rolling_friction,
            ..Body::dynamic(Shape::ball(random.between(0.38, 0.45)), place)
        };
        world.add(rough(ball)).unwrap();
    }
    world
}

fn discs(world: &World<DVec2>) -> Vec<BodyId> {
    world.ids().skip(3).collect()
}

#[test]
fn heap_of_discs_that_turn_comes_to_rest_and_sleeps() {
    let mut world = heap(2000, 0.02);
    let mut stepper = Stepper::new();
    let mut slept = None;
    for step in 0..1800 {
        stepper.step(&mut world, 1.0 / 60.0);
        if discs(&world).iter().all(|disc| world.is_asleep(*disc)) {
            slept = Some(step);
            break;
        }
    }
    println!("asleep after {slept:?} steps, overlap {:.1e}", deepest_overlap(&world));
    assert!(slept.is_some());
    assert!(deepest_overlap(&world) < 0.01);
}

#[test]
fn heap_does_not_gain_energy() {
    let mut world = heap(200, 0.0);
    let mut stepper = Stepper::new();
    let energy = |world: &World<DVec2>| collide_core::measure::energy(world).total();
    let mut least = energy(&world);
    let first = least;
    for _ in 0..600 {
        stepper.step(&mut world, 1.0 / 60.0);
        let now = energy(&world);
        assert!(now <= least + 1e-3 * first, "{now} {least}");
        least = least.min(now);
    }
    assert!(kinetic_energy(&world) < 1e-3 * first);
}

#[test]
fn spinning_ball_in_space_stops_on_the_spot_by_rolling_friction() {
    let mut world = World::<DVec3>::new();
    world.set_gravity(DVec3::Y * -10.0).unwrap();
    world.add(rough(Body::fixed(Shape::half_space(DVec3::Y), DVec3::ZERO))).unwrap();
    let ball = Body {
        angular_velocity: DVec3::Y * 10.0,
        inertia_factor: Some(0.4),
        rolling_friction: 0.1,
        ..Body::dynamic(Shape::ball(0.5), DVec3::Y * 0.5)
    };
    let ball = world.add(rough(ball)).unwrap();
    let mut stepper = Stepper::new();
    // The angular deceleration is c g R m / I = c g / (k R) = 5 a second squared.
    for _ in 0..60 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    let rate = world.angular_velocity(ball).unwrap();
    assert!((rate - DVec3::Y * 5.0).length() < 0.05, "{rate}");
    for _ in 0..120 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    assert!(world.is_asleep(ball));
}

/// Five discs that come together in the plane, where nothing pulls them: a cluster with friction. Contacts are solved a little
/// before or after the discs touch, and along the normals at the start of a sub-step.
#[test]
fn cluster_keeps_its_angular_momentum() {
    let (mass, radius, factor) = (1.0, 0.5, 0.5);
    for rate in [240.0, 60.0, 144.0] {
        let mut world = World::new();
        let discs = [
            (dvec2(0.0, 0.0), dvec2(0.0, 0.0), 10.0),
            (dvec2(1.5, 0.0), dvec2(-1.0, 0.0), 0.0),
            (dvec2(-1.5, 0.0), dvec2(1.0, 0.0), 0.0),
            (dvec2(0.3, 1.5), dvec2(0.0, -1.0), 3.0),
            (dvec2(-0.2, -1.5), dvec2(0.0, 1.0), 3.0),
        ];
        for (position, velocity, angular_velocity) in discs {
            let disc = Body {
                velocity,
                angular_velocity,
                inertia_factor: Some(factor),
                friction: 1.0,
                restitution: 0.0,
                mass,
                ..Body::dynamic(Shape::ball(radius), position)
            };
            world.add(disc).unwrap();
        }
        let momentum = |world: &World<DVec2>| -> f64 {
            let of = |id: BodyId| {
                let (position, velocity) = (world.position(id)?, world.velocity(id)?);
                let spin = factor * mass * radius * radius * world.angular_velocity(id)?;
                Some(mass * position.perp_dot(velocity) + spin)
            };
            world.ids().filter_map(of).sum()
        };
        let energy = |world: &World<DVec2>| -> f64 {
            let spin = |id| world.angular_velocity(id).map(|rate| rate * rate);
            let spins = world.ids().filter_map(spin).sum::<f64>();
            kinetic_energy(world) + 0.5 * factor * mass * radius * radius * spins
        };
        let mut stepper = Stepper::new();
        let mut before = energy(&world);
        for step in 0..(3.0 * rate) as usize {
            stepper.step(&mut world, 1.0 / rate);
            let (now, momentum) = (energy(&world), momentum(&world));
            assert!(now <= before * (1.0 + 1e-4), "{rate} {step}: {before} {now}");
            assert!((momentum - 1.5).abs() < 1e-4, "{rate} {step}: {momentum}");
            before = now;
        }
    }
}
