//! The symmetries of mechanics hold for whole worlds: reflections, rotations, units, moving frames, reversal of
//! time and lower precision.
//!
//! Units that are powers of two round alike; so do reflections and quarter turns if each corner and edge is
//! measured from the same end and tested in the same order. These symmetries hold to the bit. The others
//! change the rounding, and an error grows with every impact. Its growth is measured by shifting all
//! positions a little and comparing the ends. Such a symmetry may deviate by the rounding of each event of a
//! body times this growth.

use crate::support::spaces::in_both_spaces;
use std::collections::BTreeMap;

use crate::support::random::Random;
use crate::support::worlds::filled_room::fill_room;
use crate::support::worlds::symmetry::{Symmetry, outline};
use collide_core::body::{Body, Kind};
use collide_core::measure::deepest_overlap;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::DVec2;

/// The half extent of the room, the largest coordinate.
const ROOM: f64 = 10.0;

/// The shift that measures the growth of errors: far above rounding, and still small at the end.
const SHIFT: f64 = 1e-10;

fn vector<V: Vector>(values: [f64; 3]) -> V {
    V::from_components(|axis| values[axis])
}

/// Obstacles that boxes can meet, and in the plane outlines if requested.
fn solids<V: Vector>(outlines: bool) -> Vec<Body<V>> {
    let at = |place| vector(place);
    let mut solids = vec![
        Body::fixed(Shape::ball(1.5), at([-5.0, 4.0, 1.0])),
        Body::fixed(Shape::cuboid(vector([2.0, 1.0, 3.0])), at([4.0, 5.0, -2.0])),
        Body::fixed(Shape::rounded_cuboid(vector([1.0, 0.0, 0.5]), 0.25), at([5.0, -5.0, 4.0])),
        Body::fixed(Shape::half_space(vector([0.6, 0.8, 0.0])), at([-7.0, -7.0, 0.0])),
        Body::kinematic(
            Shape::cuboid(vector([0.5, 0.5, 0.5])),
            at([0.0, 0.0, 0.0]),
            at([0.5, -0.25, 0.125]),
        ),
    ];
    if outlines && V::DIMENSION == 2 {
        let turned = Frame::along(vector([2.0, 1.0, 0.0]));
        solids.push(Body::fixed(
            Shape::turned_cuboid(vector([1.0, 0.5, 0.0]), turned),
            at([0.0, 6.0, 0.0]),
        ));
        for (tag, place) in [[-6.0, -1.0, 0.0], [1.0, -7.0, 0.0]].into_iter().enumerate() {
            let shape = outline(tag as u64, |point| point);
            solids.push(Body { tag: tag as u64, ..Body::fixed(shape, at(place)) });
        }
    }
    solids
}

/// A filled room with some inelastic bodies and, if its paths are `curved`, gravity and some rolling
/// resistance.
fn game<V: Vector>(seed: u64, outlines: bool, curved: bool) -> World<V> {
    let mut world = World::new();
    fill_room(&mut world, solids(outlines), seed, 40);
    for (number, id) in ids(&world).into_iter().enumerate() {
        let change = |body: &mut Body<V>| {
            body.restitution = if number % 3 == 0 { 0.875 } else { 1.0 };
            if curved && body.kind == Kind::Dynamic && number % 5 == 0 {
                body.rolling_resistance = 0.5;
            }
        };
        world.edit(id, change).unwrap();
    }
    if curved {
        world.set_gravity(vector([0.5, -2.0, 1.0])).unwrap();
    }
    world
}

fn ids<V: Vector>(world: &World<V>) -> Vec<BodyId> {
    world.ids().collect()
}

