//! Without gravity, what loses speed at every impact meets infinitely often in finite time.

use crate::support::worlds::stage::Stage;
use collide_core::body::Kind;
use collide_core::measure::{kinetic_energy, momentum, momentum_scale};
use collide_core::vector::Vector;
use glam::{DVec2, Vec2};

const DT: f64 = 1.0 / 60.0;

/// A cooling gas ends every step within its budget, gains no energy, and its momentum changes by what the
/// walls give it.
fn a_gas_cools<V: Vector<Wide = DVec2>>(name: &str, count: usize, seconds: f64) {
    let scene = scenes::by_name(name, Some(count), 1).unwrap();
    let mut stage = Stage::<V>::new(&scene);
    let (mut impacts, mut limits, mut worst, mut deepest) = (0u64, 0, 0f64, 0f64);
    let mut given = momentum(&stage.world);
    let mut energy = kinetic_energy(&stage.world);
    let (mut scale, mut roundings) = (momentum_scale(&stage.world), 0.0);
    let walls: Vec<_> = stage
        .ids
        .iter()
        .copied()
        .filter(|id| stage.world.body(*id).is_some_and(|body| body.kind != Kind::Dynamic))
        .collect();
    while stage.clock < seconds {
        let report = stage.step(DT);
        let before = impacts;
        for impact in report.impacts() {
            impacts += 1;
            if walls.contains(&impact.bodies[1]) {
                given += impact.normal * impact.impulse + impact.friction;
                scale += impact.impulse;
            }
        }
        limits += report.limits.len();
        roundings += 1.0 + (impacts - before) as f64;
        let now = kinetic_energy(&stage.world);
        // A stored velocity is rounded once an impact.
        assert!(
            now <= energy * (1.0 + V::EPSILON * (1 + impacts - before) as f64),
            "{now} {energy}"
        );
        energy = now;
        let drift = (momentum(&stage.world) - given).length() / scale;
        worst = worst.max(drift / (V::EPSILON * f64::sqrt(roundings)));
        assert!(stage.is_finite());
        deepest = deepest.max(stage.overlap());
    }
    println!(
        "{name}: {impacts} impacts, {limits} limits, momentum off by {worst:.3} roundings, overlap {deepest:.1e}"
    );
    assert!(worst < 4.0 && impacts > 1000, "{worst} {impacts}");
    // In a cluster those who hardly approach are left alone for a part of a step, and others press on.
    assert!(deepest < 0.01, "{deepest}");
}

#[test]
fn a_few_cool_to_rest() {
    for name in ["collapse", "collapse-dull"] {
        a_gas_cools::<DVec2>(name, 60, 3.0);
        a_gas_cools::<Vec2>(name, 60, 3.0);
    }
}

/// Rows of a cluster that run into each other along a wall are not pressed into each other, as they were where
/// those who rested lay between others who bounced.
#[test]
fn a_thousand_cool_in_rows() {
    a_gas_cools::<DVec2>("collapse-dull", 1000, 20.0);
    a_gas_cools::<Vec2>("collapse-dull", 1000, 20.0);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_cool_for_a_minute() {
    for name in ["collapse", "collapse-dull"] {
        a_gas_cools::<DVec2>(name, 10_000, 60.0);
        a_gas_cools::<Vec2>(name, 10_000, 60.0);
    }
}

/// Below a restitution of 0.072 three balls on a line never stop to meet, and move together from then on.
#[test]
fn three_on_a_line_move_together() {
    let mut stage = Stage::<DVec2>::new(&scenes::by_name("collapse-three", None, 1).unwrap());
    let mut limits = 0;
    while stage.clock < 10.0 {
        limits += stage.step(DT).limits.len();
    }
    let bodies: Vec<_> = stage.ids[1..].iter().map(|id| stage.world.body(*id).unwrap()).collect();
    let together = momentum(&stage.world).x / 3.0;
    for body in &bodies {
        assert!((body.velocity - DVec2::X * together).length() < 1e-9, "{body:?}");
    }
    let gaps = bodies.windows(2).map(|pair| pair[1].position.x - pair[0].position.x - 1.0);
    let gaps: Vec<f64> = gaps.collect();
    assert!(gaps.iter().all(|gap| gap.abs() < 1e-6), "{gaps:?}");
    assert_eq!(limits, 0);
}
