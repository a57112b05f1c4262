//! A recording that is played again has the same bits and the same reports, and a damaged file is refused.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::mixed_scene::mixed_scene;
use collide_core::body::Body;
use collide_core::measure::state_hash;
use collide_core::recording::{BadRecording, Recording, ReplayError};
use collide_core::report::Event;
use collide_core::response::Surface;
use collide_core::shape::Shape;
use collide_core::step::{Hook, Outcome, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

/// A scene with walls, sensors and balls under a pull.
fn world<V: Vector>(seed: u64) -> World<V> {
    let mut world = World::new();
    for body in mixed_scene(&mut Random::new(seed), 24) {
        world.add(body).unwrap();
    }
    world.set_gravity(V::unit(1) * -9.81).unwrap();
    world
}

/// Everything that a game can do to a world, one thing in each step.
fn do_something<V: Vector>(world: &mut World<V>, random: &mut Random, number: usize) {
    let ids: Vec<_> = world.ids().collect();
    let [one, two] = [0; 2].map(|_| ids[random.between(0.0, ids.len() as f64) as usize]);
    let small = Body::dynamic(Shape::ball(0.05), random.vector(3.0));
    match number % 17 {
        0 => drop(world.edit(one, |body| body.velocity = random.vector(9.0))),
        1 => drop(world.edit(one, |body| body.friction = 0.4)),
        2 => drop(world.edit(one, |body| body.mass = -1.0)),
        3 => drop(world.add(small)),
        4 => drop(world.add_with_key(small, 1000 + number as u64)),
        5 => drop(world.remove(one)),
        6 => drop(world.absorb(one, two)),
        7 => ids.iter().for_each(|id| world.restore(*id)),
        8 => world.wake(one),
        9 => world.forget_past(one),
        10 => world.forget_all_past(),
        11 => world.set_tag(one, 5),
        12 => world.set_gravity(random.vector(5.0)).unwrap(),
        13 => drop(world.set_period(V::unit(0) * 60.0)),
        14 => world.set_given_rounding(1e-7).unwrap(),
        15 => world.set_state(self::world(number as u64)),
        _ => drop(world.edit(two, |body| body.position += V::unit(1) * 0.1)),
    }
}

/// A game of 150 steps of several lengths and settings, some of them in parts, and the events of all parts.
fn play<V: Vector>(world: &mut World<V>, seed: u64) -> Vec<Event<V>> {
    let (mut stepper, mut random) = (Stepper::new(), Random::new(seed));
    let mut events = Vec::new();
    for step in 0..150 {
        stepper.settings.sleep = step % 40 < 20;
        stepper.settings.contacts = step % 60 < 30;
        if step % 4 == 3 {
            do_something(world, &mut random, step / 4);
        }
        let dt = [1.0 / 60.0, 1.0 / 60.0, 0.05][step / 50];
        if step % 10 == 7 {
            stepper.integrate(world, dt);
            do_something(world, &mut random, step / 10 + 3);
            while stepper.resume(world, 4) == Outcome::Interrupted {
                events.extend_from_slice(&stepper.report().events);
            }
        } else {
            stepper.step(world, dt);
        }
        events.extend_from_slice(&stepper.report().events);
    }
    events
}

fn replay_matches_bits_and_events<V: Vector>() {
    for seed in 0..6 {
        let mut world = world::<V>(seed);
        Stepper::new().step(&mut world, 0.1);
        Recording::start(&mut world);
        let events = play(&mut world, seed);
        let so_far = Recording::so_far(&world).unwrap();
        assert!(Recording::so_far(&world.clone()).is_none(), "a clone is recorded");
        let stopped = Recording::stop(&mut world).unwrap();
        assert!(Recording::stop(&mut world).is_none());
        let read = Recording::from_bytes(&stopped.to_bytes().unwrap()).unwrap();
        for recording in [so_far, stopped, read] {
            let steps = recording.steps();
            let (mut replay, mut replayed) = (recording.replay(), Vec::new());
            while let Some(report) = replay.step().unwrap() {
                replayed.extend_from_slice(&report.events);
            }
            assert_eq!(replay.steps(), steps);
            assert_eq!(replay.world(), &world, "seed {seed}");
            assert_eq!(replayed, events, "seed {seed}");
            assert!(replay.step().unwrap().is_none());
        }
    }
}

in_both_spaces!(replay_matches_bits_and_events);

/// Equal steps in a row take no memory, so the bytes of a minute are few, beside the hashes.
#[test]
fn steps_take_few_bytes() {
    let mut world = world::<DVec2>(1);
    Recording::start(&mut world);
    let first = Recording::so_far(&world).unwrap().to_bytes().unwrap().len();
    let mut stepper = Stepper::new();
    for _ in 0..3600 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    let bytes = Recording::stop(&mut world).unwrap().to_bytes().unwrap().len();
    assert!(bytes < first + 3600 / 64 * 16, "{first} bytes, then {bytes}");
}

#[test]
fn replay_of_another_game_reports_where_it_diverged() {
    let mut world = world::<DVec2>(2);
    let pair_hook = || Hook::new(|pair| Some(Surface { restitution: 0.5, ..pair.surface }));
    Recording::start(&mut world);
    let mut stepper = Stepper::new();
    stepper.hook = Some(pair_hook());
    for _ in 0..200 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    let recording = Recording::stop(&mut world).unwrap();
    assert!(recording.has_hook());
    assert_eq!(recording.clone().replay().step().err(), Some(ReplayError::NoHook));
    let end = |hook: Hook<DVec2>| {
        let mut replay = recording.clone().replay();
        replay.stepper.hook = Some(hook);
        while replay.step()?.is_some() {}
        Ok(state_hash(replay.world()))
    };
    assert_eq!(end(pair_hook()), Ok(state_hash(&world)));
    let none = Hook::new(|pair| Some(pair.surface));
    assert_eq!(end(none), Err(ReplayError::Diverged { step: 64 }));
}

/// Files that are cut off, longer, changed in a bit, a byte or several, or mixed with others.
#[test]
fn ten_thousand_damaged_files_are_refused() {
    let mut world = world::<DVec2>(3);
    Recording::start(&mut world);
    play(&mut world, 3);
    let file = Recording::stop(&mut world).unwrap().to_bytes().unwrap();
    let read = Recording::<DVec2>::from_bytes;
    assert!(read(&file).is_ok());
    assert!(matches!(Recording::<DVec3>::from_bytes(&file), Err(BadRecording::Axes(2))));
    assert!(matches!(read(b"elast"), Err(BadRecording::AnotherKind)));
    assert!(matches!(read(b"elastic"), Err(BadRecording::Damaged)));
    let mut random = Random::new(9);
    for number in 0..10_000 {
        let mut damaged = file.clone();
        let mut place = |most: usize| random.between(0.0, most as f64) as usize;
        match number % 5 {
            0 => damaged.truncate(place(file.len())),
            1 => damaged[place(file.len())] ^= 1 << (number / 5 % 8),
            2 => (0..3).for_each(|_| damaged[place(file.len())] = place(256) as u8),
            3 => damaged.insert(place(file.len()), place(256) as u8),
            _ => damaged.drain(place(file.len() / 2)..file.len() / 2 + 1).for_each(drop),
        }
        assert!(damaged == file || read(&damaged).is_err(), "damage {number}");
    }
}
