//! Random worlds in which walls leave bodies little room: gaps, seams, rooms that shrink, paddles that pinch, mixers, and bodies
//! that grow.
//!
//! One seed determines a world; a test that fails prints it. More worlds, until there have been so many impacts:
//!
//! ```sh
//! FUZZ_IMPACTS=10_000_000 cargo test -p collide-core --release -- --ignored tight_places
//! ```

use collide_core::body::Body;
use collide_core::measure::{deepest_overlap, energy};
use collide_core::report::{Event, Report};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use crate::support::random::Random;
use crate::support::spaces::{Given, in_both_spaces};
use crate::support::worlds::generator::pick;
use crate::support::worlds::pulled::{at, ball_at, pulled_world};

mod driven;

const PULL: f64 = 9.81;

/// What happened in a world of some kind.
#[derive(Default)]
struct Outcome {
    impacts: u64,
    /// What went wrong first.
    fault: Option<String>,
}

impl Outcome {
    /// Notes what went wrong, if something did.
    fn check(&mut self, is_right: bool, fault: impl FnOnce() -> String) {
        if !is_right && self.fault.is_none() {
            self.fault = Some(fault());
        }
    }
}

/// A share of a size: zero, or of any order of magnitude, to either side.
fn tiny(random: &mut Random) -> f64 {
    let sign = pick(random, &[-1.0, 0.0, 1.0]);
    sign * 10f64.powf(random.between(-12.0, -2.0))
}

fn height<V: Vector>(world: &World<V>, body: BodyId) -> f64 {
    world.body(body).unwrap().position.component(1)
}

/// Makes the steps of so many seconds, and checks each report.
fn play<V: Vector>(
    world: &mut World<V>,
    outcome: &mut Outcome,
    [rate, seconds]: [f64; 2],
    mut check: impl FnMut(&mut Outcome, &mut World<V>, &Report<V>),
) {
    let mut stepper = Stepper::new();
    for _ in 0..(seconds * rate) as usize {
        let report = stepper.step(world, 1.0 / rate);
        outcome.impacts += report.impacts().count() as u64;
        let is_finite = world.ids().all(|id| {
            let body = world.body(id).unwrap();
            body.position.is_finite() && body.velocity.is_finite()
        });
        outcome.check(is_finite, || "a number is not finite".to_owned());
        check(outcome, world, report);
    }
}

/// A ball that falls on a gap of about its width comes to rest or falls through: it spends no budget, overlaps nothing and
/// gains no energy. Others that fall on it press it into the gap by little, and gain at most what a fall by a radius gives.
fn gap<V: Vector>(random: &mut Random, (rate, given): (f64, Given)) -> Outcome {
    let mut world = pulled_world::<V>(PULL);
    let half = 0.5 * (1.0 + tiny(random));
    let slab = at::<V>(1.0, 2.0) + V::from_components(|axis| if axis == 2 { 3.0 } else { 0.0 });
    let peg = random.between(0.2, 1.0);
    let (shape, reach, down) = match random.between(0.0, 3.0) as u32 {
        0 => (Shape::cuboid(slab), 1.0, 2.0),
        1 => (Shape::ball(peg), peg, 0.0),
        _ => (Shape::capsule(V::ZERO, at(0.0, -3.0), 0.25), 0.25, 0.0),
    };
    for side in [-1.0, 1.0] {
        let place = at(side * (half + reach), -down);
        world.add(Body::fixed(shape.clone(), place)).unwrap();
    }
    // From above what makes the gap.
    let place = at(pick(random, &[0.0, 1.0]) * random.between(-0.4, 0.4), random.between(1.1, 4.0));
    let restitution = random.between(0.0, 0.95) * pick(random, &[0.0, 1.0]);
    world.add(ball_at(0.5, place, restitution)).unwrap();
    let others = pick(random, &[0, 0, 3]);
    for number in 1..=others {
        let above = at::<V>(0.0, 1.3 * f64::from(number)) + random.vector(0.1);
        world.add(ball_at(0.5, place + above, restitution)).unwrap();
    }
    given.round(&mut world);
    let mut outcome = Outcome::default();
    let mut last = energy(&world).total();
    play(&mut world, &mut outcome, [rate, 6.0], |outcome, world, report| {
        let (most_overlap, most_gain) = match given {
            _ if others > 0 => (0.03, 0.5 * PULL),
            Given::InF64 => (1e-9, 1e-9),
            Given::InF32 => (1e-4, 1e-2),
        };
        let in_budget = report.limits.is_empty() || others > 0;
        outcome.check(in_budget, || "the budget was spent".to_owned());
        let (overlap, now) = (deepest_overlap(world), energy(world).total());
        outcome.check(overlap < most_overlap, || format!("overlap {overlap:e}"));
        let gain = now - last;
        outcome.check(gain < most_gain, || format!("energy grew by {gain:e}"));
        last = now;
    });
    outcome
}

