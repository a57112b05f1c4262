//! Vectors: the spaces that bodies live in.

use core::fmt::Debug;
use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

use glam::{DVec2, DVec3};

mod sealed {
    // layers: allow(imports, "what makes a step of each space is compiled once, in this crate, and its users only link it")
    pub trait Sealed: super::Stored + crate::compiled::Compiled {}
    impl Sealed for glam::DVec2 {}
    impl Sealed for glam::DVec3 {}
}

/// What the feature `serde` asks of a vector: that it can be stored and read. Every type that can be has it.
#[cfg(feature = "serde")]
pub trait Stored: serde::Serialize + serde::de::DeserializeOwned {}
#[cfg(feature = "serde")]
impl<T: serde::Serialize + serde::de::DeserializeOwned> Stored for T {}

/// What the feature `serde` would ask of a vector, that it can be stored and read: without it, nothing.
#[cfg(not(feature = "serde"))]
pub trait Stored {}
#[cfg(not(feature = "serde"))]
impl<T> Stored for T {}

/// A space: the f64 vectors of the plane ([`DVec2`]) or of space ([`DVec3`]).
///
/// Sealed, and all that the step computes with. Only correctly rounded operations occur in it, and the sine and
/// cosine of `libm`, so the bits of a result do not depend on the machine.
///
/// # Example
/// ```
/// use collide_core::vector::Vector;
/// use glam::DVec2;
///
/// /// The distance of two points of any space.
/// fn distance<V: Vector>(one: V, two: V) -> f64 {
///     (one - two).length()
/// }
/// assert_eq!(distance(DVec2::new(1.0, 2.0), DVec2::new(4.0, 6.0)), 5.0);
/// ```
pub trait Vector:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + sealed::Sealed
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + SubAssign
    + Neg<Output = Self>
    + Mul<f64, Output = Self>
    + Div<f64, Output = Self>
{
    /// What the cross product of two vectors is, as an angular momentum, and what an angle and an angular velocity are: in
    /// space a vector, along the axis of a rotation, and in the plane, where it can only point out of it, its
    /// length with a sign, positive counterclockwise.
    type Cross: Copy
        + Debug
        + Default
        + PartialEq
        + Send
        + Sync
        + Stored
        + Add<Output = Self::Cross>
        + Sub<Output = Self::Cross>
        + Mul<f64, Output = Self::Cross>;

    /// The number of axes, 2 or 3.
    const DIMENSION: usize;

    /// The vector of zeros.
    const ZERO: Self;

    /// The vector of infinite components.
    const INFINITY: Self;

    /// The vector of infinite negative components.
    const NEG_INFINITY: Self;

    /// The scalar product.
    fn dot(self, other: Self) -> f64;

    /// The cross product `self x other`; in the plane positive if `other` lies to the left of `self`.
    fn cross(self, other: Self) -> Self::Cross;

    /// The square of the length of the cross product, `|a|^2 |b|^2 - (a.b)^2` without its cancellation.
    fn cross_squared(self, other: Self) -> f64;

    /// The velocity of a point at this place of a body that turns about the origin, `angular_velocity x self`.
    fn swept(self, angular_velocity: Self::Cross) -> Self;

    /// The vector turned by an angle in radians.
    fn turned(self, angle: Self::Cross) -> Self;

    /// The components of an axis, of which those that do not count are zero: in the plane the last one counts.
    fn components_of_axis(axis: Self::Cross) -> [f64; 3];

    /// The cross product of two axes; zero in the plane, where all axes are parallel.
    fn cross_of_axes(one: Self::Cross, two: Self::Cross) -> Self::Cross;

    /// The magnitude of an angle or of an angular velocity.
    fn magnitude(cross: Self::Cross) -> f64;

    /// The component along `axis`, which must be less than [`DIMENSION`](Self::DIMENSION).
    fn component(self, axis: usize) -> f64;

    /// The vector with `component(axis)` along each axis.
    fn from_components(component: impl FnMut(usize) -> f64) -> Self;

    /// The unit vector along `axis`.
    fn unit(axis: usize) -> Self {
        Self::from_components(|other| if other == axis { 1.0 } else { 0.0 })
    }

    /// The square of the length.
    fn length_squared(self) -> f64 {
        self.dot(self)
    }

    /// The length.
    fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Whether no component is NaN or infinite.
    fn is_finite(self) -> bool {
        (0..Self::DIMENSION).all(|axis| self.component(axis).is_finite())
    }

    /// The vector of the lesser components of the two.
    fn least(self, other: Self) -> Self {
        Self::from_components(|axis| f64::min(self.component(axis), other.component(axis)))
    }

    /// The vector of the greater components of the two.
    fn greatest(self, other: Self) -> Self {
        Self::from_components(|axis| f64::max(self.component(axis), other.component(axis)))
    }

    /// The largest magnitude of a component.
    fn max_magnitude(self) -> f64 {
        (0..Self::DIMENSION)
            .fold(0.0, |largest, axis| f64::max(largest, self.component(axis).abs()))
    }
}

