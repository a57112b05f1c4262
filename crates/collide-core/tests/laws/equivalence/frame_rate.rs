//! A game at 30, 60 and 144 Hz, in steps of random length and in one step has the same events.

use crate::support::random::Random;
use collide_core::body::{Body, Passage, Role};
use collide_core::measure::deepest_overlap;
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

/// The length of the game in seconds, after which every ball is at rest.
const LENGTH: f64 = 8.0;

/// A table of two by one with capsules for cushions, four pockets, two sensors and nine balls.
fn table() -> World<DVec2> {
    let mut world = World::new();
    let mut add = |body| world.add(body).unwrap();
    let cushion = |from: [f64; 2], to: [f64; 2]| {
        let shape = Shape::capsule(DVec2::from(from), DVec2::from(to), 0.02);
        Body { restitution: 0.9, ..Body::fixed(shape, DVec2::ZERO) }
    };
    for side in [-1.0, 1.0] {
        add(cushion([-0.92, 0.52 * side], [0.92, 0.52 * side]));
        add(cushion([1.02 * side, -0.42], [1.02 * side, 0.42]));
        for end in [-1.0, 1.0] {
            let pocket = Shape::ball(0.08);
            let pocket = Body::fixed(pocket, DVec2::new(1.03 * end, 0.53 * side));
            add(Body { role: Role::Absorber(Passage::Centre), ..pocket });
        }
    }
    add(Body::fixed(Shape::arena(DVec2::new(1.2, 0.7)), DVec2::ZERO));
    let line = Shape::segment(DVec2::new(-0.4, -0.6), DVec2::new(-0.4, 0.6));
    add(Body { role: Role::Sensor(Passage::Centre), ..Body::fixed(line, DVec2::ZERO) });
    let spot = Body::fixed(Shape::cuboid(DVec2::splat(0.15)), DVec2::new(0.1, -0.2));
    add(Body { role: Role::Sensor(Passage::Edge), ..spot });
    let ball = |x: f64, y: f64, velocity: DVec2| Body {
        velocity,
        rolling_resistance: 0.35,
        restitution: 0.95,
        ..Body::dynamic(Shape::ball(0.03), DVec2::new(x, y))
    };
    add(ball(-0.7, 0.013, DVec2::new(2.6, 0.04)));
    for row in 0..3u8 {
        for place in 0..=row {
            let (row, place) = (f64::from(row), f64::from(place));
            add(ball(0.4 + 0.054 * row, 0.0622 * (place - 0.5 * row), DVec2::ZERO));
        }
    }
    add(ball(0.1, -0.35, DVec2::new(-0.3, 0.9)));
    add(ball(-0.8, -0.3, DVec2::new(-0.6, -0.6)));
    world
}

/// The events of a game, each with its bodies and time, and the final positions.
fn play(mut dt: impl FnMut() -> f64) -> (Vec<(String, f64)>, Vec<DVec2>) {
    let mut world = table();
    let mut stepper = Stepper::new();
    let (mut events, mut clock) = (Vec::new(), 0.0);
    while clock < LENGTH {
        let dt = f64::min(dt(), LENGTH - clock);
        let report = stepper.step(&mut world, dt);
        assert!(report.limits.is_empty());
        for event in &report.events {
            let what = match event {
                Event::Impact(impact) => format!("impact {:?}", impact.bodies),
                Event::Entered(it) => format!("entered {:?} {:?}", it.region, it.ball),
                Event::Exited(it) => format!("exited {:?} {:?}", it.region, it.ball),
                Event::Absorbed(it) => format!("absorbed {:?} {:?}", it.region, it.ball),
                Event::Broken { body, by, .. } => format!("broken {body:?} {by:?}"),
                Event::Stopped { ball, .. } => format!("stopped {ball:?}"),
                Event::FellAsleep { body, .. } => format!("asleep {body:?}"),
                Event::Woke { body, .. } => format!("woke {body:?}"),
                Event::DeepOverlap { body, by, .. } => format!("squeezed {body:?} {by:?}"),
                Event::ContactStarted { point, .. } => format!("started {:?}", point.bodies),
                Event::Rolls { ball, .. } => format!("rolls {ball:?}"),
                Event::ContactEnded { bodies, .. } => format!("ended {bodies:?}"),
            };
            events.push((what, clock + event.time()));
        }
        clock += dt;
    }
    assert!(!world.is_moving(), "the game is over");
    let ends = world.ids().map(|id| world.body(id).unwrap().position).collect();
    (events, ends)
}

