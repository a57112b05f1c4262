//! Queries with known answers, invalid queries, and the speed of an index.

use std::time::Instant;

use crate::support::random::Random;
use collide_core::body::{Body, Passage, Role};
use collide_core::query::{Filter, Hit, Index, SpatialQuery};
use collide_core::report::Event;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};

use crate::support::worlds::query_worlds::{bodies, stored_vector, world};

fn ball(x: f64) -> Body<DVec2> {
    Body::dynamic(Shape::ball(0.5), DVec2::new(x, 0.0))
}

#[test]
fn ray_from_inside_hits_at_once_with_the_outward_normal() {
    let mut world = World::new();
    let block = world.add(Body::fixed(Shape::cuboid(DVec2::new(2.0, 1.0)), DVec2::ZERO)).unwrap();
    let room = world.add(Body::fixed(Shape::arena(DVec2::splat(9.0)), DVec2::ZERO)).unwrap();
    let (query, all) = (SpatialQuery::new(&world), Filter::new());
    for along in [DVec2::X, -DVec2::X, DVec2::Y] {
        let from = DVec2::new(1.75, 0.0);
        let hit = query.cast_ray(from, along, 99.0, &all).unwrap();
        assert_eq!((hit.body, hit.distance, hit.point, hit.normal), (block, 0.0, from, DVec2::X));
        // In the wall around an arena the outward normal points into the room.
        let from = DVec2::new(0.0, 12.0);
        let hit = query.cast_ray(from, along, 99.0, &all).unwrap();
        assert_eq!((hit.body, hit.distance, hit.normal), (room, 0.0, -DVec2::Y));
    }
    // From the surface outwards there is only the room.
    let hit = query.cast_ray(DVec2::new(2.0, 0.0), DVec2::X, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance), (room, 7.0));
    let inwards = query.cast_ray(DVec2::new(2.0, 0.0), -DVec2::X, 99.0, &all).unwrap();
    assert_eq!((inwards.body, inwards.distance, inwards.normal), (block, 0.0, DVec2::X));
}

#[test]
fn ball_cast_out_of_a_body_does_not_hit_it() {
    let mut world = World::new();
    let block = world.add(Body::fixed(Shape::cuboid(DVec2::new(2.0, 1.0)), DVec2::ZERO)).unwrap();
    let (query, all) = (SpatialQuery::new(&world), Filter::new());
    let from = DVec2::new(2.25, 0.0);
    assert_eq!(query.cast_ball(from, 0.5, DVec2::X, 9.0, &all), None);
    assert_eq!(query.cast_ball(from, 0.5, DVec2::Y, 9.0, &all), None);
    let deeper = query.cast_ball(from, 0.5, -DVec2::X, 9.0, &all).unwrap();
    assert_eq!((deeper.body, deeper.distance, deeper.normal), (block, 0.0, DVec2::X));
    assert_eq!(deeper.point, DVec2::new(1.75, 0.0));
}

#[test]
fn hits_at_the_same_distance_return_the_smallest_key() {
    let mut world = World::new();
    for key in [7, 3, 5, 9] {
        world.add_with_key(ball(4.0), key).unwrap();
    }
    let index = Index::new(&world);
    for query in [SpatialQuery::new(&world), SpatialQuery::indexed(&world, &index)] {
        let all = Filter::new();
        let key = |hit: Option<Hit<DVec2>>| world.key(hit.unwrap().body).unwrap();
        assert_eq!(key(query.cast_ray(DVec2::ZERO, DVec2::X, 9.0, &all)), 3);
        assert_eq!(key(query.cast_ball(DVec2::ZERO, 1.0, DVec2::X, 9.0, &all)), 3);
        assert_eq!(key(query.nearest(DVec2::ZERO, 9.0, &all)), 3);
        let keys = |ids: Vec<BodyId>| -> Vec<_> { ids.iter().map(|id| world.key(*id)).collect() };
        let all_hits = query.cast_ray_all(DVec2::ZERO, DVec2::X, 9.0, &all);
        let sorted = [Some(3), Some(5), Some(7), Some(9)];
        assert_eq!(keys(all_hits.iter().map(|hit| hit.body).collect()), sorted);
        assert_eq!(keys(query.at_point(DVec2::new(4.5, 0.0), &all)), sorted);
    }
}

