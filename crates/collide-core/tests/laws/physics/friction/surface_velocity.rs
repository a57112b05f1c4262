//! Conveyors: a wall with a surface that slides along itself takes along what it touches, as far as friction allows.

use std::sync::Arc;

use collide_core::body::Body;
use collide_core::measure::state_hash;
use collide_core::report::Impact;
use collide_core::shape::Shape;
use collide_core::step::{Discrete, Hook, Method, Outcome, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

use super::G;
use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::round_trip::restored;
use crate::support::spaces::in_both_spaces;

const DT: f64 = 1.0 / 60.0;
const FRICTION: f64 = 0.5;

/// A vector in the plane of the first two axes.
fn at<V: Vector>(x: f64, y: f64) -> V {
    V::from_components(|axis| [x, y, 0.0][axis])
}

/// Throws a ball of mass 2 and restitution 0.5 onto a floor. Returns the velocity after the impact, and the impact.
fn bounce<V: Vector>(floor: Body<V>, velocity: V, friction: f64, method: Method) -> (V, Impact<V>) {
    let mut world = World::new();
    world.add(floor).unwrap();
    let ball = Body::dynamic(Shape::ball(0.5), at(0.0, 1.0));
    let ball = Body { velocity, friction, mass: 2.0, restitution: 0.5, ..ball };
    let ball = world.add(ball).unwrap();
    let mut stepper = Stepper::with_settings(Settings { method, ..Settings::default() });
    let report = stepper.step(&mut world, 0.5);
    let impacts: Vec<_> = report.impacts().copied().collect();
    assert_eq!(impacts.len(), 1);
    (world.body(ball).unwrap().velocity, impacts[0])
}

/// The impulse across the normal is `min(mu (1 + e) m v, m s)`, with the approach speed `v` and the slip `s`.
fn bounce_on_a_conveyor_has_the_impulse_of_the_slip<V: Vector>() {
    let shape = || Shape::half_space(V::unit(1));
    let fixed = Body::fixed(shape(), V::default());
    let lift = Body::kinematic(shape(), V::default(), at(0.5, 1.0));
    let methods = [Method::Continuous, Method::Discrete(Discrete::default())];
    // The impulse along the normal is 6, and the slip is 4. Along the normal a surface velocity does not count.
    for (floor, surface_velocity, approach, rebound) in [
        (&fixed, at(-1.0, 0.0), -2.0, 1.0),
        (&fixed, at(-1.0, 9.0), -2.0, 1.0),
        (&lift, at(-1.5, 0.0), -1.0, 2.0),
    ] {
        for (friction, impulse) in [(0.0, 0.0), (0.25, 1.5), (0.625, 3.75), (2.0, 8.0)] {
            for method in methods {
                let floor = Body { surface_velocity, ..floor.clone() };
                let (after, impact) = bounce::<V>(floor, at(3.0, approach), friction, method);
                let is_near =
                    |one: V, x: f64, y: f64| (one - at::<V>(x, y)).length() <= 32.0 * f64::EPSILON;
                assert!(is_near(after, 3.0 - 0.5 * impulse, rebound), "{after:?}");
                assert!(is_near(impact.friction, -impulse, 0.0), "{impact:?}");
                assert_eq!(impact.impulse, 6.0);
            }
        }
    }
}

in_both_spaces!(bounce_on_a_conveyor_has_the_impulse_of_the_slip);

/// A gas of balls of different friction in a room with walls of this surface velocity.
fn gas(surface_velocity: DVec2) -> World<DVec2> {
    let mut world = World::new();
    for number in 0..200 {
        let place = |number: u32| dvec2(f64::from(number % 14), f64::from(number / 14)) - 6.5;
        let velocity = place(number * 37 % 200);
        let friction = f64::from(number % 5 / 4);
        let ball = Body::dynamic(Shape::ball(0.2), place(number));
        world.add(Body { velocity, friction, ..ball }).unwrap();
    }
    let room = Body::fixed(Shape::arena(DVec2::splat(8.0)), DVec2::ZERO);
    world.add(Body { surface_velocity, friction: 0.5, ..room }).unwrap();
    world
}

/// The balls are tracked, divided among threads, or, since a hook rules out both, neither.
#[test]
fn gas_between_conveyors_matches_bits_of_all_strategies() {
    let mut worlds = [(); 3].map(|()| gas(dvec2(3.0, 2.0)));
    let mut still = gas(DVec2::ZERO);
    let [mut tracked, mut divided, mut hooked, mut other] = [(); 4].map(|()| Stepper::new());
    divided.executor = Arc::new(SplitExecutor(3));
    hooked.hook = Some(Hook::new(|pair| Some(pair.surface)));
    for _ in 0..240 {
        let report = tracked.step(&mut worlds[0], 0.02);
        assert_eq!(report, divided.step(&mut worlds[1], 0.02));
        assert_eq!(report, hooked.step(&mut worlds[2], 0.02));
        assert_eq!(worlds[0], worlds[1]);
        assert_eq!(worlds[0], worlds[2]);
        other.step(&mut still, 0.02);
    }
    assert_ne!(state_hash(&worlds[0]), state_hash(&still));
}

/// Balls above a conveyor.
struct Transport {
    world: World<DVec2>,
    stepper: Stepper<DVec2>,
    belt: BodyId,
    balls: Vec<BodyId>,
}

impl Transport {
    /// A heap of balls, six beside each other, on a belt of this speed.
    fn new(count: u32, speed: f64, friction: f64) -> Self {
        Self::with_seed(count, speed, friction, 3)
    }

    /// The same with other places beside the rows.
    fn with_seed(count: u32, speed: f64, friction: f64, seed: u64) -> Self {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -G)).unwrap();
        let belt = Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO);
        let surface_velocity = dvec2(speed, 0.0);
        let belt = world.add(Body { surface_velocity, friction, ..belt }).unwrap();
        let mut random = Random::new(seed);
        let balls = (0..count).map(|number| {
            let place = dvec2(f64::from(number % 6), f64::from(number / 6)) * 0.11;
            let jitter = dvec2(random.between(0.0, 0.009), 0.05);
            let ball = Body::dynamic(Shape::ball(0.05), place + jitter);
            world.add(Body { restitution: 0.3, friction, ..ball }).unwrap()
        });
        let balls = balls.collect();
        Self { world, stepper: Stepper::new(), belt, balls }
    }

    fn run(&mut self, seconds: f64) {
        for _ in 0..(seconds / DT).round() as usize {
            self.stepper.step(&mut self.world, DT);
            assert!(self.stepper.report().limits.is_empty());
        }
    }

    fn set_speed(&mut self, speed: f64) {
        let change = |belt: &mut Body<DVec2>| belt.surface_velocity.x = speed;
        self.world.edit(self.belt, change).unwrap();
    }

    fn velocities(&self) -> Vec<DVec2> {
        self.balls.iter().map(|ball| self.world.body(*ball).unwrap().velocity).collect()
    }

    fn are_asleep(&self, asleep: bool) -> bool {
        self.balls.iter().all(|ball| self.world.is_asleep(*ball) == asleep)
    }
}

