//! What is said to be where is there: against oracles that are slow and obvious, and against the step.

use crate::support::scene;
use crate::support::spaces::in_all_spaces;
use std::any::Any;
use std::time::Instant;

use crate::support::random::Random;
use collide_core::body::{Body, Kind, Layers, Passage, Role};
use collide_core::contact::contact;
use collide_core::query::{Filter, Hit, Index, Scene};
use collide_core::report::{Event, Impact};
use collide_core::shape::{Frame, Mover, Shape};
use collide_core::step::{Outcome, Stepper};
use collide_core::vector::{Vector, Wide};
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, Vec2};

fn any<W: Wide>(random: &mut Random, most: f64) -> W {
    W::from_components(|_| random.between(-most, most))
}

/// A random vector whose components are halves, so that rays graze, run parallel and hit corners.
fn round<W: Wide>(random: &mut Random, most: f64) -> W {
    let vector: W = any(random, most);
    W::from_components(|axis| (2.0 * vector.component(axis)).round() * 0.5)
}

fn some<V: Vector>(random: &mut Random, most: f64) -> V {
    let is_round = random.between(0.0, 1.0) < 0.3;
    V::narrow(if is_round { round(random, most) } else { any(random, most) })
}

/// A bit of everything, with gates.
fn bodies<V: Vector>(random: &mut Random, balls: usize) -> Vec<Body<V>> {
    let mut bodies = scene::scene::<V>(random, balls);
    for _ in 0..balls / 16 {
        let shape = Shape::segment(any(random, 2.0), any(random, 2.0));
        let role = Role::OneWay { open: any(random, 1.0) };
        bodies.push(Body { role, ..Body::fixed(shape, some(random, 18.0)) });
        let half = V::Wide::from_components(|_| random.between(0.2, 1.0));
        bodies.push(Body { role, ..Body::fixed(Shape::cuboid(half), some(random, 18.0)) });
    }
    bodies.extend(outlines(random, balls / 16));
    for number in 0..balls / 16 {
        let half = V::Wide::from_components(|_| random.between(0.1, 0.6));
        let shape = Shape::rounded_cuboid(half, if number % 2 == 0 { 0.0 } else { 0.2 });
        let body = Body::dynamic(shape, some(random, 18.0));
        // In space a box that moves cannot meet turned boxes.
        let kind = if V::Wide::DIMENSION == 2 { Kind::Dynamic } else { Kind::Static };
        bodies.push(Body { kind, velocity: some(random, 5.0), ..body });
    }
    for (number, body) in bodies.iter_mut().enumerate() {
        body.layers = Layers { memberships: 1 << (number % 3), filters: !(1 << (number % 2)) };
    }
    bodies
}

/// Triangles and chains, of which there are none in space.
fn outlines<V: Vector>(random: &mut Random, count: usize) -> Vec<Body<V>> {
    let shapes = (0..count).flat_map(|_| {
        let points: [DVec2; 4] = std::array::from_fn(|_| any(random, 2.0));
        [Shape::polygon(&points[..3]).unwrap(), Shape::chain(&points).unwrap()]
    });
    let shapes: Vec<Shape<DVec2>> = shapes.collect();
    let flat =
        shapes.iter().filter_map(|shape| (shape as &dyn Any).downcast_ref::<Shape<V::Wide>>());
    flat.map(|shape| Body::fixed(shape.clone(), some(random, 18.0))).collect()
}

fn world<V: Vector>(bodies: &[Body<V>]) -> World<V> {
    let mut world = World::new();
    for body in bodies {
        world.add(body.clone()).unwrap();
    }
    world
}

/// Filters of all sorts.
fn filters<'a, V: Vector>(ids: &'a [BodyId]) -> Vec<Filter<'a, V>> {
    vec![
        Filter::new(),
        Filter::everything(),
        Filter::new().of_kinds(&[Kind::Dynamic]),
        Filter::new().of_kinds(&[Kind::Static, Kind::Kinematic]).without_gates(),
        Filter::everything().without_solids(),
        Filter::everything().meeting(Layers { memberships: 0b10, filters: 0b101 }),
        Filter::new().excluding(ids.iter().copied().step_by(2)),
        Filter::new().such_that(|id, body| id != ids[0] && body.mass < 3.0),
    ]
}

