//! Tests of a body that lies on several walls: over joints it loses nothing, along two rails and in a groove it moves as on one
//! wall, and in corners it comes to rest.

use std::f64::consts::{FRAC_PI_4, TAU};

use crate::support::spaces::Given;
use collide_core::body::Body;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2, dvec3};

const G: f64 = 9.81;

/// The rates of steps.
const RATES: [f64; 3] = [60.0, 144.0, 240.0];

/// Makes the steps of so many seconds, in which no limit is hit, and says how far the ball was from a place along an axis at
/// most.
fn play<V: Vector>(
    world: &mut World<V>,
    ball: BodyId,
    (rate, seconds): (f64, f64),
    from: impl Fn(V) -> f64,
) -> f64 {
    let (mut stepper, mut furthest) = (Stepper::new(), 0.0);
    for step in 0..(seconds * rate) as usize {
        let report = stepper.step(world, 1.0 / rate);
        assert!(report.limits.is_empty(), "{rate} Hz, step {step}: {:?}", report.limits);
        furthest = f64::max(furthest, from(world.position(ball).unwrap()).abs());
    }
    furthest
}

/// Static walls of a length of 0.1 each, one after the other, with their tops at y = 0.
fn floor(gap: f64, is_of_boxes: bool) -> Vec<(Shape<DVec2>, DVec2)> {
    let wall = |number: i32| {
        let start = 0.1 * f64::from(number);
        if is_of_boxes {
            return (Shape::cuboid(dvec2(0.05, 0.05)), dvec2(start + 0.05, -0.05));
        }
        let ends = [start + 0.5 * gap, start + 0.1 - 0.5 * gap].map(|x| dvec2(x, 0.0));
        (Shape::segment(ends[0], ends[1]), DVec2::ZERO)
    };
    (-5..60).map(wall).collect()
}

/// Where a step ended over a joint, the ball was solved as a pile, sank into the gap and hopped out at the next corner: it had
/// .824 m/s after 4 s.
#[test]
fn ball_rolls_over_joints_without_loss() {
    for (gap, is_of_boxes) in [(1e-8, false), (1e-6, false), (1e-5, false), (0.0, true)] {
        for (rate, given) in RATES.into_iter().flat_map(|rate| Given::ALL.map(|it| (rate, it))) {
            let mut world = World::new();
            world.set_gravity(dvec2(0.0, -G)).unwrap();
            for (shape, place) in floor(gap, is_of_boxes) {
                let wall = Body { friction: 0.5, restitution: 0.5, ..Body::fixed(shape, place) };
                world.add(wall).unwrap();
            }
            let radius = given.choose(0.008, f64::from(0.008f32));
            let ball = Body {
                velocity: DVec2::X,
                angular_velocity: -1.0 / radius,
                inertia_factor: Some(0.4),
                friction: 0.5,
                restitution: 0.5,
                ..Body::dynamic(Shape::ball(radius), dvec2(0.05, radius))
            };
            let ball = world.add(ball).unwrap();
            given.round(&mut world);
            let hop = play(&mut world, ball, (rate, 4.0), |place| place.y - radius);
            let lost = 1.0 - world.velocity(ball).unwrap().x;
            let case = format!("{gap} {is_of_boxes} {rate} {given:?}: {lost} {hop}");
            // A gap of 1e-5 is a kink, which takes at most 2e-6 each.
            let most = if gap == 1e-5 { 40.0 * 2e-6 } else { 1e-7 };
            assert!(lost.abs() <= most, "{case}");
            assert!(hop <= 1e-3 * radius, "{case}");
        }
    }
}

/// Rolling friction made a pile of a ball alone, which sank into each joint: at 240 Hz it had 1.002 m/s after 44 hits.
#[test]
fn rolling_friction_brakes_a_ball_on_a_floor_of_segments() {
    for (rate, given) in RATES.into_iter().flat_map(|rate| Given::ALL.map(|it| (rate, it))) {
        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -G)).unwrap();
        for (shape, place) in floor(1e-8, false) {
            let wall = Body { friction: 0.5, restitution: 0.5, ..Body::fixed(shape, place) };
            world.add(Body { rolling_friction: 0.001, ..wall }).unwrap();
        }
        let ball = Body {
            velocity: DVec2::X,
            angular_velocity: -1.0 / 0.008,
            inertia_factor: Some(0.4),
            friction: 0.5,
            restitution: 0.5,
            ..Body::dynamic(Shape::ball(0.008), dvec2(0.05, 0.008))
        };
        let ball = world.add(ball).unwrap();
        given.round(&mut world);
        let hop = play(&mut world, ball, (rate, 4.0), |place| place.y - 0.008);
        // The moment of rolling friction is its coefficient times the radius and the normal force.
        let wanted = 1.0 - 4.0 * 0.001 * G / 1.4;
        let off = world.velocity(ball).unwrap().x - wanted;
        let case = format!("{rate} {given:?}: {off} {hop}");
        assert!(off.abs() <= 1e-6 && hop <= 1e-3 * 0.008, "{case}");
    }
}

