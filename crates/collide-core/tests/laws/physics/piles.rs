//! Piles under gravity come to rest.

use std::time::Instant;

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, kinetic_energy, state_hash};
use collide_core::report::{Budget, Legs, LimitHit};
use collide_core::shape::Shape;
use collide_core::step::{Hook, Pair, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};

use crate::support::random::Random;
use crate::support::worlds::scene_player::ScenePlayer;

mod born_touching;
mod contacts;
mod heaps;
mod pegs;
mod unequal_steps;
mod unlike_masses;

const DT: f64 = 1.0 / 60.0;

fn disc(position: DVec2, restitution: f64) -> Body<DVec2> {
    Body { restitution, ..Body::dynamic(Shape::ball(0.05), position) }
}

/// Discs above the floor of an open box.
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

/// The measurements of a scene.
#[derive(Debug, Default)]
struct Measured {
    /// The final kinetic energy as a share of its peak.
    left: f64,
    /// The deepest overlap in diameters: in the first two seconds, and later.
    overlap: [f64; 2],
    /// The number of bodies that have spent their budgets, and of steps in which bodies of crowds wait.
    limits: usize,
    waits: usize,
}

/// Runs a scene and prints its measurements every second.
fn measure(world: &mut World<DVec2>, seconds: usize) -> Measured {
    let mut stepper = Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() });
    let mut measured = Measured::default();
    let mut peak = 0f64;
    for second in 0..seconds {
        let (mut impacts, mut most, mut overlap) = (0, 0, 0f64);
        let start = Instant::now();
        for _ in 0..60 {
            let report = stepper.step(world, DT);
            let count = report.impacts().count();
            (impacts, most) = (impacts + count, usize::max(most, count));
            let of_body = |limit: &&LimitHit| limit.budget == Budget::OfBody;
            let limits = report.limits.iter().filter(of_body).count();
            measured.limits += limits;
            measured.waits += usize::from(limits < report.limits.len());
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
fn tower_of_discs_stands_until_its_floor_is_removed() {
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
    let measured = measure(&mut world, 10);
    assert!(measured.left == 0.0 && measured.limits + measured.waits == 0, "{measured:?}");
    assert!(measured.overlap[0] < 1e-3 && measured.overlap[1] < 1e-3, "{measured:?}");
    // The tower sleeps, and falls when its floor is removed.
    let ids: Vec<_> = world.ids().collect();
    assert!(ids[3..].iter().all(|id| world.is_asleep(*id)));
    world.remove(ids[0]);
    let before = world.body(ids[3]).unwrap().position.y;
    Stepper::new().step(&mut world, DT);
    assert!(world.body(ids[3]).unwrap().position.y < before - 1e-4);
}

#[test]
fn pile_of_500_discs_comes_to_rest() {
    let mut world = pile(500, 0.5);
    let measured = measure(&mut world, 10);
    assert!(measured.left < 1e-6 && measured.limits + measured.waits == 0, "{measured:?}");
    assert!(measured.overlap[0] < 0.02 && measured.overlap[1] < 0.005, "{measured:?}");
}

/// A column of discs on the first body of a world, which is fixed. Each is off the line by `offset`, in turn to both sides.
fn column(below: Shape<DVec2>, count: usize, offset: f64) -> World<DVec2> {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -9.81)).unwrap();
    world.add(Body::fixed(below, DVec2::ZERO)).unwrap();
    for number in 0..count {
        let side = if number % 2 == 0 { offset } else { -offset };
        let place = dvec2(side, 1.0 + number as f64);
        let disc = Body::dynamic(Shape::ball(0.5), place);
        world.add(Body { restitution: 0.5, ..disc }).unwrap();
    }
    world
}

/// Asserts that columns with offsets beyond rounding fall, and that others stand and sleep.
fn assert_unbalanced_columns_fall(offset: f64) {
    let floor = || Shape::cuboid(dvec2(50.0, 0.5));
    let tip = || Shape::segment(dvec2(0.0, -0.5), dvec2(0.0, 0.5));
    for (name, below, count) in
        [("ball", Shape::ball(0.5), 1), ("tip", tip(), 1), ("column", floor(), 5)]
    {
        for offset in [0.0, offset] {
            let mut world = column(below.clone(), count, offset);
            let top = world.ids().last().unwrap();
            let height = |world: &World<DVec2>| world.body(top).unwrap().position.y;
            let mut stepper = Stepper::new();
            for _ in 0..60 * 20 {
                stepper.step(&mut world, DT);
            }
            let has_fallen = height(&world) < count as f64 - 0.5;
            assert_eq!(has_fallen, offset != 0.0, "{name} {offset}: {}", height(&world));
            assert!(has_fallen || world.is_asleep(top), "{name}");
        }
    }
}

