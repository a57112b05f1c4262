//! Heaps, piles of any size at any rate, and piles that a floor carries.

use collide_core::body::{Body, Kind};
use collide_core::measure::deepest_overlap;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

use crate::support::random::Random;

const PULL: f64 = 9.81;

/// A column of discs with radius .5 times `size`, `columns` wide.
fn column([columns, rows]: [usize; 2], size: f64, friction: f64) -> Vec<Body<DVec2>> {
    let mut random = Random::new(7);
    let place = |number: usize| dvec2((number % columns) as f64, (number / columns) as f64);
    (0..columns * rows)
        .map(|number| {
            let jitter = dvec2(random.between(0.0, 0.05), random.between(0.0, 0.05));
            let centre = place(number) * 1.06 + jitter + dvec2(-0.53 * columns as f64, 0.51);
            let ball = Body::dynamic(Shape::ball(0.5 * size), centre * size);
            Body { restitution: 0.3, friction, ..ball }
        })
        .collect()
}

/// A world with a floor at height zero.
fn world_of(bodies: Vec<Body<DVec2>>, floor: Body<DVec2>) -> (World<DVec2>, Vec<BodyId>, BodyId) {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -PULL)).unwrap();
    let floor = world.add(floor).unwrap();
    let bodies = bodies.into_iter().map(|body| world.add(body).unwrap()).collect();
    (world, bodies, floor)
}

/// The angle of a heap in degrees, if it is a triangle: its bodies have a mean height of a third of its height, and a mean
/// distance from the middle of a third of half its width.
fn angle(world: &World<DVec2>, bodies: &[BodyId]) -> f64 {
    let places: Vec<DVec2> = bodies.iter().map(|id| world.body(*id).unwrap().position).collect();
    let count = places.len() as f64;
    let middle = places.iter().map(|place| place.x).sum::<f64>() / count;
    let height = places.iter().map(|place| place.y - 0.5).sum::<f64>() / count;
    let width = places.iter().map(|place| (place.x - middle).abs()).sum::<f64>() / count;
    height.atan2(width).to_degrees()
}

#[test]
fn friction_shapes_a_heap() {
    let angles = [0.05, 0.1, 0.2, 0.4, 0.8].map(|friction| {
        let floor = Body { friction, ..Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO) };
        let (mut world, mut bodies, _) = world_of(Vec::new(), floor);
        let (mut stepper, mut random) = (Stepper::new(), Random::new(3));
        let mut limits = 0;
        // One disc after the other is poured from above.
        for step in 0..3600 {
            if step % 8 == 0 && bodies.len() < 150 {
                let place = dvec2(random.between(-0.6, 0.6), 14.0);
                let ball = Body::dynamic(Shape::ball(0.5), place);
                bodies.push(world.add(Body { restitution: 0.3, friction, ..ball }).unwrap());
            }
            limits += stepper.step(&mut world, 1.0 / 60.0).limits.len();
        }
        assert_eq!(limits, 0, "friction {friction}");
        let awake: Vec<_> = bodies.iter().filter(|id| !world.is_asleep(**id)).collect();
        assert!(awake.is_empty(), "friction {friction}: {:?}", world.body(*awake[0]));
        let overlap = deepest_overlap(&world);
        assert!(overlap < 0.006, "friction {friction}: {overlap}");
        angle(&world, &bodies)
    });
    println!("angles of rest in degrees: {angles:.1?}");
    assert!(angles.is_sorted_by(|less, more| less < more), "{angles:?}");
}

#[test]
fn piles_of_all_sizes_rest_alike_at_all_rates() {
    for (size, rate) in [0.1, 1.0, 10.0].into_iter().flat_map(|size| [(size, 60.0), (size, 240.0)])
    {
        let half_space = |normal, place| Body::fixed(Shape::half_space(normal), place);
        let (mut world, bodies, _) =
            world_of(column([10, 12], size, 0.0), half_space(DVec2::Y, DVec2::ZERO));
        for side in [-1.0, 1.0] {
            let wall = half_space(dvec2(-side, 0.0), dvec2(side * 6.5 * size, 0.0));
            world.add(wall).unwrap();
        }
        let mut stepper = Stepper::new();
        // Times grow with the square root of lengths.
        let seconds = 25.0 * f64::max(size, 1.0).sqrt();
        let (mut in_fall, mut later, mut limits) = (0.0, 0.0, 0);
        let fall = 4.0 * f64::sqrt(size);
        for step in 0..(seconds * rate) as usize {
            limits += stepper.step(&mut world, 1.0 / rate).limits.len();
            let deepest = if step as f64 / rate < fall { &mut in_fall } else { &mut later };
            *deepest = f64::max(*deepest, deepest_overlap(&world) / size);
        }
        let asleep = bodies.iter().filter(|id| world.is_asleep(**id)).count();
        println!("size {size}, {rate} Hz: overlaps {in_fall:.4}, {later:.4}, asleep {asleep}");
        assert_eq!((limits, asleep), (0, bodies.len()), "size {size}, {rate} Hz");
        assert!(in_fall < 0.02 && later < 0.008, "size {size}, {rate} Hz");
    }
}

#[test]
fn a_lift_carries_its_pile() {
    let box_of =
        |half| Body { kind: Kind::Kinematic, ..Body::fixed(Shape::cuboid(half), DVec2::ZERO) };
    let floor = Body { position: dvec2(0.0, -0.5), friction: 0.6, ..box_of(dvec2(20.0, 0.5)) };
    let (mut world, bodies, lift) = world_of(column([6, 6], 1.0, 0.6), floor);
    let mut stepper = Stepper::new();
    let settle = |world: &mut World<DVec2>, stepper: &mut Stepper<DVec2>, steps: usize| {
        for _ in 0..steps {
            assert!(stepper.step(world, 1.0 / 60.0).limits.is_empty());
            assert!(deepest_overlap(world) < 0.02);
        }
    };
    settle(&mut world, &mut stepper, 900);
    let heights = |world: &World<DVec2>| -> Vec<f64> {
        bodies.iter().map(|id| world.body(*id).unwrap().position.y).collect()
    };
    let before = heights(&world);
    for velocity in [dvec2(0.0, 2.0), DVec2::ZERO, dvec2(0.0, -2.0), DVec2::ZERO] {
        world.edit(lift, |body| body.velocity = velocity).unwrap();
        settle(&mut world, &mut stepper, 120);
    }
    let lifted = heights(&world)
        .iter()
        .zip(&before)
        .map(|(now, then)| (now - then).abs())
        .fold(0.0, f64::max);
    assert!(lifted < 0.05, "{lifted}");
}