/// Puts many questions to two scenes, which must answer the same to the bit. Returns the numbers of
/// answers that were not empty: rays, casts, overlaps, neighbours.
fn assert_same<V: Vector>(
    random: &mut Random,
    one: &Scene<V>,
    other: &Scene<V>,
    ids: &[BodyId],
) -> [usize; 4] {
    let mut answers = [0; 4];
    for filter in filters::<V>(ids) {
        for number in 0..40 {
            let (from, along): (V, V) = (some(random, 25.0), some(random, 1.0));
            let radius = if number % 3 == 0 { 0.5 } else { random.between(0.0, 2.0) };
            let most = [f64::INFINITY, 8.0, random.between(0.0, 40.0)][number % 3];
            let seen = one.ray(from, along, most, &filter);
            assert_eq!(seen, other.ray(from, along, most, &filter));
            let all = one.ray_all(from, along, most, &filter);
            assert_eq!(all, other.ray_all(from, along, most, &filter));
            assert_eq!(all.first().copied(), seen);
            let met = one.cast_ball(from, radius, along, most, &filter);
            assert_eq!(met, other.cast_ball(from, radius, along, most, &filter));
            let overlapped = one.overlap_ball(from, radius, &filter);
            assert_eq!(overlapped, other.overlap_ball(from, radius, &filter));
            assert_eq!(one.at_point(from, &filter), other.at_point(from, &filter));
            let half: V =
                V::narrow(V::Wide::from_components(|_| radius * random.between(0.0, 1.0)));
            let met_by_box = one.cast_box(from, half, along, most, &filter);
            assert_eq!(met_by_box, other.cast_box(from, half, along, most, &filter));
            assert_eq!(
                one.overlap_box(from, half, &filter),
                other.overlap_box(from, half, &filter)
            );
            let near = one.nearest(from, most, &filter);
            assert_eq!(near, other.nearest(from, most, &filter));
            let found = [seen.is_some(), met.is_some(), !overlapped.is_empty(), near.is_some()];
            answers.iter_mut().zip(found).for_each(|(count, found)| *count += usize::from(found));
        }
    }
    answers
}

/// The index answers what looking at everybody answers, after steps and within one too.
fn the_index_changes_no_bit<V: Vector>() {
    for seed in 0..4 {
        let mut random = Random::new(seed);
        let mut world = world(&bodies::<V>(&mut random, [1, 12, 96, 400][seed as usize]));
        let mut stepper = Stepper::new();
        let mut index = Index::default();
        for step in 0..3 {
            stepper.step(&mut world, 0.05);
            if step == 2 {
                stepper.integrate(&mut world, 1.0);
                stepper.detect(&mut world);
                let outcome = stepper.respond(&mut world, 5);
                assert!(outcome == Outcome::Interrupted || seed < 2);
            }
            index.rebuild(&world);
            let ids: Vec<BodyId> = world.ids().collect();
            let scenes = [Scene::new(&world), Scene::indexed(&world, &index)];
            let answers = assert_same(&mut random, &scenes[0], &scenes[1], &ids);
            assert!(answers.iter().all(|count| *count > 5), "seed {seed}: {answers:?}");
        }
    }
}

/// A hit under the key of the body, since ids are a matter of storage.
fn told<V: Vector>(world: &World<V>, hit: Option<Hit<V::Wide>>) -> Option<(Option<u64>, String)> {
    hit.map(|hit| {
        (world.key(hit.body), format!("{:?} {:?} {:?}", hit.distance, hit.point, hit.normal))
    })
}

/// Bodies under the same keys in another order of storage, some of them removed and added again.
fn storage_changes_no_bit<V: Vector>() {
    let mut random = Random::new(21);
    let bodies = bodies::<V>(&mut random, 64);
    let one = world(&bodies);
    let mut other = World::new();
    for (key, body) in bodies.iter().enumerate().rev() {
        let key = key as u64;
        let id = other.add_with_key(body.clone(), key).unwrap();
        if key.is_multiple_of(5) {
            other.remove(id);
            other.add_with_key(body.clone(), key).unwrap();
        }
    }
    let indices = [&one, &other].map(Index::new);
    let all = Filter::everything();
    let mut hits = 0;
    for _ in 0..400 {
        let (from, along): (V, V) = (some(&mut random, 20.0), some(&mut random, 1.0));
        let [first, second] = [(&one, &indices[0]), (&other, &indices[1])].map(|(world, index)| {
            let scene = Scene::indexed(world, index);
            let keys =
                |ids: Vec<BodyId>| -> Vec<_> { ids.iter().map(|id| world.key(*id)).collect() };
            let seen: Vec<_> = scene.ray_all(from, along, 50.0, &all);
            (
                seen.into_iter().map(|hit| told(world, Some(hit))).collect::<Vec<_>>(),
                told(world, scene.cast_ball(from, 0.5, along, 50.0, &all)),
                told(world, scene.nearest(from, 50.0, &all)),
                keys(scene.overlap_ball(from, 2.0, &all)),
            )
        });
        assert_eq!(first, second);
        assert!(first.3.is_sorted());
        hits += first.0.len();
    }
    assert!(hits > 300, "{hits}");
}

/// How far a ball is from the nearest body that the filter means.
fn separation<V: Vector>(world: &World<V>, filter: &Filter<V>, at: V::Wide, radius: f64) -> f64 {
    let meant = world.ids().filter_map(|id| world.body(id).map(|body| (id, body)));
    let separation = |body: &Body<V>| {
        let radius = if matches!(body.role, Role::Sensor(Passage::Centre)) { 0.0 } else { radius };
        contact(&body.shape, at - body.position.widen(), radius).separation
    };
    meant
        .filter(|(id, body)| filter.admits(*id, body))
        .map(|(_, body)| separation(body))
        .fold(f64::INFINITY, f64::min)
}

