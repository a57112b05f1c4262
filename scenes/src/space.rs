//! The vectors that scenes are made of: the plane and space.

use std::iter::Sum;
use std::ops::{Add, Div, Mul, Sub, SubAssign};

use glam::{DVec2, DVec3};

/// A vector of f64 with two or three components.
pub trait Space:
    Copy
    + PartialEq
    + Add<Output = Self>
    + Sub<Output = Self>
    + SubAssign
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
    + Sum
{
    /// The number of axes, 2 or 3.
    const DIMENSION: usize;

    /// The vector of zeros.
    const ZERO: Self;

    /// The vector with `component(axis)` along each axis; the axes are asked in increasing order.
    fn from_components(component: impl FnMut(usize) -> f64) -> Self;

    /// The component along `axis`, which must be less than [`DIMENSION`](Self::DIMENSION).
    fn component(self, axis: usize) -> f64;

    /// The scalar product.
    fn dot(self, other: Self) -> f64;

    /// The vector with the same component along each axis.
    fn splat(component: f64) -> Self {
        Self::from_components(|_| component)
    }

    /// The smallest component.
    fn min_element(self) -> f64 {
        (0..Self::DIMENSION).map(|axis| self.component(axis)).fold(f64::INFINITY, f64::min)
    }
}

impl Space for DVec2 {
    const DIMENSION: usize = 2;
    const ZERO: Self = DVec2::ZERO;

    fn from_components(mut component: impl FnMut(usize) -> f64) -> Self {
        Self::new(component(0), component(1))
    }

    fn component(self, axis: usize) -> f64 {
        self[axis]
    }

    fn dot(self, other: Self) -> f64 {
        self.dot(other)
    }
}

impl Space for DVec3 {
    const DIMENSION: usize = 3;
    const ZERO: Self = DVec3::ZERO;

    fn from_components(mut component: impl FnMut(usize) -> f64) -> Self {
        Self::new(component(0), component(1), component(2))
    }

    fn component(self, axis: usize) -> f64 {
        self[axis]
    }

    fn dot(self, other: Self) -> f64 {
        self.dot(other)
    }
}