#[test]
fn unbalanced_columns_fall_and_balanced_ones_sleep() {
    assert_unbalanced_columns_fall(1e-6);
}

/// Asserts bounds for a minute of the scene `pile`.
///
/// Its fall lasts from the first impact until the kinetic energy is a thousandth of the peak.
fn assert_large_pile_rests(count: usize) {
    let mut player = ScenePlayer::new(&scenes::by_name("pile", Some(count), 1).unwrap());
    // A loose disc may roll along the floor below an arch, and without friction it does so for ever.
    let asleep = |player: &ScenePlayer| -> Vec<BodyId> {
        player.ids.iter().copied().filter(|id| player.world.is_asleep(*id)).collect()
    };
    let places = |player: &ScenePlayer, ids: &[BodyId]| -> Vec<DVec2> {
        let bodies = ids.iter().filter_map(|id| player.world.body(*id));
        bodies.map(|body| body.position).collect()
    };
    let (mut work, mut times) = (Vec::new(), Vec::new());
    let (mut peak, mut overlap, mut quiet, mut has_fallen) = (0f64, [0f64; 2], None, false);
    let (mut sleepers, mut settled) = (Vec::new(), Vec::new());
    for tick in 0..3600 {
        let start = Instant::now();
        let report = player.step(DT);
        let time = start.elapsed();
        assert!(report.limits.is_empty(), "{:?}", report.limits);
        let rounds = report.impacts().count() as u64 + report.contacts.iterations;
        let energy = kinetic_energy(&player.world);
        has_fallen |= peak > 0.0 && energy < 1e-3 * peak;
        peak = peak.max(energy);
        let deepest = &mut overlap[usize::from(has_fallen)];
        *deepest = deepest.max(player.overlap());
        if !has_fallen && (rounds > 0 || !work.is_empty()) {
            work.push(rounds);
            times.push(time);
        }
        quiet = if energy < 1e-6 * peak { quiet.or(Some(player.clock)) } else { None };
        if tick == 1200 {
            sleepers = asleep(&player);
            settled = places(&player, &sleepers);
        }
    }
    let distance = |(one, two): (&DVec2, DVec2)| one.distance(two);
    let drift = settled.iter().zip(places(&player, &sleepers)).map(distance).fold(0.0, f64::max);
    work.sort_unstable();
    times.sort_unstable();
    let most = work[work.len() - 1] as f64 / work[work.len() / 2] as f64;
    let longest = times[times.len() - 1].as_secs_f64() / times[times.len() / 2].as_secs_f64();
    println!(
        "{count}: overlap {overlap:.4?}, quiet after {quiet:.1?} s, drift {drift:.1e}, most impacts and contacts \
         in a step of the fall {most:.1} of the median, longest {longest:.1} of its time"
    );
    assert!(overlap[0] <= 0.02 && overlap[1] <= 0.008);
    assert!(quiet.is_some_and(|quiet| quiet < 20.0) && drift <= 5e-4);
    assert!(sleepers.len() >= count - 1, "{}", sleepers.len());
    assert!(most <= 4.0);
}

/// Asserts that a hook that returns every surface unchanged does not change a scene.
///
/// Without a hook, pairs of balls in a pile take a shorter path through the code.
fn assert_neutral_hook_changes_nothing(name: &str, count: usize) {
    let scene = scenes::by_name(name, Some(count), 1).unwrap();
    let [mut hooked, mut plain] = [(); 2].map(|()| ScenePlayer::new(&scene));
    hooked.stepper.hook = Some(Hook::new(|pair: &Pair<DVec2>| Some(pair.surface)));
    let mut solved = 0;
    for tick in 0..240 {
        hooked.step(DT);
        solved += plain.step(DT).contacts.solved;
        assert_eq!(state_hash(&hooked.world), state_hash(&plain.world), "{name} in step {tick}");
    }
    assert!(solved > 1000, "{name}: {solved}");
}

#[test]
fn piles_with_a_neutral_hook_match_bits_without_it() {
    for (name, count) in [("pile", 200), ("mixed", 100), ("collapse-dull", 200)] {
        assert_neutral_hook_changes_nothing(name, count);
    }
}

