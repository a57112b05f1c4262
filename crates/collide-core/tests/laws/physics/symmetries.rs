//! The laws of motion hold for whole worlds: seen in a mirror, turned, in other units, from a moving
//! frame, backwards in time, or from the plane in space, a game is the same game.
//!
//! Units that are powers of two round alike, and mirrors and quarter turns do where the same corner or
//! edge is measured from the same end and looked at in the same order; these hold to the bit. The others
//! change the rounding, and a game makes much of little: an error grows with every
//! impact. How much is measured, by moving everything a little and looking how far off it ends. What
//! rounding did at each event of a body, grown as much, is what such a law may be off.

use crate::support::spaces::in_all_spaces;
use std::collections::BTreeMap;

use crate::support::random::Random;
use crate::support::worlds::filled_room::fill_room;
use crate::support::worlds::symmetry::{Symmetry, outline};
use collide_core::body::{Body, Kind};
use collide_core::measure::deepest_overlap;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::{Vector, Wide};
use collide_core::world::{BodyId, World};
use glam::{DVec2, Vec2, Vec3};

/// The half extent of the room of the crowd, the largest coordinate.
const ROOM: f64 = 10.0;

/// By how much all is moved to see how errors grow: far above rounding, and small when it has grown.
const SHIFT: f64 = 1e-10;

fn vector<W: Wide>(values: [f64; 3]) -> W {
    W::from_components(|axis| values[axis])
}

/// What stands in the room, for boxes to meet too; in the plane also outlines, if they are wanted.
fn solids<V: Vector>(outlines: bool) -> Vec<Body<V>> {
    let at = |place| V::narrow(vector(place));
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
    if outlines && V::Wide::DIMENSION == 2 {
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

/// A crowd, some of it not quite elastic; if its paths are curved under gravity, and some of it on a
/// cloth.
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
        world.set_gravity(V::narrow(vector([0.5, -2.0, 1.0]))).unwrap();
    }
    world
}

fn ids<V: Vector>(world: &World<V>) -> Vec<BodyId> {
    world.ids().collect()
}

/// Plays a game and how others see it, and asserts that it is the same, to the bit.
fn is_the_same<V: Vector>(name: &str, mut world: World<V>, view: &Symmetry<'_, V::Wide>) {
    let mut seen: World<V> = view.world(&world);
    let mut steppers = [Stepper::new(), Stepper::with_settings(view.settings())];
    let mut impacts = 0;
    for step in 0..60 {
        let dt = [1.0 / 64.0, 0.125, 0.1][step % 3];
        let [one, two] = steppers.each_mut();
        let (ours, theirs) = (one.step(&mut world, dt), two.step(&mut seen, dt * view.time));
        impacts += ours.impacts().count();
        assert_eq!(ours.events.len(), theirs.events.len(), "{name}, step {step}");
        for (our, their) in ours.impacts().zip(theirs.impacts()) {
            let told = (our.time * view.time, view.place(our.point), (view.turn)(our.normal));
            let who = [our.bodies.map(|id| world.key(id)), their.bodies.map(|id| seen.key(id))];
            assert_eq!(who[0], who[1], "{name}, step {step}");
            assert_eq!(told, (their.time, their.point, their.normal), "{name}");
        }
        for id in world.ids() {
            let other = seen.with_key(world.key(id).unwrap()).unwrap();
            let (our, their) = (world.body(id).unwrap(), seen.body(other).unwrap());
            let our = (view.place(our.position.widen()), view.speed(our.velocity.widen()));
            let their = (their.position.widen(), their.velocity.widen());
            assert_eq!(our, their, "{name}, step {step}");
        }
    }
    println!("{name}: {impacts} impacts, all the same");
    assert!(impacts > 60, "{impacts}");
}

/// The mirror that turns one axis round.
fn mirror<W: Wide>(place: W, mirror: usize) -> W {
    let value = |axis| place.component(axis);
    W::from_components(|axis| if axis == mirror { -value(axis) } else { value(axis) })
}

fn in_a_mirror<V: Vector>() {
    for axis in 0..V::Wide::DIMENSION {
        let view = Symmetry { turn: &|place| mirror(place, axis), length: 1.0, time: 1.0 };
        for seed in 0..3 {
            is_the_same("straight paths in a mirror", game::<V>(seed, false, false), &view);
            is_the_same("balls in a mirror", round_game::<V>(seed, false), &view);
        }
    }
}

