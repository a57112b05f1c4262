//! Walls that turn about their positions: flippers, mixers, bars. Without them a game had to move a row of straight pieces.

use std::sync::Arc;

use collide_core::body::{Body, InvalidBody, Passage, Role};
use collide_core::measure::state_hash;
use collide_core::report::Impact;
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Outcome, Stepper};
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2, dvec3};

use crate::support::executor::SplitExecutor;
use crate::support::random::Random;
use crate::support::round_trip::restored;
use crate::support::worlds::pulled::at;
use crate::support::worlds::turning::{Plane, least_gap};

/// The radius of the balls.
const RADIUS: f64 = 0.0135;

/// The half width of the flipper, and how long it is.
const WIDTH: f64 = 0.005;
const LENGTH: f64 = 0.08;

/// How far from the pivot a ball lies on the flipper.
const ARM: f64 = 0.06;

/// A ball of this restitution at rest on a flipper to this side (1 or -1) of its pivot, for a second, and both.
fn ball_on_flipper<V: Plane>(
    side: f64,
    restitution: f64,
    hertz: f64,
) -> (World<V>, Stepper<V>, [BodyId; 2]) {
    let mut world = World::new();
    world.set_gravity(at(0.0, -9.81)).unwrap();
    let shape = Shape::capsule(V::ZERO, at(side * LENGTH, 0.0), WIDTH);
    let flipper = Body::kinematic(shape, V::default(), V::default());
    let flipper = world.add(flipper).unwrap();
    let position = at(side * ARM, RADIUS + WIDTH + 0.002);
    let ball = Body { restitution, ..Body::dynamic(Shape::ball(RADIUS), position) };
    let ball = world.add(ball).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..(3.0 * hertz) as usize {
        stepper.step(&mut world, 1.0 / hertz);
    }
    (world, stepper, [ball, flipper])
}

/// The angular velocity of a flipper that turns by 50 degrees in 50 ms.
fn flip() -> f64 {
    50f64.to_radians() / 0.05
}

/// The velocity with which a ball leaves a flipper that turns by 50 degrees in 50 ms.
fn velocity_after_flip<V: Plane>(side: f64, restitution: f64, hertz: f64) -> V {
    let (mut world, mut stepper, [ball, flipper]) = ball_on_flipper::<V>(side, restitution, hertz);
    assert!(world.is_asleep(ball));
    world.edit(flipper, |body| body.angular_velocity = V::rate(side * flip())).unwrap();
    assert!(!world.is_asleep(ball));
    let mut first = None;
    for _ in 0..(0.05 * hertz).round() as usize {
        let report = stepper.step(&mut world, 1.0 / hertz);
        first = first.or(report.impacts().next().copied());
        assert!(report.limits.is_empty());
    }
    let rotation = world.rotation(flipper).unwrap();
    let turned = rotation.to_global(at(side, 0.0))
        - at(side * 50f64.to_radians().cos(), 50f64.to_radians().sin());
    assert!(turned.length() < 1e-12, "{turned:?}");
    // The point of contact moves up at the speed of its distance from the pivot.
    let Impact { approach_speed, .. } = first.unwrap();
    assert!((approach_speed / (flip() * ARM) - 1.0).abs() < 1e-4, "{approach_speed}");
    world.velocity(ball).unwrap()
}

/// A ball on a flipper that began to turn was left where it was; it leaves with `v - (1 + e) ((v - v_c) . n) n`, where
/// `v_c` is the velocity of the point of contact, at any rate of steps.
#[test]
fn ball_leaves_flipper_with_velocity_of_point_of_contact() {
    fn assert_in<V: Plane>(side: f64, restitution: f64) {
        let expected = (1.0 + restitution) * flip() * ARM - 9.81 * 0.05;
        for hertz in [60.0, 240.0, 1000.0] {
            let velocity = velocity_after_flip::<V>(side, restitution, hertz);
            let error = velocity - at(0.0, expected);
            assert!(error.length() < 1e-4 * expected, "{side} {restitution} {hertz}: {velocity:?}");
        }
    }
    for restitution in [0.5, 0.9] {
        for side in [1.0, -1.0] {
            assert_in::<DVec2>(side, restitution);
            assert_in::<DVec3>(side, restitution);
        }
    }
}

