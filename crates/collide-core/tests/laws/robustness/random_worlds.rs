//! Random worlds of every shape, force and setting keep the invariants, and every step ends.
//!
//! One seed determines a world and its edits. A test that fails prints the seed, which can be played alone:
//!
//! ```sh
//! FUZZ_SEED=1234 FUZZ_WORLDS=1 cargo test -p collide-core --release -- --ignored --nocapture random_worlds
//! ```
//!
//! A single world is printed step by step. `FUZZ_ALL=1` checks exempt invariants too. With `FUZZ_TURNS=1` most balls turn.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::support::invariants::{self, Check, Invariants, Violation};
use crate::support::random::Random;
use crate::support::spaces::Given;
use crate::support::worlds::generator::{self, Room, Traits, chance, pick};
use collide_core::body::{Body, Kind};
use collide_core::broad::BroadPhase;
use collide_core::measure::state_hash;
use collide_core::recording::Recording;
use collide_core::step::{Outcome, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3};

/// Whether a world is exempt from an invariant.
type IsExempt = fn(&Traits, Check) -> bool;

/// The reasons why some worlds are exempt from some invariants.
const EXEMPTIONS: [(&str, IsExempt); 3] = [
    (
        "contacts, which are not reported, turn bodies that slide along a round wall",
        |traits, check| check == Check::Impulses && traits.room == Room::Round,
    ),
    ("in a pile, bodies are held apart by accelerations, which may lift them", |traits, check| {
        let several = traits.movers > 1 || traits.edits;
        let presses = traits.pushed || traits.gravity && traits.inelastic;
        check == Check::Energy && several && presses
    }),
    ("a body that starts in another is lifted out of it", |traits, check| {
        let may_overlap = traits.overlaps || traits.edits;
        check == Check::Energy && may_overlap && (traits.gravity || traits.pushed)
    }),
];

/// The recording of each so many-th world is played again.
const WORLDS_PER_RECORDING: u64 = 4;

/// A world that violated an invariant.
struct Finding {
    seed: u64,
    /// The number of axes of its space, and how its values were given.
    space: (usize, Given),
    step: usize,
    violation: Violation,
    traits: Traits,
}

/// The totals and findings of many worlds.
#[derive(Default)]
struct Tally {
    worlds: u64,
    steps: u64,
    impacts: u64,
    limits: u64,
    longest: Duration,
    findings: Vec<Finding>,
    /// Whether every step is printed.
    is_verbose: bool,
    /// Whether exempt invariants are checked too.
    checks_all: bool,
    /// Whether most balls turn.
    turns: bool,
}

/// Plays the world of a seed in the space that the seed selects.
fn play_any(seed: u64, tally: &mut Tally) {
    match seed % 4 {
        0 => play::<DVec2>(seed, Given::InF64, tally),
        1 => play::<DVec2>(seed, Given::InF32, tally),
        2 => play::<DVec3>(seed, Given::InF64, tally),
        _ => play::<DVec3>(seed, Given::InF32, tally),
    }
}

/// Prints the seed if the core panics.
struct PrintSeedOnPanic(u64);

impl Drop for PrintSeedOnPanic {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in the world of seed {}", self.0);
        }
    }
}

/// The world of a seed and its traits, with balls that turn if wanted.
fn world_of<V: Vector>(seed: u64, random: &mut Random, traits: &Traits, turns: bool) -> World<V> {
    let mut world = generator::world::<V>(random, traits);
    if turns {
        generator::let_turn(&mut Random::new(!seed), &mut world);
    }
    if seed.is_multiple_of(WORLDS_PER_RECORDING) {
        Recording::start(&mut world);
    }
    world
}

/// The length of a step, mostly the usual one.
fn step_length(random: &mut Random, usual: f64, events_per_second: f64) -> f64 {
    let dt = match random.between(0.0, 10.0) {
        0.0..1.0 => usual * 10f64.powf(random.between(-6.0, 1.0)),
        1.0..3.0 => usual * random.between(0.5, 2.0),
        _ => usual,
    };
    // Bodies without room use up their event budget, so a step is limited to 2000 events a body.
    f64::min(dt, 2000.0 / events_per_second)
}