#[test]
fn lone_ball_on_a_belt_accelerates_by_friction_to_its_speed() {
    for speed in [2.0, -0.5, 1e-4] {
        let mut transport = Transport::new(1, speed, FRICTION);
        let end = speed.abs() / (FRICTION * G);
        for step in 1..=600 {
            transport.run(DT);
            let (velocity, time) = (transport.velocities()[0], f64::from(step) * DT);
            let expected = f64::min(FRICTION * G * time, speed.abs()).copysign(speed);
            let is_near_the_end = (time - end).abs() < DT;
            let error = (velocity - dvec2(expected, 0.0)).length();
            assert!(error < 1e-9 || is_near_the_end, "{speed}, step {step}: {velocity}");
        }
        assert!(transport.are_asleep(false), "{speed}");
    }
}

#[test]
fn pile_on_a_belt_reaches_its_speed() {
    let mut transport = Transport::new(60, 1.5, FRICTION);
    for second in 1..=8 {
        transport.run(1.0);
        let velocities = transport.velocities();
        let mean = velocities.iter().map(|velocity| velocity.x).sum::<f64>() / 60.0;
        let speeds = velocities.iter().map(|velocity| velocity.x);
        let [least, most] = [f64::min, f64::max].map(|of| speeds.clone().reduce(of).unwrap());
        println!("{second} s: mean {mean:.4}, from {least:.4} to {most:.4}");
    }
    for velocity in transport.velocities() {
        assert!((velocity - dvec2(1.5, 0.0)).length() < 0.05, "{velocity}");
    }
    assert!(transport.are_asleep(false));
}

