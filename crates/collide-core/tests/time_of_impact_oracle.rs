//! When two touch, against an oracle of 106 bits that knows nothing of how the library finds it.

#[path = "support/cases.rs"]
mod cases;
#[path = "support/judge.rs"]
mod judge;
#[path = "support/oracle.rs"]
mod oracle;
#[path = "support/precise.rs"]
mod precise;
#[path = "support/random.rs"]
mod random;
#[path = "support/solids.rs"]
mod solids;

use collide_core::vector::Wide;
use glam::{DVec2, DVec3};

use cases::{Case, Kind, awkward_case, random_case};
use judge::{Bounce, Verdict, bounced, judge, largest, start_distance};
use random::Random;

#[derive(Default)]
struct Tally {
    cases: u32,
    hits: u32,
    grazes: u32,
    misses: u32,
    inventions: u32,
    worst: f64,
    deep: u32,
}

impl Tally {
    fn count<W: Wide>(&mut self, case: &Case<W>, bounce: Option<Bounce>, units: f64) {
        let verdict = judge(case, bounce, units);
        self.cases += 1;
        match verdict {
            Verdict::Apart => {}
            Verdict::Hit(e) => {
                self.hits += 1;
                self.worst = self.worst.max(e)
            }
            Verdict::Graze => self.grazes += 1,
            Verdict::Miss => self.misses += 1,
            Verdict::Invention => self.inventions += 1,
        }
        if matches!(verdict, Verdict::Miss | Verdict::Invention)
            && self.misses + self.inventions <= 3
        {
            let lib = collide_core::impact::touch(
                &case.shape,
                &case.motion,
                case.radius,
                case.end,
                bounce.map(|b| b.feature),
            );
            println!(
                "{verdict:?} lib {lib:?} {case:?} bounce {:?} start {:e}",
                bounce.map(|b| b.feature),
                start_distance(case)
            );
        }
    }
}

type Maker<W> = fn(&mut Random, Kind, bool) -> Case<W>;

fn run<W: Wide>(
    name: &str,
    make: Maker<W>,
    count: u32,
    kind: Kind,
    curved: bool,
    again: bool,
    units: f64,
) {
    let mut random = Random::new(kind as u64 * 100 + u64::from(curved));
    let mut tally = Tally::default();
    for _ in 0..count {
        let case = make(&mut random, kind, curved);
        if start_distance(&case) < -1e-12 * largest(&case, 0.0) {
            tally.deep += 1;
            continue;
        }
        if again {
            let Some((case, bounce)) = bounced(&case) else { continue };
            tally.count(&case, Some(bounce), units);
        } else {
            tally.count(&case, None, units);
        }
    }
    let Tally { cases, hits, grazes, misses, inventions, worst, deep } = tally;
    println!(
        "{name} {:?} {}D curved {curved:5} again {again:5}: cases {cases} hits {hits} grazes {grazes} MISS {misses} INV {inventions} worst {worst:.2} deep {deep}",
        kind,
        W::DIMENSION
    );
}

#[test]
fn explore() {
    let var = |n: &str, d: &str| std::env::var(n).unwrap_or(d.into());
    let count: u32 = var("COUNT", "1000").parse().unwrap();
    let units: f64 = var("UNITS", "64").parse().unwrap();
    let only = var("ONLY", "");
    for kind in Kind::ALL {
        if !format!("{kind:?}").contains(&only) {
            continue;
        }
        for curved in [false, true] {
            for again in [false, true] {
                run::<DVec2>("random ", random_case, count, kind, curved, again, units);
                run::<DVec3>("random ", random_case, count, kind, curved, again, units);
                run::<DVec2>("awkward", awkward_case, count, kind, curved, again, units);
                run::<DVec3>("awkward", awkward_case, count, kind, curved, again, units);
            }
        }
    }
}
