//! How many threads make a step changes the speed and nothing else.

use std::sync::{Arc, LazyLock};

use crate::support::random::Random;
use crate::support::worlds::generator::any_legs;
use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::body::Body;
use collide_core::executor::{Executor, Task};
use collide_core::measure::state_hash;
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Outcome, Settings, Stepper};
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;
use glam::{DVec2, DVec3, Vec2, Vec3, dvec2};
use rayon::{ThreadPool, ThreadPoolBuilder};

const DT: f64 = 1.0 / 60.0;

/// A pool of rayon that divides work into so many pieces, however many threads it has.
#[derive(Debug)]
pub(crate) struct Pieces(pub(crate) usize);

impl Executor for Pieces {
    fn threads(&self) -> usize {
        self.0
    }

    fn least_piece(&self) -> usize {
        1
    }

    fn run(&self, tasks: Vec<Task<'_>>) {
        static POOL: LazyLock<ThreadPool> =
            LazyLock::new(|| ThreadPoolBuilder::new().num_threads(3).build().unwrap());
        POOL.run(tasks);
    }
}

/// Copies of a world, and who steps each: one with one thread, and others with several.
fn copies<V: Vector>(world: &World<V>, settings: Settings) -> Vec<(Stepper<V>, World<V>)> {
    let copy = |threads: usize| {
        let mut stepper = Stepper::with_settings(settings);
        stepper.executor = Arc::new(Pieces(threads));
        (stepper, world.clone())
    };
    [1, 2, 3, 8].map(copy).into_iter().collect()
}

/// Steps all copies, and asks for the same bits. Tells how many impacts there were.
fn step_alike<V: Vector>(copies: &mut [(Stepper<V>, World<V>)], dt: f64, name: &str) -> usize {
    for (stepper, world) in &mut *copies {
        stepper.step(world, dt);
    }
    let [(first, alone), others @ ..] = copies else { return 0 };
    for (stepper, world) in others {
        assert_eq!(first.report(), stepper.report(), "{name}");
        assert_eq!(state_hash(alone), state_hash(world), "{name}");
    }
    first.report().impacts().count()
}

fn scenes_are_the_same<V: Vector<Wide = DVec2>>(legs: Legs) {
    let settings = Settings { legs, ..Settings::default() };
    for name in ["gas", "dense", "fast", "mixed-gas", "collapse", "bricks"] {
        let scene = scenes::by_name(name, Some(600), 1).unwrap();
        let mut copies = copies(&ScenePlayer::<V>::new(&scene).world, settings);
        let impacts: usize = (0..12).map(|_| step_alike(&mut copies, DT, name)).sum();
        assert!(impacts > 100, "{name}: {impacts}");
    }
}

#[test]
fn scenes_are_the_same_in_f64() {
    scenes_are_the_same::<DVec2>(Legs::None);
    scenes_are_the_same::<DVec2>(Legs::Turned);
    scenes_are_the_same::<DVec2>(Legs::All);
}

#[test]
fn scenes_are_the_same_in_f32() {
    scenes_are_the_same::<Vec2>(Legs::All);
}

#[test]
fn piles_are_the_same() {
    for name in ["pile", "mixed"] {
        let scene = scenes::by_name(name, Some(600), 1).unwrap();
        let mut copies = copies(&ScenePlayer::<DVec2>::new(&scene).world, Settings::default());
        for _ in 0..4 {
            let _none_yet = step_alike(&mut copies, DT, name);
        }
    }
}

/// In space as in the plane, with walls that move.
fn a_gas_in_a_moving_box<V: Vector>() {
    let mut random = Random::new(3);
    let mut world = World::<V>::new();
    let place = |at: [f64; 3]| V::narrow(V::Wide::from_components(|axis| at[axis]));
    for ball in 0..2400 {
        let at = [f64::from(ball % 80) * 3.0, f64::from(ball / 80) * 3.0, 0.0];
        let velocity = place([(); 3].map(|()| random.between(-30.0, 30.0)));
        world.add(Body { velocity, ..Body::dynamic(Shape::ball(0.7), place(at)) }).unwrap();
    }
    for (x, speed) in [(-20.0, 3.0), (260.0, -3.0)] {
        let half = V::Wide::from_components(|axis| if axis == 0 { 1.0 } else { 500.0 });
        let wall =
            Body::kinematic(Shape::cuboid(half), place([x, 0.0, 0.0]), place([speed, 0.0, 0.0]));
        world.add(wall).unwrap();
    }
    let mut copies = copies(&world, Settings::default());
    let impacts: usize = (0..30).map(|_| step_alike(&mut copies, DT, "a moving box")).sum();
    assert!(impacts > 500, "{impacts}");
}