/// A ball that does not bounce goes with the flipper as on a rod that turns: it slides out and off the end. That is a
/// series of contacts, which once spent the event budget, and is the same to a hundredth at any rate of steps.
#[test]
fn ball_that_does_not_bounce_slides_off_flipper() {
    for side in [1.0, -1.0] {
        let [slow, usual, fast] =
            [60.0, 240.0, 1000.0].map(|hertz| velocity_after_flip::<DVec2>(side, 0.0, hertz));
        assert!((slow - fast).length() < 0.01 * fast.length(), "{slow} {fast}");
        assert!((usual - fast).length() < 0.01 * fast.length(), "{usual} {fast}");
        assert!(fast.y > flip() * ARM, "{fast}");
    }
}

/// A ball that lay on a wall that turned slowly had no support that turns; it goes with the wall, neither in it nor off it,
/// and does not fall asleep there.
#[test]
fn ball_is_carried_by_slow_flipper() {
    fn assert_in<V: Plane>(side: f64, hertz: f64) {
        let (mut world, mut stepper, [ball, flipper]) = ball_on_flipper::<V>(side, 0.3, hertz);
        let change = |body: &mut Body<V>| {
            (body.angular_velocity, body.friction) = (V::rate(0.1 * side), 1.0);
        };
        world.edit(flipper, change).unwrap();
        world.edit(ball, |body| body.friction = 1.0).unwrap();
        for step in 1..=(3.0 * hertz) as usize {
            let time = step as f64 / hertz;
            let report = stepper.step(&mut world, 1.0 / hertz);
            assert_eq!(report.impacts().count(), 0);
            assert!(report.limits.is_empty());
            assert!(!world.is_asleep(ball));
            let rotation = world.rotation(flipper).unwrap();
            let local = rotation.to_local(world.position(ball).unwrap());
            let height = local.component(1) - RADIUS - WIDTH;
            assert!((-1e-7..1e-5).contains(&height), "{hertz}: {height}");
            // The ball does not roll: it goes with the point that it touches, below its centre, and so moves outwards.
            let arm = ARM + RADIUS * 0.1 * time;
            assert!((local.component(0).abs() - arm).abs() < 3e-5, "{hertz}: {local:?}");
        }
    }
    for hertz in [60.0, 240.0] {
        for side in [1.0, -1.0] {
            assert_in::<DVec2>(side, hertz);
            assert_in::<DVec3>(side, hertz);
        }
    }
}

/// A ball bounces off a point of a bar that moves at 3 away from it at 5; only a formula with the velocity of that point
/// gives the 2 of approach, and 11 and 8 afterwards.
#[test]
fn response_has_velocity_of_point_of_contact() {
    fn assert_in<V: Plane>(sign: f64) {
        for (restitution, after) in [(1.0, 1.0), (0.5, 2.0), (0.1, 2.8)] {
            let mut world = World::<V>::new();
            let shape = Shape::segment(at(-3.0, 0.0), at(3.0, 0.0));
            let bar = Body::kinematic(shape, V::default(), V::default());
            let rate = V::rate(1.5 * sign);
            let bar = world.add(Body { angular_velocity: rate, ..bar }).unwrap();
            // It comes when the bar has turned by 0.3.
            let (cosine, sine) = (0.3f64.cos(), sign * 0.3f64.sin());
            let normal: V = at(-sign * sine, sign * cosine);
            let from = at::<V>(2.0 * cosine, 2.0 * sine) - normal * 0.1;
            let ball = Body::dynamic(Shape::ball(0.1), from - normal * 1.0);
            let velocity = normal * 5.0;
            let ball = world.add(Body { velocity, restitution, ..ball }).unwrap();
            let report = Stepper::new().step(&mut world, 0.25).clone();
            let impacts: Vec<_> = report.impacts().collect();
            assert_eq!(impacts.len(), 1);
            assert_eq!(impacts[0].bodies, [ball, bar]);
            assert!((impacts[0].time - 0.2).abs() < 1e-6);
            assert!((impacts[0].approach_speed - 2.0).abs() < 1e-5);
            let error = world.velocity(ball).unwrap() - normal * after;
            assert!(error.length() < 1e-5, "{error:?}");
        }
    }
    for sign in [1.0, -1.0] {
        assert_in::<DVec2>(sign);
        assert_in::<DVec3>(sign);
    }
}

