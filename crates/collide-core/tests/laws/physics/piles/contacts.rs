//! Which bodies are in contact at the end of a step, and which contacts are reported to begin and end.

use std::collections::BTreeSet;

use collide_core::body::{Body, Layers, Passage, Role};
use collide_core::contact::contact;
use collide_core::report::{Event, Report};
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::pulled::{at, ball_at, pulled_world};

const DT: f64 = 1.0 / 60.0;

/// A stepper that follows contacts, and what it has reported of them.
struct Follower<V: Vector> {
    stepper: Stepper<V>,
    /// The pairs that have begun and not ended.
    pairs: BTreeSet<[BodyId; 2]>,
    /// How many contacts have begun.
    started: usize,
    ended: usize,
}

impl<V: Vector> Follower<V> {
    fn new() -> Self {
        let settings = Settings { contacts: true, ..Settings::default() };
        let stepper = Stepper::with_settings(settings);
        Self { stepper, pairs: BTreeSet::new(), started: 0, ended: 0 }
    }

    /// Makes a step, and asserts that no contact begins twice or ends without having begun, that events are in order, and
    /// that what has begun and not ended is what the world lists.
    fn step(&mut self, world: &mut World<V>, dt: f64) -> &Report<V> {
        let report = self.stepper.step(world, dt);
        assert!(report.events.is_sorted_by_key(Event::time));
        for event in &report.events {
            match event {
                Event::ContactStarted { point, .. } => {
                    self.started += 1;
                    assert!(self.pairs.insert(point.bodies), "{point:?} began twice");
                }
                Event::ContactEnded { bodies, .. } => {
                    self.ended += 1;
                    assert!(self.pairs.remove(bodies), "{bodies:?} ended twice");
                }
                _ => {}
            }
        }
        let listed: BTreeSet<_> = world.contact_points().map(|point| point.bodies).collect();
        assert_eq!(listed, self.pairs);
        report
    }

    /// Makes so many steps.
    fn run(&mut self, world: &mut World<V>, steps: usize) {
        for _ in 0..steps {
            self.step(world, DT);
        }
    }
}

/// A world with a floor, which is the first body.
fn world_with_floor<V: Vector>(pull: f64) -> (World<V>, BodyId) {
    let mut world = pulled_world::<V>(pull);
    let shape = Shape::half_space(V::unit(1));
    let floor = world.add(Body::fixed(shape, V::default())).unwrap();
    (world, floor)
}

/// A ball that drops and bounces has one contact when it has come to rest, whether it sleeps or not.
fn ball_on_a_floor_has_one_contact<V: Vector>() {
    for sleep in [false, true] {
        let (mut world, floor) = world_with_floor::<V>(9.81);
        let ball = world.add(ball_at(0.5, at(0.0, 2.0), 0.5)).unwrap();
        let mut follower = Follower::new();
        follower.stepper.settings.sleep = sleep;
        follower.run(&mut world, 3600);
        assert_eq!((follower.started, follower.ended), (1, 0));
        let points: Vec<_> = world.contact_points_of(ball).collect();
        assert_eq!(points.len(), 1);
        assert_eq!(world.contact_points_between(floor, ball).next(), Some(points[0]));
        assert_eq!((points[0].bodies, points[0].normal), ([ball, floor], V::unit(1)));
        let rounding = 1e-12;
        assert!((points[0].impulse - 9.81 * DT).abs() < rounding, "{}", points[0].impulse);
        assert!(points[0].separation.abs() < rounding && points[0].point.length() < rounding);
    }
}