#[test]
fn bodies_sleep_on_a_belt_that_stands_and_wake_when_it_starts() {
    for count in [1, 60] {
        let mut transport = Transport::new(count, 1.0, FRICTION);
        transport.run(8.0);
        assert!(transport.are_asleep(false), "{count}");
        transport.set_speed(0.0);
        transport.run(8.0);
        assert!(transport.are_asleep(true), "{count}: {:?}", transport.velocities());
        transport.set_speed(-1.0);
        assert!(transport.are_asleep(false), "{count}");
        transport.run(8.0);
        for velocity in transport.velocities() {
            assert!((velocity - dvec2(-1.0, 0.0)).length() < 0.05, "{count}: {velocity}");
        }
    }
}

/// A ball under a tower that lands on a belt bounced between the two until its budget was spent: what came from above pressed it
/// onto the belt again, and the belt drew it on.
#[test]
fn heaps_that_land_on_a_belt_spend_no_event_budget() {
    for speed in [0.0, 0.5, 1.0, 2.0] {
        (0..12).for_each(|seed| Transport::with_seed(60, speed, FRICTION, seed).run(0.7));
    }
}

#[test]
fn slow_belt_lets_nothing_sleep() {
    for count in [1, 6] {
        let mut transport = Transport::new(count, 1e-5, FRICTION);
        transport.run(6.0);
        assert!(transport.are_asleep(false), "{count}");
    }
}

#[test]
fn belt_without_friction_changes_no_bits() {
    for count in [1, 60] {
        let [mut moving, mut still] = [1.5, 0.0].map(|speed| Transport::new(count, speed, 0.0));
        for _ in 0..20 {
            for transport in [&mut moving, &mut still] {
                transport.run(0.2);
            }
            assert_eq!(state_hash(&moving.world), state_hash(&still.world));
        }
        assert!(count > 1 || moving.are_asleep(true));
    }
}

#[test]
fn transport_continues_with_the_same_bits_after_a_snapshot() {
    let mut transport = Transport::new(60, 1.5, FRICTION);
    for _ in 0..4 {
        transport.run(0.5);
        // In the middle of a step.
        transport.stepper.integrate(&mut transport.world, DT);
        transport.stepper.detect(&mut transport.world);
        let outcome = transport.stepper.respond(&mut transport.world, 3);
        let copies = restored(&transport.world);
        let finish = |stepper: &mut Stepper<DVec2>, world: &mut World<DVec2>| {
            let mut outcome = outcome;
            while outcome == Outcome::Interrupted {
                outcome = stepper.resume(world, 3);
            }
            for _ in 0..30 {
                stepper.step(world, DT);
            }
        };
        finish(&mut transport.stepper, &mut transport.world);
        for mut copy in copies {
            assert_eq!(copy.body(transport.belt).unwrap().surface_velocity, dvec2(1.5, 0.0));
            finish(&mut Stepper::new(), &mut copy);
            assert_eq!(copy, transport.world);
        }
    }
}
