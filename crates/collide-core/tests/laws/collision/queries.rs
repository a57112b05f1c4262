//! Queries agree with slow oracles, with each other and with the step.

use crate::support::spaces::in_both_spaces;

use crate::support::random::Random;
use collide_core::body::{Body, Kind, Layers, Passage, Role};
use collide_core::contact::contact;
use collide_core::measure::deepest_overlap;
use collide_core::query::{Filter, Hit, Index, SpatialQuery};
use collide_core::report::{Event, Impact};
use collide_core::shape::{Mover, Shape};
use collide_core::step::{Outcome, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use crate::support::worlds::query_worlds::{bodies, stored_vector, world};

/// Filters of every kind.
fn filters<'a, V: Vector>(ids: &'a [BodyId]) -> Vec<Filter<'a, V>> {
    vec![
        Filter::new(),
        Filter::everything(),
        Filter::new().of_kinds(&[Kind::Dynamic]),
        Filter::new().of_kinds(&[Kind::Static, Kind::Kinematic]).without_gates(),
        Filter::everything().without_solids(),
        Filter::everything().colliding_with(Layers { memberships: 0b10, filters: 0b101 }),
        Filter::new().excluding(ids.iter().copied().step_by(2)),
        Filter::new().predicate(|id, body| id != ids[0] && body.mass < 3.0),
    ]
}

/// Asserts that two queries answer random queries with the same bits.
///
/// Returns the numbers of non-empty answers: rays, casts, overlaps, neighbours.
fn assert_same_answers<V: Vector>(
    random: &mut Random,
    one: &SpatialQuery<V>,
    other: &SpatialQuery<V>,
    ids: &[BodyId],
) -> [usize; 4] {
    let mut answers = [0; 4];
    for filter in filters::<V>(ids) {
        for number in 0..40 {
            let (from, along): (V, V) = (stored_vector(random, 25.0), stored_vector(random, 1.0));
            let radius = if number % 3 == 0 { 0.5 } else { random.between(0.0, 2.0) };
            let most = [f64::INFINITY, 8.0, random.between(0.0, 40.0)][number % 3];
            let first = one.cast_ray(from, along, most, &filter);
            assert_eq!(first, other.cast_ray(from, along, most, &filter));
            let all = one.cast_ray_all(from, along, most, &filter);
            assert_eq!(all, other.cast_ray_all(from, along, most, &filter));
            assert_eq!(all.first().copied(), first);
            let hit = one.cast_ball(from, radius, along, most, &filter);
            assert_eq!(hit, other.cast_ball(from, radius, along, most, &filter));
            let overlapped = one.overlap_ball(from, radius, &filter);
            assert_eq!(overlapped, other.overlap_ball(from, radius, &filter));
            assert_eq!(one.at_point(from, &filter), other.at_point(from, &filter));
            let half: V = V::from_components(|_| radius * random.between(0.0, 1.0));
            let box_hit = one.cast_box(from, half, along, most, &filter);
            assert_eq!(box_hit, other.cast_box(from, half, along, most, &filter));
            assert_eq!(
                one.overlap_box(from, half, &filter),
                other.overlap_box(from, half, &filter)
            );
            let near = one.nearest(from, most, &filter);
            assert_eq!(near, other.nearest(from, most, &filter));
            let found = [first.is_some(), hit.is_some(), !overlapped.is_empty(), near.is_some()];
            answers.iter_mut().zip(found).for_each(|(count, found)| *count += usize::from(found));
        }
    }
    answers
}

/// It holds after steps and within an interrupted step.
fn indexed_queries_match_bits_of_a_full_search<V: Vector>() {
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
            let queries = [SpatialQuery::new(&world), SpatialQuery::indexed(&world, &index)];
            let answers = assert_same_answers(&mut random, &queries[0], &queries[1], &ids);
            assert!(answers.iter().all(|count| *count > 5), "seed {seed}: {answers:?}");
        }
    }
}

/// A hit with the key of the body instead of its id, which depends on the storage.
fn with_key<V: Vector>(world: &World<V>, hit: Option<Hit<V>>) -> Option<(Option<u64>, String)> {
    hit.map(|hit| {
        (world.key(hit.body), format!("{:?} {:?} {:?}", hit.distance, hit.point, hit.normal))
    })
}