/// After an impact of restitution zero a ball slides along a wall. The contact begins at the time of the impact, and ends
/// where the wall does.
fn plastic_impact_begins_a_contact<V: Vector>() {
    let mut world = World::<V>::new();
    let wall = world.add(Body::fixed(Shape::cuboid(at::<V>(2.0, 1.0) + slab()), V::default()));
    let wall = wall.unwrap();
    let velocity = at(1.0, -1.0);
    let ball = Body { velocity, ..ball_at(0.5, at(0.0, 2.0), 0.0) };
    let ball = world.add(ball).unwrap();
    let mut follower = Follower::new();
    let first = follower.step(&mut world, 1.0).events.clone();
    assert!(matches!(first[0], Event::Impact(impact) if impact.time == 0.5));
    let [_, Event::ContactStarted { time, point }] = first[..] else { panic!("{first:?}") };
    assert_eq!((time, point.bodies, point.impulse), (0.5, [ball, wall], 0.0));
    follower.step(&mut world, 0.9);
    assert_eq!(follower.ended, 0);
    follower.step(&mut world, 0.9);
    assert_eq!((follower.started, follower.ended), (1, 1));
}

/// A box is as deep as it is high in space.
fn slab<V: Vector>() -> V {
    V::from_components(|axis| if axis == 2 { 2.0 } else { 0.0 })
}

/// Balls in a gas without energy loss touch and are never in contact, even at the end of a step.
#[test]
fn lossless_gas_has_no_contacts() {
    let scene = scenes::by_name("gas", Some(400), 1).unwrap();
    let (mut world, _) = scenes::core::world::<DVec2>(&scene).unwrap();
    let mut follower = Follower::new();
    let impacts: usize = (0..60).map(|_| follower.step(&mut world, DT).impacts().count()).sum();
    assert!(impacts > 1000);
    assert_eq!(follower.started, 0);
}

/// Balls of a rack touch before the first shot. By the shot the last one comes apart, and the others go on touching.
#[test]
fn placed_balls_that_touch_are_in_contact() {
    let mut world = World::<DVec2>::new();
    let row = [0.0, 1.0, 2.0].map(|x| world.add(ball_at(0.5, dvec2(x, 0.0), 1.0)).unwrap());
    let mut follower = Follower::new();
    follower.step(&mut world, DT);
    let expected = BTreeSet::from([[row[0], row[1]], [row[1], row[2]]]);
    assert_eq!(follower.pairs, expected);
    world.edit(row[0], |ball| ball.velocity = dvec2(3.0, 0.0)).unwrap();
    follower.run(&mut world, 10);
    assert_eq!((follower.started, follower.ended), (2, 1));
    assert_eq!(follower.pairs, BTreeSet::from([[row[0], row[1]]]));
}

/// Balls of restitution .3 in a box.
fn pile(count: usize) -> World<DVec2> {
    let (mut world, _) = world_with_floor::<DVec2>(9.81);
    let mut random = Random::new(3);
    let columns = (count as f64).sqrt() as usize;
    let half = 0.5 * columns as f64;
    for (normal, place) in [(DVec2::X, -half), (DVec2::NEG_X, half)] {
        world.add(Body::fixed(Shape::half_space(normal), dvec2(place, 0.0))).unwrap();
    }
    for number in 0..count {
        let place = dvec2((number % columns) as f64 - half + 0.5, (number / columns) as f64 + 1.0);
        let jitter = dvec2(random.between(-0.05, 0.05), random.between(0.0, 0.05));
        world.add(ball_at(random.between(0.3, 0.44), place + jitter, 0.3)).unwrap();
    }
    world
}

/// The pairs of a world with a separation of at most this share of the smaller one's size, found by brute force. All are
/// balls and half-spaces.
fn pairs_within(world: &World<DVec2>, share: f64) -> BTreeSet<[BodyId; 2]> {
    let bodies: Vec<_> = world.ids().map(|id| (id, world.body(id).unwrap())).collect();
    let (balls, walls): (Vec<_>, Vec<_>) =
        bodies.into_iter().partition(|(_, body)| body.shape.mover().is_some());
    let radius = |body: &Body<DVec2>| body.shape.mover().unwrap().radius;
    let mut pairs = BTreeSet::new();
    for (place, (ball, body)) in balls.iter().enumerate() {
        for (other, second) in walls.iter().chain(&balls[place + 1..]) {
            let offset = body.position - second.position;
            let size = second.shape.mover().map_or(f64::INFINITY, |mover| mover.radius);
            let separation = contact(&second.shape, offset, radius(body)).separation;
            if separation <= share * 2.0 * f64::min(radius(body), size) {
                pairs.insert([*ball, *other]);
            }
        }
    }
    pairs
}