/// Asserts that the game in these steps has the events and ends of the game in one step.
fn assert_same_game(name: &str, dt: impl FnMut() -> f64) {
    let (expected, expected_ends) = play(|| LENGTH);
    let (events, ends) = play(dt);
    assert_eq!(events.len(), expected.len(), "{name}");
    for (number, (ours, theirs)) in events.iter().zip(&expected).enumerate() {
        assert_eq!(ours.0, theirs.0, "{name}: event {number}, {ours:?}, {theirs:?}");
    }
    let times = events.iter().zip(&expected).map(|(one, two)| (one.1 - two.1).abs());
    let places = ends.iter().zip(&expected_ends).map(|(one, two)| (*one - *two).length());
    let (time, place) = (times.fold(0.0, f64::max), places.fold(0.0, f64::max));
    println!("{name}: {} events, times to {time:.1e} s, positions to {place:.1e}", events.len());
    assert!(time <= 1e-9 && place <= 1e-9);
}

#[test]
fn game_at_any_rate_matches_the_game_in_one_step() {
    for rate in [30.0, 60.0, 144.0] {
        assert_same_game(&format!("{rate} Hz"), || 1.0 / rate);
    }
}

#[test]
fn game_in_random_steps_matches_the_game_in_one_step() {
    for seed in 0..20 {
        let mut random = Random::new(seed);
        assert_same_game("random dt", || random.between(1e-4, 0.1));
    }
}

#[test]
fn game_has_events_of_every_kind() {
    let (events, _) = play(|| LENGTH);
    for what in ["impact", "entered", "exited", "absorbed", "stopped"] {
        let count = events.iter().filter(|event| event.0.starts_with(what)).count();
        println!("{what}: {count}");
        assert!(count > 0, "{what}");
    }
}

/// At 2 m/s and a rolling resistance of 0.5 m/s^2 a ball stops after 4 s and 4 m, to the bit.
#[test]
fn rolling_ball_in_any_steps_stops_at_the_known_time_and_place() {
    for steps in [1u8, 2, 4, 8, 64] {
        let mut world = World::<DVec2>::new();
        let ball = Body { rolling_resistance: 0.5, ..Body::dynamic(Shape::ball(1.0), DVec2::ZERO) };
        let ball = world.add(Body { velocity: DVec2::new(2.0, 0.0), ..ball }).unwrap();
        let mut stepper = Stepper::new();
        let dt = 8.0 / f64::from(steps);
        let mut stops = Vec::new();
        for step in 0..steps {
            for event in &stepper.step(&mut world, dt).events {
                stops.push((f64::from(step) * dt + event.time(), *event));
            }
        }
        assert_eq!(stops.len(), 1);
        assert_eq!(stops[0].0, 4.0);
        let end = world.body(ball).unwrap();
        assert_eq!((end.position, end.velocity), (DVec2::new(4.0, 0.0), DVec2::ZERO));
    }
}

/// Balls and boxes under gravity among moving walls, a polygon and a chain; two balls roll without gravity.
fn yard() -> World<DVec2> {
    let mut world = World::new();
    let mut add = |body| world.add(body).unwrap();
    let at = DVec2::new;
    let roof = Shape::polygon(&[at(-0.6, -0.3), at(0.7, -0.2), at(0.1, 0.5)]).unwrap();
    let hills = Shape::chain(&[at(-3.0, 0.6), at(-1.0, 0.0), at(1.2, 0.3), at(3.0, 0.1)]).unwrap();
    add(Body::fixed(Shape::arena(at(3.0, 2.5)), DVec2::ZERO));
    add(Body::fixed(roof, at(-1.5, 0.4)));
    add(Body::fixed(hills, at(0.0, -2.2)));
    add(Body::kinematic(Shape::cuboid(at(0.8, 0.05)), at(1.4, -1.4), at(0.0, 0.35)));
    let capsule = Shape::capsule(at(0.0, -0.4), at(0.1, 0.4), 0.08);
    add(Body::kinematic(capsule, at(-2.7, 0.0), at(0.3, -0.1)));
    let shapes = [
        (Shape::ball(0.15), 0.0),
        (Shape::cuboid(at(0.2, 0.1)), 0.0),
        (Shape::rounded_cuboid(at(0.1, 0.15), 0.05), 0.0),
        (Shape::ball(0.2), 0.6),
    ];
    for number in 0..10u8 {
        let (shape, rolling_resistance) = shapes[usize::from(number) % 4].clone();
        let (column, row) = (f64::from(number % 5), f64::from(number / 5));
        add(Body {
            velocity: at(1.5 - 0.7 * row - 0.4 * column, 0.3 * column - 0.5),
            mass: 1.0 + 0.3 * column,
            rolling_resistance,
            gravity_scale: if rolling_resistance > 0.0 { 0.0 } else { 1.0 },
            ..Body::dynamic(shape, at(column - 1.9, 1.1 + 0.8 * row))
        });
    }
    world
}