/// A box with 120 balls at rest around a bar that then turns.
fn mixer(rate: f64, friction: f64, seed: u64) -> (World<DVec2>, BodyId) {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81)).unwrap();
    world
        .add(Body { friction, ..Body::fixed(Shape::arena(DVec2::splat(1.0)), DVec2::ZERO) })
        .unwrap();
    let shape = Shape::capsule(dvec2(-0.5, 0.0), dvec2(0.5, 0.0), 0.03);
    let bar = Body::kinematic(shape, dvec2(0.0, -0.2), DVec2::ZERO);
    let bar = world.add(Body { friction, angular_velocity: rate, ..bar }).unwrap();
    let mut random = Random::new(seed);
    for number in 0..170 {
        let (column, row) = (f64::from(number % 17), f64::from(number / 17));
        let position = dvec2(-0.9 + 0.11 * column, -0.9 + 0.11 * row);
        if (position.y + 0.2).abs() < 0.12 && position.x.abs() < 0.65 {
            continue;
        }
        let shape = Shape::ball(random.between(0.045, 0.049));
        let position = position + random.vector::<DVec2>(0.005);
        let ball = Body { restitution: 0.3, friction, ..Body::dynamic(shape, position) };
        world.add(ball).unwrap();
    }
    (world, bar)
}

/// A pile was at rest under a bar that turned in it; the bar goes through it, balls make way, and none is inside of the bar
/// by more than a thirtieth of its size. How deep the deepest one is depends on chance, so that the median of five piles counts.
#[test]
fn mixer_goes_through_pile_without_balls_inside() {
    for (hertz, rate) in [(60.0, 1.0), (60.0, -3.0), (240.0, 1.0), (240.0, -3.0)] {
        let mut gaps = [3, 4, 5, 6, 7].map(|seed| {
            let (mut world, bar) = mixer(rate, 0.0, seed);
            let (mut stepper, mut least) = (Stepper::new(), f64::INFINITY);
            for step in 0..(3.0 * hertz) as usize {
                let report = stepper.step(&mut world, 1.0 / hertz);
                assert!(report.limits.is_empty(), "{hertz} {rate} {step}");
                least = f64::min(least, least_gap(&world, bar));
            }
            least
        });
        gaps.sort_by(f64::total_cmp);
        println!("{hertz} {rate}: {gaps:?}");
        assert!(gaps[2] > -0.003, "{hertz} {rate}: {gaps:?}");
    }
}

/// The rotation is part of the state: a step has the same bits at any number of threads, after a restored snapshot, and
/// after an interruption.
#[test]
fn turning_walls_match_bits_on_any_threads_and_after_snapshots() {
    let (mut world, _) = mixer(2.0, 0.3, 3);
    let copy = |threads: usize| {
        let mut stepper = Stepper::<DVec2>::new();
        stepper.executor = Arc::new(SplitExecutor(threads));
        (world.clone(), stepper)
    };
    let mut copies = [2, 3, 8].map(copy);
    let (mut interrupted, mut stepper) = (world.clone(), Stepper::new());
    let mut other = Stepper::new();
    for step in 0..90 {
        stepper.step(&mut world, 1.0 / 60.0);
        for (copy, stepper) in &mut copies {
            stepper.step(copy, 1.0 / 60.0);
            assert_eq!(*copy, world);
        }
        let mut outcome = {
            other.integrate(&mut interrupted, 1.0 / 60.0);
            other.detect(&mut interrupted);
            other.respond(&mut interrupted, 5)
        };
        while outcome == Outcome::Interrupted {
            let [from_text, from_bytes] = restored(&interrupted);
            assert_eq!(from_text, interrupted);
            assert_eq!(from_bytes, interrupted);
            interrupted = from_bytes;
            outcome =
                Stepper::new().resume(&mut interrupted, if step < 10 { 40 } else { u64::MAX });
        }
        assert_eq!(state_hash(&interrupted), state_hash(&world), "{step}");
    }
}

