//! The discrete method converges to the continuous one as `dt` goes to 0, with the expected order.
//!
//! A scene is generated for each of many seeds, because the error of a single game jumps with the times of its
//! impacts within their steps. The error of a game is the largest distance, at the end, of a ball from its
//! position by the continuous method; its order is the power of `dt` with which it falls.
//!
//! Projection is of the first order: an impact is found up to a step late, which is an error of `dt` times
//! the speed in position and time and, between two balls, in the normal. Every further impact multiplies the
//! error, so a game of twelve impacts needs a small `dt` before the error is small. The mean of the orders of
//! all games is printed with its standard error, and must not lie below 1 by more than two standard errors.
//!
//! With rewinding, an impact that is found is exact to rounding, and so are most games. The other games miss
//! a contact that begins and ends within a step, or have two impacts of a ball in one step in the wrong
//! order. Both grow rarer with `dt`, so that the mean error over the games falls.

use crate::support::random::Random;
use collide_core::body::Body;
use collide_core::measure::deepest_overlap;
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Discrete, Method, Separation, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

/// The number of games of a scene in the ordinary run.
const GAMES: u64 = 50;

/// The number of games of a scene in the long run.
const ALL_GAMES: u64 = 200;

/// Balls, a box and perhaps a moving wall in an arena, for `length` seconds.
#[derive(Clone, Copy)]
struct Scene {
    name: &'static str,
    gravity: f64,
    wall: bool,
    length: f64,
}

const SCENES: [Scene; 3] = [
    Scene { name: "no gravity", gravity: 0.0, wall: false, length: 4.0 },
    Scene { name: "gravity", gravity: -1.0, wall: false, length: 4.0 },
    Scene { name: "gravity and a moving wall", gravity: -1.0, wall: true, length: 3.0 },
];

fn world<V: Vector>(scene: Scene, seed: u64) -> World<V> {
    let along = |components: [f64; 2]| V::unit(0) * components[0] + V::unit(1) * components[1];
    let cube = |half: f64| V::from_components(|_| half);
    let mut random = Random::new(seed);
    let mut world = World::new();
    world.set_gravity(along([0.0, scene.gravity])).unwrap();
    world.add(Body::fixed(Shape::arena(cube(4.0)), V::default())).unwrap();
    world.add(Body::fixed(Shape::cuboid(cube(0.6)), along([0.0, -1.5]))).unwrap();
    if scene.wall {
        let half = V::from_components(|axis| if axis == 0 { 0.2 } else { 4.0 });
        let velocity = along([0.3, 0.0]);
        let place = along([-3.6, 0.0]);
        world.add(Body::kinematic(Shape::cuboid(half), place, velocity)).unwrap();
    }
    let mut balls = 0;
    while balls < 4 {
        let place = V::from_components(|_| random.between(-3.4, 3.4));
        let velocity = V::from_components(|_| random.between(-2.0, 2.0));
        let ball = Body::dynamic(Shape::ball(0.5), place);
        let mass = random.between(0.5, 2.0);
        let id = world.add(Body { velocity, mass, ..ball }).unwrap();
        if deepest_overlap(&world) > 0.0 {
            world.remove(id);
        } else {
            balls += 1;
        }
    }
    world
}

/// The final positions and the number of impacts.
fn play<V: Vector>(mut world: World<V>, method: Method, dt: f64, length: f64) -> (Vec<V>, usize) {
    let settings = Settings { method, legs: Legs::None, ..Settings::default() };
    let mut stepper = Stepper::with_settings(settings);
    let mut impacts = 0;
    for _ in 0..(length / dt) as u64 {
        impacts += stepper.step(&mut world, dt).impacts().count();
    }
    (world.ids().map(|id| world.body(id).unwrap().position).collect(), impacts)
}