/// Steps a pile, and asserts every few steps that all pairs that overlap visibly are in contact and none that is visibly
/// apart, and, once it is at rest, that all that touch are. Returns the world and what was followed.
fn follow_pile(
    count: usize,
    steps: usize,
    every: usize,
    rests_after: usize,
) -> (World<DVec2>, Follower<DVec2>) {
    let mut world = pile(count);
    let mut follower = Follower::new();
    for step in 0..steps {
        follower.step(&mut world, DT);
        if step % every == 0 {
            assert!(follower.pairs.is_superset(&pairs_within(&world, -0.01)), "step {step}");
            assert!(follower.pairs.is_subset(&pairs_within(&world, 0.01)), "step {step}");
        }
        if step % every == 0 && step > rests_after {
            assert!(follower.pairs.is_superset(&pairs_within(&world, 0.0)), "step {step}");
        }
    }
    (world, follower)
}

#[test]
fn contacts_of_a_pile_match_brute_force() {
    let (mut world, mut follower) = follow_pile(300, 900, 5, 800);
    let sleepers = world.ids().filter(|id| world.is_asleep(*id)).count();
    assert_eq!(sleepers, 300);
    assert!(follower.pairs.len() > 500, "{}", follower.pairs.len());
    let (started, ended) = (follower.started, follower.ended);
    follower.run(&mut world, 100);
    assert_eq!((follower.started, follower.ended), (started, ended), "a sleeping pile");
    // The weight of the pile rests on the floor.
    let floor = world.id_with_key(0).unwrap();
    let impulse: f64 = world.contact_points_of(floor).map(|point| point.impulse).sum();
    let weight = 300.0 * 9.81 * DT;
    assert!((impulse / weight - 1.0).abs() < 1e-3, "{impulse} of {weight}");
}

#[test]
#[ignore = "a minute: all pairs of 2,000 in each of 600 steps"]
fn contacts_of_a_large_pile_match_brute_force_in_every_step() {
    let (_, follower) = follow_pile(2000, 600, 1, 600);
    println!("{} began, {} ended", follower.started, follower.ended);
    assert!(follower.pairs.len() > 4000, "{}", follower.pairs.len());
}

/// An hour at 60 Hz: a ball that does not sleep begins one contact.
#[test]
fn ball_on_a_floor_has_one_contact_for_an_hour() {
    let (mut world, _) = world_with_floor::<DVec2>(9.81);
    world.add(ball_at(0.5, at(0.0, 2.0), 0.5)).unwrap();
    let mut follower = Follower::new();
    follower.stepper.settings.sleep = false;
    follower.run(&mut world, 216_000);
    assert_eq!((follower.started, follower.ended), (1, 0));
}

/// Each way in which a contact can end ends it once: two balls and a floor, of which one ball is changed.
fn every_change_ends_a_contact_once<V: Vector>() {
    type Change<V> = fn(&mut World<V>, BodyId, BodyId);
    let changes: [(&str, Change<V>); 6] = [
        ("removed", |world, ball, _| drop(world.remove(ball))),
        ("absorbed", |world, ball, floor| world.absorb(ball, floor).unwrap()),
        ("moved", |world, ball, _| {
            world.edit(ball, |body| body.position = at(9.0, 9.0)).unwrap();
        }),
        ("of other layers", |world, ball, _| {
            world.edit(ball, |body| body.layers = Layers { memberships: 2, filters: 2 }).unwrap();
        }),
        ("a sensor", |world, ball, _| {
            world.edit(ball, |body| body.role = Role::Sensor(Passage::Edge)).unwrap();
        }),
        ("smaller", |world, ball, _| {
            world.edit(ball, |body| body.shape = Shape::ball(0.3)).unwrap();
        }),
    ];
    for (name, change) in changes {
        let (mut world, floor) = world_with_floor::<V>(10.0);
        world.edit(floor, |body| body.layers = Layers { memberships: 1, filters: 1 }).unwrap();
        let layers = Layers { memberships: 1, filters: 1 };
        let below = Body { layers, ..ball_at(0.5, at(0.0, 0.5), 0.5) };
        let below = world.add(below).unwrap();
        let above = world.add(Body { layers, ..ball_at(0.5, at(0.0, 1.5), 0.5) }).unwrap();
        let mut follower = Follower::new();
        follower.run(&mut world, 90);
        assert_eq!(follower.pairs, BTreeSet::from([[below, floor], [below, above]]), "{name}");
        change(&mut world, above, floor);
        assert!(world.contact_points_of(below).count() >= 1, "{name}");
        follower.step(&mut world, DT);
        assert_eq!(follower.pairs, BTreeSet::from([[below, floor]]), "{name}");
        follower.run(&mut world, 5);
        assert_eq!((follower.started, follower.ended), (2, 1), "{name}");
    }
}