/// Rays and balls against an oracle that looks every fiftieth of a length unit how far they are from
/// everyone, and halves the interval in which that changes sign.
fn ways_end_where_they_touch<V: Vector>() {
    const LOOKS: u32 = 1500;
    let mut random = Random::new(31);
    let mut hits = 0;
    for number in 0..160 {
        let world = world(&bodies::<V>(&mut random, 24));
        let filter = Filter::new().with_sensors().without_gates();
        let radius = if number % 2 == 0 { 0.0 } else { random.between(0.0, 0.7) };
        let (from, along): (V, V) = (some(&mut random, 15.0), some(&mut random, 1.0));
        let length = along.widen().length();
        let outside = |way: f64| {
            separation(&world, &filter, from.widen() + along.widen() * (way / length), radius)
        };
        if length == 0.0 || outside(0.0) <= 0.0 {
            continue;
        }
        let scene = Scene::new(&world);
        let found = if number % 2 == 0 {
            scene.ray(from, along, 30.0, &filter)
        } else {
            scene.cast_ball(from, radius, along, 30.0, &filter)
        };
        let way = |look: u32| 30.0 * f64::from(look) / f64::from(LOOKS);
        let seen = (0..LOOKS).find(|look| outside(way(*look + 1)) <= 0.0);
        let case = format!("{number}: {found:?}");
        if let Some(hit) = found {
            hits += 1;
            assert!(outside(hit.distance).abs() < 1e-9, "{case}: {} away", outside(hit.distance));
            let surface = separation(&world, &filter, hit.point, 0.0);
            let centre = from.widen() + along.widen() * (hit.distance / length);
            let is_sensor = matches!(world.body(hit.body).unwrap().role, Role::Sensor(_));
            assert!(is_sensor || surface.abs() < 1e-9, "{case}: {surface} off the surface");
            assert!(
                is_sensor || (hit.point + hit.normal * radius - centre).length() < 1e-9,
                "{case}"
            );
            assert!((hit.normal.length() - 1.0).abs() < 1e-9);
            assert!(hit.normal.dot(along.widen()) < 0.0, "{case}: does not approach");
        }
        let Some(look) = seen else { continue };
        let (mut left, mut right) = (way(look), way(look + 1));
        for _ in 0..60 {
            let middle = 0.5 * (left + right);
            *(if outside(middle) > 0.0 { &mut left } else { &mut right }) = middle;
        }
        let depth = -outside(way(look + 1));
        match found {
            // A touch that the oracle has overlooked may come before.
            Some(hit) => assert!(hit.distance <= right + 1e-7, "{case} instead of {right}"),
            None => assert!(right > 30.0 - 1e-9 || depth < 1e-9, "missed at {right}, {depth} deep"),
        }
    }
    assert!(hits > 40, "{hits}");
}

fn is_gate<V: Vector>(_: BodyId, body: &Body<V>) -> bool {
    matches!(body.role, Role::OneWay { .. })
}

/// A room in which nothing moves and a ball or a box of which no gate is around: the world without it,
/// and it.
fn still_room<V: Vector>(random: &mut Random, number: usize) -> Option<(World<V>, Body<V>)> {
    let is_box = number % 3 == 2;
    let half = V::narrow(V::Wide::from_components(|_| random.between(0.05, 0.8)));
    let ball = Shape::ball(random.between(0.05, 0.8));
    let shape = if is_box { Shape::cuboid(half.widen()) } else { ball };
    let mut world = World::<V>::new();
    for (key, body) in (1u64..).zip(bodies::<V>(random, 24)) {
        let role = if let Role::Absorber(_) = body.role { Role::Solid } else { body.role };
        let still = Body { velocity: V::default(), role, layers: Layers::ALL, ..body };
        if !is_box || still.shape.meets_boxes() {
            world.add_with_key(still, key).unwrap();
        }
    }
    // Along an axis at a length unit a second the way is the time, to the bit.
    let along_axis = V::narrow(V::Wide::unit(number % V::Wide::DIMENSION));
    let velocity = if number.is_multiple_of(4) { along_axis } else { some(random, 3.0) };
    let own = Body { velocity, ..Body::dynamic(shape, some(random, 16.0)) };
    // In a step who is in a gate is passing through.
    let gates = Filter::new().such_that(is_gate);
    let around = match own.shape.ball_radius() {
        Some(radius) => Scene::new(&world).overlap_ball(own.position, radius, &gates),
        None => Scene::new(&world).overlap_box(own.position, half, &gates),
    };
    (around.is_empty() && velocity != V::default()).then_some((world, own))
}