/// A ball in a groove was a pile of its own, sank by its overlap and hit the next corner: it had 2.016 m/s, and hopped by .08 of
/// its radius.
#[test]
fn ball_rolls_down_a_groove_of_boxes_as_of_one() {
    for pieces in [1, 24, 240] {
        for (rate, given) in RATES.into_iter().flat_map(|rate| Given::ALL.map(|it| (rate, it))) {
            let mut world = World::new();
            let slope = 0.05f64;
            world.set_gravity(dvec3(G * slope.sin(), -G * slope.cos(), 0.0)).unwrap();
            let length = 24.0 / f64::from(pieces);
            for side in [-1.0, 1.0] {
                let angle = side * FRAC_PI_4;
                let frame = Frame::turning(dvec3(angle, 0.0, 0.0));
                // The faces of both sides meet in the axis of x.
                let [up, along] = [DVec3::Y, DVec3::Z * side].map(|it| frame.to_global(it));
                let out = along * if along.y > 0.0 { 0.5 } else { -0.5 };
                for piece in 0..pieces {
                    let place = DVec3::X * (-2.0 + length * (f64::from(piece) + 0.5));
                    let half = dvec3(0.5 * length, 0.25, 0.5);
                    let wall =
                        Body::fixed(Shape::turned_cuboid(half, frame), place + out - up * 0.25);
                    world.add(Body { friction: 0.5, restitution: 0.5, ..wall }).unwrap();
                }
            }
            let height = 0.1 * 2f64.sqrt();
            let ball = Body {
                velocity: DVec3::X,
                angular_velocity: dvec3(0.0, 0.0, -2f64.sqrt() / 0.1),
                inertia_factor: Some(0.4),
                friction: 0.5,
                restitution: 0.5,
                ..Body::dynamic(Shape::ball(0.1), dvec3(-1.0, height, 0.0))
            };
            let ball = world.add(ball).unwrap();
            given.round(&mut world);
            let hop = play(&mut world, ball, (rate, 4.0), |place| place.y - height);
            // It rolls on lines at a distance of 1 / sqrt(2) of the radius from its axis.
            let wanted = 1.0 + 4.0 * G * slope.sin() / (1.0 + 2.0 * 0.4);
            let off = world.velocity(ball).unwrap().x - wanted;
            let case = format!("{pieces} {rate} {given:?}: {off} {hop}");
            // Each joint takes what the ball slips by rounding while one side alone has gone on to its next box.
            let most = if pieces == 1 { given.choose(1e-12, 1e-7) } else { 5e-5 };
            assert!(off.abs() <= most && hop <= 1e-6, "{case}");
        }
    }
}

/// One rail after the other was left and touched again until the event budget was spent, in every step: the ball stood still.
#[test]
fn ball_slides_down_two_rails_as_on_one_wall() {
    let slope = 0.05f64;
    for (rate, given) in RATES.into_iter().flat_map(|rate| Given::ALL.map(|it| (rate, it))) {
        let mut world = World::new();
        world.set_gravity(dvec3(G * slope.sin(), -G * slope.cos(), 0.0)).unwrap();
        for z in [-0.05, 0.05] {
            let rail = Shape::capsule(dvec3(-20.0, 0.0, 0.0), dvec3(20.0, 0.0, 0.0), 0.02);
            let rail = Body::fixed(rail, dvec3(0.0, 0.0, z));
            world.add(Body { restitution: 0.5, ..rail }).unwrap();
        }
        let height = f64::sqrt(0.12 * 0.12 - 0.05 * 0.05);
        let ball = Body::dynamic(Shape::ball(0.1), dvec3(-1.0, height, 0.0));
        let ball = world.add(Body { velocity: DVec3::X, restitution: 0.5, ..ball }).unwrap();
        given.round(&mut world);
        let hop = play(&mut world, ball, (rate, 4.0), |place| place.y - height);
        let way = world.position(ball).unwrap().x - 3.0 - 8.0 * G * slope.sin();
        assert!(way.abs() <= given.choose(1e-12, 1e-6), "{rate} {given:?}: {way}");
        assert!(hop <= 1e-6, "{rate} {given:?}: {hop}");
    }
}

/// A ring of eight rails under a ball, and two fixed balls of unlike sizes, spent the event budget.
#[test]
fn ball_comes_to_rest_on_a_ring_and_between_two_balls() {
    for (rate, given) in RATES.into_iter().flat_map(|rate| Given::ALL.map(|it| (rate, it))) {
        let mut world = World::new();
        world.set_gravity(dvec3(0.0, -G, 0.0)).unwrap();
        let corner = |number: i32| {
            let angle = TAU * f64::from(number) / 8.0;
            dvec3(0.08 * angle.cos(), 0.0, 0.08 * angle.sin())
        };
        for number in 0..8 {
            let rail = Shape::capsule(corner(number), corner(number + 1), 0.01);
            let rail = Body::fixed(rail, DVec3::ZERO);
            world.add(Body { restitution: 0.5, ..rail }).unwrap();
        }
        let inner = 0.08 * (TAU / 16.0).cos();
        let height = (0.11 * 0.11 - inner * inner).sqrt();
        let ball = Body::dynamic(Shape::ball(0.1), dvec3(0.0, height + 0.001, 0.0));
        let ball = world.add(Body { restitution: 0.5, ..ball }).unwrap();
        given.round(&mut world);
        play(&mut world, ball, (rate, 10.0), |_| 0.0);
        assert!(world.is_asleep(ball), "{rate} {given:?}");

        let mut world = World::new();
        world.set_gravity(dvec2(0.0, -10.0)).unwrap();
        for (radius, place) in [(0.435, dvec2(1.072, -2.46)), (0.4025, dvec2(-0.513, -3.111))] {
            let wall = Body::fixed(Shape::ball(radius), place);
            world.add(Body { friction: 0.5, restitution: 0.5, ..wall }).unwrap();
        }
        let ball = Body::dynamic(Shape::ball(0.4391), dvec2(0.241, -2.736));
        let ball = world.add(Body { friction: 0.5, restitution: 0.5, ..ball }).unwrap();
        given.round(&mut world);
        play(&mut world, ball, (rate, 10.0), |_| 0.0);
        assert!(world.is_asleep(ball), "{rate} {given:?}");
    }
}
