//! Every moving shape bounces off every fixed shape without loss, tunnelling or snagging on joints.

use crate::support::random::Random;
use crate::support::worlds::filled_room::fill_room;
use collide_core::body::{Body, InvalidBody};
use collide_core::measure::{deepest_overlap, kinetic_energy};
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

/// Asserts that four seconds of impacts keep the kinetic energy and that nothing overlaps.
fn assert_elastic<V: Vector>(world: &mut World<V>, name: &str, tolerance: f64) {
    let before = kinetic_energy(world);
    let mut stepper = Stepper::new();
    let (mut impacts, mut overlap) = (0, 0f64);
    for step in 0..240 {
        let report = stepper.step(world, 1.0 / 60.0);
        assert!(report.limits.is_empty(), "{name}");
        impacts += report.impacts().count();
        if step % 8 == 7 {
            overlap = overlap.max(deepest_overlap(world));
        }
    }
    let drift = (kinetic_energy(world) / before - 1.0).abs();
    println!("{name}: {impacts} impacts, energy drift {drift:.1e}, deepest overlap {overlap:.1e}");
    assert!(impacts > 200 && drift < tolerance && overlap < tolerance, "{name}");
}

fn plane_obstacles() -> Vec<Body<DVec2>> {
    let at = |x, y| dvec2(x, y);
    let triangle = [dvec2(-1.0, -1.0), dvec2(1.5, -0.5), dvec2(0.0, 1.0)];
    let hills = [-9.0, -6.0, -3.0, 0.0, 3.0, 6.0, 9.0];
    let hills: Vec<DVec2> = hills
        .iter()
        .enumerate()
        .map(|(i, x)| dvec2(*x, if i % 2 == 0 { 0.0 } else { 1.3 }))
        .collect();
    let turned = Frame::along(dvec2(2.0, 1.0));
    let ring: Vec<DVec2> =
        (0..7).map(|i| DVec2::from_angle(f64::from(i) * 51.43f64.to_radians()) * 1.2).collect();
    vec![
        Body::fixed(Shape::polygon(&triangle).unwrap(), at(-5.0, 5.0)),
        Body::fixed(Shape::chain(&hills).unwrap(), at(0.0, -8.0)),
        Body::fixed(Shape::closed_chain(&ring).unwrap(), at(5.0, 5.0)),
        Body::fixed(Shape::turned_cuboid(dvec2(1.5, 0.5), turned), at(5.0, 0.0)),
        Body::fixed(Shape::capsule(dvec2(-1.0, -0.5), dvec2(1.0, 0.5), 0.2), at(-5.0, 0.0)),
        Body::fixed(Shape::half_space(dvec2(0.6, 0.8)), at(-7.0, -7.0)),
    ]
}

#[test]
fn movers_in_the_plane_bounce_off_every_shape() {
    let mut world = World::<DVec2>::new();
    fill_room(&mut world, plane_obstacles(), 1, 60);
    assert_elastic(&mut world, "DVec2", 1e-12);
}

#[test]
fn movers_in_space_bounce_off_every_shape() {
    let at = |x, y, z| DVec3::new(x, y, z);
    let obstacles = vec![
        Body::fixed(Shape::cuboid(at(1.0, 2.0, 0.5)), at(-5.0, 5.0, 0.0)),
        Body::fixed(Shape::ball(1.5), at(5.0, 5.0, 3.0)),
        Body::fixed(
            Shape::capsule(at(0.0, -2.0, 0.0), at(0.0, 2.0, 0.0), 0.5),
            at(4.0, -3.0, -4.0),
        ),
        Body::fixed(Shape::half_space(at(0.6, 0.0, 0.8)), at(-7.0, 0.0, -7.0)),
    ];
    let mut world = World::<DVec3>::new();
    fill_room(&mut world, obstacles, 3, 200);
    assert_elastic(&mut world, "DVec3", 1e-12);
}

#[test]
fn two_boxes_exchange_their_velocities_head_on() {
    let mut world = World::<DVec2>::new();
    let shape = Shape::cuboid(dvec2(0.5, 0.25));
    let body = |x, speed| Body {
        velocity: dvec2(speed, 0.0),
        ..Body::dynamic(shape.clone(), dvec2(x, 0.1 * x))
    };
    let [one, two] = [body(0.0, 2.0), body(3.0, -1.0)].map(|body| world.add(body).unwrap());
    let mut stepper = Stepper::new();
    let report = stepper.step(&mut world, 1.0);
    let impact = report.impacts().next().unwrap();
    assert!((impact.time - 2.0 / 3.0).abs() < 1e-15);
    // The faces overlap between y = 0.05 and y = 0.25.
    assert!((impact.point - dvec2(0.5 + 4.0 / 3.0, 0.15)).length() < 1e-15, "{impact:?}");
    assert_eq!(world.body(one).unwrap().velocity, dvec2(-1.0, 0.0));
    assert_eq!(world.body(two).unwrap().velocity, dvec2(2.0, 0.0));
}