/// The same hit, and the same impact seen from the mover, `exact` to the bit.
fn assert_agree<V: Vector>(
    world: &World<V>,
    own: &Body<V>,
    hit: &Hit<V::Wide>,
    impact: &Impact<V::Wide>,
    [first, exact]: [bool; 2],
) {
    let case = format!("{own:?}, {hit:?}, {impact:?}");
    let met = world.body(hit.body).unwrap();
    let is_box = own.shape.ball_radius().is_none();
    // Where a box lies on a ball, the step tells the middle of what their bounds have in common if the
    // box is the first of the two.
    let on_ball = is_box && met.shape.ball_radius().is_some();
    let normal = if first { impact.normal } else { -impact.normal };
    if exact {
        assert_eq!((hit.distance, hit.normal), (impact.time, normal), "{case}");
        assert!(on_ball || hit.point == impact.point, "{case}");
    }
    let error = (hit.distance - impact.time * own.velocity.widen().length()).abs();
    assert!(error < 100.0 * f64::EPSILON * 50.0, "{case}");
    assert!((hit.normal - normal).length() < 1e-9, "{case}");
    // Of overlapping bodies the two edges are apart.
    if hit.distance > 0.0 {
        let surface = contact(&met.shape, hit.point - met.position.widen(), 0.0).separation;
        // The point of a box that lies on a corner or a round end is on its face only.
        assert!(surface.abs() < 1e-9 || (is_box && !on_ball), "{case}");
        let apart = (hit.point - impact.point).length();
        assert!((on_ball && first) || apart < 1e-9, "{case}");
    }
}

/// What a ball or a box is said to meet is what it meets in a step among bodies at rest.
fn a_cast_is_a_step<V: Vector>() {
    let mut random = Random::new(41);
    let (mut hits, mut exact_hits) = (0, 0);
    for number in 0..600 {
        let Some((mut world, own)) = still_room::<V>(&mut random, number) else { continue };
        let (scene, all) = (Scene::new(&world), Filter::new());
        let (from, along) = (own.position, own.velocity);
        let met = match own.shape.mover() {
            Some(Mover { half, radius: 0.0 }) => {
                scene.cast_box(from, V::narrow(half), along, 50.0, &all)
            }
            mover => scene.cast_ball(from, mover.unwrap().radius, along, 50.0, &all),
        };
        let before = world.clone();
        // Under the smallest or the largest key: of two balls the step takes the smaller one's view.
        let key = if number.is_multiple_of(2) { 0 } else { 1000 };
        let id = world.add_with_key(own.clone(), key).unwrap();
        let mut stepper = Stepper::new();
        let report = stepper.step(&mut world, 50.0 / along.widen().length());
        let impact = report.impacts().find(|impact| impact.bodies.contains(&id));
        // Who has left a gate was stored then, and rounded to the space: it is not on the same way.
        let passed = report.events.iter().any(|event| match event {
            Event::Exited(it) => is_gate(it.region, world.body(it.region).unwrap()),
            _ => false,
        });
        match (met, impact) {
            (None, None) => {}
            (Some(hit), Some(impact)) => {
                let first = impact.bodies[0] == id;
                assert_eq!(hit.body, impact.bodies[usize::from(first)], "{number}");
                if !passed {
                    let exact = first && number.is_multiple_of(4);
                    assert_agree(&before, &own, &hit, impact, [first, exact]);
                    hits += 1;
                    exact_hits += usize::from(exact);
                }
            }
            _ => panic!("{number}: {met:?}, {impact:?}"),
        }
    }
    assert!(hits > 150 && exact_hits > 30, "{hits}, {exact_hits}");
}

/// The nearest body is the one with the least separation, and its point is on its surface.
fn nearest_is_the_least_separation<V: Vector>() {
    let mut random = Random::new(51);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..60 {
        let world = world(&bodies::<V>(&mut random, 40));
        let index = Index::new(&world);
        let (all, scene) = (Filter::everything(), Scene::indexed(&world, &index));
        for _ in 0..20 {
            let point: V = some(&mut random, 22.0);
            let least = world.ids().map(|id| {
                let body = world.body(id).unwrap();
                contact(&body.shape, point.widen() - body.position.widen(), 0.0).separation
            });
            let least = least.fold(f64::INFINITY, f64::min);
            let found = scene.nearest(point, f64::INFINITY, &all).unwrap();
            assert_eq!(found.distance, least);
            assert!((found.point + found.normal * least - point.widen()).length() < 1e-12);
            let body = world.body(found.body).unwrap();
            let surface = contact(&body.shape, found.point - body.position.widen(), 0.0);
            let behind = least < 0.0 && matches!(body.shape, Shape::Arena { .. });
            assert!(behind || surface.separation.abs() < 1e-9, "{found:?} {surface:?}");
            if least < 0.0 {
                inside += 1
            } else {
                outside += 1
            }
            assert_eq!(scene.nearest(point, f64::max(least, 0.0), &all), Some(found));
            assert!(least <= 0.0 || scene.nearest(point, least * (1.0 - 1e-9), &all).is_none());
        }
    }
    assert!(inside > 50 && outside > 200, "{inside}, {outside}");
}