/// Plays a world and its transformation, and asserts that both are the same to the bit.
fn assert_same_bits<V: Vector>(name: &str, mut world: World<V>, symmetry: &Symmetry<'_, V>) {
    let mut transformed: World<V> = symmetry.world(&world);
    let mut steppers = [Stepper::new(), Stepper::with_settings(symmetry.settings())];
    let mut impacts = 0;
    for step in 0..60 {
        let dt = [1.0 / 64.0, 0.125, 0.1][step % 3];
        let [one, two] = steppers.each_mut();
        let reports = (one.step(&mut world, dt), two.step(&mut transformed, dt * symmetry.time));
        let (ours, theirs) = reports;
        impacts += ours.impacts().count();
        assert_eq!(ours.events.len(), theirs.events.len(), "{name}, step {step}");
        for (our, their) in ours.impacts().zip(theirs.impacts()) {
            let expected =
                (our.time * symmetry.time, symmetry.place(our.point), (symmetry.turn)(our.normal));
            let keys =
                [our.bodies.map(|id| world.key(id)), their.bodies.map(|id| transformed.key(id))];
            assert_eq!(keys[0], keys[1], "{name}, step {step}");
            assert_eq!(expected, (their.time, their.point, their.normal), "{name}");
        }
        for id in world.ids() {
            let other = transformed.id_with_key(world.key(id).unwrap()).unwrap();
            let (our, their) = (world.body(id).unwrap(), transformed.body(other).unwrap());
            let our = (symmetry.place(our.position), symmetry.speed(our.velocity));
            let their = (their.position, their.velocity);
            assert_eq!(our, their, "{name}, step {step}");
        }
    }
    println!("{name}: {impacts} impacts, the same bits");
    assert!(impacts > 60, "{impacts}");
}

/// The reflection along one axis.
fn mirror<V: Vector>(place: V, mirror: usize) -> V {
    let value = |axis| place.component(axis);
    V::from_components(|axis| if axis == mirror { -value(axis) } else { value(axis) })
}

fn reflected_world_has_the_same_bits<V: Vector>() {
    for axis in 0..V::DIMENSION {
        let symmetry = Symmetry { turn: &|place| mirror(place, axis), length: 1.0, time: 1.0 };
        for seed in 0..3 {
            assert_same_bits(
                "reflection of straight paths",
                game::<V>(seed, false, false),
                &symmetry,
            );
            assert_same_bits("reflection of balls", round_game::<V>(seed, false), &symmetry);
        }
    }
}

fn world_in_other_units_has_the_same_bits<V: Vector>() {
    let units = [[4.0, 1.0], [1.0 / 1024.0, 1.0], [1.0, 8.0], [1.0, 1.0 / 256.0], [64.0, 0.125]];
    for (seed, [length, time]) in units.into_iter().enumerate() {
        let symmetry = Symmetry { turn: &|place| place, length, time };
        assert_same_bits("units", game::<V>(seed as u64, true, true), &symmetry);
    }
}

/// It holds in the plane only, because in space the rounding of a sum of three squares depends on the order.
#[test]
fn world_after_a_quarter_turn_has_the_same_bits() {
    for seed in 0..3 {
        let symmetry = Symmetry { turn: &|place: DVec2| place.perp(), length: 1.0, time: 1.0 };
        assert_same_bits("quarter turn", game(seed, true, false), &symmetry);
        assert_same_bits("quarter turn of balls", round_game::<DVec2>(seed, true), &symmetry);
    }
}

/// Plays some steps and returns the largest number of impacts of one body.
fn play<V: Vector>(world: &mut World<V>, dt: f64, steps: usize) -> usize {
    let mut stepper = Stepper::new();
    let mut counts = BTreeMap::new();
    for _ in 0..steps {
        let report = stepper.step(world, dt);
        assert!(report.limits.is_empty());
        for body in report.impacts().flat_map(|impact| impact.bodies) {
            *counts.entry(body).or_insert(0) += 1;
        }
    }
    let movers = counts.iter().filter(|(id, _)| world.body(**id).unwrap().kind == Kind::Dynamic);
    movers.map(|(_, count)| *count).max().unwrap_or(0)
}

