//! Evaluates polynomials exactly and checks the first descent that a solver found.
//!
//! An f64 is an integer times a power of two, so sums and products of such numbers are too, and big integers
//! hold them. Only the comparison of a value with a tolerance rounds.

use num_bigint::{BigInt, Sign};

/// An integer times a power of two.
#[derive(Clone)]
struct Exact {
    digits: BigInt,
    exponent: i32,
}

impl Exact {
    fn new(value: f64) -> Self {
        assert!(value.is_finite());
        let bits = value.to_bits();
        let (biased, fraction) = ((bits >> 52) as i32 & 0x7ff, bits & ((1 << 52) - 1));
        let significand = if biased == 0 { fraction } else { fraction | 1 << 52 };
        let digits = BigInt::from(significand as i64 * if value < 0.0 { -1 } else { 1 });
        Self { digits, exponent: biased.max(1) - 1075 }
    }

    fn times(&self, other: &Self) -> Self {
        Self { digits: &self.digits * &other.digits, exponent: self.exponent + other.exponent }
    }

    fn plus(&self, other: &Self) -> Self {
        if self.digits.sign() == Sign::NoSign {
            return other.clone();
        }
        if other.digits.sign() == Sign::NoSign {
            return self.clone();
        }
        let exponent = self.exponent.min(other.exponent);
        let aligned = |it: &Self| &it.digits << (it.exponent - exponent) as usize;
        Self { digits: aligned(self) + aligned(other), exponent }
    }

    /// The value, truncated to 60 bits and then rounded to an f64.
    fn rounded(&self) -> f64 {
        let extra = self.digits.bits().saturating_sub(60) as i32;
        let top: BigInt = &self.digits >> extra as usize;
        let mut value = i64::try_from(top).unwrap() as f64;
        let mut exponent = self.exponent + extra;
        while exponent != 0 {
            // In steps, because a power of two on its own may leave the range of f64.
            let step = exponent.clamp(-1000, 1000);
            value *= 2f64.powi(step);
            exponent -= step;
        }
        value
    }

    fn sign(&self) -> i32 {
        match self.digits.sign() {
            Sign::Minus => -1,
            Sign::NoSign => 0,
            Sign::Plus => 1,
        }
    }
}

/// A polynomial of a non-negative time, lowest coefficient first.
pub struct Polynomial {
    exact: Vec<Exact>,
    rounded: Vec<f64>,
}

impl Polynomial {
    /// The polynomial with exactly these coefficients.
    pub fn new(c: &[f64]) -> Self {
        Self { exact: c.iter().map(|c| Exact::new(*c)).collect(), rounded: c.to_vec() }
    }

    fn derivative(&self) -> Self {
        let scaled = |(power, c): (usize, &Exact)| c.times(&Exact::new(power as f64));
        let exact: Vec<Exact> = self.exact.iter().enumerate().skip(1).map(scaled).collect();
        let rounded = exact.iter().map(Exact::rounded).collect();
        Self { exact, rounded }
    }

    fn exactly(&self, t: f64) -> Exact {
        let t = Exact::new(t);
        let step = |sum: Exact, c: &Exact| sum.times(&t).plus(c);
        self.exact.iter().rev().fold(Exact::new(0.0), step)
    }

    /// The value at `t`, rounded once.
    pub fn value(&self, t: f64) -> f64 {
        self.exactly(t).rounded()
    }

    /// The sign at `t`, by f64 arithmetic where its rounding cannot change it, else exactly.
    fn sign(&self, t: f64) -> i32 {
        let (mut value, mut size) = (0.0, 0.0);
        for c in self.rounded.iter().rev() {
            value = value * t + c;
            size = size * t + c.abs();
        }
        // Five rounded coefficients and two roundings a step, with a margin.
        let rounding = 20.0 * f64::EPSILON * size;
        if rounding > 1e-280 && rounding.is_finite() && f64::abs(value) > rounding {
            return if value > 0.0 { 1 } else { -1 };
        }
        self.exactly(t).sign()
    }

    /// One unit in the last place of the largest term at `t`.
    pub fn ulp_of_largest_term(&self, t: f64) -> f64 {
        let mut power = 1.0;
        let mut largest = 0.0;
        for c in &self.rounded {
            largest = f64::max(largest, (c * power).abs());
            power *= t;
        }
        largest.next_up() - largest
    }

