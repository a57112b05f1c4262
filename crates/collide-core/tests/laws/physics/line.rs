//! Balls on a line: equal masses sort their velocities, and how long and how fast a ball bounces.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::pulled::{at, ball_at, pulled_world};
use collide_core::body::Body;
use collide_core::measure::{kinetic_energy, potential_energy};
use collide_core::report::Legs;
use collide_core::response::Surface;
use collide_core::shape::Shape;
use collide_core::step::{Hook, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2};

fn stepper<V: Vector>() -> Stepper<V> {
    Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() })
}

/// Equal masses exchange their velocities in an impact, as if they passed through each other.
///
/// In the end the velocities are sorted, each pair that began in the wrong order has collided once, and the
/// positions, less the diameters in between, are those of points that fly freely.
#[test]
fn equal_masses_on_a_line_sort_their_velocities() {
    for (seed, count) in [2, 3, 5, 10, 20, 50, 100, 200].into_iter().enumerate() {
        let mut random = Random::new(seed as u64);
        let mut speeds: Vec<f64> =
            (0..count).map(|place| f64::from(place) / f64::from(count) - 0.5).collect();
        for last in (1..speeds.len()).rev() {
            speeds.swap(last, random.between(0.0, last as f64 + 1.0) as usize);
        }
        let mut world = World::<DVec2>::new();
        let (mut place, mut points, mut balls) = (0.0, Vec::new(), Vec::new());
        for (number, speed) in speeds.iter().enumerate() {
            place += 1.0 + random.between(0.1, 2.0);
            points.push(place - number as f64);
            let ball = Body::dynamic(Shape::ball(0.5), dvec2(place, 0.0));
            balls.push(world.add(Body { velocity: dvec2(*speed, 0.0), ..ball }).unwrap());
        }
        let inversions: usize = (0..speeds.len())
            .map(|one| speeds[one + 1..].iter().filter(|later| **later < speeds[one]).count())
            .sum();
        // The last pair to collide is the one with the least difference of speeds.
        let time = place * f64::from(count);
        let mut stepper = stepper();
        let mut impacts = 0;
        for _ in 0..10 {
            let report = stepper.step(&mut world, 0.1 * time);
            assert!(report.limits.is_empty());
            impacts += report.impacts().count();
        }
        let mut ends: Vec<f64> =
            points.iter().zip(&speeds).map(|(from, speed)| from + speed * time).collect();
        ends.sort_by(f64::total_cmp);
        speeds.sort_by(f64::total_cmp);
        let bodies: Vec<_> = balls.iter().map(|id| world.body(*id).unwrap()).collect();
        let found: Vec<f64> = bodies.iter().map(|body| body.velocity.x).collect();
        let errors = bodies.iter().zip(&ends).enumerate().map(|(number, (body, end))| {
            assert_eq!((body.position.y, body.velocity.y), (0.0, 0.0));
            (body.position.x - number as f64 - end).abs()
        });
        let error = errors.fold(0.0, f64::max);
        println!(
            "{count} balls: {impacts} impacts of {inversions}, positions to {error:.1e} of {time:.0}"
        );
        assert_eq!(impacts, inversions);
        assert_eq!(found, speeds);
        // Every impact rounds a position and a time, neither of which exceeds the whole time.
        assert!(error <= f64::EPSILON * time * f64::from(count));
    }
}

/// The energy drift of a ball that bounces under gravity among these obstacles, as a share of the potential
/// energy over the height of the room.
fn drift_after<V: Vector>(name: &str, bounces: usize, obstacles: Vec<Body<V>>) -> f64 {
    let mut world = World::<V>::new();
    for obstacle in obstacles {
        world.add(obstacle).unwrap();
    }
    let gravity = 9.81;
    world.set_gravity(V::unit(1) * -gravity).unwrap();
    let start = V::from_components(|axis| [0.137, 3.0, 0.291][axis]);
    let ball = Body { mass: 0.7, ..Body::dynamic(Shape::ball(0.25), start) };
    world.add(ball).unwrap();
    let total = |world: &World<V>| kinetic_energy(world) + potential_energy(world);
    let (before, mut stepper, mut count) = (total(&world), stepper(), 0);
    let mut by_body = std::collections::BTreeMap::new();
    while count < bounces {
        let report = stepper.step(&mut world, 0.9);
        assert!(report.limits.is_empty(), "{name}");
        for impact in report.impacts() {
            count += 1;
            *by_body.entry(impact.bodies[1]).or_insert(0) += 1;
        }
    }
    let drift = (total(&world) - before).abs() / (0.7 * gravity * 8.0);
    let shares: Vec<usize> = by_body.into_values().collect();
    println!("{name}: {count} bounces, {shares:?} off each, energy drift {drift:.1e}");
    assert!(shares.iter().all(|share| *share > bounces / 1000), "{name}");
    drift
}