/// Whoever has a point inside of a box is overlapped by it.
fn boxes_overlap_whom_they_hold_points_of<V: Vector>() {
    let mut random = Random::new(45);
    let (mut points, mut empty) = (0, 0);
    for _ in 0..60 {
        let world = world(&bodies::<V>(&mut random, 40));
        let scene = Scene::new(&world);
        // Bodies that a box cannot meet are passed over.
        let all = Filter::new().such_that(|_, body| body.shape.meets_boxes());
        for _ in 0..20 {
            let half = V::Wide::from_components(|_| random.between(0.1, 1.5));
            let (at, half) = (some::<V>(&mut random, 20.0), V::narrow(half));
            let overlapped = scene.overlap_box(at, half, &all);
            empty += usize::from(overlapped.is_empty());
            for _ in 0..20 {
                let inside = V::Wide::from_components(|axis| {
                    let half = (1.0 - 1e-6) * half.widen().component(axis);
                    at.widen().component(axis) + random.between(-half, half)
                });
                for body in scene.at_point(V::narrow(inside), &all) {
                    points += 1;
                    assert!(overlapped.contains(&body), "{at:?} {half:?}: {body:?}");
                }
            }
        }
    }
    assert!(points > 200 && empty > 100, "{points}, {empty}");
}

in_all_spaces!(
    the_index_changes_no_bit,
    boxes_overlap_whom_they_hold_points_of,
    storage_changes_no_bit,
    ways_end_where_they_touch,
    a_cast_is_a_step,
    nearest_is_the_least_separation,
);

fn ball(x: f64) -> Body<DVec2> {
    Body::dynamic(Shape::ball(0.5), DVec2::new(x, 0.0))
}

#[test]
fn a_ray_from_inside_is_told_at_once_with_the_way_out() {
    let mut world = World::new();
    let block = world.add(Body::fixed(Shape::cuboid(DVec2::new(2.0, 1.0)), DVec2::ZERO)).unwrap();
    let room = world.add(Body::fixed(Shape::arena(DVec2::splat(9.0)), DVec2::ZERO)).unwrap();
    let (scene, all) = (Scene::new(&world), Filter::new());
    for along in [DVec2::X, -DVec2::X, DVec2::Y] {
        let from = DVec2::new(1.75, 0.0);
        let hit = scene.ray(from, along, 99.0, &all).unwrap();
        assert_eq!((hit.body, hit.distance, hit.point, hit.normal), (block, 0.0, from, DVec2::X));
        // In the wall around an arena the way out leads into the room.
        let from = DVec2::new(0.0, 12.0);
        let hit = scene.ray(from, along, 99.0, &all).unwrap();
        assert_eq!((hit.body, hit.distance, hit.normal), (room, 0.0, -DVec2::Y));
    }
    // From the surface outwards there is only the room.
    let hit = scene.ray(DVec2::new(2.0, 0.0), DVec2::X, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance), (room, 7.0));
    let inwards = scene.ray(DVec2::new(2.0, 0.0), -DVec2::X, 99.0, &all).unwrap();
    assert_eq!((inwards.body, inwards.distance, inwards.normal), (block, 0.0, DVec2::X));
}

#[test]
fn a_ball_that_moves_out_of_a_body_does_not_meet_it() {
    let mut world = World::new();
    let block = world.add(Body::fixed(Shape::cuboid(DVec2::new(2.0, 1.0)), DVec2::ZERO)).unwrap();
    let (scene, all) = (Scene::new(&world), Filter::new());
    let from = DVec2::new(2.25, 0.0);
    assert_eq!(scene.cast_ball(from, 0.5, DVec2::X, 9.0, &all), None);
    assert_eq!(scene.cast_ball(from, 0.5, DVec2::Y, 9.0, &all), None);
    let deeper = scene.cast_ball(from, 0.5, -DVec2::X, 9.0, &all).unwrap();
    assert_eq!((deeper.body, deeper.distance, deeper.normal), (block, 0.0, DVec2::X));
    assert_eq!(deeper.point, DVec2::new(1.75, 0.0));
}

#[test]
fn of_equally_near_ones_the_smallest_key_is_told() {
    let mut world = World::new();
    for key in [7, 3, 5, 9] {
        world.add_with_key(ball(4.0), key).unwrap();
    }
    let index = Index::new(&world);
    for scene in [Scene::new(&world), Scene::indexed(&world, &index)] {
        let all = Filter::new();
        let key = |hit: Option<Hit<DVec2>>| world.key(hit.unwrap().body).unwrap();
        assert_eq!(key(scene.ray(DVec2::ZERO, DVec2::X, 9.0, &all)), 3);
        assert_eq!(key(scene.cast_ball(DVec2::ZERO, 1.0, DVec2::X, 9.0, &all)), 3);
        assert_eq!(key(scene.nearest(DVec2::ZERO, 9.0, &all)), 3);
        let keys = |ids: Vec<BodyId>| -> Vec<_> { ids.iter().map(|id| world.key(*id)).collect() };
        let all_seen = scene.ray_all(DVec2::ZERO, DVec2::X, 9.0, &all);
        let sorted = [Some(3), Some(5), Some(7), Some(9)];
        assert_eq!(keys(all_seen.iter().map(|hit| hit.body).collect()), sorted);
        assert_eq!(keys(scene.at_point(DVec2::new(4.5, 0.0), &all)), sorted);
    }
}