#[test]
fn filters_select_bodies_by_role() {
    let mut world = World::new();
    let mut wall = |x: f64, role| {
        let shape = Shape::cuboid(DVec2::new(0.5, 3.0));
        world.add(Body { role, ..Body::fixed(shape, DVec2::new(x, 0.0)) }).unwrap()
    };
    let forward = wall(2.0, Role::OneWay { open: DVec2::X });
    let sensor = wall(4.0, Role::Sensor(Passage::Centre));
    let absorber = wall(6.0, Role::Absorber(Passage::Edge));
    let backward = wall(8.0, Role::OneWay { open: -DVec2::X });
    let solid = wall(10.0, Role::Solid);
    let query = SpatialQuery::new(&world);
    let hits = |along: DVec2, from: f64, filter: &Filter<DVec2>| -> Vec<BodyId> {
        let from = DVec2::new(from, 0.0);
        query.cast_ray_all(from, along, 99.0, filter).iter().map(|hit| hit.body).collect()
    };
    // A gate is hit against its open direction only.
    assert_eq!(hits(DVec2::X, 0.0, &Filter::new()), [backward, solid]);
    assert_eq!(hits(-DVec2::X, 12.0, &Filter::new()), [solid, forward]);
    assert_eq!(hits(DVec2::X, 0.0, &Filter::everything()), [sensor, absorber, backward, solid]);
    assert_eq!(hits(DVec2::X, 0.0, &Filter::new().without_gates()), [solid]);
    assert_eq!(
        hits(DVec2::X, 0.0, &Filter::new().without_solids().with_sensors()),
        [sensor, backward]
    );
    // A region is hit by the part of the ball that counts for its passage: the edge or the centre.
    let distance = |filter: &Filter<DVec2>| {
        query.cast_ball(DVec2::ZERO, 0.25, DVec2::X, 99.0, filter).unwrap().distance
    };
    assert_eq!(distance(&Filter::everything()), 3.5);
    assert_eq!(distance(&Filter::new().with_absorbers()), 5.25);
    let at = |x: f64| query.overlap_ball(DVec2::new(x, 0.0), 1.0, &Filter::everything());
    assert_eq!(at(3.0), [forward]);
    assert_eq!(at(5.0), [absorber]);
    assert_eq!(at(7.0), [absorber, backward]);
}

#[test]
fn absorbed_and_removed_bodies_are_not_found() {
    let mut world = World::new();
    let absorber =
        Body { role: Role::Absorber(Passage::Edge), ..Body::fixed(Shape::ball(1.0), DVec2::ZERO) };
    world.add(absorber).unwrap();
    let (absorbed, removed) = (world.add(ball(0.0)).unwrap(), world.add(ball(5.0)).unwrap());
    let index = Index::new(&world);
    let mut stepper = Stepper::new();
    assert!(matches!(stepper.step(&mut world, 0.1).events[..], [Event::Absorbed(_)]));
    world.remove(removed);
    let fresh = Index::new(&world);
    let queries = [
        SpatialQuery::new(&world),
        SpatialQuery::indexed(&world, &index),
        SpatialQuery::indexed(&world, &fresh),
    ];
    for query in queries {
        let all = Filter::new();
        assert_eq!(query.cast_ray(DVec2::new(-9.0, 0.0), DVec2::X, 99.0, &all), None);
        assert_eq!(query.nearest(DVec2::ZERO, 99.0, &all), None);
        assert!(query.at_point(DVec2::ZERO, &all).is_empty());
        assert_eq!(query.gap_between(absorbed, removed), None);
    }
}

