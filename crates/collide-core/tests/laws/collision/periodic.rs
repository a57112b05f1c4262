//! Periodic spaces: a body that leaves on one side enters on the other, and bodies collide across the border.

use crate::support::random::Random;
use collide_core::body::{Body, InvalidBody, Passage, Role};
use collide_core::broad::BroadPhase;
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum, state_hash};
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

/// A gas of balls and boxes in a space that is periodic along every axis.
fn gas<V: Vector>(side: f64, count: usize, seed: u64) -> World<V> {
    let mut random = Random::new(seed);
    let mut world = World::<V>::new();
    let spread =
        |random: &mut Random, size: f64| V::from_components(|_| random.between(-size, size));
    world.set_period(V::from_components(|_| side)).unwrap();
    while world.ids().count() < count {
        let (position, velocity) = (spread(&mut random, side), spread(&mut random, 5.0));
        let size = random.between(0.1, 0.3);
        let shape = if world.ids().count().is_multiple_of(4) {
            Shape::cuboid(V::from_components(|_| size))
        } else {
            Shape::ball(size)
        };
        let id = world.add(Body { velocity, ..Body::dynamic(shape, position) }).unwrap();
        if deepest_overlap(&world) > 0.0 {
            world.remove(id);
        }
    }
    world
}

/// Asserts conservation of energy and momentum in a periodic gas, and the same reports from both searches.
fn assert_conserves<V: Vector>(name: &str, tolerance: f64) {
    let mut world = gas::<V>(6.0, 40, 11);
    let mut brute = world.clone();
    let (energy, before) = (kinetic_energy(&world), momentum(&world));
    let mut stepper = Stepper::<V>::new();
    let broad = BroadPhase::Brute;
    let mut oracle = Stepper::with_settings(Settings { broad, ..Settings::default() });
    let mut impacts = 0;
    for step in 0..200 {
        let dt = [0.01, 0.05, 0.4][step % 3];
        let report = stepper.step(&mut world, dt);
        assert!(report.limits.is_empty());
        impacts += report.impacts().count();
        assert_eq!(report, oracle.step(&mut brute, dt));
    }
    assert_eq!(state_hash(&world), state_hash(&brute));
    let drift = kinetic_energy(&world) / energy - 1.0;
    let pushed = (momentum(&world) - before).length() / before.length();
    let overlap = deepest_overlap(&world);
    println!(
        "{name}: {impacts} impacts, energy {drift:.1e}, momentum {pushed:.1e}, overlap {overlap:.1e}"
    );
    assert!(impacts > 300 && drift.abs() < tolerance && pushed < tolerance && overlap < tolerance);
}

#[test]
fn periodic_gas_conserves_energy_and_momentum() {
    assert_conserves::<DVec2>("DVec2", 1e-12);
    assert_conserves::<DVec3>("DVec3", 1e-12);
}

#[test]
fn balls_collide_across_the_border_at_known_times() {
    let mut world = World::<DVec2>::new();
    world.set_period(dvec2(10.0, 10.0)).unwrap();
    let ball = |x, speed| Body {
        velocity: dvec2(speed, 0.0),
        ..Body::dynamic(Shape::ball(0.5), dvec2(x, 0.0))
    };
    let one = world.add(ball(4.0, 1.0)).unwrap();
    let two = world.add(ball(-4.0, 0.0)).unwrap();
    let mut stepper = Stepper::new();
    let times: Vec<f64> = stepper.step(&mut world, 20.0).impacts().map(|it| it.time).collect();
    // The first gap is 1; the way around the period is 10 less two diameters.
    assert_eq!(times, [1.0, 9.0, 17.0]);
    assert_eq!(world.body(one).unwrap().velocity, DVec2::ZERO);
    assert_eq!(world.body(two).unwrap().velocity, DVec2::X);
    assert_eq!(world.body(two).unwrap().position, dvec2(-3.0, 0.0));
}

