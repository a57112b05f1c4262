//! What lies on each other under gravity comes to rest.

use std::time::Instant;

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy};
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::world::World;
use glam::{DVec2, dvec2};

use crate::support::random::Random;

const DT: f64 = 1.0 / 60.0;

fn disc(position: DVec2, restitution: f64) -> Body<DVec2> {
    Body { restitution, ..Body::dynamic(Shape::ball(0.05), position) }
}

/// Discs that fall into a box.
fn pile(count: usize, restitution: f64) -> World<DVec2> {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81)).unwrap();
    let width = 0.1 * (count as f64).sqrt() * 0.9;
    for (normal, place) in [
        (DVec2::Y, DVec2::ZERO),
        (DVec2::X, dvec2(-0.5 * width, 0.0)),
        (DVec2::NEG_X, dvec2(0.5 * width, 0.0)),
    ] {
        world.add(Body::fixed(Shape::half_space(normal), place)).unwrap();
    }
    let columns = (width / 0.115) as usize;
    let mut random = Random::new(1);
    for number in 0..count {
        let place = dvec2((number % columns) as f64, (number / columns) as f64) * 0.115;
        let jitter = dvec2(random.between(0.0, 0.01), random.between(0.0, 0.01));
        let start = place + jitter + dvec2(0.051 - 0.5 * width, 0.06);
        world.add(disc(start, restitution)).unwrap();
    }
    world
}

/// What is measured of a scene.
#[derive(Debug, Default)]
struct Measured {
    /// Which share of the largest kinetic energy is left at the end.
    left: f64,
    /// The deepest overlap in diameters: in the first two seconds, and later.
    overlap: [f64; 2],
    limits: usize,
}

/// Runs a scene, and prints what is measured every second.
fn watch(world: &mut World<DVec2>, seconds: usize) -> Measured {
    let mut stepper =
        Stepper::with_settings(Settings { record_legs: false, ..Settings::default() });
    let mut measured = Measured::default();
    let mut peak = 0f64;
    for second in 0..seconds {
        let (mut impacts, mut most, mut overlap) = (0, 0, 0f64);
        let start = Instant::now();
        for _ in 0..60 {
            let report = stepper.step(world, DT);
            let count = report.impacts().count();
            (impacts, most) = (impacts + count, usize::max(most, count));
            measured.limits += report.limits.len();
            overlap = overlap.max(deepest_overlap(world) / 0.1);
            peak = peak.max(kinetic_energy(world));
        }
        measured.left = kinetic_energy(world) / peak;
        let deepest = &mut measured.overlap[usize::from(second >= 2)];
        *deepest = deepest.max(overlap);
        println!(
            "{second:3} s: energy {:.2e} of the peak, overlap {overlap:.4}, {impacts} impacts, at most \
             {most} a step, {:.2} ms",
            measured.left,
            start.elapsed().as_secs_f64() * 1e3 / 60.0,
        );
    }
    measured
}

#[test]
fn a_tower_stands() {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81)).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    for side in [-1.0, 1.0] {
        let wall = Shape::half_space(dvec2(-side, 0.0));
        world.add(Body::fixed(wall, dvec2(0.05 * side, 0.0))).unwrap();
    }
    for number in 0..30 {
        world.add(disc(dvec2(0.0, 0.05 + 0.1 * f64::from(number)), 0.5)).unwrap();
    }
    let measured = watch(&mut world, 10);
    assert!(measured.left == 0.0 && measured.limits == 0, "{measured:?}");
    assert!(measured.overlap[0] < 1e-3 && measured.overlap[1] < 1e-3, "{measured:?}");
    // It sleeps, and when its floor goes it falls.
    let ids: Vec<_> = world.ids().collect();
    assert!(ids[3..].iter().all(|id| world.is_asleep(*id)));
    world.remove(ids[0]);
    let before = world.body(ids[3]).unwrap().position.y;
    Stepper::new().step(&mut world, DT);
    assert!(world.body(ids[3]).unwrap().position.y < before - 1e-4);
}

#[test]
fn a_pile_comes_to_rest() {
    let mut world = pile(500, 0.5);
    let measured = watch(&mut world, 10);
    assert!(measured.left < 1e-6 && measured.limits == 0, "{measured:?}");
    assert!(measured.overlap[0] < 0.02 && measured.overlap[1] < 0.005, "{measured:?}");
}

#[test]
#[ignore = "takes minutes"]
fn large() {
    for count in [2000, 5000] {
        println!("{count} discs");
        let mut world = pile(count, 0.5);
        let measured = watch(&mut world, 20);
        assert!(measured.left < 1e-6 && measured.limits == 0, "{measured:?}");
        assert!(measured.overlap[0] < 0.05 && measured.overlap[1] < 0.01, "{measured:?}");
    }
}