/// A mover slides along a straight chain without gravity, and hops along it with gravity.
#[test]
fn movers_do_not_snag_on_the_joints_of_a_chain() {
    let points: Vec<DVec2> = (0..400).map(|i| dvec2(0.1 * f64::from(i) - 1.0, 0.0)).collect();
    for shape in [Shape::ball(0.5), Shape::cuboid(dvec2(0.3, 0.5))] {
        for height in [0.5, 0.5 - 1e-16, 0.5 - 1e-12, 0.5 - 1e-9] {
            let mut world = World::<DVec2>::new();
            world.add(Body::fixed(Shape::chain(&points).unwrap(), DVec2::ZERO)).unwrap();
            let slider = Body {
                velocity: dvec2(3.0, 0.0),
                ..Body::dynamic(shape.clone(), dvec2(0.0, height))
            };
            let slider = world.add(slider).unwrap();
            let mut stepper = Stepper::new();
            for _ in 0..600 {
                assert!(
                    stepper.step(&mut world, 1.0 / 60.0).events.is_empty(),
                    "{shape:?} {height}"
                );
            }
            assert_eq!(world.body(slider).unwrap().velocity, dvec2(3.0, 0.0));
        }
        // It hops along the chain, with every bounce that of a level floor.
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(Shape::chain(&points).unwrap(), DVec2::ZERO)).unwrap();
        world.set_gravity(dvec2(0.0, -10.0)).unwrap();
        let hopper =
            Body { velocity: dvec2(3.0, 0.0), ..Body::dynamic(shape.clone(), dvec2(0.0, 0.51)) };
        let hopper = world.add(hopper).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..600 {
            for impact in stepper.step(&mut world, 1.0 / 60.0).impacts() {
                assert_eq!(impact.normal, DVec2::Y);
            }
        }
        assert_eq!(world.body(hopper).unwrap().velocity.x, 3.0);
    }
}

#[test]
fn movers_do_not_pass_through_the_joints_of_a_chain() {
    let mut random = Random::new(7);
    for case in 0..4000 {
        let points: Vec<DVec2> =
            [-2.0, -1.0, 0.0, 1.0, 2.0].map(|x| dvec2(x, random.between(-0.3, 0.3))).into();
        let shape =
            if case % 2 == 0 { Shape::ball(0.05) } else { Shape::cuboid(dvec2(0.05, 0.02)) };
        // Straight at a joint, from above or from below.
        let target = points[1 + case % 3];
        let from = dvec2(random.between(-1.0, 1.0), if case % 4 < 2 { 1.5 } else { -1.5 });
        let mut world = World::<DVec2>::new();
        world.add(Body::fixed(Shape::chain(&points).unwrap(), DVec2::ZERO)).unwrap();
        world.add(Body { velocity: target - from, ..Body::dynamic(shape, from) }).unwrap();
        let mut stepper = Stepper::new();
        let hits = stepper.step(&mut world, 1.5).impacts().count();
        assert!(hits > 0, "case {case}: {points:?} {from:?}");
    }
}

#[test]
fn round_arena_keeps_a_gas_and_its_energy() {
    let mut world = World::<DVec2>::new();
    world.add(Body::fixed(Shape::round_arena(5.0), DVec2::ZERO)).unwrap();
    let mut random = Random::new(5);
    while world.ids().count() < 60 {
        let position = dvec2(random.between(-4.5, 4.5), random.between(-4.5, 4.5));
        let velocity = dvec2(random.between(-5.0, 5.0), random.between(-5.0, 5.0));
        let ball = Body { velocity, ..Body::dynamic(Shape::ball(0.2), position) };
        let id = world.add(ball).unwrap();
        if deepest_overlap(&world) > 0.0 {
            world.remove(id);
        }
    }
    assert_elastic(&mut world, "round room", 1e-12);
    let box_in_it = Body::dynamic(Shape::cuboid(DVec2::ONE), DVec2::ZERO);
    assert!(matches!(world.add(box_in_it), Err(InvalidBody::CannotMeet { key: 0 })));
}

#[test]
fn bodies_that_cannot_meet_are_refused_in_either_order() {
    let mut world = World::<DVec3>::new();
    let turned = Frame::along(DVec3::new(1.0, 1.0, 0.0));
    let crate_ = Body::dynamic(Shape::cuboid(DVec3::ONE), DVec3::ZERO);
    let id = world.add(crate_.clone()).unwrap();
    let ramp = Body::fixed(Shape::turned_cuboid(DVec3::ONE, turned), DVec3::X * 9.0);
    assert_eq!(world.add(ramp.clone()), Err(InvalidBody::CannotMeet { key: 0 }));
    world.edit(id, |body| body.shape = Shape::ball(1.0)).unwrap();
    world.add(ramp).unwrap();
    assert!(matches!(
        world.edit(id, |body| body.shape = Shape::cuboid(DVec3::ONE)),
        Err(InvalidBody::CannotMeet { .. })
    ));
    world.edit(id, |body| body.layers.filters = 0).unwrap();
    world.edit(id, |body| body.shape = Shape::cuboid(DVec3::ONE)).unwrap();
    assert!(world.add(crate_).is_err());
}