/// Balls under gravity in a round arena, with a closed chain and a moving chain.
fn well() -> World<DVec2> {
    let mut world = World::new();
    let mut add = |body| world.add(body).unwrap();
    let at = DVec2::new;
    let ring = [at(0.5, 0.0), at(0.1, 0.6), at(-0.4, 0.3), at(-0.5, -0.4), at(0.2, -0.5)];
    add(Body::fixed(Shape::round_arena(3.0), DVec2::ZERO));
    add(Body::fixed(Shape::closed_chain(&ring).unwrap(), at(-0.3, -1.0)));
    let drifting = Shape::chain(&[at(-0.5, 0.1), at(0.0, 0.0), at(0.5, 0.2)]).unwrap();
    add(Body::kinematic(drifting, at(1.2, -0.9), at(-0.1, 0.15)));
    for number in 0..9u8 {
        let (column, row) = (f64::from(number % 3), f64::from(number / 3));
        add(Body {
            velocity: at(0.9 * row - 1.1, 0.5 - 0.6 * column),
            ..Body::dynamic(Shape::ball(0.1 + 0.03 * row), at(column - 0.9, 0.2 + 0.7 * row))
        });
    }
    world
}

/// The keys and times of the first 30 impacts.
fn first_impacts(mut world: World<DVec2>, mut dt: impl FnMut() -> f64) -> Vec<([u64; 2], f64)> {
    world.set_gravity(DVec2::new(0.0, -9.81)).unwrap();
    assert_eq!(deepest_overlap(&world), 0.0);
    let mut stepper = Stepper::new();
    let (mut impacts, mut clock) = (Vec::new(), 0.0);
    while impacts.len() < 30 {
        let dt = dt();
        let report = stepper.step(&mut world, dt);
        assert!(report.limits.is_empty());
        impacts.extend(report.impacts().map(|impact| {
            (impact.bodies.map(|body| world.key(body).unwrap()), clock + impact.time)
        }));
        clock += dt;
    }
    impacts.truncate(30);
    impacts
}

/// Asserts that the first impacts in these steps are those of long steps.
fn assert_same_impacts(name: &str, scene: fn() -> World<DVec2>, dt: impl FnMut() -> f64) {
    let expected = first_impacts(scene(), || 4.0);
    let impacts = first_impacts(scene(), dt);
    let mut error = 0f64;
    for (number, (ours, theirs)) in impacts.iter().zip(&expected).enumerate() {
        assert_eq!(ours.0, theirs.0, "{name}: impact {number}, {ours:?}, {theirs:?}");
        error = error.max((ours.1 - theirs.1).abs());
    }
    let last = expected[29].1;
    println!("{name}: 30 impacts in {last:.2} s, times to {error:.1e} s, expected to 1e-9 s");
    assert!(error <= 1e-9, "{name}: {error}");
}

#[test]
fn impacts_under_gravity_and_at_moving_walls_match_at_any_rate() {
    for (name, scene) in [("yard", yard as fn() -> World<DVec2>), ("well", well)] {
        for rate in [30.0, 60.0, 144.0] {
            assert_same_impacts(&format!("{name} at {rate} Hz"), scene, || 1.0 / rate);
        }
        for seed in 0..10 {
            let mut random = Random::new(seed);
            assert_same_impacts(&format!("{name}, random dt"), scene, || random.between(1e-4, 0.1));
        }
    }
}
