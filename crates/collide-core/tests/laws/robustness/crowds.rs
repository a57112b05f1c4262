//! The work of a step has a bound: what is in the thick of a crowd waits for the next step, and neither gains energy nor overlaps.

use std::sync::Arc;

use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::round_trip::restored;
use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, potential_energy, state_hash};
use collide_core::report::{Budget, Legs, LimitHit, Report};
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};

const DT: f64 = 1.0 / 60.0;

/// The side of the square or the cube in which a ball has its place at the start.
const PITCH: f64 = 0.21;

/// A room with balls of a diameter of 0.2 in rows and columns from its floor on, as wide as so many of them.
fn filled_room<V: Vector>(
    count: usize,
    wide: usize,
    gravity: f64,
    restitution: f64,
) -> (World<V>, Vec<BodyId>) {
    let mut world = World::<V>::new();
    world.set_gravity(V::unit(1) * -gravity).unwrap();
    let half = 0.5 * PITCH * wide as f64;
    let tall = 200.0;
    let room = V::from_components(|axis| if axis == 1 { tall } else { half });
    world.add(Body::fixed(Shape::arena(room), V::unit(1) * tall)).unwrap();
    let layer = wide.pow(V::DIMENSION as u32 - 1);
    let balls = (0..count).map(|number| {
        let along = |place: usize| PITCH * (place as f64 + 0.5) - half;
        let place = [along(number % wide), PITCH * ((number / layer) as f64 + 0.5), 0.0];
        let deep = along(number / wide % wide);
        let place = V::from_components(|axis| if axis == 2 { deep } else { place[axis] });
        let ball = Body::dynamic(Shape::ball(0.1), place);
        world.add(Body { restitution, ..ball }).unwrap()
    });
    let balls = balls.collect();
    (world, balls)
}

/// Drives a third of the balls away from a point in their middle.
fn explode<V: Vector>(world: &mut World<V>, balls: &[BodyId], speed: f64) {
    let place = |world: &World<V>, ball: BodyId| world.position(ball).unwrap();
    let sum = balls.iter().fold(V::ZERO, |sum, ball| sum + place(world, *ball));
    let middle = sum / balls.len() as f64 + V::unit(0) * 0.01;
    let mut nearest: Vec<_> = balls.to_vec();
    let distance = |ball: &BodyId| (place(world, *ball) - middle).length();
    nearest.sort_by(|one, two| distance(one).total_cmp(&distance(two)));
    for ball in nearest.iter().take(balls.len() / 3) {
        let away = place(world, *ball) - middle;
        world.edit(*ball, |ball| ball.velocity = away * (speed / away.length())).unwrap();
    }
}

/// The bodies that wait since the budget of all crowds is spent.
fn waiting<V: Vector>(report: &Report<V>) -> usize {
    let of_crowds = |limit: &&LimitHit| limit.budget == Budget::OfCrowds;
    report.limits.iter().filter(of_crowds).count()
}

/// Asserts that the steps after an explosion in a pile are short, and that all balls come to rest again.
fn assert_bomb_is_bounded<V: Vector>(count: usize, wide: usize, speed: f64) {
    let (mut world, balls) = filled_room::<V>(count, wide, 9.81, 0.5);
    let settings = Settings { legs: Legs::None, ..Settings::default() };
    let mut stepper = Stepper::with_settings(settings);
    explode(&mut world, &balls, speed);
    let energy = |world: &World<V>| kinetic_energy(world) + potential_energy(world);
    let (mut before, mut waits, mut deepest, mut growth) = (energy(&world), 0, 0f64, 0f64);
    let (mut impacts, mut solved) = (0, 0);
    for _ in 0..180 {
        let report = stepper.step(&mut world, DT);
        waits += usize::from(waiting(report) > 0);
        impacts = impacts.max(report.impacts().count());
        solved = solved.max(report.contacts.solved as usize);
        deepest = deepest.max(deepest_overlap(&world) / 0.2);
        growth = growth.max((energy(&world) - before) / before);
        before = energy(&world);
    }
    println!(
        "{}D, {speed} m/s: at most {impacts} impacts and {solved} solved contacts in a step, waits in {waits} \
         steps, overlap {deepest:.4}, energy grows by {growth:.1e}",
        V::DIMENSION
    );
    // What crowds may cost, and four events of each body besides, or one solution of all contacts.
    let budget = 8 * 1064 + 2 * (count + 1);
    assert!(impacts <= budget + 4 * count, "{impacts}");
    assert!(solved <= 4 * budget + 6 * count, "{solved}");
    assert!(deepest <= 0.1 && growth < 1e-3, "{deepest} {growth}");
    assert!(waits > 0 && waits < 180, "{waits}");
}