#[test]
fn roles_decide_who_is_meant() {
    let mut world = World::new();
    let mut wall = |x: f64, role| {
        let shape = Shape::cuboid(DVec2::new(0.5, 3.0));
        world.add(Body { role, ..Body::fixed(shape, DVec2::new(x, 0.0)) }).unwrap()
    };
    let forward = wall(2.0, Role::OneWay { open: DVec2::X });
    let sensor = wall(4.0, Role::Sensor(Passage::Centre));
    let pocket = wall(6.0, Role::Absorber(Passage::Edge));
    let backward = wall(8.0, Role::OneWay { open: -DVec2::X });
    let solid = wall(10.0, Role::Solid);
    let scene = Scene::new(&world);
    let seen = |along: DVec2, from: f64, filter: &Filter<DVec2>| -> Vec<BodyId> {
        let from = DVec2::new(from, 0.0);
        scene.ray_all(from, along, 99.0, filter).iter().map(|hit| hit.body).collect()
    };
    // A gate is met against its direction only.
    assert_eq!(seen(DVec2::X, 0.0, &Filter::new()), [backward, solid]);
    assert_eq!(seen(-DVec2::X, 12.0, &Filter::new()), [solid, forward]);
    assert_eq!(seen(DVec2::X, 0.0, &Filter::everything()), [sensor, pocket, backward, solid]);
    assert_eq!(seen(DVec2::X, 0.0, &Filter::new().without_gates()), [solid]);
    assert_eq!(
        seen(DVec2::X, 0.0, &Filter::new().without_solids().with_sensors()),
        [sensor, backward]
    );
    // A region is met with that part of the ball that counts there.
    let met = |filter: &Filter<DVec2>| {
        scene.cast_ball(DVec2::ZERO, 0.25, DVec2::X, 99.0, filter).unwrap().distance
    };
    assert_eq!(met(&Filter::everything()), 3.5);
    assert_eq!(met(&Filter::new().with_absorbers()), 5.25);
    let at = |x: f64| scene.overlap_ball(DVec2::new(x, 0.0), 1.0, &Filter::everything());
    assert_eq!(at(3.0), [forward]);
    assert_eq!(at(5.0), [pocket]);
    assert_eq!(at(7.0), [pocket, backward]);
}

#[test]
fn who_takes_no_part_is_not_found() {
    let mut world = World::new();
    let pocket =
        Body { role: Role::Absorber(Passage::Edge), ..Body::fixed(Shape::ball(1.0), DVec2::ZERO) };
    world.add(pocket).unwrap();
    let (absorbed, removed) = (world.add(ball(0.0)).unwrap(), world.add(ball(5.0)).unwrap());
    let index = Index::new(&world);
    let mut stepper = Stepper::new();
    assert!(matches!(stepper.step(&mut world, 0.1).events[..], [Event::Absorbed(_)]));
    world.remove(removed);
    let fresh = Index::new(&world);
    let scenes =
        [Scene::new(&world), Scene::indexed(&world, &index), Scene::indexed(&world, &fresh)];
    for scene in scenes {
        let all = Filter::new();
        assert_eq!(scene.ray(DVec2::new(-9.0, 0.0), DVec2::X, 99.0, &all), None);
        assert_eq!(scene.nearest(DVec2::ZERO, 99.0, &all), None);
        assert!(scene.at_point(DVec2::ZERO, &all).is_empty());
        assert_eq!(scene.contact_of(absorbed, removed), None);
    }
}

#[test]
fn the_gap_of_two_bodies_is_told_from_either_side() {
    let mut world = World::new();
    let (one, two) = (world.add(ball(0.0)).unwrap(), world.add(ball(3.0)).unwrap());
    let half = DVec2::new(1.0, 2.0);
    let block = world.add(Body::fixed(Shape::cuboid(half), DVec2::new(0.0, 2.25))).unwrap();
    let floor = world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let ceiling = Body::fixed(Shape::half_space(-DVec2::Y), DVec2::new(0.0, 9.0));
    let ceiling = world.add(ceiling).unwrap();
    let scene = Scene::new(&world);
    let gap = scene.contact_of(one, two).unwrap();
    assert_eq!((gap.separation, gap.point, gap.normal), (2.0, DVec2::new(1.5, 0.0), -DVec2::X));
    let overlap = scene.contact_of(one, block).unwrap();
    assert_eq!((overlap.separation, overlap.normal), (-0.25, -DVec2::Y));
    assert_eq!(overlap.point, DVec2::new(0.0, 0.375));
    for pair in [[one, two], [one, block], [one, floor], [block, floor], [block, ceiling]] {
        let [gap, turned] =
            [pair, [pair[1], pair[0]]].map(|[a, b]| scene.contact_of(a, b).unwrap());
        assert_eq!((gap.separation, gap.normal), (turned.separation, -turned.normal));
        assert_eq!(gap.point, turned.point);
    }
    assert_eq!(scene.contact_of(one, one), None);
    assert_eq!(scene.contact_of(floor, ceiling), None);
    // Of a box that stands on the floor the middle of its lower face.
    let gap = scene.contact_of(block, floor).unwrap();
    assert_eq!((gap.separation, gap.point), (0.25, DVec2::new(0.0, 0.125)));
}