/// The bodies have the same keys in another order of storage, some of them removed and added again.
fn queries_match_bits_in_any_storage_order<V: Vector>() {
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
        let (from, along): (V, V) =
            (stored_vector(&mut random, 20.0), stored_vector(&mut random, 1.0));
        let [first, second] = [(&one, &indices[0]), (&other, &indices[1])].map(|(world, index)| {
            let query = SpatialQuery::indexed(world, index);
            let keys =
                |ids: Vec<BodyId>| -> Vec<_> { ids.iter().map(|id| world.key(*id)).collect() };
            let hits: Vec<_> = query.cast_ray_all(from, along, 50.0, &all);
            (
                hits.into_iter().map(|hit| with_key(world, Some(hit))).collect::<Vec<_>>(),
                with_key(world, query.cast_ball(from, 0.5, along, 50.0, &all)),
                with_key(world, query.nearest(from, 50.0, &all)),
                keys(query.overlap_ball(from, 2.0, &all)),
            )
        });
        assert_eq!(first, second);
        assert!(first.3.is_sorted());
        hits += first.0.len();
    }
    assert!(hits > 300, "{hits}");
}

/// The distance of a ball from the nearest body that the filter admits.
fn separation<V: Vector>(world: &World<V>, filter: &Filter<V>, at: V, radius: f64) -> f64 {
    let bodies = world.ids().filter_map(|id| world.body(id).map(|body| (id, body)));
    let separation = |body: &Body<V>| {
        let radius = if matches!(body.role, Role::Sensor(Passage::Centre)) { 0.0 } else { radius };
        contact(&body.shape, at - body.position, radius).separation
    };
    bodies
        .filter(|(id, body)| filter.admits(*id, body))
        .map(|(_, body)| separation(&body))
        .fold(f64::INFINITY, f64::min)
}

/// The oracle samples the separation every fiftieth of a length unit and bisects the interval in which its sign
/// changes.
fn rays_and_casts_end_at_the_first_touch<V: Vector>() {
    const SAMPLES: u32 = 1500;
    let mut random = Random::new(31);
    let mut hits = 0;
    for number in 0..160 {
        let world = world(&bodies::<V>(&mut random, 24));
        let filter = Filter::new().with_sensors().without_gates();
        let radius = if number % 2 == 0 { 0.0 } else { random.between(0.0, 0.7) };
        let (from, along): (V, V) =
            (stored_vector(&mut random, 15.0), stored_vector(&mut random, 1.0));
        let length = along.length();
        let outside =
            |distance: f64| separation(&world, &filter, from + along * (distance / length), radius);
        if length == 0.0 || outside(0.0) <= 0.0 {
            continue;
        }
        let query = SpatialQuery::new(&world);
        let found = if number % 2 == 0 {
            query.cast_ray(from, along, 30.0, &filter)
        } else {
            query.cast_ball(from, radius, along, 30.0, &filter)
        };
        let distance = |sample: u32| 30.0 * f64::from(sample) / f64::from(SAMPLES);
        let last_outside = (0..SAMPLES).find(|sample| outside(distance(*sample + 1)) <= 0.0);
        let case = format!("{number}: {found:?}");
        if let Some(hit) = found {
            hits += 1;
            assert!(outside(hit.distance).abs() < 1e-9, "{case}: {} away", outside(hit.distance));
            let surface = separation(&world, &filter, hit.point, 0.0);
            let centre = from + along * (hit.distance / length);
            let is_sensor = matches!(world.body(hit.body).unwrap().role, Role::Sensor(_));
            assert!(is_sensor || surface.abs() < 1e-9, "{case}: {surface} off the surface");
            assert!(
                is_sensor || (hit.point + hit.normal * radius - centre).length() < 1e-9,
                "{case}"
            );
            assert!((hit.normal.length() - 1.0).abs() < 1e-9);
            assert!(hit.normal.dot(along) < 0.0, "{case}: does not approach");
        }
        let Some(sample) = last_outside else { continue };
        let (mut left, mut right) = (distance(sample), distance(sample + 1));
        for _ in 0..60 {
            let middle = 0.5 * (left + right);
            *(if outside(middle) > 0.0 { &mut left } else { &mut right }) = middle;
        }
        let depth = -outside(distance(sample + 1));
        match found {
            // An earlier touch may be too short for the samples of the oracle.
            Some(hit) => assert!(hit.distance <= right + 1e-7, "{case} instead of {right}"),
            None => assert!(right > 30.0 - 1e-9 || depth < 1e-9, "missed at {right}, {depth} deep"),
        }
    }
    assert!(hits > 40, "{hits}");
}