#[test]
fn ball_that_crosses_many_periods_in_a_step_enters_the_sensor_each_time() {
    for steps in [1, 4, 1000] {
        let mut world = World::<DVec2>::new();
        world.set_period(dvec2(10.0, 0.0)).unwrap();
        let line = Body::fixed(Shape::segment(DVec2::NEG_Y, DVec2::Y), dvec2(3.0, 0.0));
        world.add(Body { role: Role::Sensor(Passage::Centre), ..line }).unwrap();
        let fast =
            Body { velocity: DVec2::X * 100.0, ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
        world.add(fast).unwrap();
        let mut stepper = Stepper::new();
        let (mut entered, mut clock) = (Vec::new(), 0.0);
        for _ in 0..steps {
            let dt = 1.0 / f64::from(steps);
            for event in &stepper.step(&mut world, dt).events {
                if let Event::Entered(crossing) = event {
                    entered.push(clock + crossing.time);
                }
            }
            clock += dt;
        }
        assert_eq!(entered.len(), 10, "{steps} steps");
        for (round, time) in entered.iter().enumerate() {
            assert!((time - (0.03 + 0.1 * round as f64)).abs() < 1e-12, "{steps}: {time}");
        }
    }
}

#[test]
fn speed_of_many_periods_ends_the_step_by_its_budget() {
    let mut world = World::<DVec2>::new();
    world.set_period(DVec2::ONE).unwrap();
    let fast = Body { velocity: dvec2(1e12, 3e11), ..Body::dynamic(Shape::ball(0.1), DVec2::ZERO) };
    let ball = world.add(fast).unwrap();
    world.add(Body::dynamic(Shape::ball(0.1), dvec2(0.3, 0.3))).unwrap();
    let mut away = Body::kinematic(Shape::ball(0.1), DVec2::ZERO, DVec2::ZERO);
    away.target = Some(dvec2(1e15, 0.0));
    world.add(away).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..3 {
        let report = stepper.step(&mut world, 1.0 / 60.0);
        assert!(!report.limits.is_empty());
    }
    let position = world.body(ball).unwrap().position;
    assert!(position.abs().max_element() <= 0.5, "{position}");
}

#[test]
fn body_wider_than_the_period_is_refused() {
    let mut world = World::<DVec2>::new();
    let wide = Body::fixed(Shape::ball(3.0), DVec2::ZERO);
    world.add(wide.clone()).unwrap();
    let refused = world.set_period(dvec2(5.0, 0.0));
    assert_eq!(refused, Err(InvalidBody::OutOfRange { field: "width", value: 6.0 }));
    assert!(world.set_period(dvec2(f64::NAN, 0.0)).is_err());
    assert!(world.set_period(dvec2(-1.0, 0.0)).is_err());
    assert_eq!(world.period(), DVec2::ZERO);
    world.set_period(dvec2(6.0, 0.0)).unwrap();
    assert!(world.add(Body { shape: Shape::ball(3.1), ..wide }).is_err());
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
}

/// A regression: the remainder of a far position after subtracting the nearest multiple of the period was
/// rounding as large as countless periods, each of which the step searched; a far position is wrapped exactly.
#[test]
fn position_countless_periods_away_is_wrapped() {
    for far in [1e15, 1e19, 1e25, 1e100, 1e300] {
        let mut world = World::new();
        world.set_period(DVec2::new(50.0, 0.0)).unwrap();
        let ball = Body { velocity: DVec2::X, ..Body::dynamic(Shape::ball(0.5), DVec2::X * far) };
        let ball = world.add(ball).unwrap();
        let wall = Body::fixed(Shape::cuboid(DVec2::ONE), DVec2::new(-far, 9.0));
        world.add(wall).unwrap();
        let paddle = Body::kinematic(Shape::cuboid(DVec2::ONE), DVec2::Y * -9.0, DVec2::ZERO);
        let target = DVec2::new(far, -9.0);
        let paddle = world.add(Body { target: Some(target), ..paddle }).unwrap();
        let place = world.body(ball).unwrap().position.x;
        assert_eq!(place - far % 50.0, if far % 50.0 > 25.0 { -50.0 } else { 0.0 });
        let mut stepper = Stepper::new();
        for _ in 0..3 {
            stepper.step(&mut world, 0.1);
            assert!(world.body(ball).unwrap().position.x.abs() <= 25.0);
            let paddle = world.body(paddle).unwrap().position;
            assert_eq!(paddle, DVec2::new(place, -9.0));
        }
    }
}

/// A regression: a ball that flew far along an open axis had a search radius of countless periods along the
/// others, and no pair across the border was found any more; the pair across the border collides.
#[test]
fn fast_ball_along_an_open_axis_hides_no_pair_across_the_border() {
    let mut world = World::new();
    world.set_period(dvec2(0.0, 6.0)).unwrap();
    let ball = |place: DVec2, velocity: DVec2| Body {
        velocity,
        ..Body::dynamic(Shape::ball(0.25), place)
    };
    world.add(ball(dvec2(0.0, 2.5), DVec2::Y)).unwrap();
    world.add(ball(dvec2(0.0, -2.5), -DVec2::Y)).unwrap();
    world.add(ball(dvec2(50.0, 0.0), dvec2(1e5, 0.0))).unwrap();
    let times = |world: &World<DVec2>| -> Vec<f64> {
        let mut world = world.clone();
        Stepper::new().step(&mut world, 0.5).impacts().map(|impact| impact.time).collect()
    };
    assert_eq!(times(&world), [0.25]);
    // With more bodies the grid search is used.
    for number in 0..100 {
        world.add(ball(dvec2(-2.0 - f64::from(number), 0.0), DVec2::ZERO)).unwrap();
    }
    assert_eq!(times(&world), [0.25]);
}