/// A ball that slides over tiles, even but for rounding, hops at none of their seams, and nothing is reported.
fn seams<V: Vector>(random: &mut Random, (rate, given): (f64, Given)) -> Outcome {
    let mut world = pulled_world::<V>(100.0 * PULL);
    let (radius, friction) = (random.between(2.0, 10.0), pick(random, &[0.0, 0.2]));
    let uneven = given.choose(1e-8, 1e-6);
    let mut end = -40.0;
    while end < 400.0 {
        let half = random.between(3.0, 20.0);
        let extent = V::from_components(|axis| [half, 4.0, 50.0][axis]);
        let place = at(end + half, -4.0 + uneven * random.between(-1.0, 1.0));
        let tile = Body::fixed(Shape::cuboid(extent), place);
        world.add(Body { friction, ..tile }).unwrap();
        end += 2.0 * half;
    }
    let body = ball_at::<V>(radius, at(0.0, radius + uneven), random.between(0.0, 0.9));
    let velocity = at(random.between(10.0, 200.0), 0.0);
    let body = world.add(Body { velocity, friction, ..body }).unwrap();
    given.round(&mut world);
    let mut outcome = Outcome::default();
    // In f32 a place of some hundred units is rounded by some 1e-5.
    let most = given.choose(1e-5, 1e-3);
    play(&mut world, &mut outcome, [rate, 1.5], |outcome, world, report| {
        let hop = (height(world, body) - radius).abs();
        outcome.check(hop < most, || format!("hop {hop:e}"));
        let impacts = report.events.iter().filter(|event| matches!(event, Event::Impact(_)));
        outcome.check(impacts.count() == 0, || "an impact was reported".to_owned());
    });
    outcome
}

/// Balls in a room with space enough grow at contacts. Soon after that none overlaps another.
fn growth<V: Vector>(random: &mut Random, (rate, given): (f64, Given)) -> Outcome {
    let mut world = pulled_world::<V>(2.0 * PULL);
    let room = V::from_components(|axis| [4.0, 15.0, 0.6][axis]);
    world.add(Body::fixed(Shape::arena(room), at(0.0, 15.0))).unwrap();
    let restitution = random.between(0.0, 0.9);
    let balls: Vec<BodyId> = (0..40)
        .map(|number| {
            let place = at::<V>(f64::from(number % 8) - 3.5, f64::from(number / 8) + 0.5);
            world
                .add(ball_at(random.between(0.1, 0.4), place + random.vector(0.01), restitution))
                .unwrap()
        })
        .collect();
    given.round(&mut world);
    let mut outcome = Outcome::default();
    for _ in 0..10 {
        play(&mut world, &mut outcome, [rate, 0.3], |_, _, _| {});
        let grown = balls[random.between(0.0, 40.0) as usize];
        let radius = f64::min(world.body(grown).unwrap().shape.ball_radius().unwrap() + 0.1, 0.55);
        world.edit(grown, |body| body.shape = Shape::ball(radius)).unwrap();
    }
    play(&mut world, &mut outcome, [rate, 2.0], |_, _, _| {});
    let overlap = deepest_overlap(&world);
    outcome.check(overlap < 0.03, || format!("overlap {overlap:e} two seconds later"));
    outcome
}

/// Plays the world of a seed, and returns the number of its impacts.
fn play_seed<V: Vector>(seed: u64, given: Given) -> u64 {
    let mut random = Random::new(seed);
    let rate = pick(&mut random, &[60.0, 240.0]);
    let setting = (rate, given);
    let (name, outcome) = match seed % 6 {
        0 => ("gap", gap::<V>(&mut random, setting)),
        1 => ("seams", seams::<V>(&mut random, setting)),
        2 => ("growth", growth::<V>(&mut random, setting)),
        3 => ("shrinking room", driven::shrinking_room::<V>(&mut random, setting)),
        4 => ("pinch", driven::pinch::<V>(&mut random, setting)),
        _ => ("mixer", driven::mixer::<V>(&mut random, setting)),
    };
    if let Some(fault) = outcome.fault {
        panic!("{name} of seed {seed} at {rate} Hz: {fault}");
    }
    outcome.impacts
}

fn some_worlds_keep_the_laws<V: Vector>() {
    for given in Given::ALL {
        let impacts: u64 = (0..80).map(|seed| play_seed::<V>(seed, given)).sum();
        assert!(impacts > 1000, "{impacts}");
    }
}

in_both_spaces!(some_worlds_keep_the_laws);

/// A ball in a groove that others pressed along it stood still, and they sank into it by a twentieth of their size.
#[test]
fn pressed_ball_gives_way_along_a_groove() {
    assert!(play_seed::<glam::DVec3>(10_002_684, Given::InF64) > 0);
}

/// A ball in the neck of a gap as wide as itself but for 2e-11 threw up those that fell on it, with 300 times the energy of a
/// fall by its radius: the large impulses of the two walls turned with their normals.
#[test]
fn ball_in_a_neck_throws_no_others_up() {
    assert!(play_seed::<glam::DVec2>(10_002_792, Given::InF64) > 0);
}

/// Plays worlds from `FUZZ_SEED` on until there have been `FUZZ_IMPACTS` impacts, and prints what went wrong.
#[test]
#[ignore = "takes as long as its environment variables say"]
fn tight_places_keep_the_laws() {
    let number = |name: &str, otherwise: u64| {
        let text = std::env::var(name).ok();
        text.and_then(|text| text.replace('_', "").parse().ok()).unwrap_or(otherwise)
    };
    let (first, most) = (number("FUZZ_SEED", 1_000_000), number("FUZZ_IMPACTS", 100_000));
    let (mut impacts, mut faults, mut worlds) = (0, 0u32, 0u64);
    while impacts < most {
        let seed = first + worlds;
        let played = std::panic::catch_unwind(|| match seed / 6 % 4 {
            0 => play_seed::<glam::DVec2>(seed, Given::InF64),
            1 => play_seed::<glam::DVec2>(seed, Given::InF32),
            2 => play_seed::<glam::DVec3>(seed, Given::InF64),
            _ => play_seed::<glam::DVec3>(seed, Given::InF32),
        });
        worlds += 1;
        faults += u32::from(played.is_err());
        impacts += played.unwrap_or(0);
    }
    println!("{worlds} worlds, {impacts} impacts, {faults} faults");
    assert_eq!(faults, 0);
}