impl Vector for DVec2 {
    type Cross = f64;
    const DIMENSION: usize = 2;
    const ZERO: Self = DVec2::ZERO;
    const INFINITY: Self = DVec2::INFINITY;
    const NEG_INFINITY: Self = DVec2::NEG_INFINITY;
    #[inline]
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
    #[inline]
    fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }
    #[inline]
    fn cross_squared(self, other: Self) -> f64 {
        let z = self.x * other.y - self.y * other.x;
        z * z
    }
    #[inline]
    fn swept(self, angular_velocity: f64) -> Self {
        DVec2::new(-angular_velocity * self.y, angular_velocity * self.x)
    }
    #[inline]
    fn turned(self, angle: f64) -> Self {
        let (sine, cosine) = libm::sincos(angle);
        DVec2::new(cosine * self.x - sine * self.y, sine * self.x + cosine * self.y)
    }
    #[inline]
    fn components_of_axis(axis: f64) -> [f64; 3] {
        [0.0, 0.0, axis]
    }
    #[inline]
    fn cross_of_axes(_: f64, _: f64) -> f64 {
        0.0
    }
    #[inline]
    fn magnitude(cross: f64) -> f64 {
        cross.abs()
    }
    #[inline]
    fn component(self, axis: usize) -> f64 {
        if axis == 0 { self.x } else { self.y }
    }
    #[inline]
    fn from_components(mut component: impl FnMut(usize) -> f64) -> Self {
        DVec2::new(component(0), component(1))
    }
}

impl Vector for DVec3 {
    type Cross = DVec3;
    const DIMENSION: usize = 3;
    const ZERO: Self = DVec3::ZERO;
    const INFINITY: Self = DVec3::INFINITY;
    const NEG_INFINITY: Self = DVec3::NEG_INFINITY;
    #[inline]
    fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
    #[inline]
    fn cross(self, other: Self) -> DVec3 {
        let x = self.y * other.z - self.z * other.y;
        let y = self.z * other.x - self.x * other.z;
        let z = self.x * other.y - self.y * other.x;
        DVec3::new(x, y, z)
    }
    #[inline]
    fn cross_squared(self, other: Self) -> f64 {
        let x = self.y * other.z - self.z * other.y;
        let y = self.z * other.x - self.x * other.z;
        let z = self.x * other.y - self.y * other.x;
        z * z + x * x + y * y
    }
    #[inline]
    fn swept(self, angular_velocity: DVec3) -> Self {
        Vector::cross(angular_velocity, self)
    }
    /// By the formula of Rodrigues.
    #[inline]
    fn turned(self, angle: DVec3) -> Self {
        let size = Vector::length(angle);
        if size == 0.0 {
            return self;
        }
        let (sine, cosine) = libm::sincos(size);
        let axis = angle / size;
        let along = axis * (Vector::dot(axis, self) * (1.0 - cosine));
        self * cosine + Vector::cross(axis, self) * sine + along
    }
    #[inline]
    fn components_of_axis(axis: DVec3) -> [f64; 3] {
        axis.to_array()
    }
    #[inline]
    fn cross_of_axes(one: DVec3, two: DVec3) -> DVec3 {
        Vector::cross(one, two)
    }
    #[inline]
    fn magnitude(cross: DVec3) -> f64 {
        Vector::length(cross)
    }
    #[inline]
    fn component(self, axis: usize) -> f64 {
        match axis {
            0 => self.x,
            1 => self.y,
            _ => self.z,
        }
    }
    #[inline]
    fn from_components(mut component: impl FnMut(usize) -> f64) -> Self {
        DVec3::new(component(0), component(1), component(2))
    }
}
