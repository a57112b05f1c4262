//! The grid finds the same bits as the test of all pairs.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::mixed_scene::mixed_scene;
use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::body::Body;
use collide_core::broad::BroadPhase;
use collide_core::measure::state_hash;
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Discrete, Method, Separation, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;

const DT: f64 = 1.0 / 60.0;

fn world<V: Vector>(seed: u64, gravity: f64) -> World<V> {
    let mut world = World::new();
    for body in mixed_scene(&mut Random::new(seed), 96) {
        world.add(body).unwrap();
    }
    world.set_gravity(V::unit(1) * gravity).unwrap();
    world
}

fn grid_matches_brute_force_bits<V: Vector>() {
    assert_grid_matches::<V>(Method::Continuous);
}

fn grid_matches_brute_force_bits_of_the_discrete_method<V: Vector>() {
    for separation in [Separation::Projection, Separation::Rewind] {
        assert_grid_matches::<V>(Method::Discrete(Discrete { separation, ..Discrete::default() }));
    }
}

/// There are more long walls than the grid keeps in a list.
fn grid_among_long_walls_matches_brute_force_bits<V: Vector>() {
    let mut random = Random::new(7);
    let mut world = World::<V>::new();
    let place = |axis: usize, at: f64, along: f64| {
        V::from_components(|it| {
            if it == axis {
                at
            } else if it < 2 {
                along
            } else {
                0.0
            }
        })
    };
    for wall in 0..40i32 {
        let (axis, at) = (wall as usize % 2, f64::from(wall / 2) * 6.0 - 57.0);
        let ends = [-70.0, 3.0 * f64::from(wall) - 70.0].map(|along| place(axis, at, along));
        let wall = Shape::capsule(ends[0], ends[1], 0.25);
        world.add(Body::fixed(wall, V::default())).unwrap();
    }
    for ball in 0..100i32 {
        let [column, row] = [ball % 10, ball / 10].map(|it| f64::from(it) * 6.0 - 27.0);
        let middle = place(0, column, row);
        let [ahead, aside] = [(); 2].map(|()| random.between(-90.0, 90.0));
        let velocity = place(0, ahead, aside);
        world.add(Body { velocity, ..Body::dynamic(Shape::ball(0.5), middle) }).unwrap();
    }
    let mut worlds = [world.clone(), world];
    let mut steppers = [BroadPhase::Grid, BroadPhase::Brute]
        .map(|broad| Stepper::with_settings(Settings { broad, ..Settings::default() }));
    let mut impacts = 0;
    for step in 0..120 {
        let [grid, brute] = &mut steppers;
        let (one, two) =
            (grid.step(&mut worlds[0], 1.0 / 60.0), brute.step(&mut worlds[1], 1.0 / 60.0));
        assert_eq!(one, two, "step {step}");
        impacts += one.impacts().count();
    }
    assert_eq!(state_hash(&worlds[0]), state_hash(&worlds[1]));
    println!("{impacts} impacts");
    assert!(impacts > 300);
}

/// Plays two copies side by side and asserts the same bits after each step.
fn assert_grid_matches<V: Vector>(method: Method) {
    for seed in 0..6u64 {
        let gravity = if seed % 2 == 0 { 0.0 } else { -9.81 };
        let dt = [1.0 / 60.0, 0.25, 1.0 / 240.0][seed as usize % 3];
        let mut worlds = [world::<V>(seed, gravity), world::<V>(seed, gravity)];
        let mut steppers = [BroadPhase::Grid, BroadPhase::Brute]
            .map(|broad| Stepper::with_settings(Settings { method, broad, ..Settings::default() }));
        // Long enough for every kind of event, too short for piles.
        let steps = if dt > 0.1 { 20 } else { 60 };
        let mut events = 0;
        for step in 0..steps {
            let [grid, brute] = &mut steppers;
            let (one, two) = (grid.step(&mut worlds[0], dt), brute.step(&mut worlds[1], dt));
            assert_eq!(one, two, "seed {seed}, step {step}");
            events += one.events.len();
            assert_eq!(state_hash(&worlds[0]), state_hash(&worlds[1]), "seed {seed}, step {step}");
        }
        println!("{method:?}, seed {seed}: {events} events");
        assert!(events > 0);
    }
}

in_both_spaces!(
    grid_matches_brute_force_bits,
    grid_matches_brute_force_bits_of_the_discrete_method,
    grid_among_long_walls_matches_brute_force_bits
);

/// Plays a scene by the grid and by brute force side by side and asserts the same bits.
fn assert_scene_matches(name: &str, count: usize, seed: u64, steps: usize) {
    let scene = scenes::by_name(name, Some(count), seed).unwrap();
    let mut players = [BroadPhase::Grid, BroadPhase::Brute].map(|broad| {
        let settings = Settings { broad, legs: Legs::None, ..Settings::default() };
        ScenePlayer::with_settings(&scene, settings)
    });
    for step in 0..steps {
        let [one, two] = &mut players;
        assert_eq!(one.step(DT), two.step(DT), "{name}, seed {seed}, step {step}");
        let hashes = [one, two].map(|player| state_hash(&player.world));
        assert_eq!(hashes[0], hashes[1], "{name}, seed {seed}, step {step}");
    }
}

/// A regression: of two bodies of different sizes in a pile, only the smaller one searched for the larger
/// one, and with too small a radius; the search finds every contact of a pile.
#[test]
fn piles_by_the_grid_match_brute_force_bits() {
    for (name, count) in [("collapse", 200), ("collapse-dull", 200), ("pile", 200), ("mixed", 100)]
    {
        assert_scene_matches(name, count, 1, 180);
    }
}

#[test]
#[ignore = "takes minutes"]
fn long_piles_by_the_grid_match_brute_force_bits() {
    let names = [
        "collapse",
        "collapse-dull",
        "pile",
        "mixed",
        "heap",
        "funnel",
        "sweep",
        "crusher",
        "overfull",
        "tower",
    ];
    for name in names {
        for seed in 1..4 {
            assert_scene_matches(name, 250, seed, 600);
        }
        println!("{name} has the same bits");
    }
}