#[test]
fn bomb_in_a_pile_is_bounded_in_the_plane() {
    for speed in [30.0, 100.0, 300.0] {
        assert_bomb_is_bounded::<DVec2>(1000, 40, speed);
    }
}

#[test]
fn bomb_in_a_pile_is_bounded_in_space() {
    for speed in [30.0, 100.0, 300.0] {
        assert_bomb_is_bounded::<DVec3>(1000, 10, speed);
    }
}

/// A crowd of fast balls.
fn fast_crowd<V: Vector>(gravity: f64, restitution: f64) -> World<V> {
    let wide = if V::DIMENSION == 2 { 25 } else { 9 };
    let (mut world, balls) = filled_room::<V>(700, wide, gravity, restitution);
    let mut random = Random::new(7);
    for ball in balls {
        let velocity = random.vector(300.0);
        world.edit(ball, |ball| ball.velocity = velocity).unwrap();
    }
    world
}

/// Makes a step in parts of so many events, each with a new stepper on what is read of a snapshot.
fn step_in_parts<V: Vector>(world: &mut World<V>, events: u64) {
    let mut stepper = Stepper::new();
    stepper.integrate(world, DT);
    stepper.detect(world);
    let mut outcome = stepper.respond(world, events);
    while outcome == Outcome::Interrupted {
        let [read, _] = restored(world);
        *world = read;
        outcome = Stepper::new().resume(world, events);
    }
}

/// Asserts that a crowd of which some wait has the same bits on any threads, and after snapshots in the middle of its steps.
fn assert_waiting_crowd_matches_bits<V: Vector>(gravity: f64, restitution: f64) {
    let mut world = fast_crowd::<V>(gravity, restitution);
    let threaded = |threads: usize| {
        let mut stepper = Stepper::new();
        stepper.executor = Arc::new(SplitExecutor(threads));
        (stepper, world.clone())
    };
    let mut copies = [2, 3, 8].map(threaded);
    let (mut stepper, mut in_parts, mut waits) = (Stepper::new(), world.clone(), 0);
    let energy = |world: &World<V>| kinetic_energy(world) + potential_energy(world);
    let mut before = energy(&world);
    for _ in 0..6 {
        let report = stepper.step(&mut world, DT);
        waits += waiting(report);
        for (other, copy) in &mut copies {
            other.step(copy, DT);
            assert_eq!(report, other.report());
            assert_eq!(state_hash(copy), state_hash(&world));
        }
        step_in_parts(&mut in_parts, 4000);
        assert_eq!(state_hash(&in_parts), state_hash(&world));
        let growth = (energy(&world) - before) / before;
        assert!(growth < 1e-12, "{growth}");
        assert!(restitution < 1.0 || growth > -1e-3, "{growth}");
        assert!(deepest_overlap(&world) < 1e-9, "{}", deepest_overlap(&world));
        before = energy(&world);
    }
    println!("{}D, gravity {gravity}, restitution {restitution}: {waits} wait", V::DIMENSION);
    assert!(waits > 100, "{waits}");
}

#[test]
fn waiting_crowd_matches_bits_in_the_plane() {
    assert_waiting_crowd_matches_bits::<DVec2>(0.0, 1.0);
    assert_waiting_crowd_matches_bits::<DVec2>(9.81, 1.0);
    assert_waiting_crowd_matches_bits::<DVec2>(9.81, 0.9);
}

#[test]
fn waiting_crowd_matches_bits_in_space() {
    assert_waiting_crowd_matches_bits::<DVec3>(0.0, 1.0);
    assert_waiting_crowd_matches_bits::<DVec3>(9.81, 1.0);
    assert_waiting_crowd_matches_bits::<DVec3>(9.81, 0.9);
}
