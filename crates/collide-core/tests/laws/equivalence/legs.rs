//! Whose paths are told changes nothing else, and what is not told of follows from both ends.

use std::collections::BTreeMap;

use crate::support::random::Random;
use crate::support::worlds::generator;
use crate::support::worlds::scene_player::ScenePlayer;
use collide_core::report::{Leg, Legs, Report};
use collide_core::step::{Settings, Stepper};
use collide_core::vector::{Vector, Wide};
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// All legs, beside those that the turns have ended. Those of all who are told of among the turned are the same and in
/// the same order, but for stays; what is left out leads from the end of the last one, or the start of the step, to
/// where its body is, on the one parabola that ends there as it does.
fn agree<V: Vector>(
    [before, after]: [&World<V>; 2],
    [all, turned]: [&Report<V>; 2],
    name: &str,
) -> usize {
    let stays =
        |leg: &Leg<V::Wide>| leg.velocity == V::Wide::ZERO && leg.acceleration == V::Wide::ZERO;
    let mut told = turned.legs.iter().filter(|leg| !stays(leg)).peekable();
    let mut last: BTreeMap<BodyId, (f64, V::Wide)> = BTreeMap::new();
    for leg in &turned.legs {
        let known = last.insert(leg.body, (leg.end, leg.position_at(leg.end)));
        assert!(known.is_none_or(|(end, _)| end <= leg.start), "{name}: {leg:?}");
    }
    let mut left_out = 0;
    for leg in &all.legs {
        if told.next_if(|other| *other == leg).is_some() {
            continue;
        }
        left_out += 1;
        let from = last.get(&leg.body).copied();
        let (start, place) = from.unwrap_or_else(|| (0.0, place(before, leg.body)));
        assert_eq!((leg.start, leg.end), (start, all.dt), "{name}: {leg:?}");
        let miss =
            (middle(after, leg, place) - leg.position_at(0.5 * (leg.start + leg.end))).length();
        let scale = place.length() + (leg.position_at(leg.end) - place).length();
        assert!(miss <= 1e-6 * scale, "{name}: {leg:?}, {miss}");
    }
    assert!(told.next().is_none(), "{name}: told of the turned alone");
    left_out
}

fn place<V: Vector>(world: &World<V>, body: BodyId) -> V::Wide {
    world.body(body).unwrap().position.widen()
}

/// The middle of the way of a leg from a place, as the end of the step tells it.
fn middle<V: Vector>(after: &World<V>, leg: &Leg<V::Wide>, start: V::Wide) -> V::Wide {
    let end = after.body(leg.body).unwrap();
    let way = end.position.widen() - start;
    let bend = end.velocity.widen() * (leg.end - leg.start) - way;
    start + way * 0.5 - bend * 0.25
}

/// Steps a world with the legs of all and with those of the turned, and tells how many were left out.
fn step_alike<V: Vector>(world: &World<V>, settings: Settings, dt: f64, name: &str) -> usize {
    let steppers = [Legs::All, Legs::Turned, Legs::None]
        .map(|legs| Stepper::with_settings(Settings { legs, ..settings }));
    let mut worlds = [(); 3].map(|()| world.clone());
    let [mut all, mut turned, mut none] = steppers;
    let mut left_out = 0;
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
        left_out += agree([&before, &worlds[0]], [reports[0], reports[1]], name);
    }
    left_out
}

fn scenes_agree<V: Vector<Wide = DVec2>>() {
    for name in ["gas", "fast", "mixed-gas", "pile", "tower", "bricks"] {
        let scene = scenes::by_name(name, Some(400), 1).unwrap();
        let world = ScenePlayer::<V>::new(&scene).world;
        let left_out = step_alike(&world, Settings::default(), 1.0 / 60.0, name);
        assert!(left_out > 100, "{name}: {left_out}");
    }
}

#[test]
fn what_is_not_told_of_follows_from_both_ends() {
    scenes_agree::<DVec2>();
    scenes_agree::<Vec2>();
}

fn wild_worlds_agree<V: Vector>(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let traits = generator::traits::<V>(&mut random);
        let world = generator::world::<V>(&mut random, &traits);
        let settings = generator::settings(&mut random, &traits);
        step_alike(&world, settings, 1.0 / 60.0, &format!("seed {seed}"));
    }
}

#[test]
fn it_follows_in_wild_worlds_too() {
    wild_worlds_agree::<DVec2>(0..200);
    wild_worlds_agree::<Vec2>(200..300);
    wild_worlds_agree::<DVec3>(300..400);
    wild_worlds_agree::<Vec3>(400..450);
}