/// The largest distance between the mapped positions of a world and those of another.
fn largest_distance<V: Vector>(world: &World<V>, other: &World<V>, map: impl Fn(V) -> V) -> f64 {
    let distances = world.ids().map(|id| {
        let twin = other.id_with_key(world.key(id).unwrap()).unwrap();
        (map(world.body(id).unwrap().position) - other.body(twin).unwrap().position).length()
    });
    distances.fold(0.0, f64::max)
}

/// The deviation that rounding may cause in a world of this space.
///
/// Every step and impact of a body contributes a unit in the last place of the largest coordinate, times the
/// growth of errors.
fn allowed_deviation<V: Vector>(start: &World<V>, dt: f64, steps: usize) -> f64 {
    let identity = Symmetry { turn: &|place| place, length: 1.0, time: 1.0 };
    let mut exact: World<V> = identity.world(start);
    let begin = exact.clone();
    let events = steps + play(&mut exact, dt, steps);
    let mut growth = 1.0;
    for seed in 0..4 {
        let (mut random, mut moved) = (Random::new(seed), begin.clone());
        for id in ids(&begin) {
            let shift = V::from_components(|_| random.between(-SHIFT, SHIFT));
            let is_dynamic = begin.body(id).unwrap().kind == Kind::Dynamic;
            if is_dynamic {
                moved.edit(id, |body| body.position += shift).unwrap();
            }
        }
        play(&mut moved, dt, steps);
        growth = f64::max(growth, largest_distance(&exact, &moved, |place| place) / SHIFT);
    }
    println!("  errors grow {growth:.1e}-fold in {events} events");
    assert!(growth < 1e7, "the shift has grown too large to measure the growth of errors");
    f64::EPSILON * ROOM * events as f64 * growth
}

fn assert_within(name: &str, deviation: f64, allowed: f64) {
    println!("{name}: {deviation:.1e} off, allowed {allowed:.1e}");
    assert!(deviation <= allowed, "{name}");
}

/// Balls in a round arena among obstacles that can be rotated.
fn round_game<V: Vector>(seed: u64, outlines: bool) -> World<V> {
    let (mut random, mut world) = (Random::new(seed), World::<V>::new());
    let at = |place| vector(place);
    let turned = Frame::along(vector([2.0, 1.0, 3.0]));
    let room = Body::fixed(Shape::round_arena(ROOM), V::default());
    let mut bodies = vec![
        room,
        Body::fixed(Shape::turned_cuboid(vector([1.0, 2.0, 1.5]), turned), at([5.0, 1.0, 2.0])),
        Body::fixed(
            Shape::capsule(vector([-1.0, 1.0, 1.0]), vector([1.0, 2.0, 0.0]), 0.5),
            at([-4.0; 3]),
        ),
        Body::fixed(Shape::half_space(vector([0.6, 0.8, 0.0])), at([-5.0, -5.0, 0.0])),
    ];
    if outlines && V::DIMENSION == 2 {
        for (tag, place) in [[-4.0, 4.0, 0.0], [1.0, -6.0, 0.0]].into_iter().enumerate() {
            let shape = outline(tag as u64, |point| point);
            bodies.push(Body { tag: tag as u64, ..Body::fixed(shape, at(place)) });
        }
    }
    for number in 0..2000 {
        let place = V::from_components(|_| random.between(-9.0, 9.0));
        let velocity = V::from_components(|_| random.between(-5.0, 5.0));
        let radius = random.between(0.1, 0.4);
        let ball = Body::dynamic(Shape::ball(radius), place);
        let mass = if number % 2 == 0 { 1.0 } else { 2.5 };
        bodies.push(Body { velocity, mass, ..ball });
    }
    for body in bodies {
        if world.ids().count() < 50 {
            let id = world.add(body).unwrap();
            if deepest_overlap(&world) > 0.0 {
                world.remove(id);
            }
        }
    }
    world.set_gravity(vector([0.5, -2.0, 1.0])).unwrap();
    world
}