#[test]
fn contact_of_two_bodies_is_the_same_from_either_side() {
    let mut world = World::new();
    let (one, two) = (world.add(ball(0.0)).unwrap(), world.add(ball(3.0)).unwrap());
    let half = DVec2::new(1.0, 2.0);
    let block = world.add(Body::fixed(Shape::cuboid(half), DVec2::new(0.0, 2.25))).unwrap();
    let floor = world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let ceiling = Body::fixed(Shape::half_space(-DVec2::Y), DVec2::new(0.0, 9.0));
    let ceiling = world.add(ceiling).unwrap();
    let query = SpatialQuery::new(&world);
    let gap = query.gap_between(one, two).unwrap();
    assert_eq!((gap.separation, gap.point, gap.normal), (2.0, DVec2::new(1.5, 0.0), -DVec2::X));
    let overlap = query.gap_between(one, block).unwrap();
    assert_eq!((overlap.separation, overlap.normal), (-0.25, -DVec2::Y));
    assert_eq!(overlap.point, DVec2::new(0.0, 0.375));
    for pair in [[one, two], [one, block], [one, floor], [block, floor], [block, ceiling]] {
        let [gap, turned] =
            [pair, [pair[1], pair[0]]].map(|[a, b]| query.gap_between(a, b).unwrap());
        assert_eq!((gap.separation, gap.normal), (turned.separation, -turned.normal));
        assert_eq!(gap.point, turned.point);
    }
    assert_eq!(query.gap_between(one, one), None);
    assert_eq!(query.gap_between(floor, ceiling), None);
    // For a box above a floor the point is below the middle of its lower face.
    let gap = query.gap_between(block, floor).unwrap();
    assert_eq!((gap.separation, gap.point), (0.25, DVec2::new(0.0, 0.125)));
}

#[test]
fn contact_in_a_periodic_space_is_that_of_the_nearest_images() {
    let mut world = World::new();
    world.set_period(DVec2::new(10.0, 0.0)).unwrap();
    let (left, right) = (world.add(ball(-4.25)).unwrap(), world.add(ball(4.25)).unwrap());
    let gap = SpatialQuery::new(&world).gap_between(right, left).unwrap();
    assert_eq!((gap.separation, gap.normal), (0.5, -DVec2::X));
    assert!([-5.0, 5.0].contains(&gap.point.x), "{gap:?}");
}

#[test]
fn box_casts_and_overlaps_use_the_shape_of_a_box() {
    let mut world = World::new();
    let post = world.add(ball(5.0)).unwrap();
    let roof = [DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0), DVec2::new(0.0, 1.0)];
    let roof = Body::fixed(Shape::polygon(&roof).unwrap(), DVec2::new(-5.0, 0.0));
    let roof = world.add(roof).unwrap();
    let room = world.add(Body::fixed(Shape::arena(DVec2::new(9.0, 9.0)), DVec2::ZERO)).unwrap();
    let round = world.add(Body::fixed(Shape::round_arena(8.0), DVec2::ZERO)).unwrap();
    let (query, all) = (SpatialQuery::new(&world), Filter::new());
    let half = DVec2::new(1.0, 2.0);
    // A face, a corner and a wall. Boxes do not meet round arenas; balls do.
    let hit = query.cast_box(DVec2::new(0.0, 1.0), half, DVec2::X, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.point), (post, 3.5, DVec2::new(4.5, 0.0)));
    let hit = query.cast_box(DVec2::new(-5.0, 7.0), half, -DVec2::Y, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.normal), (roof, 4.0, DVec2::Y));
    let hit = query.cast_box(DVec2::ZERO, half, DVec2::Y, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.normal), (room, 7.0, -DVec2::Y));
    let hit = query.cast_ball(DVec2::ZERO, 1.0, DVec2::Y, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.normal), (round, 7.0, -DVec2::Y));
    let at = |x: f64, y: f64| query.overlap_box(DVec2::new(x, y), half, &all);
    assert_eq!(at(3.5, 0.0), [post]);
    // The corner of the box is 0.35 from the ball's centre along both axes, which overlaps, and then 0.36.
    assert_eq!(at(5.0 - 1.35, 2.35), [post]);
    assert_eq!(at(5.0 - 1.36, 2.36), []);
    assert_eq!(at(-5.0, 2.5), [roof]);
    assert_eq!(at(-7.0, 2.5), []);
    assert_eq!(at(8.5, 0.0), [room]);
    let gap = query.gap_between(post, roof).unwrap();
    assert!((gap.separation - 8.5).abs() < 1e-15 && gap.normal == DVec2::X);
    assert!((gap.point - DVec2::new(0.25, 0.0)).length() < 1e-15);
}