fn in_other_units<V: Vector>() {
    let units = [[4.0, 1.0], [1.0 / 1024.0, 1.0], [1.0, 8.0], [1.0, 1.0 / 256.0], [64.0, 0.125]];
    for (seed, [length, time]) in units.into_iter().enumerate() {
        let view = Symmetry { turn: &|place| place, length, time };
        is_the_same("units", game::<V>(seed as u64, true, true), &view);
    }
}

/// In the plane; in space a sum of three squares rounds by the order of its terms.
#[test]
fn after_a_quarter_turn() {
    for seed in 0..3 {
        let view = Symmetry { turn: &|place: DVec2| place.perp(), length: 1.0, time: 1.0 };
        is_the_same("quarter turn", game::<DVec2>(seed, true, false), &view);
        is_the_same("quarter turn in f32", game::<Vec2>(seed, true, false), &view);
        is_the_same("quarter turn of balls", round_game::<DVec2>(seed, true), &view);
    }
}

/// Plays for some steps and tells the most impacts of one body.
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

/// How far the places of a game are from those of another, as `map` has them.
fn apart<V: Vector, T: Vector>(
    world: &World<V>,
    other: &World<T>,
    map: impl Fn(V::Wide) -> T::Wide,
) -> f64 {
    let distances = world.ids().map(|id| {
        let twin = other.with_key(world.key(id).unwrap()).unwrap();
        (map(world.body(id).unwrap().position.widen()) - other.body(twin).unwrap().position.widen())
            .length()
    });
    distances.fold(0.0, f64::max)
}

/// How far off a game may be because of rounding in its space: at every step and impact of a body by
/// the last place of the largest coordinate, times what becomes of a small error.
fn allowed<V: Vector>(start: &World<V>, dt: f64, steps: usize) -> f64 {
    let plain = Symmetry { turn: &|place| place, length: 1.0, time: 1.0 };
    let mut truth: World<V::Wide> = plain.world(start);
    let begin = truth.clone();
    let events = steps + play(&mut truth, dt, steps);
    let mut growth = 1.0;
    for seed in 0..4 {
        let (mut random, mut moved) = (Random::new(seed), begin.clone());
        for id in ids(&begin) {
            let shift = V::Wide::from_components(|_| random.between(-SHIFT, SHIFT));
            let is_dynamic = begin.body(id).unwrap().kind == Kind::Dynamic;
            if is_dynamic {
                moved.edit(id, |body| body.position += shift).unwrap();
            }
        }
        play(&mut moved, dt, steps);
        growth = f64::max(growth, apart(&truth, &moved, |place| place) / SHIFT);
    }
    println!("  errors grow {growth:.1e}-fold in {events} events");
    assert!(growth < 1e7, "what is not small any more does not tell how small errors grow");
    V::EPSILON * ROOM * events as f64 * growth
}

fn agree(name: &str, off: f64, allowed: f64) {
    println!("{name}: {off:.1e} off, allowed {allowed:.1e}");
    assert!(off <= allowed, "{name}");
}

/// Balls in a round room among what can be turned.
fn round_game<V: Vector>(seed: u64, outlines: bool) -> World<V> {
    let (mut random, mut world) = (Random::new(seed), World::<V>::new());
    let at = |place| V::narrow(vector(place));
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
    if outlines && V::Wide::DIMENSION == 2 {
        for (tag, place) in [[-4.0, 4.0, 0.0], [1.0, -6.0, 0.0]].into_iter().enumerate() {
            let shape = outline(tag as u64, |point| point);
            bodies.push(Body { tag: tag as u64, ..Body::fixed(shape, at(place)) });
        }
    }
    for number in 0..2000 {
        let place = V::Wide::from_components(|_| random.between(-9.0, 9.0));
        let velocity = V::Wide::from_components(|_| random.between(-5.0, 5.0));
        let radius = random.between(0.1, 0.4);
        let ball = Body::dynamic(Shape::ball(radius), V::narrow(place));
        let mass = if number % 2 == 0 { 1.0 } else { 2.5 };
        bodies.push(Body { velocity: V::narrow(velocity), mass, ..ball });
    }
    for body in bodies {
        if world.ids().count() < 50 {
            let id = world.add(body).unwrap();
            if deepest_overlap(&world) > 0.0 {
                world.remove(id);
            }
        }
    }
    world.set_gravity(V::narrow(vector([0.5, -2.0, 1.0]))).unwrap();
    world
}

/// How long a game is looked at, in steps of a 60th of a second: less where rounding is a billion times
/// as large.
fn steps<V: Vector>() -> usize {
    if V::EPSILON > f64::EPSILON { 30 } else { 90 }
}