/// Plays the world of a seed to its end or to the first violation.
fn play<V: Vector>(seed: u64, given: Given, tally: &mut Tally) {
    let _guard = PrintSeedOnPanic(seed);
    let mut random = Random::new(seed);
    let traits = generator::traits(&mut random);
    let mut world = world_of::<V>(seed, &mut random, &traits, tally.turns);
    given.round(&mut world);
    let mut stepper = Stepper::with_settings(generator::settings(&mut random, &traits));
    let mut invariants = Invariants::new(&world);
    let usual = pick(&mut random, &[1.0 / 60.0, 1.0 / 240.0, 0.1]);
    tally.worlds += 1;
    let steps = random.between(5.0, 40.0) as usize;
    for step in 0..steps {
        if traits.edits && chance(&mut random, 0.3) {
            edit_world(&mut random, &traits, &mut world);
            invariants.reset(&world);
        }
        let dt = step_length(&mut random, usual, stepper.settings.events_per_second);
        let copy = chance(&mut random, 0.1).then(|| world.clone());
        if tally.is_verbose {
            print_bodies(&format!("step {step}, {dt:e} s, gravity {:?}", world.gravity()), &world);
        }
        let start = Instant::now();
        let ended = if traits.interrupts && chance(&mut random, 0.3) {
            step_in_pieces(&mut random, &traits, &mut world, &mut stepper, dt)
        } else {
            Some(step_at_once(&mut world, &mut stepper, dt))
        };
        tally.longest = tally.longest.max(start.elapsed());
        if tally.is_verbose {
            stepper.report().events.iter().for_each(|event| println!("    {event:?}"));
        }
        tally.steps += 1;
        tally.impacts += stepper.report().impacts().count() as u64;
        tally.limits += stepper.report().limits.len() as u64;
        let mut violations = match ended {
            Some(true) => invariants.check(&traits, &world, stepper.report()),
            Some(false) => vec![(Check::Ends, format!("a step of {dt:e} s did not end"))],
            // The world was edited within the step.
            None => {
                invariants.reset(&world);
                Vec::new()
            }
        };
        if let (Some(copy), Some(true)) = (copy, ended) {
            violations.extend(check_search(copy, &stepper, dt, &world));
        }
        let is_exempt = |check| EXEMPTIONS.iter().any(|(_, exempts)| exempts(&traits, check));
        violations.retain(|(check, _)| tally.checks_all || !is_exempt(*check));
        if step + 1 == steps {
            violations.extend(check_recording(&world));
        }
        if let Some(violation) = violations.into_iter().next() {
            if tally.is_verbose {
                print_bodies("after the step", &world);
            }
            let space = (V::DIMENSION, given);
            tally.findings.push(Finding { seed, space, step, violation, traits });
            return;
        }
    }
}

/// Checks that the other candidate search makes the same step of a copy.
fn check_search<V: Vector>(
    mut copy: World<V>,
    stepper: &Stepper<V>,
    dt: f64,
    world: &World<V>,
) -> Option<Violation> {
    with_other_search(stepper).step(&mut copy, dt);
    let agrees = state_hash(&copy) == state_hash(world);
    (!agrees).then(|| (Check::Agrees, "the other search gives another state".to_owned()))
}

/// Checks that the recording of a world, if there is one, can be played again, to the bit.
fn check_recording<V: Vector>(world: &World<V>) -> Option<Violation> {
    let recording = Recording::so_far(world)?;
    // A body beyond the range of its numbers cannot be written.
    let recording = match recording.to_bytes() {
        Ok(bytes) => Recording::from_bytes(&bytes).unwrap(),
        Err(_) => recording,
    };
    let mut replay = recording.replay();
    let problem = loop {
        match replay.step().map(|report| report.is_some()) {
            Ok(true) => {}
            Ok(false) if replay.world() == world => return None,
            Ok(false) => break "the replay ends in another state".to_owned(),
            Err(error) => break error.to_string(),
        }
    };
    Some((Check::Agrees, problem))
}

/// A stepper with the same settings but the other candidate search.
fn with_other_search<V: Vector>(stepper: &Stepper<V>) -> Stepper<V> {
    let mut other = stepper.with_same_settings();
    other.settings.broad = match stepper.settings.broad {
        BroadPhase::Grid => BroadPhase::Brute,
        BroadPhase::Brute => BroadPhase::Grid,
    };
    other
}

fn print_bodies<V: Vector>(title: &str, world: &World<V>) {
    println!("{title}");
    world.ids().for_each(|id| println!("    {}", invariants::describe(world, id)));
}

/// An upper bound of the events in a step of this world.
fn event_bound<V: Vector>(world: &World<V>, stepper: &Stepper<V>, dt: f64) -> u64 {
    let budget = 65.0 + stepper.settings.events_per_second * dt;
    let bodies = world.ids().count() as f64;
    // Between two of its own events a body may enter and leave every other body.
    (100.0 + 4.0 * bodies * bodies * budget) as u64
}

/// Makes a step at once and returns whether it ended.
fn step_at_once<V: Vector>(world: &mut World<V>, stepper: &mut Stepper<V>, dt: f64) -> bool {
    stepper.integrate(world, dt);
    stepper.detect(world);
    let bound = event_bound(world, stepper, dt);
    stepper.respond(world, bound) == Outcome::Finished
}