fn is_gate<V: Vector>(_: BodyId, body: &Body<V>) -> bool {
    matches!(body.role, Role::OneWay { .. })
}

/// A world in which nothing moves, and a mover to add that overlaps no gate; none if it overlaps one.
fn still_room<V: Vector>(random: &mut Random, number: usize) -> Option<(World<V>, Body<V>)> {
    let is_box = number % 3 == 2;
    let half = V::from_components(|_| random.between(0.05, 0.8));
    let ball = Shape::ball(random.between(0.05, 0.8));
    let shape = if is_box { Shape::cuboid(half) } else { ball };
    let mut world = World::<V>::new();
    for (key, body) in (1u64..).zip(bodies::<V>(random, 24)) {
        let role = if let Role::Absorber(_) = body.role { Role::Solid } else { body.role };
        let still = Body { velocity: V::default(), role, layers: Layers::ALL, ..body };
        if !is_box || still.shape.meets_boxes() {
            let id = world.add_with_key(still, key).unwrap();
            // Overlapping bodies would move apart.
            if deepest_overlap(&world) > 0.0 {
                world.remove(id);
            }
        }
    }
    // Along an axis at one length unit a second, distance and time have the same bits.
    let along_axis = V::unit(number % V::DIMENSION);
    let velocity = if number.is_multiple_of(4) { along_axis } else { stored_vector(random, 3.0) };
    let own = Body { velocity, ..Body::dynamic(shape, stored_vector(random, 16.0)) };
    // In a step a body inside a gate passes through it.
    let gates = Filter::new().predicate(is_gate);
    let around = match own.shape.ball_radius() {
        Some(radius) => SpatialQuery::new(&world).overlap_ball(own.position, radius, &gates),
        None => SpatialQuery::new(&world).overlap_box(own.position, half, &gates),
    };
    (around.is_empty() && velocity != V::default()).then_some((world, own))
}

/// Asserts that a hit of a query and an impact of a step agree, to the bit if `exact`.
///
/// `first` is whether the mover is the first body of the impact.
fn assert_agree<V: Vector>(
    world: &World<V>,
    own: &Body<V>,
    hit: &Hit<V>,
    impact: &Impact<V>,
    [first, exact]: [bool; 2],
) {
    let case = format!("{own:?}, {hit:?}, {impact:?}");
    let met = world.body(hit.body).unwrap();
    let is_box = own.shape.ball_radius().is_none();
    // Between a box and a ball the step reports the centre of the overlap of their bounds if the box is the
    // first body.
    let on_ball = is_box && met.shape.ball_radius().is_some();
    let normal = if first { impact.normal } else { -impact.normal };
    if exact {
        assert_eq!((hit.distance, hit.normal), (impact.time, normal), "{case}");
        assert!(on_ball || hit.point == impact.point, "{case}");
    }
    let error = (hit.distance - impact.time * own.velocity.length()).abs();
    assert!(error < 100.0 * f64::EPSILON * 50.0, "{case}");
    assert!((hit.normal - normal).length() < 1e-9, "{case}");
    // For overlapping bodies the two points differ.
    if hit.distance > 0.0 {
        let surface = contact(&met.shape, hit.point - met.position, 0.0).separation;
        // Where a box touches a corner or a round end, the point is on the face of the box only.
        assert!(surface.abs() < 1e-9 || (is_box && !on_ball), "{case}");
        let apart = (hit.point - impact.point).length();
        assert!((on_ball && first) || apart < 1e-9, "{case}");
    }
}

