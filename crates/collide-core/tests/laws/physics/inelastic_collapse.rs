//! Inelastic collapse: without gravity, bodies that lose speed at every impact collide infinitely often in
//! finite time.

use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::body::Kind;
use collide_core::measure::{kinetic_energy, momentum, momentum_scale};
use glam::DVec2;

const DT: f64 = 1.0 / 60.0;

/// Asserts that a cooling gas gains no energy, changes its momentum by the impulses of the walls only, and
/// hardly overlaps.
fn assert_gas_cools(name: &str, count: usize, seconds: f64) {
    let scene = scenes::by_name(name, Some(count), 1).unwrap();
    let mut player = ScenePlayer::new(&scene);
    let (mut impacts, mut limits, mut worst, mut deepest) = (0u64, 0, 0f64, 0f64);
    let mut expected = momentum(&player.world);
    let mut energy = kinetic_energy(&player.world);
    let (mut scale, mut roundings) = (momentum_scale(&player.world), 0.0);
    let walls: Vec<_> = player
        .ids
        .iter()
        .copied()
        .filter(|id| player.world.body(*id).is_some_and(|body| body.kind != Kind::Dynamic))
        .collect();
    while player.clock < seconds {
        let report = player.step(DT);
        let before = impacts;
        for impact in report.impacts() {
            impacts += 1;
            if walls.contains(&impact.bodies[1]) {
                expected += impact.normal * impact.impulse + impact.friction;
                scale += impact.impulse;
            }
        }
        limits += report.limits.len();
        roundings += 1.0 + (impacts - before) as f64;
        let now = kinetic_energy(&player.world);
        // A stored velocity is rounded once an impact.
        assert!(
            now <= energy * (1.0 + f64::EPSILON * (1 + impacts - before) as f64),
            "{now} {energy}"
        );
        energy = now;
        let drift = (momentum(&player.world) - expected).length() / scale;
        worst = worst.max(drift / (f64::EPSILON * f64::sqrt(roundings)));
        assert!(player.is_finite());
        deepest = deepest.max(player.overlap());
    }
    println!(
        "{name}: {impacts} impacts, {limits} limits, momentum off by {worst:.3} roundings, overlap {deepest:.1e}"
    );
    assert!(worst < 4.0 && impacts > 1000, "{worst} {impacts}");
    // In a cluster, contacts that hardly approach are suppressed for a part of a step while others press on.
    assert!(deepest < 0.01, "{deepest}");
}

#[test]
fn cooling_gas_of_60_gains_no_energy() {
    for name in ["collapse", "collapse-dull"] {
        assert_gas_cools(name, 60, 3.0);
    }
}

/// Rows of a cluster that collide along a wall were pressed into each other where resting bodies lay between
/// bouncing ones; they hardly overlap.
#[test]
fn cooling_gas_of_1000_hardly_overlaps() {
    assert_gas_cools("collapse-dull", 1000, 20.0);
}

#[test]
#[ignore = "takes minutes"]
fn cooling_gas_of_10000_gains_no_energy_in_a_minute() {
    for name in ["collapse", "collapse-dull"] {
        assert_gas_cools(name, 10_000, 60.0);
    }
}

/// Below a restitution of 0.072 three balls on a line collide infinitely often and move together afterwards.
#[test]
fn three_inelastic_balls_on_a_line_move_together() {
    let mut player = ScenePlayer::new(&scenes::by_name("collapse-three", None, 1).unwrap());
    let mut limits = 0;
    while player.clock < 10.0 {
        limits += player.step(DT).limits.len();
    }
    let bodies: Vec<_> = player.ids[1..].iter().map(|id| player.world.body(*id).unwrap()).collect();
    let common = momentum(&player.world).x / 3.0;
    for body in &bodies {
        assert!((body.velocity - DVec2::X * common).length() < 1e-9, "{body:?}");
    }
    let gaps = bodies.windows(2).map(|pair| pair[1].position.x - pair[0].position.x - 1.0);
    let gaps: Vec<f64> = gaps.collect();
    assert!(gaps.iter().all(|gap| gap.abs() < 1e-6), "{gaps:?}");
    assert_eq!(limits, 0);
}