#[test]
fn the_gap_in_a_periodic_space_is_that_of_the_nearest_images() {
    let mut world = World::new();
    world.set_period(DVec2::new(10.0, 0.0)).unwrap();
    let (left, right) = (world.add(ball(-4.25)).unwrap(), world.add(ball(4.25)).unwrap());
    let gap = Scene::new(&world).contact_of(right, left).unwrap();
    assert_eq!((gap.separation, gap.normal), (0.5, -DVec2::X));
    assert!([-5.0, 5.0].contains(&gap.point.x), "{gap:?}");
}

#[test]
fn boxes_meet_and_overlap_as_boxes() {
    let mut world = World::new();
    let post = world.add(ball(5.0)).unwrap();
    let roof = [DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0), DVec2::new(0.0, 1.0)];
    let roof = Body::fixed(Shape::polygon(&roof).unwrap(), DVec2::new(-5.0, 0.0));
    let roof = world.add(roof).unwrap();
    let room = world.add(Body::fixed(Shape::arena(DVec2::new(9.0, 9.0)), DVec2::ZERO)).unwrap();
    let round = world.add(Body::fixed(Shape::round_arena(8.0), DVec2::ZERO)).unwrap();
    let (scene, all) = (Scene::new(&world), Filter::new());
    let half = DVec2::new(1.0, 2.0);
    // A face, a corner, and a wall. Boxes know no round arenas; balls do.
    let hit = scene.cast_box(DVec2::new(0.0, 1.0), half, DVec2::X, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.point), (post, 3.5, DVec2::new(4.5, 0.0)));
    let hit = scene.cast_box(DVec2::new(-5.0, 7.0), half, -DVec2::Y, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.normal), (roof, 4.0, DVec2::Y));
    let hit = scene.cast_box(DVec2::ZERO, half, DVec2::Y, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.normal), (room, 7.0, -DVec2::Y));
    let hit = scene.cast_ball(DVec2::ZERO, 1.0, DVec2::Y, 99.0, &all).unwrap();
    assert_eq!((hit.body, hit.distance, hit.normal), (round, 7.0, -DVec2::Y));
    let at = |x: f64, y: f64| scene.overlap_box(DVec2::new(x, y), half, &all);
    assert_eq!(at(3.5, 0.0), [post]);
    // The corner of the box is 0.35 off along both axes, which is within the ball, and then 0.36.
    assert_eq!(at(5.0 - 1.35, 2.35), [post]);
    assert_eq!(at(5.0 - 1.36, 2.36), []);
    assert_eq!(at(-5.0, 2.5), [roof]);
    assert_eq!(at(-7.0, 2.5), []);
    assert_eq!(at(8.5, 0.0), [room]);
    let gap = scene.contact_of(post, roof).unwrap();
    assert!((gap.separation - 8.5).abs() < 1e-15 && gap.normal == DVec2::X);
    assert!((gap.point - DVec2::new(0.25, 0.0)).length() < 1e-15);
}

#[test]
fn odd_questions_are_answered_with_nothing() {
    let mut random = Random::new(61);
    let world = world(&bodies::<DVec2>(&mut random, 80));
    let index = Index::new(&world);
    let all = Filter::everything();
    for scene in [Scene::new(&world), Scene::indexed(&world, &index)] {
        let nothing = |from: DVec2, radius: f64, along: DVec2, most: f64| {
            assert_eq!(scene.cast_ball(from, radius, along, most, &all), None);
            if radius == 0.0 {
                assert_eq!(scene.ray(from, along, most, &all), None);
                assert!(scene.ray_all(from, along, most, &all).is_empty());
            }
        };
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for bad in [DVec2::new(bad, 0.0), DVec2::new(1.0, bad)] {
                nothing(bad, 0.0, DVec2::X, 99.0);
                nothing(DVec2::ZERO, 0.0, bad, 99.0);
                assert!(scene.overlap_ball(bad, 1.0, &all).is_empty());
                assert!(scene.at_point(bad, &all).is_empty());
                assert_eq!(scene.nearest(bad, 99.0, &all), None);
            }
            nothing(DVec2::ZERO, bad, DVec2::X, 99.0);
            assert!(scene.overlap_ball(DVec2::ZERO, bad, &all).is_empty());
            let half = DVec2::new(1.0, bad);
            assert!(scene.overlap_box(DVec2::ZERO, half, &all).is_empty());
            assert_eq!(scene.cast_box(DVec2::ZERO, half, DVec2::X, 99.0, &all), None);
        }
        for bad in [f64::NAN, f64::NEG_INFINITY, -1.0] {
            nothing(DVec2::ZERO, 0.0, DVec2::X, bad);
            assert_eq!(scene.nearest(DVec2::ZERO, bad, &all), None);
        }
        nothing(DVec2::ZERO, 0.0, DVec2::ZERO, 99.0);
        nothing(DVec2::ZERO, -1.0, DVec2::X, 99.0);
        assert!(scene.overlap_ball(DVec2::ZERO, -1.0, &all).is_empty());
    }
}