const DT: f64 = 1.0 / 60.0;

fn turned_by_any_angle<V: Vector>() {
    for seed in 0..3 {
        // Orthonormal axes that lie anyhow.
        let frame = Frame::along(vector::<V::Wide>([0.3, -0.8, 0.5 + seed as f64]));
        let view = Symmetry { turn: &|place| frame.to_global(place), length: 1.0, time: 1.0 };
        let mut world = round_game::<V>(seed, true);
        let mut seen: World<V> = view.world(&world);
        let allowed = allowed(&world, DT, steps::<V>());
        play(&mut world, DT, steps::<V>());
        play(&mut seen, DT, steps::<V>());
        agree("turned", apart(&world, &seen, |place| view.place(place)), allowed);
    }
}

/// Who moves past sees walls that move.
fn from_a_moving_frame<V: Vector>() {
    for seed in 0..3 {
        let boost = vector::<V::Wide>([0.7, -0.4, 1.1]);
        let mut world = elastic(game::<V>(seed, true, true));
        let mut seen = world.clone();
        for id in ids(&world) {
            let change = |body: &mut Body<V>| {
                if body.kind == Kind::Static {
                    body.kind = Kind::Kinematic;
                    body.velocity = V::default();
                }
                body.velocity = V::narrow(body.velocity.widen() + boost);
            };
            seen.edit(id, change).unwrap();
        }
        let allowed = allowed(&world, DT, steps::<V>());
        play(&mut world, DT, steps::<V>());
        play(&mut seen, DT, steps::<V>());
        let moved = boost * (DT * steps::<V>() as f64);
        agree("boosted", apart(&world, &seen, |place| place + moved), allowed);
    }
}

/// The game without what only goes forwards in time, or stops in one frame only.
fn elastic<V: Vector>(mut world: World<V>) -> World<V> {
    for id in ids(&world) {
        world.edit(id, |body| (body.restitution, body.rolling_resistance) = (1.0, 0.0)).unwrap();
    }
    world
}

fn backwards_in_time<V: Vector>() {
    for seed in 0..3 {
        let mut world = elastic(game::<V>(seed, true, true));
        let start = world.clone();
        let steps = steps::<V>() / 2;
        play(&mut world, DT, steps);
        for id in ids(&world) {
            world.edit(id, |body| body.velocity = V::narrow(-body.velocity.widen())).unwrap();
        }
        // What rounding did on the way there has grown when the way back begins, and shrinks again to
        // what it was; from there it grows, as does what rounding does on the way back.
        let allowed = 2.0 * allowed(&world, DT, steps);
        play(&mut world, DT, steps);
        agree("backwards", apart(&start, &world, |place| place), allowed);
    }
}

/// A mirror turns the edges of an outline round, which are measured from where they start, and the
/// order in which the corners of a box are asked when a curved path meets them.
fn anything_in_a_mirror<V: Vector>() {
    for seed in 0..3 {
        let axis = seed as usize % V::Wide::DIMENSION;
        let view = Symmetry { turn: &|place| mirror(place, axis), length: 1.0, time: 1.0 };
        let mut world = game::<V>(seed, true, true);
        let mut seen: World<V> = view.world(&world);
        let allowed = allowed(&world, DT, steps::<V>());
        play(&mut world, DT, steps::<V>());
        play(&mut seen, DT, steps::<V>());
        agree("mirror", apart(&world, &seen, |place| view.place(place)), allowed);
    }
}

fn stored_in_f32_it_is_within_its_rounding<V: Vector>() {
    for seed in 0..3 {
        let plain = Symmetry { turn: &|place| place, length: 1.0, time: 1.0 };
        let mut world = game::<V>(seed, true, true);
        let mut truth: World<V::Wide> = plain.world(&world);
        let allowed = allowed(&world, DT, steps::<V>());
        let most = [play(&mut world, DT, steps::<V>()), play(&mut truth, DT, steps::<V>())];
        assert_eq!(most[0], most[1]);
        agree("in f32", apart(&world, &truth, |place| place), allowed);
    }
}

#[test]
fn a_game_in_f32_is_that_of_f64_within_its_rounding() {
    stored_in_f32_it_is_within_its_rounding::<Vec2>();
    stored_in_f32_it_is_within_its_rounding::<Vec3>();
}

in_all_spaces!(
    in_a_mirror,
    anything_in_a_mirror,
    in_other_units,
    turned_by_any_angle,
    from_a_moving_frame,
    backwards_in_time
);