/// The errors of all games, for each `dt = 2^-power`.
fn errors<V: Vector>(
    scene: Scene,
    games: u64,
    separation: Separation,
    powers: &[i32],
) -> Vec<Vec<f64>> {
    let expected: Vec<_> = (0..games)
        .map(|seed| play(world::<V>(scene, seed), Method::Continuous, 0.0625, scene.length))
        .collect();
    let impacts = mean(&expected.iter().map(|(_, impacts)| *impacts as f64).collect::<Vec<_>>());
    let space = V::DIMENSION;
    println!("{separation:?} in {space}D, {}, {impacts:.1} impacts a game", scene.name);
    let method = Method::Discrete(Discrete { separation, ..Discrete::default() });
    let error = |seed: u64, dt: f64| {
        let (ends, _) = play(world::<V>(scene, seed), method, dt, scene.length);
        let expected_ends = &expected[seed as usize].0;
        ends.iter().zip(expected_ends).map(|(one, two)| (*one - *two).length()).fold(0.0, f64::max)
    };
    let errors_of = |power: &i32| {
        let errors: Vec<f64> = (0..games).map(|seed| error(seed, 0.5f64.powi(*power))).collect();
        let exact = errors.iter().filter(|error| **error < 1e-8).count();
        let (mean, median) = (mean(&errors), median(&errors));
        println!(
            "  dt 2^-{power}: error {mean:.1e} mean, {median:.1e} median, {exact} games exact"
        );
        errors
    };
    powers.iter().map(errors_of).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// Asserts that projection is of the first order.
fn assert_projection_order<V: Vector>(games: u64, finest: i32) {
    let powers = [finest - 3, finest - 2, finest - 1, finest];
    let halvings = f64::from(powers[3] - powers[0]);
    for scene in SCENES {
        let errors = errors::<V>(scene, games, Separation::Projection, &powers);
        let order = |(coarse, fine): (&f64, &f64)| (coarse / fine).log2() / halvings;
        let orders: Vec<f64> = errors[0].iter().zip(&errors[3]).map(order).collect();
        let mean_order = mean(&orders);
        let squares: f64 =
            orders.iter().map(|order| (order - mean_order) * (order - mean_order)).sum();
        let standard_error = (squares / (games * (games - 1)) as f64).sqrt();
        let of_median = order((&median(&errors[0]), &median(&errors[3])));
        println!(
            "  order {mean_order:.3} +- {standard_error:.3}; of the median error {of_median:.3}"
        );
        let most = 0.04 * (ALL_GAMES as f64 / games as f64).sqrt();
        assert!(standard_error <= most, "{standard_error}");
        assert!(mean_order + 2.0 * standard_error >= 1.0, "{mean_order} +- {standard_error}");
        assert!(median(&errors[3]) < 0.01);
    }
}

/// Asserts that the mean error by rewinding falls at least with the first order, and the median is rounding.
fn assert_rewinding_order<V: Vector>() {
    let powers = [2, 3, 4, 5, 6, 7, 8, 9, 10];
    for scene in SCENES {
        let errors = errors::<V>(scene, GAMES, Separation::Rewind, &powers);
        let means: Vec<f64> = errors.iter().map(|errors| mean(errors)).collect();
        let order = (means[0] / means[8]).log2() / f64::from(powers[8] - powers[0]);
        println!("  order of the mean error {order:.2}");
        assert!(order >= 1.0, "{order}");
        assert!(errors.iter().all(|errors| median(errors) < 1e-9));
    }
}

#[test]
fn projection_in_the_plane_is_of_first_order() {
    assert_projection_order::<DVec2>(GAMES, 13);
}

#[test]
fn projection_in_space_is_of_first_order() {
    assert_projection_order::<DVec3>(GAMES, 13);
}

#[test]
#[ignore = "takes minutes; it plays four times as many games in smaller steps"]
fn projection_in_many_games_is_of_first_order() {
    assert_projection_order::<DVec2>(ALL_GAMES, 16);
    assert_projection_order::<DVec3>(ALL_GAMES, 16);
}

#[test]
fn rewinding_in_the_plane_converges() {
    assert_rewinding_order::<DVec2>();
}

#[test]
fn rewinding_in_space_converges() {
    assert_rewinding_order::<DVec3>();
}
