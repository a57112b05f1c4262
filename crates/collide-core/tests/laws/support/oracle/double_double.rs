//! Double-double arithmetic: numbers of 106 bits as unevaluated sums of two f64 (Dekker 1971).

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

/// The sum of a number and its rounding error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DoubleDouble(pub f64, pub f64);

impl From<f64> for DoubleDouble {
    fn from(value: f64) -> Self {
        Self(value, 0.0)
    }
}

/// The sum of two numbers, of which the first has at least the magnitude of the second.
fn normalised(high: f64, low: f64) -> DoubleDouble {
    let sum = high + low;
    DoubleDouble(sum, low - (sum - high))
}

impl Add for DoubleDouble {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let sum = self.0 + other.0;
        let part = sum - self.0;
        let error = (self.0 - (sum - part)) + (other.0 - part);
        normalised(sum, error + self.1 + other.1)
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        let difference = *self - *other;
        (difference.0 + difference.1).partial_cmp(&0.0)
    }
}

impl Neg for DoubleDouble {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0, -self.1)
    }
}

impl Sub for DoubleDouble {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let product = self.0 * other.0;
        let error = f64::mul_add(self.0, other.0, -product);
        normalised(product, error + self.0 * other.1 + self.1 * other.0)
    }
}

impl Div for DoubleDouble {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let first = Self::from(self.0 / other.0);
        let remainder = self - first * other;
        let second = Self::from(remainder.0 / other.0);
        let remainder = remainder - second * other;
        first + second + Self::from(remainder.0 / other.0)
    }
}