    /// The start, the end and every time in between at which the sign changes, or is zero at an extremum, to
    /// the next f64.
    ///
    /// Between two adjacent f64 the polynomial changes by `EPSILON^2` of the largest term at most.
    fn changes(&self, start: f64, end: f64) -> Vec<f64> {
        if self.exact.len() < 2 {
            return vec![start, end];
        }
        let mut found = vec![start];
        for piece in self.derivative().changes(start, end).windows(2) {
            let (mut left, mut right) = (piece[0].to_bits(), piece[1].to_bits());
            let (sign_left, sign_right) = (self.sign(piece[0]), self.sign(piece[1]));
            if sign_right == 0 {
                found.push(piece[1]);
            } else if sign_left * sign_right < 0 {
                // The bits of positive numbers have the order of the numbers.
                while right - left > 1 {
                    let middle = left + (right - left) / 2;
                    if self.sign(f64::from_bits(middle)) == sign_left {
                        left = middle;
                    } else {
                        right = middle;
                    }
                }
                found.push(f64::from_bits(right));
            }
        }
        found.push(end);
        found
    }
}

/// A fault of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fault {
    /// The polynomial has fallen below zero earlier.
    Missed,
    /// The polynomial does not fall at the time, or is above zero.
    Invented,
    /// The polynomial falls, but the time is not the root.
    Inexact,
    /// The time is not in the interval.
    Outside,
}

/// The largest residual of a root, in ulps of the largest term.
///
/// A dip that is not deeper, or a rise that is not higher, may be ignored.
pub const TOLERANCE: f64 = 8.0;

/// The residual of the root in ulps of the largest term (none where the answer is no root), or the fault of the
/// answer.
pub fn judge(c: &[f64], start: f64, end: f64, answer: Option<f64>) -> Result<Option<f64>, Fault> {
    let f = Polynomial::new(c);
    let turns = f.derivative().changes(start, end);
    let tolerance = |t: f64| TOLERANCE * f.ulp_of_largest_term(t);
    let until = answer.unwrap_or(end);
    if !(start..=end).contains(&until) {
        return Err(Fault::Outside);
    }
    let mut highest = f64::NEG_INFINITY;
    for t in turns.iter().copied().filter(|t| *t < until).chain([until]) {
        let value = f.value(t);
        if value < -tolerance(t) && highest - value > 2.0 * tolerance(t) {
            return Err(Fault::Missed);
        }
        highest = f64::max(highest, value);
    }
    let Some(t) = answer else { return Ok(None) };
    let (value, slope) = (f.value(t), f.derivative());
    let rounding = TOLERANCE * slope.ulp_of_largest_term(t);
    let slope = slope.value(t);
    // The polynomial falls, is at an extremum to rounding, or is level from here to a fall.
    let falls = slope <= rounding || is_level_to_a_fall(&f, &turns, t, value);
    if value > tolerance(t) || !falls {
        return Err(Fault::Invented);
    }
    let ulps = value.abs() / f.ulp_of_largest_term(t);
    let turn = slope.abs() <= rounding;
    if ulps <= TOLERANCE {
        // A maximum below zero is no root, however close to zero.
        return Ok(if turn && value < 0.0 { None } else { Some(ulps) });
    }
    // A value below zero is right only where the fall begins: at the start or at an extremum.
    if t == start || turn { Ok(None) } else { Err(Fault::Inexact) }
}

/// Whether the polynomial falls between two extrema and changes from `t` to there by no more than the
/// tolerance: the rise that contains `t` is below the resolution.
fn is_level_to_a_fall(f: &Polynomial, turns: &[f64], t: f64, value: f64) -> bool {
    let level = |turn: f64| {
        let tolerance = TOLERANCE * f.ulp_of_largest_term(turn.max(t));
        (f.value(turn) - value).abs() <= tolerance
    };
    turns.windows(2).filter(|piece| f.value(piece[1]) < f.value(piece[0])).any(|fall| {
        turns
            .iter()
            .filter(|turn| (t..=fall[0]).contains(*turn) || (fall[1]..=t).contains(*turn))
            .all(|turn| level(*turn))
    })
}
