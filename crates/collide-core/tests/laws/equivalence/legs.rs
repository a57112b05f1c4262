//! The choice of recorded legs changes nothing else, and omitted legs follow from their two ends.

use std::collections::BTreeMap;

use crate::support::random::Random;
use crate::support::worlds::generator;
use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::report::{Leg, Legs, Report};
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};

/// Asserts that the legs that an event ended are among all legs, and that the omitted ones can be
/// reconstructed.
///
/// Both lists have the same order, except for legs at rest. An omitted leg starts at the end of the last
/// recorded leg of its body, or at the start of the step, and is the parabola that ends with the final
/// position and velocity. Returns the number of omitted legs.
fn assert_legs_agree<V: Vector>(
    [before, after]: [&World<V>; 2],
    [all, turned]: [&Report<V>; 2],
    name: &str,
) -> usize {
    let is_at_rest = |leg: &Leg<V>| leg.velocity == V::ZERO && leg.acceleration == V::ZERO;
    let mut recorded = turned.legs.iter().filter(|leg| !is_at_rest(leg)).peekable();
    let mut last: BTreeMap<BodyId, (f64, V)> = BTreeMap::new();
    for leg in &turned.legs {
        let previous = last.insert(leg.body, (leg.end, leg.position_at(leg.end)));
        assert!(previous.is_none_or(|(end, _)| end <= leg.start), "{name}: {leg:?}");
    }
    let mut omitted = 0;
    for leg in &all.legs {
        if recorded.next_if(|other| *other == leg).is_some() {
            continue;
        }
        omitted += 1;
        let from = last.get(&leg.body).copied();
        let (start, place) = from.unwrap_or_else(|| (0.0, place(before, leg.body)));
        assert_eq!((leg.start, leg.end), (start, all.dt), "{name}: {leg:?}");
        let miss =
            (middle(after, leg, place) - leg.position_at(0.5 * (leg.start + leg.end))).length();
        let scale = place.length() + (leg.position_at(leg.end) - place).length();
        assert!(miss <= 1e-6 * scale, "{name}: {leg:?}, {miss}");
    }
    assert!(recorded.next().is_none(), "{name}: a leg is not among all legs");
    omitted
}

fn place<V: Vector>(world: &World<V>, body: BodyId) -> V {
    world.body(body).unwrap().position
}

/// The position at half the time of a leg, from its start and the state at the end of the step.
fn middle<V: Vector>(after: &World<V>, leg: &Leg<V>, start: V) -> V {
    let end = after.body(leg.body).unwrap();
    let displacement = end.position - start;
    let bend = end.velocity * (leg.end - leg.start) - displacement;
    start + displacement * 0.5 - bend * 0.25
}

/// Steps a world with each choice of legs, asserts that they agree, and returns the number of omitted legs.
fn step_with_each_choice<V: Vector>(
    world: &World<V>,
    settings: Settings,
    dt: f64,
    name: &str,
) -> usize {
    let steppers = [Legs::All, Legs::AfterEvents, Legs::None]
        .map(|legs| Stepper::with_settings(Settings { legs, ..settings }));
    let mut worlds = [(); 3].map(|()| world.clone());
    let [mut all, mut turned, mut none] = steppers;
    let mut omitted = 0;
    for _ in 0..40 {
        let before = worlds[0].clone();
        let reports = [
            all.step(&mut worlds[0], dt),
            turned.step(&mut worlds[1], dt),
            none.step(&mut worlds[2], dt),
        ];
        assert!(reports[1..].iter().all(|report| report.events == reports[0].events), "{name}");
        assert!(worlds[1..].iter().all(|world| *world == worlds[0]), "{name}");
        assert!(reports[2].legs.is_empty(), "{name}");
        omitted += assert_legs_agree([&before, &worlds[0]], [reports[0], reports[1]], name);
    }
    omitted
}

fn assert_scenes_agree() {
    for name in ["gas", "fast", "mixed-gas", "pile", "tower", "bricks"] {
        let scene = scenes::by_name(name, Some(400), 1).unwrap();
        let world = ScenePlayer::new(&scene).world;
        let omitted = step_with_each_choice(&world, Settings::default(), 1.0 / 60.0, name);
        assert!(omitted > 100, "{name}: {omitted}");
    }
}

#[test]
fn omitted_legs_of_scenes_follow_from_their_ends() {
    assert_scenes_agree();
}

fn assert_random_worlds_agree<V: Vector>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let traits = generator::traits(&mut random);
        let world = generator::world::<V>(&mut random, &traits);
        let settings = generator::settings(&mut random, &traits);
        step_with_each_choice(&world, settings, 1.0 / 60.0, &format!("seed {seed}"));
    }
}

#[test]
fn omitted_legs_of_random_worlds_follow_from_their_ends() {
    assert_random_worlds_agree::<DVec2>(0..200);
    assert_random_worlds_agree::<DVec3>(300..400);
}
