//! The time of impact of every pair of shapes matches an independent oracle in 106 bits: no touch is missed or
//! invented.
//!
//! The ordinary run plays a few hundredths of the cases; `cargo test --release -p collide-core --test laws --
//! --ignored --nocapture all_cases` plays all. Both print a table of the errors.

use crate::support::oracle::touch_oracle;
use collide_core::vector::Vector;
use glam::{DVec2, DVec3};

use crate::support::oracle::touch_cases::{Case, Kind, Mover, degenerate_case, random_case};
use crate::support::oracle::touch_oracle::{DistanceSample, Path, dot, exact, first_touch, length};
use crate::support::oracle::touch_verdict::{
    Bounce, Verdict, bounced, judge, largest, print_disagreement, start_distance,
};
use crate::support::random::Random;

/// The counts of a pair of shapes.
#[derive(Default)]
struct Tally {
    cases: u32,
    hits: u32,
    grazes: u32,
    misses: u32,
    inventions: u32,
    snags: u32,
    /// The largest error, in units in the last place of the largest coordinate.
    worst: f64,
}

impl Tally {
    fn count<V: Vector>(&mut self, case: &Case<V>, bounce: Option<Bounce>) {
        self.cases += 1;
        match judge(case, bounce, [4.0, MAX_TOLERANCE]) {
            Verdict::Apart => {}
            Verdict::Hit(error) => {
                self.hits += 1;
                self.worst = f64::max(self.worst, error);
                if error > MAX_ERROR {
                    print_disagreement("rough", case, bounce);
                }
            }
            Verdict::Graze => self.grazes += 1,
            Verdict::Miss => {
                self.misses += 1;
                print_disagreement("missed", case, bounce);
            }
            Verdict::Invention => {
                self.inventions += 1;
                print_disagreement("invented", case, bounce);
            }
            Verdict::Snag => {
                self.snags += 1;
                print_disagreement("snagged", case, bounce);
            }
        }
    }

    fn faults(&self) -> u32 {
        self.misses + self.inventions + self.snags
    }

    fn print<V: Vector>(&self, (mover, kind): (Mover, Kind), family: &str) {
        let Self { cases, hits, grazes, misses, inventions, snags, worst } = self;
        let name = format!("{mover:?} on {kind:?} in {}D", V::DIMENSION);
        println!(
            "{name:<26} {family:<17} {cases:>8} {hits:>8} {grazes:>8} {misses:>7} {inventions:>8} {snags:>6} {worst:>7.2}"
        );
    }
}

/// The larger tolerance, in units in the last place of the largest coordinate, for a touch and for the depth
/// of a graze.
const MAX_TOLERANCE: f64 = 32.0;

/// The largest error of the time of a touch, times the approach speed, in the same units.
///
/// It is 4 without outlines; the rounding of the corners of sums and of joints makes it larger.
const MAX_ERROR: f64 = 12.0;

type Maker<V> = fn(&mut Random, (Mover, Kind), bool) -> Case<V>;

/// Judges `count` cases of a family, and the flight after the bounce of each hit.
fn family<V: Vector>(pair: (Mover, Kind), make: Maker<V>, count: u32, curved: bool) -> [Tally; 2] {
    let (mover, kind) = pair;
    let mut random = Random::new(1000 * mover as u64 + 2 * kind as u64 + u64::from(curved));
    let [mut first, mut again] = [Tally::default(), Tally::default()];
    while first.cases < count {
        let case = make(&mut random, pair, curved);
        // A start deeper inside than rounding has no time of impact.
        if start_distance(&case) < -1e-14 * largest(&case, 0.0) {
            continue;
        }
        first.count(&case, None);
        if let Some((case, bounce)) = bounced(&case) {
            again.count(&case, Some(bounce));
        }
    }
    [first, again]
}

/// Asserts `parts` fiftieths of all cases, half of them on straight paths and half on curved ones.
fn assert_every_pair<V: Vector>(movers: &[Mover], parts: u32) {
    println!(
        "pair                       family               cases     hits   grazes  misses invented  snags   worst"
    );
    let pairs = movers
        .iter()
        .flat_map(|mover| Kind::all(*mover, V::DIMENSION).into_iter().map(|kind| (*mover, kind)));
    let mut failures = 0;
    for pair in pairs {
        for curved in [false, true] {
            let path = if curved { "curved" } else { "straight" };
            let random = family::<V>(pair, random_case, 1_000 * parts, curved);
            let degenerate = family::<V>(pair, degenerate_case, 200 * parts, curved);
            for (name, [first, again]) in [("random", random), ("degenerate", degenerate)] {
                first.print::<V>(pair, &format!("{name} {path}"));
                again.print::<V>(pair, &format!("  bounced {path}"));
                assert!(first.hits > first.cases / 10, "{pair:?}: only {} hits", first.hits);
                failures += first.faults() + again.faults();
                failures += u32::from(f64::max(first.worst, again.worst) > MAX_ERROR);
            }
        }
    }
    assert_eq!(failures, 0);
}

const BOXES: [Mover; 2] = [Mover::Cuboid, Mover::Rounded];

#[test]
fn touches_of_balls_in_the_plane_match_the_oracle() {
    assert_every_pair::<DVec2>(&[Mover::Ball], 4);
}

#[test]
fn touches_of_balls_in_space_match_the_oracle() {
    assert_every_pair::<DVec3>(&[Mover::Ball], 4);
}

#[test]
fn touches_of_boxes_in_the_plane_match_the_oracle() {
    assert_every_pair::<DVec2>(&BOXES, 1);
}

#[test]
fn touches_of_boxes_in_space_match_the_oracle() {
    assert_every_pair::<DVec3>(&BOXES, 2);
}

#[test]
#[ignore = "takes minutes"]
fn touches_in_the_plane_match_the_oracle_in_all_cases() {
    assert_every_pair::<DVec2>(&[Mover::Ball, Mover::Cuboid, Mover::Rounded], 50);
}

#[test]
#[ignore = "takes minutes"]
fn touches_in_space_match_the_oracle_in_all_cases() {
    assert_every_pair::<DVec3>(&[Mover::Ball, Mover::Cuboid, Mover::Rounded], 50);
}

/// A point in a round room of radius 2 reaches the concave wall where `1 + t^2` is 4.
#[test]
fn oracle_finds_touches_of_concave_walls() {
    let zero = exact(0.0);
    let room: touch_oracle::Solid = Box::new(move |offset| {
        let from_centre = length(offset);
        DistanceSample {
            distance: exact(2.0) - from_centre,
            normal: offset.map(|component| -component / from_centre),
            concavity: exact(1.0) / from_centre,
        }
    });
    let (one, two) = (exact(1.0), exact(2.0));
    let straight =
        Path { offset: [zero, one, zero], velocity: [one, zero, zero], acceleration: [zero; 3] };
    let arrival = first_touch(&room, &straight, 9.0, 0.0, None).unwrap();
    assert!((arrival.time * arrival.time - exact(3.0)).0.abs() < 1e-24);
    assert!((dot(&straight.offset_at(arrival.time), &straight.offset) - one).0.abs() < 1e-24);
    // Along a radius: 1 + t^2 / 2 is 2.
    let curved =
        Path { offset: [zero, one, zero], velocity: [zero; 3], acceleration: [zero, one, zero] };
    let arrival = first_touch(&room, &curved, 9.0, 0.0, None).unwrap();
    assert!((arrival.time * arrival.time - two).0.abs() < 1e-24);
}
