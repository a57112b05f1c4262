//! Piles in which masses differ by powers of ten.

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, energy, kinetic_energy, momentum};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, dvec2};

/// A world with a pull and a floor at height zero.
fn floor() -> World<DVec2> {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81)).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    world
}

fn ball(radius: f64, place: DVec2, mass: f64) -> Body<DVec2> {
    Body { mass, restitution: 0.3, ..Body::dynamic(Shape::ball(radius), place) }
}

/// Drops a ball of this mass on eight balls of mass 1, so far beside their middle, and asserts that all become quiet, and gain
/// no energy on the way.
fn assert_heavy_ball_rests_on_light_ones(mass: f64, beside: f64, rate: f64) {
    let case = format!("mass {mass}, {beside} beside, {rate} Hz");
    let mut world = floor();
    // The heavy ball may squeeze a light one out, up to the lid.
    for place in [dvec2(-3.0, 0.0), dvec2(3.0, 0.0), dvec2(0.0, 4.0)] {
        let wall = Shape::half_space(-place.normalize());
        world.add(Body::fixed(wall, place)).unwrap();
    }
    let light = (0..8).map(|number| dvec2(0.624 * f64::from(number) - 2.64, 0.3));
    for place in light {
        world.add(ball(0.3, place, 1.0)).unwrap();
    }
    world.add(ball(0.9, dvec2(beside, 3.0), mass)).unwrap();
    let mut stepper = Stepper::new();
    let first = energy(&world).total();
    let (mut before, mut gained, mut limits, mut deepest) = (first, 0f64, 0, 0f64);
    for _ in 0..(10.0 * rate) as usize {
        limits += stepper.step(&mut world, 1.0 / rate).limits.len();
        let now = energy(&world).total();
        (before, gained) = (now, gained.max(now - before));
        deepest = deepest.max(deepest_overlap(&world) / 0.6);
    }
    println!("{case}: gained {:.1e}, overlap {deepest:.4}, {limits} limits", gained / first);
    let left = kinetic_energy(&world) / first;
    assert!(left < 1e-8, "{case}: {left:e} of the energy is left");
    assert!(gained < 1e-3 * first && deepest < 0.05 && limits <= 8, "{case}");
}

#[test]
fn heavy_ball_comes_to_rest_on_light_ones() {
    for rate in [60.0, 240.0] {
        for mass in [30.0, 300.0] {
            assert_heavy_ball_rests_on_light_ones(mass, 0.05, rate);
        }
        // Some of these were held in the middle of a sub-step, with the velocity of its end.
        for beside in [0.05, 0.128, 0.18, 0.219, 0.297, 0.414] {
            assert_heavy_ball_rests_on_light_ones(1e4, beside, rate);
        }
    }
}

/// The energy that is taken back where masses are unlike costs no momentum.
#[test]
fn row_of_unlike_masses_keeps_its_momentum() {
    for (mass, speed, gap) in [(5.0, 10.0, 0.0), (50.0, 10.0, 0.0), (50.0, 100.0, 0.01)] {
        let mut world = floor();
        for number in 0..8 {
            let place = dvec2(f64::from(number) * (1.0 + gap), 0.5);
            let mass = if number % 2 == 1 { mass } else { 1.0 };
            world.add(ball(0.5, place, mass)).unwrap();
        }
        let mut stepper = Stepper::new();
        for _ in 0..15 {
            stepper.step(&mut world, 1.0 / 60.0);
        }
        let hits = ball(0.5, dvec2(-1.5, 0.5), 1.0);
        world.add(Body { velocity: dvec2(speed, 0.0), ..hits }).unwrap();
        for _ in 0..30 {
            stepper.step(&mut world, 1.0 / 60.0);
            let lost = momentum(&world).x / speed - 1.0;
            assert!(lost.abs() < 1e-12, "mass {mass}, speed {speed}, gap {gap}: {lost:e}");
        }
    }
}