/// Makes a step in pieces, with edits in between; `Some(false)` if it did not end, else `None`, because the
/// invariants start anew.
fn step_in_pieces<V: Vector>(
    random: &mut Random,
    traits: &Traits,
    world: &mut World<V>,
    stepper: &mut Stepper<V>,
    dt: f64,
) -> Option<bool> {
    stepper.integrate(world, dt);
    stepper.detect(world);
    let mut outcome = stepper.respond(world, random.between(0.0, 9.0) as u64);
    for _ in 0..5 {
        if outcome == Outcome::Finished {
            return None;
        }
        if traits.edits && chance(random, 0.5) {
            edit_world(random, traits, world);
        }
        outcome = stepper.resume(world, random.between(1.0, 30.0) as u64);
    }
    let bound = event_bound(world, stepper, dt);
    if stepper.resume(world, bound) == Outcome::Finished { None } else { Some(false) }
}

/// Edits the world at random, as a game may do.
fn edit_world<V: Vector>(random: &mut Random, traits: &Traits, world: &mut World<V>) {
    let ids: Vec<BodyId> = world.ids().collect();
    // The room, with key 0, stays.
    let bodies: Vec<BodyId> = ids.into_iter().filter(|id| world.key(*id) != Some(0)).collect();
    if bodies.is_empty() || chance(random, 0.2) {
        generator::spawn(random, traits, world);
        return;
    }
    let body = pick(random, &bodies);
    match random.between(0.0, 8.0) as u32 {
        0 => drop(world.remove(body)),
        1 | 2 => teleport(random, traits, world, body),
        3 => {
            let velocity = random.vector(traits.speed);
            edit(world, body, |body| body.velocity = velocity);
        }
        4 => {
            let mass = random.between(0.1, 10.0);
            edit(world, body, |body| body.mass = mass);
        }
        5 if traits.gravity => world.set_gravity(generator::gravity(random, traits)).unwrap(),
        6 if traits.kinematic => {
            let target = random.vector(traits.size);
            edit(world, body, |body| body.target = Some(target));
        }
        6 => {
            // A wall may stand where a mover would overlap.
            teleport(random, traits, world, body);
            edit(world, body, |body| {
                body.kind = match body.kind {
                    Kind::Static if body.shape.mover().is_some() => Kind::Dynamic,
                    Kind::Dynamic => Kind::Static,
                    kind => kind,
                }
            });
        }
        _ => {
            teleport(random, traits, world, body);
            world.restore(body);
        }
    }
}

/// Moves a body to a random position in the room.
fn teleport<V: Vector>(random: &mut Random, traits: &Traits, world: &mut World<V>, body: BodyId) {
    let Some(mover) = world.body(body).and_then(|body| body.shape.mover()) else { return };
    let reach = collide_core::vector::Vector::length(mover.half) + mover.radius;
    let place = generator::place(random, traits, reach);
    edit(world, body, |body| body.position = place);
}

/// Edits a body; an invalid edit is ignored.
fn edit<V: Vector>(world: &mut World<V>, id: BodyId, change: impl FnOnce(&mut Body<V>)) {
    let _ = world.edit(id, change);
}

/// Prints the totals and some findings of each invariant.
fn print_tally(tally: &Tally) {
    let Tally { worlds, steps, impacts, limits, longest, .. } = tally;
    println!(
        "{worlds} worlds, {steps} steps, {impacts} impacts, {limits} limits, longest step {longest:?}"
    );
    let most = from_environment("FUZZ_TOLD").unwrap_or(5) as usize;
    let mut kinds: BTreeMap<Check, usize> = BTreeMap::new();
    for Finding { seed, space, step, violation: (check, values), traits } in &tally.findings {
        let count = kinds.entry(*check).or_default();
        *count += 1;
        if *count <= most {
            println!("{check:?}: seed {seed}, {space:?}, step {step}: {values}\n    {traits:?}");
        }
    }
    println!("found: {kinds:?}");
}

fn from_environment(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.replace('_', "").parse().ok())
}

/// Plays a hundred fixed seeds in one space.
fn play_a_hundred<V: Vector>(space: u64, given: Given) {
    let mut tally = Tally::default();
    (0..100).for_each(|number| play::<V>(4 * number + space, given, &mut tally));
    print_tally(&tally);
    assert!(tally.findings.is_empty() && tally.impacts > 5_000);
}

#[test]
fn a_hundred_random_worlds_keep_the_invariants_in_the_plane() {
    play_a_hundred::<DVec2>(0, Given::InF64);
}

