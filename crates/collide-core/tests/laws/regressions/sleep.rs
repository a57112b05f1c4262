//! Regressions of bodies that fall asleep and wake.

use collide_core::body::{Body, Layers, Passage, Role};
use collide_core::measure::deepest_overlap;
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};

use crate::support::random::Random;

const DT: f64 = 1.0 / 64.0;

/// A single ball on a floor: the world, the floor and the ball.
fn ball_on_a_floor() -> (World<DVec2>, BodyId, BodyId) {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let floor = world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let ball = Body { restitution: 0.5, ..Body::dynamic(Shape::ball(0.5), dvec2(0.0, 0.5)) };
    let ball = world.add(ball).unwrap();
    (world, floor, ball)
}

/// A single ball that slept on a wall, in no pile, had no record of the wall and slept on in the air when
/// the wall was removed or moved; it wakes and falls.
#[test]
fn sleeping_ball_wakes_when_its_floor_goes() {
    type Change = fn(&mut World<DVec2>, BodyId);
    let changes: [(&str, Change); 4] = [
        ("removed", |world, floor| drop(world.remove(floor))),
        ("moved", |world, floor| {
            world.edit(floor, |floor| floor.position.y = -1.0).unwrap();
        }),
        ("in layers that the ball does not meet", |world, floor| {
            let layers = Layers { memberships: 0, filters: 0 };
            world.edit(floor, |floor| floor.layers = layers).unwrap();
        }),
        ("a sensor", |world, floor| {
            world.edit(floor, |floor| floor.role = Role::Sensor(Passage::Edge)).unwrap();
        }),
    ];
    for (what, change) in changes {
        let (mut world, floor, ball) = ball_on_a_floor();
        let mut stepper = Stepper::new();
        for _ in 0..64 {
            stepper.step(&mut world, DT);
        }
        assert!(world.is_asleep(ball), "{what}");
        change(&mut world, floor);
        let report = stepper.step(&mut world, DT);
        let woke = Event::Woke { time: 0.0, body: ball };
        assert_eq!(report.events.first(), Some(&woke), "{what}");
        assert!(world.body(ball).unwrap().velocity.y < 0.0, "{what}");
    }
}

/// Two sleepers wake when the lower one, or the box on which it lies, shrinks.
#[test]
fn sleepers_wake_when_what_they_lie_on_shrinks() {
    type Change = fn(&mut World<DVec2>, [BodyId; 2]);
    let changes: [(&str, Change); 2] = [
        ("ball", |world, [ball, _]| {
            world.edit(ball, |ball| ball.shape = Shape::ball(0.4)).unwrap();
        }),
        ("box", |world, [_, block]| {
            world.edit(block, |block| block.shape = Shape::cuboid(dvec2(2.0, 0.4))).unwrap();
        }),
    ];
    for (what, change) in changes {
        let (mut world, _, lower) = ball_on_a_floor();
        let block = Shape::cuboid(dvec2(2.0, 0.5));
        let block = world.add(Body::fixed(block, dvec2(0.0, 0.5))).unwrap();
        world.edit(lower, |ball| ball.position.y = 1.5).unwrap();
        let upper = Body { position: dvec2(0.0, 2.5), ..world.body(lower).unwrap() };
        let upper = world.add(upper).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..128 {
            stepper.step(&mut world, DT);
        }
        assert!(world.is_asleep(lower) && world.is_asleep(upper), "{what}");
        change(&mut world, [lower, block]);
        stepper.step(&mut world, DT);
        assert!(!world.is_asleep(lower) && !world.is_asleep(upper), "{what}");
        for _ in 0..128 {
            stepper.step(&mut world, DT);
        }
        let fallen = world.body(upper).unwrap().position.y;
        assert!(fallen < 2.5 - 0.09, "{what}: {fallen}");
    }
}

/// A single ball fell asleep on a platform that sank more slowly than the speed limit of sleep, and stayed
/// behind in the air; it stays awake and on the platform.
#[test]
fn ball_on_a_sinking_platform_stays_awake() {
    let (mut world, floor, ball) = ball_on_a_floor();
    world.remove(floor);
    let shape = Shape::cuboid(dvec2(2.0, 1.0));
    let platform = Body::kinematic(shape, dvec2(0.0, -1.0), dvec2(0.0, -0.001));
    let platform = world.add(platform).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..640 {
        stepper.step(&mut world, DT);
    }
    assert!(!world.is_asleep(ball));
    let height = |body: BodyId| world.body(body).unwrap().position.y;
    let gap = height(ball) - height(platform) - 1.5;
    assert!((0.0..1e-4).contains(&gap), "{gap}");
}

