//! The first descent of a polynomial, checked in exact arithmetic: none is missed or invented.
//!
//! The residual at the root is at most 8 ulp of the largest term. A shallower descent may be found or not,
//! because the evaluation of the polynomial cannot resolve it.

use crate::support::oracle::exact_polynomial::{Fault, judge};
use crate::support::oracle::polynomial_cases::{Case, Family};
use crate::support::random::Random;
use collide_core::roots::{quadratic_descent, quartic_descent};
use proptest::prelude::*;

fn solve(case: &Case) -> Option<f64> {
    match *case.c {
        [c0, c1, c2] => quadratic_descent([c0, c1, c2], case.end),
        [c0, c1, c2, c3, c4] => quartic_descent([c0, c1, c2, c3, c4], case.start, case.end),
        _ => unreachable!("the cases have degree 2 or 4"),
    }
}

/// Checks `count` polynomials of each family, prints a summary and returns the number of faults.
fn count_faults(degree: usize, count: u32, seed: u64) -> usize {
    let mut random = Random::new(seed);
    let mut faults = 0;
    println!("degree {degree}, {count} of each family");
    for family in Family::ALL {
        let (mut answers, mut roots, mut worst) = (0, 0, 0f64);
        let mut found =
            [Fault::Missed, Fault::Invented, Fault::Inexact, Fault::Outside].map(|it| (it, 0));
        for _ in 0..count {
            let mut case = family.case(&mut random, degree);
            if degree == 2 {
                case.start = 0.0;
            }
            let answer = solve(&case);
            answers += u32::from(answer.is_some());
            match judge(&case.c, case.start, case.end, answer) {
                Ok(Some(residual)) => {
                    roots += 1;
                    worst = worst.max(residual);
                }
                Ok(None) => {}
                Err(fault) => {
                    let known = found.iter_mut().find(|(it, _)| *it == fault);
                    known.expect("every fault is counted").1 += 1;
                    faults += 1;
                    if faults < 20 {
                        let Case { c, start, end } = case;
                        println!("  {fault:?}: {c:?} in [{start:?}, {end:?}]: {answer:?}");
                    }
                }
            }
        }
        println!(
            "{family:?}: {answers} answers, {roots} roots, residual {worst:.2} ulp, {found:?}"
        );
        let least = count / 20;
        assert!(
            answers > least && count - answers > least,
            "{family:?} has nearly only answers of one kind"
        );
    }
    faults
}

#[test]
fn first_descent_of_quartics_matches_exact_arithmetic() {
    assert_eq!(count_faults(4, 800, 1), 0);
}

/// `cargo test -p collide-core --test laws -- --ignored --nocapture million_quartics`
#[test]
#[ignore = "takes minutes"]
fn first_descent_of_a_million_quartics_matches_exact_arithmetic() {
    assert_eq!(count_faults(4, 77_000, 2), 0);
}

#[test]
fn first_descent_of_quadratics_matches_exact_arithmetic() {
    assert_eq!(count_faults(2, 7_700, 3), 0);
}

#[test]
fn judge_recognises_each_fault() {
    // (t - 1)(t - 2)(t - 3)(t - 4)
    let judged = |answer| judge(&[24.0, -50.0, 35.0, -10.0, 1.0], 0.0, 9.0, answer);
    assert_eq!(judged(Some(1.0)), Ok(Some(0.0)));
    assert_eq!(judged(None), Err(Fault::Missed));
    assert_eq!(judged(Some(1.0 + 1e-13)), Err(Fault::Missed));
    assert_eq!(judged(Some(3.0)), Err(Fault::Missed));
    assert_eq!(judged(Some(1.0 - 1e-13)), Err(Fault::Invented));
    assert_eq!(judged(Some(9.5)), Err(Fault::Outside));
    // ((t - 2)^2 + 1e-12) t^2 falls, but not to zero.
    let above = [0.0, 0.0, 4.0 + 1e-12, -4.0, 1.0];
    assert_eq!(judge(&above, 1.0, 9.0, None), Ok(None));
    assert_eq!(judge(&above, 1.0, 9.0, Some(2.0)), Err(Fault::Invented));
    // -1 - (t - 1)^2 rises to its maximum and falls from there.
    let below = [-2.0, 2.0, -1.0, 0.0, 0.0];
    assert_eq!(judge(&below, 0.0, 9.0, Some(1.0)), Ok(None));
    assert_eq!(judge(&below, 0.0, 9.0, Some(0.5)), Err(Fault::Invented));
    assert_eq!(judge(&below, 0.0, 9.0, Some(1.5)), Err(Fault::Missed));
    assert_eq!(judge(&below, 1.25, 9.0, Some(1.25)), Ok(None));
    // 1 - t, from a start inside of the interval.
    assert_eq!(judge(&[1.0, -1.0], 0.5, 9.0, Some(1.0)), Ok(Some(0.0)));
}

/// Random bits, ordinary numbers and special ones.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<u64>().prop_map(f64::from_bits),
        -3.0..3.0,
        prop::sample::select(vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            f64::MIN_POSITIVE,
            5e-324,
            -5e-324,
            f64::MAX,
            f64::MIN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn answer_lies_in_the_interval_for_any_bits(
        c in prop::array::uniform5(any_number()), times in prop::array::uniform2(any_number()),
    ) {
        let [one, other] = times;
        let (start, end) = (f64::min(one, other), f64::max(one, other));
        if let Some(t) = quartic_descent(c, start, end) {
            prop_assert!((start..=end).contains(&t), "{t} is not in [{start}, {end}]");
        }
        let end = f64::max(end, 0.0);
        if let Some(t) = quadratic_descent([c[0], c[1], c[2]], end) {
            prop_assert!((0.0..=end).contains(&t), "{t} is not in [0, {end}]");
        }
    }
}
