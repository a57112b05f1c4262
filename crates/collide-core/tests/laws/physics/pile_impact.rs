//! A fast ball hits a pile at rest.

use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, momentum};
use collide_core::query::{Filter, SpatialQuery};
use collide_core::report::{Budget, Event, LimitHit};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, dvec2};

const DT: f64 = 1.0 / 60.0;

/// Asserts that momentum along a floor without friction is constant, through impacts and resting contacts.
fn assert_momentum_along_the_floor() {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -9.81)).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let ball =
        |x: f64, y: f64| Body { restitution: 0.5, ..Body::dynamic(Shape::ball(0.5), dvec2(x, y)) };
    for number in 0..20 {
        world.add(ball(f64::from(number), 0.5)).unwrap();
        world.add(ball(f64::from(number) + 0.5, 0.5 + 0.75f64.sqrt())).unwrap();
    }
    let mut stepper = Stepper::new();
    let (mut solved, mut limits, mut worst) = (0, 0, 0f64);
    for tick in 0..600 {
        if tick == 60 {
            let velocity = dvec2(6000.0, 0.0);
            world.add(Body { velocity, ..ball(-8.0, 0.5) }).unwrap();
        }
        let report = stepper.step(&mut world, DT);
        solved += report.contacts.solved;
        limits += report.limits.len();
        let expected = if tick < 60 { 0.0 } else { 6000.0 };
        worst = worst.max((momentum(&world).x - expected).abs() / 6000.0);
    }
    println!(
        "momentum is off by {worst:e} of the ball's; {solved} contacts were solved, {limits} limits"
    );
    assert!(worst < 100.0 * f64::EPSILON && solved > 1000, "{worst:e} {solved}");
}

#[test]
fn fast_ball_into_a_row_keeps_momentum_along_the_floor() {
    assert_momentum_along_the_floor();
}

/// Asserts that a ball of a hundred diameters a step hits a sleeping pile where and when a cast predicts, wakes
/// it, and that all come to rest again.
fn assert_sleeping_pile_is_hit() {
    let scene = scenes::by_name("shot", Some(200), 1).unwrap();
    let mut player = ScenePlayer::new(&scene);
    while player.clock < 20.0 - 0.5 * DT {
        player.step(DT);
    }
    assert!(player.ids[1..].iter().all(|id| player.world.is_asleep(*id)), "the pile sleeps");
    let bullet = scene.dynamic_bodies().last().unwrap();
    let from = bullet.position;
    let along = bullet.velocity;
    let aim =
        SpatialQuery::new(&player.world).cast_ball(from, 0.5, along, 1e3, &Filter::new()).unwrap();
    let (mut woken, mut asleep, mut limits, mut waits, mut deepest) = (0, 0, 0, 0, 0f64);
    for tick in 0..60 * 20 {
        let report = player.step(DT).clone();
        if tick == 0 {
            let first = report.impacts().next().unwrap();
            assert_eq!(first.bodies[0].index().max(first.bodies[1].index()), player.ids.len() - 1);
            let time = aim.distance / along.length();
            // The cast takes the path as straight; gravity changes the time by less than a millionth.
            assert!((first.time - time).abs() < 1e-6, "{} {time}", first.time);
        }
        for event in &report.events {
            match event {
                Event::Woke { .. } => woken += 1,
                Event::FellAsleep { .. } => asleep += 1,
                _ => {}
            }
        }
        let of_body = |limit: &&LimitHit| limit.budget == Budget::OfBody;
        limits += report.limits.iter().filter(of_body).count();
        waits += usize::from(!report.limits.is_empty());
        assert!(player.is_finite() && player.outside() <= 1e-4, "{}", player.outside());
        deepest = deepest.max(player.overlap());
    }
    println!(
        "{woken} woke, {asleep} fell asleep, {limits} limits, waits in {waits} steps, overlap {deepest}"
    );
    assert!(woken >= 200 && asleep >= 201, "{woken} {asleep}");
    assert!(player.ids[1..].iter().all(|id| player.world.is_asleep(*id)), "the pile sleeps again");
    assert!(
        deepest_overlap(&player.world) < 0.01 && deepest < 0.2 && limits == 0,
        "{deepest} {limits}"
    );
}

#[test]
fn fast_ball_wakes_a_sleeping_pile_that_rests_again() {
    assert_sleeping_pile_is_hit();
}