#[test]
fn the_length_of_a_direction_does_not_count() {
    let mut random = Random::new(71);
    let world = world(&bodies::<DVec3>(&mut random, 40));
    let (scene, all) = (Scene::new(&world), Filter::new());
    for _ in 0..100 {
        let (from, along): (DVec3, DVec3) = (some(&mut random, 15.0), any(&mut random, 1.0));
        let expected = scene.ray(from, along, f64::INFINITY, &all);
        assert!(expected.is_some());
        // Powers of two scale without rounding.
        for power in [-900, -40, 1, 500, 1000] {
            let scaled = along * 2f64.powi(power);
            assert_eq!(scene.ray(from, scaled, f64::INFINITY, &all), expected);
        }
    }
}

#[test]
fn huge_and_tiny_numbers_do_not_hang() {
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
        let (scene, all) = (Scene::indexed(&world, &index), Filter::new());
        for _ in 0..20 {
            let (at, along, radius) = (any(300.0), any(300.0), any(300.0).x.abs());
            for hit in scene.ray_all(at, along, f64::INFINITY, &all) {
                assert!(hit.distance >= 0.0);
            }
            assert!(
                scene
                    .cast_ball(at, radius, along, f64::INFINITY, &all)
                    .is_none_or(|hit| hit.distance >= 0.0)
            );
            let overlapped = scene.overlap_ball(at, radius, &all);
            assert!(overlapped.len() <= 90);
            let _nearest = scene.nearest(at, f64::INFINITY, &all);
        }
    }
    let most = Vec2::splat(f32::MAX);
    let mut world = World::<Vec2>::new();
    let far = world.add(Body::dynamic(Shape::ball(1.0), most)).unwrap();
    let hit = Scene::new(&world).ray(-most, most, f64::INFINITY, &Filter::new());
    assert!(hit.is_none_or(|hit| hit.body == far));
}

/// Ten thousand balls and a wall around them: what the index is for.
#[test]
fn an_index_pays() {
    let mut random = Random::new(91);
    let mut world = World::<DVec2>::new();
    for _ in 0..10_000 {
        world
            .add(Body::dynamic(Shape::ball(random.between(0.1, 0.5)), any(&mut random, 100.0)))
            .unwrap();
    }
    world.add(Body::fixed(Shape::arena(DVec2::splat(101.0)), DVec2::ZERO)).unwrap();
    let turned = Shape::turned_cuboid(DVec2::new(60.0, 0.1), Frame::along(DVec2::ONE));
    world.add(Body::fixed(turned, DVec2::ZERO)).unwrap();
    let start = Instant::now();
    let index = Index::new(&world);
    println!("building the index: {:?}", start.elapsed());
    let mut rates = Vec::new();
    for (scene, count) in [(Scene::new(&world), 100), (Scene::indexed(&world, &index), 20_000)] {
        let ask = |what: &str, ask: &mut dyn FnMut(DVec2, DVec2) -> bool| {
            let mut random = Random::new(92);
            let start = Instant::now();
            let found =
                (0..count).filter(|_| ask(any(&mut random, 100.0), any(&mut random, 1.0))).count();
            let rate = f64::from(count) / start.elapsed().as_secs_f64();
            println!("{what}: {rate:.0} a second, {found} of {count} with an answer");
            rate
        };
        let all = Filter::new();
        rates.push(ask("rays", &mut |at, along| {
            scene.ray(at, along, f64::INFINITY, &all).is_some()
        }));
        ask("rays through all", &mut |at, along| {
            !scene.ray_all(at, along, f64::INFINITY, &all).is_empty()
        });
        ask("moving balls", &mut |at, along| {
            scene.cast_ball(at, 0.3, along, f64::INFINITY, &all).is_some()
        });
        ask("neighbours", &mut |at, _| scene.nearest(at, f64::INFINITY, &all).is_some());
        ask("overlaps", &mut |at, _| !scene.overlap_ball(at, 1.0, &all).is_empty());
    }
    assert!(rates[1] > 10.0 * rates[0], "{rates:?} rays a second");
}
