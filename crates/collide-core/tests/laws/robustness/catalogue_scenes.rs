//! The scenes of the catalogue, which are shown and timed, keep energy, stay in the room and hardly overlap.

use std::time::{Duration, Instant};

use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::measure::{energy, kinetic_energy, state_hash};
use collide_core::report::ContactTally;
use scenes::Scene;

const DT: f64 = 1.0 / 60.0;

/// The measurements of a scene.
#[derive(Debug, Default)]
struct Outcome {
    impacts: usize,
    limits: usize,
    /// The largest relative growth of the energy in one step.
    growth: f64,
    /// The final energy as a share of the first.
    left: f64,
    /// The final kinetic energy.
    kinetic: f64,
    /// The deepest overlap at the end of any step, in diameters of the smallest body.
    deepest: f64,
    /// How far a body was outside of the room, in length units.
    outside: f64,
    finite: bool,
    /// The median and the longest time of a step.
    times: [Duration; 2],
}

/// Plays a scene and measures it.
fn play(scene: &Scene, seconds: f64) -> Outcome {
    let mut player = ScenePlayer::new(scene);
    let mut outcome = Outcome { outside: f64::NEG_INFINITY, finite: true, ..Outcome::default() };
    let floor = -scene.gravity * scene.room[0];
    let zero = floor.x + floor.y;
    let mass = |player: &ScenePlayer| {
        let masses = player.world.ids().filter_map(|id| player.world.body(id));
        masses
            .filter(|body| body.kind == collide_core::body::Kind::Dynamic)
            .map(|body| body.mass)
            .sum::<f64>()
    };
    // The potential energy is zero at the floor.
    let total = |player: &ScenePlayer| energy(&player.world).total() - zero * mass(player);
    let first = total(&player);
    let (mut before, mut times) = (first, Vec::new());
    while outcome.finite && player.clock < seconds {
        let start = Instant::now();
        let report = player.step(DT);
        times.push(start.elapsed());
        outcome.impacts += report.impacts().count();
        outcome.limits += report.limits.len();
        outcome.finite = player.is_finite();
        let now = total(&player);
        outcome.growth = outcome.growth.max(now / before - 1.0);
        before = now;
        outcome.deepest = outcome.deepest.max(player.overlap());
        outcome.outside = outcome.outside.max(player.outside());
    }
    outcome.left = before / first;
    outcome.kinetic = kinetic_energy(&player.world);
    times.sort_unstable();
    outcome.times = [times[times.len() / 2], times[times.len() - 1]];
    outcome
}

fn scene(name: &str, count: usize) -> Scene {
    scenes::by_name(name, Some(count), 1).expect("there is such a scene")
}

/// Asserts that scenes without losses keep their energy, reach no limit and hardly overlap.
fn assert_lossless_scenes(drift: f64, rounding: f64) {
    let gases =
        ["gas", "gas-periodic", "dense", "fast", "mixed-gas", "bricks"].map(|name| (name, 60));
    for (name, count) in gases.into_iter().chain([("rack", 16), ("cradle", 5), ("bullets", 10)]) {
        let scene = scene(name, count);
        assert!(scene.is_lossless(), "{name}");
        let outcome = play(&scene, 2.0);
        println!("{name}: {outcome:?}");
        let size = (scene.room[1] - scene.room[0]).max_element() / scene.smallest_diameter();
        assert!(outcome.finite && outcome.limits == 0 && outcome.impacts > 3, "{name}");
        assert!((outcome.left - 1.0).abs() <= drift, "{name}: {}", outcome.left);
        assert!(outcome.deepest <= rounding * size, "{name}: {:e}", outcome.deepest);
        assert!(outcome.outside <= rounding * size, "{name}: {:e}", outcome.outside);
    }
}

#[test]
fn lossless_scenes_keep_their_energy() {
    assert_lossless_scenes(1e-12, 1e-12);
}

/// Asserts the state hashes of scenes without losses, which have no contacts and reach no limit.
///
/// A change of these hashes is a change of the event-driven engine, because piles have no part in them.
fn assert_hashes(hashes: [u64; 9]) {
    const SCENES: [&str; 9] = [
        "gas",
        "gas-periodic",
        "dense",
        "fast",
        "mixed-gas",
        "bullets",
        "bricks",
        "rack",
        "cradle",
    ];
    for (name, hash) in SCENES.into_iter().zip(hashes) {
        let mut player = ScenePlayer::new(&scenes::by_name(name, None, 1).unwrap());
        for _ in 0..120 {
            let report = player.step(DT);
            assert_eq!(report.contacts, ContactTally::default(), "{name}");
            assert!(report.limits.is_empty(), "{name}");
        }
        let found = state_hash(&player.world);
        assert_eq!(found, hash, "{name}: {found:#x}");
    }
}

#[test]
fn lossless_scenes_keep_their_state_hashes() {
    assert_hashes([
        0x1a58_5548_7e5c_290d,
        0xe2b7_2c58_7fbb_d737,
        0xdce7_f7b2_3b85_c18f,
        0x4abb_4139_3635_1044,
        0xb32b_a89b_c233_2495,
        0x84d0_fc4b_f24b_36cd,
        0x231a_4288_9123_3344,
        0x9d05_72d0_114b_dba9,
        0xf85d_d0b6_d5cf_9a29,
    ]);
}

/// Prints the measurements of the named scenes, or of all: `SCENES="pile tower" cargo test ... -- --ignored`.
#[test]
#[ignore = "takes minutes; it measures every scene"]
fn every_scene_prints_its_measurements() {
    let wanted = std::env::var("SCENES").unwrap_or_default();
    for entry in scenes::all() {
        if !wanted.is_empty() && !wanted.split_whitespace().any(|name| name == entry.name) {
            continue;
        }
        let scene = entry.scene(entry.count, 1);
        let outcome = play(&scene, scene.seconds.min(seconds()));
        let [median, longest] = outcome.times.map(|time| 1e3 * time.as_secs_f64());
        println!(
            "{:21}: {median:8.3} ms, longest {longest:9.3}, {:9} impacts, {:7} limits, energy \
                 left {:.3e}, grew {:.0e}, kinetic {:.1e}, overlap {:.1e}, outside {:.1e}{}",
            scene.name,
            outcome.impacts,
            outcome.limits,
            outcome.left,
            outcome.growth,
            outcome.kinetic,
            outcome.deepest,
            outcome.outside,
            if outcome.finite { "" } else { ", NOT FINITE" },
        );
    }
}

/// The longest time for which a scene is played, in seconds: `SCENE_SECONDS`, or 2.
fn seconds() -> f64 {
    let limit = std::env::var("SCENE_SECONDS").ok().and_then(|text| text.parse().ok());
    limit.unwrap_or(2.0)
}
