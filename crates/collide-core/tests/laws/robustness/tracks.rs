//! Tracks of random pieces end to end: a ball moves along each as along one piece.

use std::f64::consts::FRAC_PI_4;

use crate::support::random::Random;
use crate::support::spaces::Given;
use collide_core::body::Body;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3, dvec2, dvec3};

/// The radius of the ball.
const RADIUS: f64 = 0.05;

/// How far the pieces reach from the start, which is the middle of the first one.
const REACH: f64 = 16.0;

/// How a track is laid.
#[derive(Clone, Copy, Debug)]
struct Track {
    kind: u32,
    /// The length of its pieces, and the gap between two of them.
    length: f64,
    gap: f64,
    /// The angle by which every other piece is turned, in radians.
    kink: f64,
    slope: f64,
    friction: f64,
    inertia_factor: Option<f64>,
    speed: f64,
    /// The speed of the surface of the ball by its spin, as a share of that with which it rolls.
    rolling: f64,
}

impl Track {
    fn random(random: &mut Random) -> Self {
        let power = |random: &mut Random, most: f64| match random.between(0.0, 4.0) < 1.0 {
            true => 0.0,
            false => most * 10f64.powf(random.between(-4.0, 0.0)),
        };
        let turns = random.between(0.0, 1.0) < 0.7;
        Self {
            kind: random.between(0.0, 3.0) as u32,
            length: random.between(0.08, 0.9),
            gap: power(random, 1e-5 * RADIUS),
            kink: power(random, 1e-6),
            slope: random.between(0.0, 0.1),
            friction: if random.between(0.0, 1.0) < 0.3 { 0.0 } else { random.between(0.0, 1.0) },
            inertia_factor: turns.then_some(0.4),
            speed: random.between(0.2, 1.5),
            rolling: if random.between(0.0, 1.0) < 0.5 { 1.0 } else { random.between(0.0, 1.0) },
        }
    }

    /// The same in one piece.
    fn whole(self) -> Self {
        Self { length: 2.0 * REACH, gap: 0.0, kink: 0.0, ..self }
    }

    /// Calls `add` with the middle of each piece, half of its length, and the angle by which it is turned.
    fn pieces(&self, mut add: impl FnMut(f64, f64, f64)) {
        let count = (REACH / self.length).ceil() as u32;
        for number in 0..count {
            let middle = self.length * f64::from(number);
            let turned = if number % 2 == 0 { 0.5 * self.kink } else { -0.5 * self.kink };
            add(middle, 0.5 * (self.length - self.gap), turned);
        }
    }
}

/// A space in which there are tracks.
trait Laid: Vector {
    /// The static bodies of a track, the place of the ball at its start, and the lever with which it rolls, in radii.
    fn lay(track: &Track, add: impl FnMut(Shape<Self>, Self)) -> (Self, f64);
    /// The angular velocity with which a ball that moves along the track rolls with this speed of its surface.
    fn spin(speed: f64) -> Self::Cross;
}

impl Laid for DVec2 {
    fn lay(track: &Track, mut add: impl FnMut(Shape<Self>, Self)) -> (Self, f64) {
        track.pieces(|middle, half, angle| {
            let (along, out) = (DVec2::from_angle(angle) * half, DVec2::from_angle(angle).perp());
            let middle = dvec2(middle, 0.0);
            match track.kind {
                0 => add(Shape::segment(middle - along, middle + along), DVec2::ZERO),
                1 => {
                    let shape = Shape::turned_cuboid(dvec2(half, 0.2), Frame::turning(angle));
                    add(shape, middle - out * 0.2);
                }
                _ => {
                    let ends = [middle - along, middle, middle + along, middle - out];
                    let shape = Shape::polygon(&[ends[3], ends[2], ends[0]]).unwrap();
                    add(shape, DVec2::ZERO);
                }
            }
        });
        (dvec2(0.0, RADIUS), 1.0)
    }

    fn spin(speed: f64) -> f64 {
        -speed / RADIUS
    }
}