fn arena<V: Vector>() -> Body<V> {
    Body::fixed(Shape::arena(V::from_components(|_| 4.0)), V::default())
}

/// An arena with two slopes, which a ball hits from above and from below.
fn slopes() -> Vec<Body<DVec2>> {
    let slope = |from: [f64; 2], to: [f64; 2]| {
        Body::fixed(Shape::segment(from.into(), to.into()), DVec2::ZERO)
    };
    vec![arena(), slope([-2.5, 0.5], [0.5, -1.5]), slope([2.0, -2.0], [3.0, 0.5])]
}

/// A room with three fixed balls.
fn posts<V: Vector>(room: Body<V>) -> Vec<Body<V>> {
    let post = |place: [f64; 3], radius: f64| {
        Body::fixed(Shape::ball(radius), V::from_components(|axis| place[axis]))
    };
    let posts =
        [post([0.0, 0.0, 0.0], 1.0), post([-2.0, -2.0, 0.5], 0.7), post([1.8, -1.5, -0.5], 1.2)];
    [room].into_iter().chain(posts).collect()
}

/// Asserts that the energy of a bouncing ball stays constant in four rooms.
fn assert_bounces_keep_energy(bounces: usize) {
    let round = || Body::fixed(Shape::round_arena(4.0), DVec2::ZERO);
    let drifts = [
        drift_after("slopes", bounces, slopes()),
        drift_after("posts in an arena", bounces, posts::<DVec2>(arena())),
        drift_after("posts in a round arena", bounces, posts::<DVec2>(round())),
        drift_after("posts in space", bounces, posts::<DVec3>(arena())),
    ];
    assert!(drifts.iter().all(|drift| *drift <= 1e-9), "{drifts:?}");
}

#[test]
fn ball_keeps_its_energy_for_100_000_bounces() {
    assert_bounces_keep_energy(100_000);
}

#[test]
#[ignore = "a million bounces in each of four rooms"]
fn ball_keeps_its_energy_for_a_million_bounces() {
    assert_bounces_keep_energy(1_000_000);
}

/// The first impacts of a bouncing ball are the same in steps of any length. It rests at the floor once it arrives slower than
/// half of what the pull adds in a step, so a long step ends a series of bounces early.
fn bounces_end_below_half_of_what_the_pull_adds_in_a_step<V: Vector>() {
    const PULL: f64 = 9.81;
    let fall_speed = (2.0 * PULL).sqrt();
    for restitution in [0.3, 0.8, 0.95] {
        for dt in [1.0 / 240.0, 1.0 / 60.0, 0.1, 0.5, 3.86] {
            let mut world = pulled_world::<V>(PULL);
            world.add(Body::fixed(Shape::half_space(at(0.0, 1.0)), V::ZERO)).unwrap();
            world.add(ball_at(0.5, at(0.0, 1.5), restitution)).unwrap();
            let mut stepper = stepper();
            let mut count = 0;
            for _ in 0..(40.0 / dt) as usize {
                let report = stepper.step(&mut world, dt);
                count += report.impacts().filter(|it| it.approach_speed > 0.5 * PULL * dt).count();
            }
            let ratio = 0.5 * PULL * dt / fall_speed;
            let wanted = (1.0 + (ratio.ln() / f64::ln(restitution)).floor()).max(0.0);
            assert_eq!(count as f64, wanted, "{restitution}, {dt}");
        }
    }
}

in_both_spaces!(bounces_end_below_half_of_what_the_pull_adds_in_a_step);

/// A hook may give a restitution above 1, which throws the ball back so many times as fast.
fn hook_may_give_a_restitution_above_one<V: Vector>() {
    for restitution in [0.0, 0.5, 1.0, 2.0, 10.0] {
        let mut world = pulled_world::<V>(0.0);
        world.add(Body::fixed(Shape::half_space(at(0.0, 1.0)), V::ZERO)).unwrap();
        let ball = Body { velocity: at::<V>(0.5, -1.0), ..ball_at(0.5, at(0.0, 0.6), 0.7) };
        let ball = world.add(ball).unwrap();
        let mut stepper = stepper();
        stepper.hook = Some(Hook::new(move |pair| Some(Surface { restitution, ..pair.surface })));
        stepper.step(&mut world, 1.0);
        assert_eq!(world.velocity(ball), Some(at(0.5, restitution)));
    }
}

in_both_spaces!(hook_may_give_a_restitution_above_one);