/// The other bodies are at rest.
fn casts_match_the_impacts_of_a_step<V: Vector>() {
    let mut random = Random::new(41);
    let (mut hits, mut exact_hits) = (0, 0);
    for number in 0..600 {
        let Some((mut world, own)) = still_room::<V>(&mut random, number) else { continue };
        let (query, all) = (SpatialQuery::new(&world), Filter::new());
        let (from, along) = (own.position, own.velocity);
        let met = match own.shape.mover() {
            Some(Mover { half, radius: 0.0 }) => query.cast_box(from, half, along, 50.0, &all),
            mover => query.cast_ball(from, mover.unwrap().radius, along, 50.0, &all),
        };
        let before = world.clone();
        // The step takes the ball with the smaller key as the first, so the mover has the smallest or largest
        // key.
        let key = if number.is_multiple_of(2) { 0 } else { 1000 };
        let id = world.add_with_key(own.clone(), key).unwrap();
        // Overlapping bodies that do not approach are moved apart.
        if deepest_overlap(&world) > 0.0 && met.is_none_or(|hit| hit.distance > 0.0) {
            continue;
        }
        let mut stepper = Stepper::new();
        let report = stepper.step(&mut world, 50.0 / along.length());
        let impact = report.impacts().find(|impact| impact.bodies.contains(&id));
        // A body that has left a gate was stored with rounding and is not exactly on the same path.
        let has_passed_gate = report.events.iter().any(|event| match event {
            Event::Exited(it) => is_gate(it.region, &world.body(it.region).unwrap()),
            _ => false,
        });
        match (met, impact) {
            (None, None) => {}
            (Some(hit), Some(impact)) => {
                let first = impact.bodies[0] == id;
                assert_eq!(hit.body, impact.bodies[usize::from(first)], "{number}");
                if !has_passed_gate {
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

/// Its point is on the surface of the body.
fn nearest_body_has_the_least_separation<V: Vector>() {
    let mut random = Random::new(51);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..60 {
        let world = world(&bodies::<V>(&mut random, 40));
        let index = Index::new(&world);
        let (all, query) = (Filter::everything(), SpatialQuery::indexed(&world, &index));
        for _ in 0..20 {
            let point: V = stored_vector(&mut random, 22.0);
            let least = world.ids().map(|id| {
                let body = world.body(id).unwrap();
                contact(&body.shape, point - body.position, 0.0).separation
            });
            let least = least.fold(f64::INFINITY, f64::min);
            let found = query.nearest(point, f64::INFINITY, &all).unwrap();
            assert_eq!(found.distance, least);
            assert!((found.point + found.normal * least - point).length() < 1e-12);
            let body = world.body(found.body).unwrap();
            let surface = contact(&body.shape, found.point - body.position, 0.0);
            let behind = least < 0.0 && matches!(body.shape, Shape::Arena { .. });
            assert!(behind || surface.separation.abs() < 1e-9, "{found:?} {surface:?}");
            if least < 0.0 {
                inside += 1
            } else {
                outside += 1
            }
            assert_eq!(query.nearest(point, f64::max(least, 0.0), &all), Some(found));
            assert!(least <= 0.0 || query.nearest(point, least * (1.0 - 1e-9), &all).is_none());
        }
    }
    assert!(inside > 50 && outside > 200, "{inside}, {outside}");
}

/// Asserts that every body with a point inside a box is among the bodies that the box overlaps.
fn box_overlaps_every_body_with_a_point_inside<V: Vector>() {
    let mut random = Random::new(45);
    let (mut points, mut empty) = (0, 0);
    for _ in 0..60 {
        let world = world(&bodies::<V>(&mut random, 40));
        let query = SpatialQuery::new(&world);
        // Bodies that a box cannot meet are excluded.
        let all = Filter::new().predicate(|_, body| body.shape.meets_boxes());
        for _ in 0..20 {
            let half = V::from_components(|_| random.between(0.1, 1.5));
            let (at, half) = (stored_vector::<V>(&mut random, 20.0), half);
            let overlapped = query.overlap_box(at, half, &all);
            empty += usize::from(overlapped.is_empty());
            for _ in 0..20 {
                let inside = V::from_components(|axis| {
                    let half = (1.0 - 1e-6) * half.component(axis);
                    at.component(axis) + random.between(-half, half)
                });
                for body in query.at_point(inside, &all) {
                    points += 1;
                    assert!(overlapped.contains(&body), "{at:?} {half:?}: {body:?}");
                }
            }
        }
    }
    assert!(points > 200 && empty > 100, "{points}, {empty}");
}

in_both_spaces!(
    indexed_queries_match_bits_of_a_full_search,
    box_overlaps_every_body_with_a_point_inside,
    queries_match_bits_in_any_storage_order,
    rays_and_casts_end_at_the_first_touch,
    casts_match_the_impacts_of_a_step,
    nearest_body_has_the_least_separation,
);