impl Laid for DVec3 {
    fn lay(track: &Track, mut add: impl FnMut(Shape<Self>, Self)) -> (Self, f64) {
        track.pieces(|middle, half, angle| {
            let tilt = Frame::turning(dvec3(0.0, 0.0, angle));
            let [along, out] = [DVec3::X * half, DVec3::Y].map(|it| tilt.to_global(it));
            let middle = DVec3::X * middle;
            match track.kind {
                0 => {
                    let shape = Shape::turned_cuboid(dvec3(half, 0.2, 0.5), tilt);
                    add(shape, middle - out * 0.2);
                }
                1 => {
                    for side in [-1.0, 1.0] {
                        let turned = Frame::turning(dvec3(side * FRAC_PI_4, 0.0, 0.0));
                        let [up, away] = [DVec3::Y, DVec3::Z * side].map(|it| turned.to_global(it));
                        let away = away * if away.y > 0.0 { 0.5 } else { -0.5 };
                        let shape = Shape::turned_cuboid(dvec3(half, 0.25, 0.5), turned);
                        add(shape, middle + away - up * 0.25);
                    }
                }
                _ => {
                    for z in [-0.6 * RADIUS, 0.6 * RADIUS] {
                        add(Shape::capsule(-along, along, 0.5 * RADIUS), middle + DVec3::Z * z);
                    }
                }
            }
        });
        match track.kind {
            0 => (DVec3::Y * RADIUS, 1.0),
            1 => (DVec3::Y * (RADIUS * 2f64.sqrt()), 0.5f64.sqrt()),
            _ => (
                DVec3::Y * (RADIUS * (1.5f64 * 1.5 - 0.6 * 0.6).sqrt()),
                (1.0 - 0.4f64 * 0.4).sqrt(),
            ),
        }
    }

    fn spin(speed: f64) -> DVec3 {
        DVec3::NEG_Z * (speed / RADIUS)
    }
}

/// Where a ball on the track is after four seconds, how far it was above its height at most, and how many limits and impacts
/// were reported.
fn play<V: Laid>(track: &Track, rate: f64, given: Given) -> (f64, f64, usize) {
    let mut world = World::new();
    let (sine, cosine) = track.slope.sin_cos();
    let gravity = V::from_components(|axis| [9.81 * sine, -9.81 * cosine, 0.0][axis]);
    world.set_gravity(gravity).unwrap();
    let surface = |body: Body<V>| Body { friction: track.friction, restitution: 0.5, ..body };
    let (place, lever) = V::lay(track, |shape, place| {
        world.add(surface(Body::fixed(shape, place))).unwrap();
    });
    let ball = world
        .add(Body {
            velocity: V::unit(0) * track.speed,
            inertia_factor: track.inertia_factor,
            angular_velocity: V::spin(track.rolling * track.speed / lever),
            ..surface(Body::dynamic(Shape::ball(RADIUS), place))
        })
        .unwrap();
    given.round(&mut world);
    let (mut stepper, mut hop, mut reported) = (Stepper::new(), 0f64, 0);
    for _ in 0..(4.0 * rate) as usize {
        let report = stepper.step(&mut world, 1.0 / rate);
        reported += report.limits.len() + report.impacts().count();
        hop = hop.max((world.position(ball).unwrap().component(1) - place.component(1)).abs());
    }
    (world.position(ball).unwrap().component(0), hop, reported)
}

/// What is wrong with the track of a seed, if anything is.
fn fault<V: Laid>(seed: u64) -> Option<String> {
    let mut random = Random::new(seed);
    let track = Track::random(&mut random);
    let rate = [60.0, 144.0, 240.0][random.between(0.0, 3.0) as usize];
    let given = if random.between(0.0, 1.0) < 0.5 { Given::InF64 } else { Given::InF32 };
    let (whole, _, _) = play::<V>(&track.whole(), rate, given);
    let (way, hop, reported) = play::<V>(&track, rate, given);
    let off = (way - whole).abs() / f64::max(whole, 1.0);
    // Where the track turns up, the impulse that turns the ball brings friction along. It goes up and down by kink and length.
    let turns = track.friction * track.kink * whole / track.length;
    let braked = (track.friction - track.slope).abs();
    let heights = track.length * track.kink * f64::max(9.81 / track.speed.powi(2), braked.recip());
    let most = given.choose(1e-6, 2e-5) + turns + heights;
    let is_right = off <= most && hop <= 1e-3 * RADIUS && reported == 0;
    let case = || format!("seed {seed}: {off:e} {hop:e} {reported} {rate} {given:?} {track:?}");
    (!is_right).then(case)
}

#[test]
fn ball_moves_along_a_track_of_pieces_as_along_one() {
    let seeds = 0..30;
    let flat = seeds.clone().filter_map(fault::<DVec2>);
    let faults: Vec<_> = flat.chain(seeds.filter_map(fault::<DVec3>)).collect();
    assert!(faults.is_empty(), "{} {faults:#?}", faults.len());
}

/// Plays `FUZZ_WORLDS` tracks of each space, from `FUZZ_SEED` on, and prints what went wrong.
#[test]
#[ignore = "takes as long as its environment variables say"]
fn tracks_of_pieces_are_as_tracks_of_one() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (first, count) = (number("FUZZ_SEED", 1_000_000), number("FUZZ_WORLDS", 1000));
    let seeds = || first..first + count;
    let flat = seeds().filter_map(fault::<DVec2>);
    let faults: Vec<_> = flat.chain(seeds().filter_map(fault::<DVec3>)).collect();
    faults.iter().take(20).for_each(|fault| println!("{fault}"));
    println!("{} faults of {}", faults.len(), 2 * count);
    assert!(faults.is_empty());
}