#[test]
fn invalid_queries_return_nothing() {
    let mut random = Random::new(61);
    let world = world(&bodies::<DVec2>(&mut random, 80));
    let index = Index::new(&world);
    let all = Filter::everything();
    for query in [SpatialQuery::new(&world), SpatialQuery::indexed(&world, &index)] {
        let nothing = |from: DVec2, radius: f64, along: DVec2, most: f64| {
            assert_eq!(query.cast_ball(from, radius, along, most, &all), None);
            if radius == 0.0 {
                assert_eq!(query.cast_ray(from, along, most, &all), None);
                assert!(query.cast_ray_all(from, along, most, &all).is_empty());
            }
        };
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for bad in [DVec2::new(bad, 0.0), DVec2::new(1.0, bad)] {
                nothing(bad, 0.0, DVec2::X, 99.0);
                nothing(DVec2::ZERO, 0.0, bad, 99.0);
                assert!(query.overlap_ball(bad, 1.0, &all).is_empty());
                assert!(query.at_point(bad, &all).is_empty());
                assert_eq!(query.nearest(bad, 99.0, &all), None);
            }
            nothing(DVec2::ZERO, bad, DVec2::X, 99.0);
            assert!(query.overlap_ball(DVec2::ZERO, bad, &all).is_empty());
            let half = DVec2::new(1.0, bad);
            assert!(query.overlap_box(DVec2::ZERO, half, &all).is_empty());
            assert_eq!(query.cast_box(DVec2::ZERO, half, DVec2::X, 99.0, &all), None);
        }
        for bad in [f64::NAN, f64::NEG_INFINITY, -1.0] {
            nothing(DVec2::ZERO, 0.0, DVec2::X, bad);
            assert_eq!(query.nearest(DVec2::ZERO, bad, &all), None);
        }
        nothing(DVec2::ZERO, 0.0, DVec2::ZERO, 99.0);
        nothing(DVec2::ZERO, -1.0, DVec2::X, 99.0);
        assert!(query.overlap_ball(DVec2::ZERO, -1.0, &all).is_empty());
    }
}

#[test]
fn length_of_a_direction_does_not_change_the_hit() {
    let mut random = Random::new(71);
    let world = world(&bodies::<DVec3>(&mut random, 40));
    let (query, all) = (SpatialQuery::new(&world), Filter::new());
    for _ in 0..100 {
        let (from, along): (DVec3, DVec3) = (stored_vector(&mut random, 15.0), random.vector(1.0));
        let expected = query.cast_ray(from, along, f64::INFINITY, &all);
        assert!(expected.is_some());
        // Powers of two scale without rounding.
        for power in [-900, -40, 1, 500, 1000] {
            let scaled = along * 2f64.powi(power);
            assert_eq!(query.cast_ray(from, scaled, f64::INFINITY, &all), expected);
        }
    }
}

