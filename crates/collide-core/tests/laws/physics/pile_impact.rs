//! A ball that is shot into what lies at rest.

use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, momentum};
use collide_core::query::{Filter, Scene};
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, Vec2, dvec2};

const DT: f64 = 1.0 / 60.0;

/// On a floor without friction nothing takes or gives momentum along it, whatever is told and whatever is
/// solved as a pile.
fn momentum_along_the_floor_stays<V: Vector<Wide = DVec2>>() {
    let mut world = World::<V>::new();
    world.set_gravity(V::narrow(dvec2(0.0, -9.81))).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), V::default())).unwrap();
    let ball = |x: f64, y: f64| Body {
        restitution: 0.5,
        ..Body::dynamic(Shape::ball(0.5), V::narrow(dvec2(x, y)))
    };
    for number in 0..20 {
        world.add(ball(f64::from(number), 0.5)).unwrap();
        world.add(ball(f64::from(number) + 0.5, 0.5 + 0.75f64.sqrt())).unwrap();
    }
    let mut stepper = Stepper::new();
    let (mut solved, mut limits, mut worst) = (0, 0, 0f64);
    for tick in 0..600 {
        if tick == 60 {
            let velocity = V::narrow(dvec2(6000.0, 0.0));
            world.add(Body { velocity, ..ball(-8.0, 0.5) }).unwrap();
        }
        let report = stepper.step(&mut world, DT);
        solved += report.contacts.solved;
        limits += report.limits.len();
        let expected = if tick < 60 { 0.0 } else { 6000.0 };
        worst = worst.max((momentum(&world).x - expected).abs() / 6000.0);
    }
    println!(
        "momentum is off by {worst:e} of the shot's; {solved} contacts were solved, {limits} limits"
    );
    assert!(worst < 100.0 * V::EPSILON && solved > 1000, "{worst:e} {solved}");
}

#[test]
fn a_shot_keeps_the_momentum_along_the_floor() {
    momentum_along_the_floor_stays::<DVec2>();
    momentum_along_the_floor_stays::<Vec2>();
}

/// A shot at a hundred diameters a tick into a pile that sleeps hits it where and when a cast says, wakes it,
/// and it rests again.
fn a_pile_takes_a_shot<V: Vector<Wide = DVec2>>() {
    let scene = scenes::by_name("shot", Some(200), 1).unwrap();
    let mut stage = ScenePlayer::<V>::new(&scene);
    while stage.clock < 20.0 - 0.5 * DT {
        stage.step(DT);
    }
    assert!(stage.ids[1..].iter().all(|id| stage.world.is_asleep(*id)), "it sleeps");
    let bullet = scene.dynamic_bodies().last().unwrap();
    let from = V::narrow(bullet.position);
    let along = V::narrow(bullet.velocity);
    let aim = Scene::new(&stage.world).cast_ball(from, 0.5, along, 1e3, &Filter::new()).unwrap();
    let (mut woken, mut asleep, mut limits, mut deepest) = (0, 0, 0, 0f64);
    for tick in 0..60 * 20 {
        let report = stage.step(DT).clone();
        if tick == 0 {
            let first = report.impacts().next().unwrap();
            assert_eq!(first.bodies[0].index().max(first.bodies[1].index()), stage.ids.len() - 1);
            let time = aim.distance / along.widen().length();
            // Gravity bends the path that the cast takes for straight, by less than a millionth.
            assert!((first.time - time).abs() < 1e-6, "{} {time}", first.time);
        }
        for event in &report.events {
            match event {
                Event::Woke { .. } => woken += 1,
                Event::FellAsleep { .. } => asleep += 1,
                _ => {}
            }
        }
        limits += report.limits.len();
        assert!(stage.is_finite() && stage.outside() <= 1e-4, "{}", stage.outside());
        deepest = deepest.max(stage.overlap());
    }
    println!("{woken} woke, {asleep} fell asleep, {limits} limits, overlap {deepest}");
    assert!(woken >= 200 && asleep >= 201, "{woken} {asleep}");
    assert!(stage.ids[1..].iter().all(|id| stage.world.is_asleep(*id)), "it rests again");
    assert!(
        deepest_overlap(&stage.world) < 0.01 && deepest < 0.2 && limits == 0,
        "{deepest} {limits}"
    );
}

#[test]
fn a_sleeping_pile_takes_a_shot() {
    a_pile_takes_a_shot::<DVec2>();
    a_pile_takes_a_shot::<Vec2>();
}