#[test]
fn a_hundred_random_worlds_given_in_f32_keep_the_invariants_in_the_plane() {
    play_a_hundred::<DVec2>(1, Given::InF32);
}

#[test]
fn a_hundred_random_worlds_keep_the_invariants_in_space() {
    play_a_hundred::<DVec3>(2, Given::InF64);
}

#[test]
fn a_hundred_random_worlds_given_in_f32_keep_the_invariants_in_space() {
    play_a_hundred::<DVec3>(3, Given::InF32);
}

/// Plays fifty fixed seeds in one space with balls that turn.
fn play_fifty_that_turn<V: Vector>(space: u64, given: Given) {
    let mut tally = Tally { turns: true, ..Tally::default() };
    (0..50).for_each(|number| play::<V>(4 * number + space, given, &mut tally));
    print_tally(&tally);
    assert!(tally.findings.is_empty() && tally.impacts > 2_000);
}

#[test]
fn fifty_random_worlds_with_balls_that_turn_keep_the_invariants_in_the_plane() {
    play_fifty_that_turn::<DVec2>(1, Given::InF32);
}

#[test]
fn fifty_random_worlds_with_balls_that_turn_keep_the_invariants_in_space() {
    play_fifty_that_turn::<DVec3>(2, Given::InF64);
}

/// A world in which two balls that slid on beside each other in a round room had touches without end: each cut off what the
/// two moved along and changed nothing else, so that nothing was counted.
#[test]
fn world_of_touches_without_end_ends_its_steps() {
    let mut tally = Tally { turns: true, ..Tally::default() };
    play_any(1_006_556, &mut tally);
    assert!(tally.findings.is_empty() && tally.impacts > 500);
}

/// Seeds of worlds that violated an invariant before a fix.
///
/// In them bodies of very different masses overlapped in piles, a corner held back a body that leaned on one
/// of its walls, a ball that rolling resistance had stopped was passed through, and a support pushed a body
/// that it did not touch. A change of the generator makes them meaningless.
const REGRESSION_SEEDS: [u64; 39] = [
    5256, 7116, 8100, 8336, 8508, 9192, 9432, 10_932, 11_284, 13_066, 13_068, 15_336, 17_330,
    19_016, 19_776, 19_968, 27_968, 42_558, 68_544, 73_048, 75_976, 81_508, 90_632, 97_140,
    115_156, 141_788, 155_738, 5_002_296, 5_003_152, 5_004_624, 5_010_856, 5_012_636, 5_018_454,
    5_032_164, 5_063_082, 5_092_798, 20_011_932, 20_024_192, 20_035_950,
];

#[test]
fn worlds_of_the_regression_seeds_keep_the_invariants() {
    let mut tally = Tally::default();
    REGRESSION_SEEDS.into_iter().for_each(|seed| play_any(seed, &mut tally));
    print_tally(&tally);
    assert!(tally.findings.is_empty() && tally.impacts > 10_000);
}

/// A world of the list above in which two balls of a pile overlap by 5.39e-4 where 5.32e-4 is allowed, since the impacts
/// of unlike masses are rounded in another way.
#[test]
#[ignore = "an open fault: piles of very unlike masses overlap by 1.4 % more than is allowed"]
fn world_of_an_open_fault_keeps_the_invariants() {
    let mut tally = Tally::default();
    play_any(62_620, &mut tally);
    print_tally(&tally);
    assert!(tally.findings.is_empty());
}

/// Plays `FUZZ_WORLDS` worlds from `FUZZ_SEED` on, or until there have been `FUZZ_IMPACTS` impacts.
#[test]
#[ignore = "takes as long as its environment variables say"]
fn random_worlds_keep_the_invariants() {
    let first = from_environment("FUZZ_SEED").unwrap_or(1_000_000);
    let impacts = from_environment("FUZZ_IMPACTS");
    let worlds =
        from_environment("FUZZ_WORLDS").unwrap_or(if impacts.is_some() { u64::MAX } else { 3000 });
    let checks_all = from_environment("FUZZ_ALL").is_some();
    let turns = from_environment("FUZZ_TURNS").is_some();
    let mut tally = Tally { is_verbose: worlds == 1, checks_all, turns, ..Tally::default() };
    let start = Instant::now();
    for seed in first..first.saturating_add(worlds) {
        play_any(seed, &mut tally);
        if tally.worlds.is_multiple_of(100_000) {
            println!("after {:?}:", start.elapsed());
            print_tally(&tally);
        }
        if impacts.is_some_and(|impacts| tally.impacts >= impacts) {
            break;
        }
    }
    print_tally(&tally);
    assert!(tally.findings.is_empty());
}