/// Discs have masses from 1 to 10,000, the heavy ones on top.
///
/// In a row of light discs in contact, each impact is passed on endlessly; the discs must not use up their
/// event budget on that, which would hold the whole pile in place. While the heavy ones land, the light ones may wait.
#[test]
fn heavy_discs_on_light_ones_come_to_rest_within_budget() {
    let scene = scenes::by_name("mixed", Some(700), 1).unwrap();
    let (mut world, _) = scenes::core::world::<DVec2>(&scene).unwrap();
    let measured = measure(&mut world, 5);
    println!("{measured:?}");
    assert!(measured.limits < 8 && measured.left < 1e-4, "{measured:?}");
    assert!(measured.waits < 60, "{measured:?}");
}

#[test]
#[ignore = "takes minutes"]
fn large_piles_fall_and_come_to_rest() {
    for count in [2000, 5000] {
        assert_large_pile_rests(count);
    }
}

/// A pile between walls, and if `far` is true what happens far away from it: a ball that falls through empty space, a second pile,
/// of unlike masses, and a ball on a floor that bends.
fn pile_and_far_away<V: Vector>(friction: f64, far: bool) -> (World<V>, Vec<BodyId>) {
    let mut world = World::<V>::new();
    world.set_gravity(V::unit(1) * -9.81).unwrap();
    let at = |x: f64, y: f64| V::unit(0) * x + V::unit(1) * y;
    let mut add = |body: Body<V>| world.add(Body { friction, restitution: 0.3, ..body }).unwrap();
    let block = |x: f64, y: f64| Shape::cuboid(V::from_components(|axis| [x, y, 9.0][axis]));
    // A floor between two walls, and in space two more.
    let pit = |x: f64| {
        let sides = (0..V::DIMENSION).filter(|axis| *axis != 1).flat_map(|axis| {
            let half = V::from_components(|other| if other == axis { 1.0 } else { 9.0 });
            let distance = [4.0, 0.0, 1.6][axis];
            [-1.0, 1.0].map(|side| {
                Body::fixed(Shape::cuboid(half), at(x, 8.0) + V::unit(axis) * (side * distance))
            })
        });
        sides.chain([Body::fixed(block(5.0, 1.0), at(x, -1.0))]).collect::<Vec<_>>()
    };
    for wall in pit(0.0) {
        add(wall);
    }
    let disc = |number: u32, x: f64, radius: f64| {
        let (column, row) = (f64::from(number % 5), f64::from(number / 5));
        Body::dynamic(
            Shape::ball(radius),
            at(x + column + 0.05 * (row % 2.0) - 2.0, 0.6 + 1.1 * row),
        )
    };
    let pile = (0..40).map(|number| add(disc(number, 0.0, 0.45))).collect();
    if far {
        for wall in pit(100.0) {
            add(wall);
        }
        for number in 0..30 {
            add(Body { mass: f64::from(number + 1), ..disc(number, 100.0, 0.3) });
        }
        add(Body { velocity: at(0.0, -30.0), ..Body::dynamic(Shape::ball(1.0), at(-50.0, 30.0)) });
        add(Body::fixed(Shape::ball(5.0), at(-200.0, 0.0)));
        add(Body { velocity: at(0.5, 0.0), ..Body::dynamic(Shape::ball(0.3), at(-200.0, 5.3)) });
    }
    (world, pile)
}

/// What is far from a pile changes none of its bits: neither what falls there, nor other piles and their sub-steps.
#[test]
fn pile_has_the_same_bits_whatever_is_far_from_it() {
    fn assert_in<V: Vector>(friction: f64, rate: f64) {
        let [(mut one, pile), (mut two, same)] =
            [false, true].map(|far| pile_and_far_away::<V>(friction, far));
        let [mut first, mut second] = [Stepper::new(), Stepper::new()];
        for step in 0..(4.0 * rate) as usize {
            first.step(&mut one, 1.0 / rate);
            second.step(&mut two, 1.0 / rate);
            for (body, other) in pile.iter().zip(&same) {
                let state = |world: &World<V>, body: BodyId| {
                    (world.position(body), world.velocity(body), world.is_asleep(body))
                };
                assert_eq!(state(&one, *body), state(&two, *other), "{friction} {rate} {step}");
            }
        }
    }
    for (friction, rate) in [(0.0, 60.0), (0.4, 60.0), (0.0, 240.0), (0.4, 144.0)] {
        assert_in::<DVec2>(friction, rate);
        assert_in::<DVec3>(friction, rate);
    }
}