#[test]
fn a_gas_in_a_moving_box_is_the_same() {
    a_gas_in_a_moving_box::<DVec2>();
    a_gas_in_a_moving_box::<DVec3>();
    a_gas_in_a_moving_box::<Vec3>();
}

/// What goes through a long row of balls in one step goes across all borders.
#[test]
fn a_blow_through_a_row_is_the_same() {
    for gap in [0.0, 1e-3] {
        let mut world = World::<DVec2>::new();
        for number in 0..2400 {
            let ball = Body::dynamic(Shape::ball(0.5), dvec2(f64::from(number) * (1.0 + gap), 0.0));
            world.add(ball).unwrap();
        }
        let blow = Body::dynamic(Shape::ball(0.5), dvec2(-2.0, 0.0));
        world.add(Body { velocity: DVec2::X * 400.0, ..blow }).unwrap();
        let mut copies = copies(&world, Settings::default());
        let impacts: usize = (0..4).map(|_| step_alike(&mut copies, DT, "a row")).sum();
        assert!(impacts > 1000, "{impacts}");
    }
}

/// The game takes part: bodies come, go and are moved.
#[test]
fn a_game_may_take_part() {
    let scene = scenes::by_name("gas", Some(600), 2).unwrap();
    let mut copies = copies(&ScenePlayer::<DVec2>::new(&scene).world, Settings::default());
    for step in 0..40 {
        for (_, world) in &mut copies {
            let body = world.ids().nth(step * 13 % 500 + 4).unwrap();
            match step % 5 {
                1 => drop(world.remove(body)),
                3 => world.edit(body, |body| body.velocity *= -2.0).unwrap(),
                _ => {}
            }
        }
        step_alike(&mut copies, DT, "a game");
    }
}

/// Where nothing but impacts happens, bodies are divided among threads, and are arranged anew when they have mixed. The
/// game sees nothing of it, whatever it asks for.
fn a_gas_is_the_same_for_long<V: Vector<Wide = DVec2>>(name: &str, bodies: usize, steps: usize) {
    let settings = Settings { legs: Legs::None, ..Settings::default() };
    let scene = scenes::by_name(name, Some(bodies), 4).unwrap();
    let mut copies = copies(&ScenePlayer::<V>::new(&scene).world, settings);
    for step in 0..steps {
        let _impacts = step_alike(&mut copies, DT, name);
        let [(_, alone), others @ ..] = &mut copies[..] else { return };
        for (_, world) in others {
            assert!(alone == world, "{name}: {step}");
            if step % 100 == 50 {
                let bytes = [&*alone, world].map(|world| postcard::to_stdvec(world).unwrap());
                assert!(bytes[0] == bytes[1], "{name}: {step}");
                *world = postcard::from_bytes(&bytes[1]).unwrap();
                let ids = world.ids().zip(alone.ids());
                assert!(ids.into_iter().all(|(one, two)| world.body(one) == alone.body(two)));
            }
        }
        if step % 100 == 30 {
            // Bodies come and go in the middle of it.
            for (_, world) in &mut copies {
                let gone = world.ids().nth(step % 300 + 9).unwrap();
                let body = world.remove(gone).unwrap();
                let other = world.ids().nth(step % 200 + 17).unwrap();
                world.edit(other, |body| body.mass *= 3.0).unwrap();
                world.add(body).unwrap();
            }
        }
    }
}

#[test]
fn gases_are_the_same_for_long() {
    a_gas_is_the_same_for_long::<DVec2>("gas", 500, 700);
    a_gas_is_the_same_for_long::<Vec2>("gas", 500, 300);
    a_gas_is_the_same_for_long::<DVec2>("dense", 500, 150);
    a_gas_is_the_same_for_long::<Vec2>("fast", 500, 300);
    a_gas_is_the_same_for_long::<DVec2>("mixed-gas", 500, 300);
    // So many that two follow a half each.
    a_gas_is_the_same_for_long::<DVec2>("gas", 1500, 150);
    a_gas_is_the_same_for_long::<Vec2>("dense", 2500, 150);
}