/// A wall that was moved into a sleeping ball did not wake it, though a wall added there did; both wake it.
#[test]
fn wall_moved_into_a_sleeping_ball_wakes_it() {
    let (mut world, _, ball) = ball_on_a_floor();
    let shape = Shape::cuboid(dvec2(0.5, 0.5));
    let block = world.add(Body::fixed(shape, dvec2(5.0, 0.5))).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..64 {
        stepper.step(&mut world, DT);
    }
    world.edit(block, |block| block.position.x = 3.0).unwrap();
    assert!(world.is_asleep(ball));
    world.edit(block, |block| block.position.x = 0.75).unwrap();
    assert!(!world.is_asleep(ball));
}

/// Bodies on a one-way platform were in no pile: three balls sank into each other by 0.2 diameters in four
/// seconds and kept falling asleep and waking; they overlap by less than 0.01 and sleep.
#[test]
fn pile_on_a_one_way_platform_does_not_sink() {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let gate = Shape::segment(dvec2(-3.0, 0.0), dvec2(3.0, 0.0));
    let role = Role::OneWay { open: DVec2::Y };
    world.add(Body { role, ..Body::fixed(gate, DVec2::ZERO) }).unwrap();
    for number in 0..3 {
        let place = dvec2(0.0, 0.5 + f64::from(number));
        world.add(Body { restitution: 0.5, ..Body::dynamic(Shape::ball(0.5), place) }).unwrap();
    }
    let mut stepper = Stepper::new();
    for _ in 0..256 {
        stepper.step(&mut world, DT);
        assert!(deepest_overlap(&world) < 0.01, "{}", deepest_overlap(&world));
    }
    assert!(world.ids().skip(1).all(|id| world.is_asleep(id)));
}

/// Columns of balls in a room, half of which turn.
fn columns<V: Vector>(seed: u64, count: u32, friction: f64) -> World<V> {
    let mut random = Random::new(seed);
    let mut world = World::<V>::new();
    world.set_gravity(V::unit(1) * -9.81).unwrap();
    let room = V::from_components(|axis| [11.0, 11.0, 2.0][axis]);
    world.add(Body { friction, ..Body::fixed(Shape::arena(room), V::unit(1) * 11.0) }).unwrap();
    for number in 0..count {
        let (column, row) = (f64::from(number % 40), f64::from(number / 40));
        let place = V::unit(0) * (0.54 * column - 10.6) + V::unit(1) * (0.3 + 0.54 * row);
        let body = Body {
            friction,
            restitution: [0.2, 0.5, 0.8][number as usize % 3],
            inertia_factor: (number % 2 == 0).then_some(0.4),
            ..Body::dynamic(Shape::ball(random.between(0.12, 0.25)), place)
        };
        world.add(body).unwrap();
    }
    world
}

/// Bodies that slept on a wall beside awake ones were taken for touched by that wall: 20,000 times 1,000 bodies fell asleep and
/// were woken again.
#[test]
fn bodies_that_lie_on_a_wall_fall_asleep_once() {
    fn assert_in<V: Vector>(friction: f64, rate: f64) {
        for (seed, count) in [(1, 1000), (2, 40), (3, 7), (4, 2)] {
            let mut world = columns::<V>(seed, count, friction);
            let (mut stepper, mut fell, mut woke) = (Stepper::new(), 0, 0);
            for _ in 0..(12.0 * rate) as usize {
                for event in &stepper.step(&mut world, 1.0 / rate).events {
                    fell += u32::from(matches!(event, Event::FellAsleep { .. }));
                    woke += u32::from(matches!(event, Event::Woke { .. }));
                }
            }
            let case = format!("{count} of seed {seed}, friction {friction}, {rate} Hz");
            assert_eq!(fell - woke, count, "{case}");
            assert!(woke <= count / 10, "{case}: {woke}");
        }
    }
    for (friction, rate) in [(0.3, 60.0), (0.0, 60.0), (0.3, 144.0)] {
        assert_in::<DVec2>(friction, rate);
        assert_in::<DVec3>(friction, rate);
    }
}

/// A ball that lay still was left as it was where nothing bore it any more, with the time of rest that it had.
#[test]
fn time_of_rest_begins_anew_after_a_while_without_weight() {
    let (mut world, _, ball) = ball_on_a_floor();
    let mut stepper = Stepper::new();
    let mut steps_to_sleep = |world: &mut World<DVec2>, most: usize| {
        (0..most).position(|_| {
            let report = stepper.step(world, DT);
            report.events.iter().any(|event| matches!(event, Event::FellAsleep { .. }))
        })
    };
    let whole = steps_to_sleep(&mut world.clone(), 200).unwrap();
    assert_eq!(steps_to_sleep(&mut world, whole - 4), None);
    world.set_gravity(DVec2::ZERO).unwrap();
    assert_eq!(steps_to_sleep(&mut world, 4), None);
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let again = steps_to_sleep(&mut world, 200).unwrap();
    assert!(again + 4 >= whole, "{again} {whole}");
    assert!(world.body(ball).is_some());
}
