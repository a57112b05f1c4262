//! When two touch, against an oracle of 106 bits that knows nothing of how the library finds it: no
//! miss and no invention of any pair of shapes, and how large the error is.
//!
//! The ordinary run takes a few hundredths of the cases; `cargo test --release -p collide-core --test laws --
//! --ignored --nocapture all_cases` takes all, and prints the table.

use crate::support::oracle::touch_oracle;
use crate::support::oracle::touch_verdict;
use collide_core::vector::Wide;
use glam::{DVec2, DVec3};

use crate::support::oracle::touch_cases::{Case, Kind, Mover, awkward_case, random_case};
use crate::support::oracle::touch_oracle::{Look, Path, dot, exact, first_touch, length};
use crate::support::oracle::touch_verdict::{
    Bounce, Verdict, bounced, judge, largest, start_distance,
};
use crate::support::random::Random;

/// What was seen of a pair of shapes.
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
    fn count<W: Wide>(&mut self, case: &Case<W>, bounce: Option<Bounce>) {
        self.cases += 1;
        match judge(case, bounce, [4.0, BAND]) {
            Verdict::Apart => {}
            Verdict::Hit(error) => {
                self.hits += 1;
                self.worst = f64::max(self.worst, error);
                if error > ACCURACY {
                    touch_verdict::told("rough", case, bounce);
                }
            }
            Verdict::Graze => self.grazes += 1,
            Verdict::Miss => {
                self.misses += 1;
                touch_verdict::told("missed", case, bounce);
            }
            Verdict::Invention => {
                self.inventions += 1;
                touch_verdict::told("invented", case, bounce);
            }
            Verdict::Snag => {
                self.snags += 1;
                touch_verdict::told("snagged", case, bounce);
            }
        }
    }

    fn wrong(&self) -> u32 {
        self.misses + self.inventions + self.snags
    }

    fn print<W: Wide>(&self, (mover, kind): (Mover, Kind), family: &str) {
        let Self { cases, hits, grazes, misses, inventions, snags, worst } = self;
        let name = format!("{mover:?} on {kind:?} in {}D", W::DIMENSION);
        println!(
            "{name:<26} {family:<17} {cases:>8} {hits:>8} {grazes:>8} {misses:>7} {inventions:>8} {snags:>6} {worst:>7.2}"
        );
    }
}

/// Within how many units in the last place of the largest coordinate a touch is that of the oracle, and
/// how much deeper or shallower a graze may be.
const BAND: f64 = 32.0;

/// How many of them the time of a touch is off at most, times the approach speed. It is four where no
/// outline is met; what holds the rest is how sharp corners of sums and joints are rounded.
const ACCURACY: f64 = 12.0;

type Maker<W> = fn(&mut Random, (Mover, Kind), bool) -> Case<W>;

/// Judges so many cases of a family, and of each hit the flight after the bounce.
fn family<W: Wide>(pair: (Mover, Kind), make: Maker<W>, count: u32, curved: bool) -> [Tally; 2] {
    let (mover, kind) = pair;
    let mut random = Random::new(1000 * mover as u64 + 2 * kind as u64 + u64::from(curved));
    let [mut first, mut again] = [Tally::default(), Tally::default()];
    while first.cases < count {
        let case = make(&mut random, pair, curved);
        // Who begins deeper inside than by rounding has no time of impact.
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

/// Judges `parts` fiftieths of all cases, half of them on straight paths and half on curved ones.
fn every_pair<W: Wide>(movers: &[Mover], parts: u32) {
    println!(
        "pair                       family               cases     hits   grazes  misses invented  snags   worst"
    );
    let pairs = movers
        .iter()
        .flat_map(|mover| Kind::all(*mover, W::DIMENSION).into_iter().map(|kind| (*mover, kind)));
    let mut failures = 0;
    for pair in pairs {
        for curved in [false, true] {
            let path = if curved { "curved" } else { "straight" };
            let random = family::<W>(pair, random_case, 1_000 * parts, curved);
            let awkward = family::<W>(pair, awkward_case, 200 * parts, curved);
            for (name, [first, again]) in [("random", random), ("awkward", awkward)] {
                first.print::<W>(pair, &format!("{name} {path}"));
                again.print::<W>(pair, &format!("  bounced {path}"));
                assert!(first.hits > first.cases / 10, "{pair:?}: only {} hits", first.hits);
                failures += first.wrong() + again.wrong();
                failures += u32::from(f64::max(first.worst, again.worst) > ACCURACY);
            }
        }
    }
    assert_eq!(failures, 0);
}

const BOXES: [Mover; 2] = [Mover::Cuboid, Mover::Rounded];

#[test]
fn balls_in_the_plane() {
    every_pair::<DVec2>(&[Mover::Ball], 4);
}

#[test]
fn balls_in_space() {
    every_pair::<DVec3>(&[Mover::Ball], 4);
}

#[test]
fn boxes_in_the_plane() {
    every_pair::<DVec2>(&BOXES, 1);
}

#[test]
fn boxes_in_space() {
    every_pair::<DVec3>(&BOXES, 2);
}

#[test]
#[ignore = "takes minutes"]
fn in_the_plane_all_cases() {
    every_pair::<DVec2>(&[Mover::Ball, Mover::Cuboid, Mover::Rounded], 50);
}

#[test]
#[ignore = "takes minutes"]
fn in_space_all_cases() {
    every_pair::<DVec3>(&[Mover::Ball, Mover::Cuboid, Mover::Rounded], 50);
}

/// The oracle itself: a point in a round room of radius 2 reaches the hollow wall where `1 + t^2` is
/// the square of that.
#[test]
fn the_oracle_sees_hollow_walls() {
    let zero = exact(0.0);
    let room: touch_oracle::Solid = Box::new(move |offset| {
        let from_centre = length(offset);
        Look {
            distance: exact(2.0) - from_centre,
            normal: offset.map(|component| -component / from_centre),
            hollow: exact(1.0) / from_centre,
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