/// A ball in the corner of a room touches it at two points. Two walls that form a wedge share the weight as they must.
#[test]
fn corner_and_wedge_have_two_points() {
    let mut world = pulled_world::<DVec2>(10.0);
    let room = world.add(Body::fixed(Shape::arena(dvec2(4.0, 4.0)), DVec2::ZERO)).unwrap();
    let ball = Body { velocity: dvec2(3.0, 0.0), ..ball_at(0.5, dvec2(0.0, -1.5), 0.0) };
    let ball = world.add(ball).unwrap();
    let mut follower = Follower::new();
    follower.run(&mut world, 120);
    let mut points: Vec<_> = world.contact_points_between(ball, room).collect();
    points.sort_by(|one, two| one.normal.x.total_cmp(&two.normal.x));
    assert_eq!([points[0].normal, points[1].normal], [DVec2::NEG_X, DVec2::Y]);
    assert!((points[1].impulse - 10.0 * DT).abs() < 1e-12 && points[0].impulse.abs() < 1e-12);
    assert_eq!(follower.started, 1);

    let mut world = pulled_world::<DVec2>(10.0);
    for (x, y) in [(0.6, 0.8), (-0.8, 0.6)] {
        world.add(Body::fixed(Shape::half_space(dvec2(x, y)), DVec2::ZERO)).unwrap();
    }
    let ball = world.add(ball_at(0.5, dvec2(-0.1, 0.7), 0.5)).unwrap();
    let mut follower = Follower::new();
    follower.run(&mut world, 240);
    let held = world.contact_points_of(ball).map(|point| point.normal * point.impulse);
    let sum = held.fold(DVec2::ZERO, |sum, impulse| sum + impulse);
    assert!((sum - dvec2(0.0, 10.0 * DT)).length() < 1e-9, "{sum}");
}

/// Discs that grow into each other at rest begin a contact, as equal fruits of a merge game must.
#[test]
fn balls_that_grow_into_each_other_begin_a_contact() {
    let (mut world, _) = world_with_floor::<DVec2>(20.0);
    let pair = [0.0, 1.2].map(|x| world.add(ball_at(0.5, dvec2(x, 0.5), 0.2)).unwrap());
    let mut follower = Follower::new();
    follower.run(&mut world, 60);
    assert_eq!(follower.started, 2);
    for id in pair {
        world.edit(id, |body| body.shape = Shape::ball(0.7)).unwrap();
    }
    follower.step(&mut world, DT);
    assert!(follower.pairs.contains(&pair));
}

/// Without the setting nothing is followed, and what was followed is forgotten.
#[test]
fn contacts_are_followed_on_request_only() {
    let (mut world, _) = world_with_floor::<DVec2>(10.0);
    world.add(ball_at(0.5, dvec2(0.0, 0.5), 0.5)).unwrap();
    let mut follower = Follower::new();
    follower.step(&mut world, DT);
    assert_eq!(world.contact_points().count(), 1);
    let report = Stepper::new().step(&mut world, DT).clone();
    assert!(report.events.is_empty(), "{report:?}");
    assert_eq!(world.contact_points().count(), 0);
}

in_both_spaces!(
    ball_on_a_floor_has_one_contact,
    plastic_impact_begins_a_contact,
    every_change_ends_a_contact_once,
);