/// A step that is begun, and handled event by event, or begun anew because the game has changed something.
#[test]
fn a_step_may_be_interrupted() {
    let scene = scenes::by_name("gas", Some(600), 3).unwrap();
    let mut copies = copies(&ScenePlayer::<DVec2>::new(&scene).world, Settings::default());
    for step in 0..60 {
        for (stepper, world) in &mut copies {
            stepper.integrate(world, DT);
            stepper.detect(world);
            if step % 7 == 3 {
                let body = world.ids().nth(100).unwrap();
                world.edit(body, |body| body.velocity *= -1.0).unwrap();
            }
            let events = if step % 5 == 4 { 3 } else { u64::MAX };
            while stepper.respond(world, events) == Outcome::Interrupted {}
        }
        let [(first, alone), others @ ..] = &mut copies[..] else { return };
        for (stepper, world) in others {
            assert_eq!(first.report(), stepper.report(), "{step}");
            assert!(alone == world, "{step}");
        }
    }
}

/// Balls of every kind in a lattice, of which a few are fast or light, and up to so many lose speed when they bounce.
pub(crate) fn a_random_gas<V: Vector>(random: &mut Random, most_plastic: f64) -> World<V> {
    let mut world = World::<V>::new();
    let wide = |random: &mut Random, size: f64| {
        V::narrow(V::Wide::from_components(|_| random.between(-size, size)))
    };
    let pick = |random: &mut Random| random.between(0.0, 1.0);
    let is_long = pick(random) < 0.3;
    let sides = match V::Wide::DIMENSION {
        2 if is_long => [80, 4, 1],
        2 => [18, 18, 1],
        _ if is_long => [80, 2, 2],
        _ => [7; 3],
    };
    let count: u32 = sides.iter().product();
    let [pitch, unlike, plastic] =
        [random.between(1.1, 4.0), pick(random), most_plastic * pick(random)];
    for number in 0..count {
        // In an order in which neighbours are seldom neighbours.
        let mut left = number * 101 % count;
        let corner = sides.map(|side| {
            let at = left % side;
            left /= side;
            f64::from(at) * pitch
        });
        let jitter = wide(random, 0.04).widen();
        let place = V::narrow(V::Wide::from_components(|axis| corner[axis]) + jitter);
        let fast = if pick(random) < 0.01 { 300.0 } else { 10.0 };
        let velocity = wide(random, fast);
        let mut body = Body { velocity, ..Body::dynamic(Shape::ball(0.5), place) };
        if pick(random) < 0.3 * unlike {
            body.mass = 10f64.powf(random.between(-3.0, 3.0));
            body.shape = Shape::ball(random.between(0.05, 0.5));
        }
        if pick(random) < 0.2 * plastic {
            (body.restitution, body.friction) = (random.between(0.0, 1.0), 0.3);
        }
        if pick(random) < 0.01 * plastic {
            body.minimum_impulse = 20.0;
        }
        world.add(body).unwrap();
    }
    let half = V::Wide::from_components(|axis| 0.5 * f64::from(sides[axis]) * pitch + 1.0);
    let middle =
        V::narrow(V::Wide::from_components(|axis| 0.5 * f64::from(sides[axis] - 1) * pitch));
    if pick(random) < 0.7 {
        world.add(Body::fixed(Shape::arena(half), middle)).unwrap();
    }
    world
}

fn random_gases_are_the_same<V: Vector>(worlds: u64) {
    for seed in 0..worlds {
        let mut random = Random::new(seed);
        let world = a_random_gas::<V>(&mut random, 1.0);
        let dt = 10f64.powf(random.between(-3.0, -0.7));
        let legs = any_legs(&mut random);
        let settings = Settings { legs, ..Settings::default() };
        let mut copies = copies(&world, settings);
        for step in 0..12 {
            let _impacts = step_alike(&mut copies, dt, &format!("seed {seed}, step {step}"));
        }
        let (_, alone) = &copies[0];
        assert!(copies.iter().all(|(_, world)| world == alone), "seed {seed}");
    }
}

#[test]
fn random_gases_are_the_same_in_all_spaces() {
    random_gases_are_the_same::<DVec2>(40);
    random_gases_are_the_same::<Vec2>(20);
    random_gases_are_the_same::<DVec3>(20);
    random_gases_are_the_same::<Vec3>(10);
}

/// The same for many more, when asked for.
#[test]
#[ignore = "takes minutes"]
fn many_random_gases_are_the_same() {
    random_gases_are_the_same::<DVec2>(2000);
    random_gases_are_the_same::<Vec2>(1000);
    random_gases_are_the_same::<Vec3>(300);
}