/// A frame that is turned step by step would lose its right angles by rounding; after a million steps it has them, and the
/// wall is where the angle says.
#[test]
fn rotation_stays_orthonormal() {
    fn assert_in<V: Plane>(tilt: V::Cross) {
        let mut world = World::<V>::new();
        let shape = Shape::segment(V::ZERO, at(1.0, 0.0));
        let bar = Body::kinematic(shape, V::default(), V::default());
        let bar = world.add(Body { angular_velocity: tilt, ..bar }).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..50_000 {
            stepper.step(&mut world, 1.0 / 64.0);
        }
        let rotation = world.rotation(bar).unwrap();
        assert!(rotation.skew() < 1e-15, "{}", rotation.skew());
        let exact = Frame::<V>::turning(tilt * (50_000.0 / 64.0));
        let error = rotation.to_global(at(1.0, 0.0)) - exact.to_global(at(1.0, 0.0));
        assert!(error.length() < 1e-12, "{error:?}");
    }
    assert_in::<DVec2>(1.7);
    assert_in::<DVec3>(dvec3(1.0, -0.5, 1.3));
}

/// What cannot turn is refused: regions, shapes without bounds, the inside of a box, and a wall that a box could meet.
#[test]
fn what_cannot_turn_is_rejected() {
    let kinematic = |shape| Body::kinematic(shape, DVec2::ZERO, DVec2::ZERO);
    let turning = |shape| Body { angular_velocity: 1.0, ..kinematic(shape) };
    let bar = turning(Shape::segment(DVec2::ZERO, DVec2::X));
    assert_eq!(bar.validate(), Ok(()));
    let sensor = Body { role: Role::Sensor(Passage::Edge), ..bar.clone() };
    let quarter = Frame::turning(1.0);
    let arena = Body { rotation: quarter, ..kinematic(Shape::arena(DVec2::ONE)) };
    let refused =
        [sensor, turning(Shape::half_space(DVec2::Y)), turning(Shape::round_arena(1.0)), arena];
    for body in refused {
        assert_eq!(body.validate(), Err(InvalidBody::CannotTurn));
    }
    let endless = Body { angular_velocity: f64::INFINITY, ..bar.clone() };
    assert!(matches!(endless.validate(), Err(InvalidBody::OutOfRange { .. })));
    let mirror = Frame::from_axes([DVec2::X, DVec2::NEG_Y, DVec2::ZERO]);
    let mirrored = Body { rotation: mirror, ..bar.clone() };
    assert!(matches!(mirrored.validate(), Err(InvalidBody::OutOfRange { .. })));

    let mut world = World::new();
    let crate_body = Body::dynamic(Shape::cuboid(DVec2::ONE), DVec2::X * 9.0);
    world.add(crate_body.clone()).unwrap();
    assert_eq!(world.add(bar.clone()), Err(InvalidBody::CannotMeet { key: 0 }));
    let still = world.add(Body { angular_velocity: 0.0, ..bar }).unwrap();
    let spin = world.edit(still, |body| body.angular_velocity = 1.0);
    assert_eq!(spin, Err(InvalidBody::CannotMeet { key: 0 }));
}

/// A body that is turned by its rotation is the same wall as one of a turned shape, static or kinematic.
#[test]
fn rotation_turns_shape() {
    let turn = Frame::turning(0.7);
    let roof = Shape::polygon(&[DVec2::NEG_X, DVec2::X, DVec2::Y]).unwrap();
    for shape in [roof, Shape::capsule(DVec2::ZERO, DVec2::X, 0.1), Shape::half_space(DVec2::Y)] {
        let bounces = [(shape.clone(), turn), (shape.turned(&turn).unwrap(), Frame::identity())]
            .map(|(shape, rotation)| {
                let mut world = World::new();
                world.add(Body { rotation, ..Body::fixed(shape, DVec2::ZERO) }).unwrap();
                let ball = Body::dynamic(Shape::ball(0.2), dvec2(0.1, 3.0));
                let velocity = dvec2(0.1, -2.0);
                let ball = world.add(Body { velocity, ..ball }).unwrap();
                Stepper::new().step(&mut world, 2.0);
                world.velocity(ball).unwrap()
            });
        assert_eq!(bounces[0], bounces[1]);
        assert_ne!(bounces[0], dvec2(0.1, -2.0));
    }
}