#[test]
fn queries_with_huge_and_tiny_numbers_end() {
    let mut random = Random::new(81);
    let mut any = |most: f64| {
        let mut one = || random.between(-1.0, 1.0) * 10f64.powf(random.between(-most, most));
        DVec2::new(one(), one())
    };
    for _ in 0..40 {
        let mut world = World::new();
        for _ in 0..30 {
            world.add(Body::dynamic(Shape::ball(any(150.0).x.abs()), any(150.0))).unwrap();
            world.add(Body::fixed(Shape::cuboid(any(300.0).abs()), any(300.0))).unwrap();
            world
                .add(Body::fixed(
                    Shape::capsule(any(150.0), any(150.0), any(9.0).x.abs()),
                    any(9.0),
                ))
                .unwrap();
        }
        let index = Index::new(&world);
        let (query, all) = (SpatialQuery::indexed(&world, &index), Filter::new());
        for _ in 0..20 {
            let (at, along, radius) = (any(300.0), any(300.0), any(300.0).x.abs());
            for hit in query.cast_ray_all(at, along, f64::INFINITY, &all) {
                assert!(hit.distance >= 0.0);
            }
            assert!(
                query
                    .cast_ball(at, radius, along, f64::INFINITY, &all)
                    .is_none_or(|hit| hit.distance >= 0.0)
            );
            let overlapped = query.overlap_ball(at, radius, &all);
            assert!(overlapped.len() <= 90);
            let _nearest = query.nearest(at, f64::INFINITY, &all);
        }
    }
    let most = DVec2::splat(f64::MAX);
    let mut world = World::<DVec2>::new();
    let far = world.add(Body::dynamic(Shape::ball(1.0), most)).unwrap();
    let hit = SpatialQuery::new(&world).cast_ray(-most, most, f64::INFINITY, &Filter::new());
    assert!(hit.is_none_or(|hit| hit.body == far));
}

/// The world has ten thousand balls, a wall around them and one through them.
#[test]
fn index_makes_rays_ten_times_as_fast() {
    let mut random = Random::new(91);
    let mut world = World::<DVec2>::new();
    for _ in 0..10_000 {
        world
            .add(Body::dynamic(Shape::ball(random.between(0.1, 0.5)), random.vector(100.0)))
            .unwrap();
    }
    world.add(Body::fixed(Shape::arena(DVec2::splat(101.0)), DVec2::ZERO)).unwrap();
    let turned = Shape::turned_cuboid(DVec2::new(60.0, 0.1), Frame::along(DVec2::ONE));
    world.add(Body::fixed(turned, DVec2::ZERO)).unwrap();
    let start = Instant::now();
    let index = Index::new(&world);
    println!("building the index: {:?}", start.elapsed());
    let mut rates = Vec::new();
    for (query, count) in
        [(SpatialQuery::new(&world), 100), (SpatialQuery::indexed(&world, &index), 20_000)]
    {
        let measure = |what: &str, query: &mut dyn FnMut(DVec2, DVec2) -> bool| {
            let mut random = Random::new(92);
            let start = Instant::now();
            let found =
                (0..count).filter(|_| query(random.vector(100.0), random.vector(1.0))).count();
            let rate = f64::from(count) / start.elapsed().as_secs_f64();
            println!("{what}: {rate:.0} a second, {found} of {count} with a result");
            rate
        };
        let all = Filter::new();
        rates.push(measure("rays", &mut |at, along| {
            query.cast_ray(at, along, f64::INFINITY, &all).is_some()
        }));
        measure("rays through all", &mut |at, along| {
            !query.cast_ray_all(at, along, f64::INFINITY, &all).is_empty()
        });
        measure("moving balls", &mut |at, along| {
            query.cast_ball(at, 0.3, along, f64::INFINITY, &all).is_some()
        });
        measure("neighbours", &mut |at, _| query.nearest(at, f64::INFINITY, &all).is_some());
        measure("overlaps", &mut |at, _| !query.overlap_ball(at, 1.0, &all).is_empty());
    }
    assert!(rates[1] > 10.0 * rates[0], "{rates:?} rays a second");
}
