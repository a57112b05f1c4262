//! Overlapping bodies separate smoothly, and bodies without room are reported as squeezed.

use collide_core::body::{Body, Kind};
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum};
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};

const DT: f64 = 1.0 / 60.0;

fn ball<V: Vector>(restitution: f64, position: V) -> Body<V> {
    Body { restitution, ..Body::dynamic(Shape::ball(0.5), position) }
}

/// Asserts that bodies at one position separate at a limited rate, without velocity, and are reported once.
fn assert_bodies_at_one_position_separate<V: Vector>(count: usize, restitution: f64) {
    let mut world = World::<V>::new();
    let ids: Vec<BodyId> =
        (0..count).map(|_| world.add(ball::<V>(restitution, V::unit(0) * 3.0)).unwrap()).collect();
    let (mut stepper, mut squeezed, mut fastest) = (Stepper::new(), 0, 0f64);
    let places = |world: &World<V>| {
        ids.iter().map(|id| world.body(*id).unwrap().position).collect::<Vec<_>>()
    };
    for _ in 0..180 {
        let before = places(&world);
        let report = stepper.step(&mut world, DT);
        assert!(report.limits.is_empty() && report.impacts().count() == 0);
        squeezed +=
            report.events.iter().filter(|it| matches!(it, Event::DeepOverlap { .. })).count();
        for (before, now) in before.into_iter().zip(places(&world)) {
            fastest = fastest.max((now - before).length() / DT);
        }
    }
    assert_eq!((kinetic_energy(&world), momentum(&world)), (0.0, V::ZERO));
    assert!(deepest_overlap(&world) <= 2e-4, "{}", deepest_overlap(&world));
    assert_eq!(squeezed, count, "each body is reported once");
    // The limit is eight diameters a second, except for rounding.
    assert!(fastest <= 8.01, "{fastest}");
    // The mean position has hardly moved.
    let middle = places(&world).into_iter().fold(V::ZERO, |sum, place| sum + place);
    let error = (middle / count as f64 - V::unit(0) * 3.0).length();
    assert!(error < 1e-4, "{error}");
}

#[test]
fn bodies_at_one_position_separate_without_velocity() {
    for (count, restitution) in [(2, 1.0), (2, 0.0), (3, 0.5), (25, 1.0), (25, 0.5)] {
        assert_bodies_at_one_position_separate::<DVec2>(count, restitution);
        assert_bodies_at_one_position_separate::<DVec3>(count, restitution);
    }
}

#[test]
fn ball_placed_in_a_wall_comes_out_without_velocity() {
    for shape in [
        Shape::cuboid(dvec2(4.0, 0.5)),
        Shape::half_space(DVec2::Y),
        Shape::segment(dvec2(-4.0, 0.0), dvec2(4.0, 0.0)),
        Shape::chain(&[dvec2(-4.0, 0.0), dvec2(0.0, 0.0), dvec2(4.0, 0.0)]).unwrap(),
    ] {
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(shape.clone(), DVec2::ZERO)).unwrap();
        let id = world.add(ball(1.0, dvec2(2.1, 0.2))).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..120 {
            stepper.step(&mut world, DT);
        }
        let body = world.body(id).unwrap();
        assert!(deepest_overlap(&world) <= 1.1e-4, "{shape:?} {body:?}");
        assert_eq!(body.velocity, DVec2::ZERO);
        assert!(body.position.y > 0.2 && (body.position.x - 2.1).abs() < 1e-12, "{body:?}");
    }
}

/// Their velocities stay the same.
#[test]
fn overlapping_balls_in_flight_separate_on_the_way() {
    let mut world = World::<DVec2>::new();
    let velocity = dvec2(30.0, -7.0);
    for place in [0.0, 0.1] {
        world.add(Body { velocity, ..ball(1.0, dvec2(0.0, place)) }).unwrap();
    }
    let mut stepper = Stepper::new();
    for _ in 0..120 {
        stepper.step(&mut world, DT);
    }
    let bodies: Vec<_> = world.ids().map(|id| world.body(id).unwrap().clone()).collect();
    assert!(deepest_overlap(&world) <= 1.1e-4);
    assert!(bodies.iter().all(|body| body.velocity == velocity), "{bodies:?}");
    let middle = 0.5 * (bodies[0].position + bodies[1].position);
    assert!((middle - dvec2(60.0, -13.95)).length() < 1e-12, "{middle}");
}

/// Asserts that two balls between closing walls are reported as squeezed and are free when the walls open
/// again.
fn assert_squeezed_balls_are_freed(restitution: f64, gravity: f64) {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -gravity)).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let wall = |x: f64, speed: f64| Body::<DVec2> {
        kind: Kind::Kinematic,
        velocity: dvec2(speed, 0.0),
        ..Body::fixed(Shape::cuboid(dvec2(1.0, 3.0)), dvec2(x, 3.0))
    };
    let walls = [(-3.0, 1.0), (3.0, -1.0)].map(|(x, speed)| world.add(wall(x, speed)).unwrap());
    let balls = [-0.6, 0.6].map(|x| world.add(ball(restitution, dvec2(x, 0.5))).unwrap());
    let mut stepper = Stepper::new();
    let mut squeezed = Vec::new();
    for tick in 0..360 {
        if tick == 90 {
            // By now there is room for only one of the two.
            for (wall, speed) in walls.into_iter().zip([-1.0, 1.0]) {
                world.edit(wall, |wall| wall.velocity = dvec2(speed, 0.0)).unwrap();
            }
        }
        let report = stepper.step(&mut world, DT);
        squeezed.extend(report.events.iter().filter_map(|event| match event {
            Event::DeepOverlap { body, .. } => Some(*body),
            _ => None,
        }));
        let [left, right] = walls.map(|wall| world.body(wall).unwrap().position.x);
        for id in balls {
            let place = world.body(id).unwrap().position;
            assert!(left < place.x && place.x < right && place.y > 0.4, "{tick}: {place}");
        }
    }
    // With gravity one of the two gives way upwards.
    assert!(gravity > 0.0 || balls.iter().all(|ball| squeezed.contains(ball)), "{squeezed:?}");
    assert!(deepest_overlap(&world) <= 1e-3, "{}", deepest_overlap(&world));
}

#[test]
fn balls_between_closing_walls_are_reported_and_freed() {
    for restitution in [0.0, 0.5, 1.0] {
        for gravity in [0.0, 9.81] {
            assert_squeezed_balls_are_freed(restitution, gravity);
        }
    }
}

/// The reported losses of impacts and contacts add up to the energy of a ball that falls and comes to rest.
#[test]
fn reported_energy_losses_of_a_falling_ball_add_up() {
    for restitution in [0.0, 0.3, 0.9] {
        let mut world = World::<DVec2>::new();
        world.set_gravity(dvec2(0.0, -10.0)).unwrap();
        world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
        world.add(ball(restitution, dvec2(0.0, 1.5))).unwrap();
        let (mut stepper, mut lost, mut touches) = (Stepper::new(), 0.0, 0);
        for _ in 0..1200 {
            let report = stepper.step(&mut world, DT);
            lost += report.impacts().map(|impact| impact.energy_lost).sum::<f64>();
            lost += report.contacts.energy_lost;
            touches += report.contacts.touches;
        }
        assert!((lost - 10.0).abs() < 1e-9 && touches > 0, "{restitution}: {lost} {touches}");
    }
}