/// The number of steps of a 60th of a second.
const STEPS: usize = 90;

const DT: f64 = 1.0 / 60.0;

fn rotated_world_agrees<V: Vector>() {
    for seed in 0..3 {
        // Orthonormal axes in a general position.
        let frame = Frame::along(vector::<V>([0.3, -0.8, 0.5 + seed as f64]));
        let symmetry = Symmetry { turn: &|place| frame.to_global(place), length: 1.0, time: 1.0 };
        let mut world = round_game::<V>(seed, true);
        let mut transformed: World<V> = symmetry.world(&world);
        let allowed = allowed_deviation(&world, DT, STEPS);
        play(&mut world, DT, STEPS);
        play(&mut transformed, DT, STEPS);
        assert_within(
            "rotated",
            largest_distance(&world, &transformed, |place| symmetry.place(place)),
            allowed,
        );
    }
}

/// In a moving frame the walls move.
fn world_in_a_moving_frame_agrees<V: Vector>() {
    for seed in 0..3 {
        let boost = vector::<V>([0.7, -0.4, 1.1]);
        let mut world = elastic(game::<V>(seed, true, true));
        let mut transformed = world.clone();
        for id in ids(&world) {
            let change = |body: &mut Body<V>| {
                if body.kind == Kind::Static {
                    body.kind = Kind::Kinematic;
                    body.velocity = V::default();
                }
                body.velocity += boost;
            };
            transformed.edit(id, change).unwrap();
        }
        let allowed = allowed_deviation(&world, DT, STEPS);
        play(&mut world, DT, STEPS);
        play(&mut transformed, DT, STEPS);
        let moved = boost * (DT * STEPS as f64);
        assert_within(
            "boosted",
            largest_distance(&world, &transformed, |place| place + moved),
            allowed,
        );
    }
}

/// The world without losses, which are not reversible, and without rolling resistance, which prefers a frame.
fn elastic<V: Vector>(mut world: World<V>) -> World<V> {
    for id in ids(&world) {
        world.edit(id, |body| (body.restitution, body.rolling_resistance) = (1.0, 0.0)).unwrap();
    }
    world
}

fn world_with_reversed_velocities_returns<V: Vector>() {
    for seed in 0..3 {
        let mut world = elastic(game::<V>(seed, true, true));
        let start = world.clone();
        let steps = STEPS / 2;
        play(&mut world, DT, steps);
        for id in ids(&world) {
            world.edit(id, |body| body.velocity = -body.velocity).unwrap();
        }
        // The rounding of the way forwards has grown when the way back begins, shrinks again to its origin and
        // then grows, as does the rounding of the way back.
        let allowed = 2.0 * allowed_deviation(&world, DT, steps);
        play(&mut world, DT, steps);
        assert_within("backwards", largest_distance(&start, &world, |place| place), allowed);
    }
}

/// A reflection reverses the edges of an outline, which are measured from their start, and the order in which
/// a curved path is tested against the corners of a box.
fn reflected_world_with_outlines_agrees<V: Vector>() {
    for seed in 0..3 {
        let axis = seed as usize % V::DIMENSION;
        let symmetry = Symmetry { turn: &|place| mirror(place, axis), length: 1.0, time: 1.0 };
        let mut world = game::<V>(seed, true, true);
        let mut transformed: World<V> = symmetry.world(&world);
        let allowed = allowed_deviation(&world, DT, STEPS);
        play(&mut world, DT, STEPS);
        play(&mut transformed, DT, STEPS);
        assert_within(
            "reflected",
            largest_distance(&world, &transformed, |place| symmetry.place(place)),
            allowed,
        );
    }
}

in_both_spaces!(
    reflected_world_has_the_same_bits,
    reflected_world_with_outlines_agrees,
    world_in_other_units_has_the_same_bits,
    rotated_world_agrees,
    world_in_a_moving_frame_agrees,
    world_with_reversed_velocities_returns
);
