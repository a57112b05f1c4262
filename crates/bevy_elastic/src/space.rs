//! The spaces in which bodies can live: the plane and space, with components in f32 or in f64.
//!
//! The simulation of every space is in f64, and a component shows its value rounded. So a component that has the value that
//! was last shown says nothing new; another one was written by the game. This holds for each axis of a vector by itself:
//! a game that turns back `velocity.x` leaves the bits of y.

use std::fmt::Debug;

use bevy_math::{DMat3, DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use bevy_reflect::{FromReflect, GetTypeRegistration, Reflect, Typed};
use collide_core::shape::Frame;
use collide_core::vector::{Stored, Vector};

mod sealed {
    pub trait Sealed {}
    impl Sealed for bevy_math::Vec2 {}
    impl Sealed for bevy_math::Vec3 {}
    impl Sealed for bevy_math::DVec2 {}
    impl Sealed for bevy_math::DVec3 {}
}

/// An angular velocity: in the plane an `f32`, counterclockwise, and in space a `Vec3` along the axis of the rotation.
pub trait Angular:
    Copy + Debug + Default + PartialEq + Reflect + FromReflect + Typed + GetTypeRegistration
{
    /// The f64 vectors of the space.
    type Wide: Vector;

    /// This angular velocity in f64.
    fn turn_rate(self) -> <Self::Wide as Vector>::Cross;

    /// The angular velocity that the simulation has if a component has this one, was last shown as `shown`, and is `known`
    /// in f64: an axis that the game has not written stays as it is.
    fn written(
        self,
        shown: Self,
        known: <Self::Wide as Vector>::Cross,
    ) -> <Self::Wide as Vector>::Cross;

    /// An angular velocity rounded to f32.
    fn from_turn_rate(turn_rate: <Self::Wide as Vector>::Cross) -> Self;

    /// The rotation of a `Transform` with these axes of the space, rounded so that its own axes have the same rotation.
    fn rotation(frame: &Frame<Self::Wide>) -> Quat;
}

impl Angular for f32 {
    type Wide = DVec2;
    fn turn_rate(self) -> f64 {
        f64::from(self)
    }
    fn written(self, shown: f32, known: f64) -> f64 {
        if self == shown { known } else { f64::from(self) }
    }
    fn from_turn_rate(turn_rate: f64) -> Self {
        turn_rate as f32
    }
    fn rotation(frame: &Frame<DVec2>) -> Quat {
        let [x, y, _] = *frame.axes();
        rounded_rotation([x.extend(0.0), y.extend(0.0), DVec3::Z])
    }
}

impl Angular for Vec3 {
    type Wide = DVec3;
    fn turn_rate(self) -> DVec3 {
        self.as_dvec3()
    }
    fn written(self, shown: Vec3, known: DVec3) -> DVec3 {
        Space::written(self, shown, known)
    }
    fn from_turn_rate(turn_rate: DVec3) -> Self {
        turn_rate.as_vec3()
    }
    fn rotation(frame: &Frame<DVec3>) -> Quat {
        rounded_rotation(*frame.axes())
    }
}

/// The number of steps from 0 to 1 to which ratios of the components of a quaternion are rounded. The rounding of these
/// components to f32 changes a ratio by less than a quarter of a step.
const RATIO_STEPS: f64 = (1u32 << 21) as f64;

/// The rotation with these axes, rounded so that the axes of the result are rounded to it again.
///
/// The ratios of the components of its quaternion to the largest one are rounded, by at most 2.4e-7. Only operations that
/// are the same on every machine occur in it.
fn rounded_rotation([x, y, z]: [DVec3; 3]) -> Quat {
    let exact = DQuat::from_mat3(&DMat3::from_cols(x, y, z)).to_array();
    let largest = exact.iter().fold(0.0, |largest, part| f64::max(largest, part.abs()));
    let ratios = exact.map(|part| (part / largest * RATIO_STEPS).round() / RATIO_STEPS);
    // A quaternion and its opposite are the same rotation: the one by half a turn at most.
    let first = ratios.iter().rev().find(|ratio| **ratio != 0.0);
    let sign = first.copied().unwrap_or(1.0).signum();
    let length = ratios.iter().map(|ratio| ratio * ratio).sum::<f64>().sqrt();
    Quat::from_array(ratios.map(|ratio| (ratio * sign / length) as f32))
}

/// A vector of a component, as it is now and as it was last shown, and that which the simulation has in f64.
#[derive(Clone, Copy)]
pub(crate) struct Written<V: Space> {
    pub(crate) now: V,
    pub(crate) shown: V,
    pub(crate) known: V::Wide,
}

impl<V: Space> Written<V> {
    /// The vector with the axes that the game has written.
    pub(crate) fn value(self) -> V::Wide {
        self.now.written(self.shown, self.known)
    }

    /// The roll of a ball on a cloth. One that was written as equal to the velocity, or the other way round, lets the ball roll,
    /// although both are rounded.
    pub(crate) fn as_roll(self, velocity: Self) -> V::Wide {
        let is_unwritten = |it: Self| it.now == it.shown;
        match is_unwritten(self) && is_unwritten(velocity) {
            true => self.known,
            false if self.now == velocity.now => velocity.value(),
            false => self.value(),
        }
    }
}

/// A vector type that is the space of some bodies of an `App`: `Vec2` (the default everywhere), `Vec3`, `DVec2` or
/// `DVec3`. It is the type of the components; the simulation computes in [`Wide`](Self::Wide), whichever it is.
///
/// Several spaces can be used side by side. Bodies of different spaces do not collide.
pub trait Space:
    Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + Stored
    + sealed::Sealed
    + Reflect
    + FromReflect
    + Typed
    + GetTypeRegistration
{
    /// The vectors of the same dimension in f64, in which the simulation computes and stores.
    type Wide: Vector;

    /// What an angular velocity is in the space.
    type Angular: Angular<Wide = Self::Wide>;

    /// The distance from 1 to the next number of a component: the relative rounding of what the game gives.
    const GIVEN_ROUNDING: f64;

    /// The same point in f64, exactly.
    fn widen(self) -> Self::Wide;

    /// The point of this space nearest to one in f64; a component beyond its range becomes infinite.
    fn narrow(wide: Self::Wide) -> Self;

    /// The vector that the simulation has if a component has this one, was last shown as `shown`, and is `known` in f64: an
    /// axis that the game has not written stays as it is.
    fn written(self, shown: Self, known: Self::Wide) -> Self::Wide {
        let (now, shown) = (self.widen(), shown.widen());
        Self::Wide::from_components(|axis| {
            let now = now.component(axis);
            if now == shown.component(axis) { known.component(axis) } else { now }
        })
    }

    /// The point of the space at the translation of a `Transform`, exactly. The plane drops z.
    fn from_translation(translation: Vec3) -> Self;

    /// The translation of a `Transform` at this point, rounded to f32.
    ///
    /// In the plane z stays that of the previous translation, so that sprites keep their order.
    fn translation(self, previous: Vec3) -> Vec3;

    /// The axes of the space after a rotation. In the plane only a rotation about z has a meaning: the axes of one that shows
    /// the back of the plane are not mirrored.
    #[must_use]
    fn frame(rotation: Quat) -> Frame<Self::Wide> {
        if rotation == Quat::IDENTITY {
            return Frame::identity();
        }
        let turned = rotation.as_dquat().normalize();
        let is_back = shows_back::<Self>(rotation);
        Frame::from_axes(std::array::from_fn(|axis| {
            let turned_axis = turned * DVec3::unit(axis.min(Self::Wide::DIMENSION - 1));
            let flat = Self::Wide::from_components(|component| turned_axis.component(component));
            let unit = flat / flat.length();
            if is_back && axis == 1 { -unit } else { unit }
        }))
    }
}

/// Whether a rotation shows the plane from behind, as half a turn about x or y does. Space has no back.
pub(crate) fn shows_back<V: Space>(rotation: Quat) -> bool {
    V::Wide::DIMENSION == 2 && (rotation * Vec3::Z).z < 0.0
}

impl Space for Vec2 {
    type Wide = DVec2;
    type Angular = f32;
    const GIVEN_ROUNDING: f64 = f32::EPSILON as f64;
    fn widen(self) -> DVec2 {
        self.as_dvec2()
    }
    fn narrow(wide: DVec2) -> Self {
        wide.as_vec2()
    }
    fn from_translation(translation: Vec3) -> Self {
        translation.truncate()
    }
    fn translation(self, previous: Vec3) -> Vec3 {
        self.extend(previous.z)
    }
}

impl Space for Vec3 {
    type Wide = DVec3;
    type Angular = Vec3;
    const GIVEN_ROUNDING: f64 = f32::EPSILON as f64;
    fn widen(self) -> DVec3 {
        self.as_dvec3()
    }
    fn narrow(wide: DVec3) -> Self {
        wide.as_vec3()
    }
    fn from_translation(translation: Vec3) -> Self {
        translation
    }
    fn translation(self, _: Vec3) -> Vec3 {
        self
    }
}

impl Space for DVec2 {
    type Wide = DVec2;
    type Angular = f32;
    const GIVEN_ROUNDING: f64 = f64::EPSILON;
    fn widen(self) -> DVec2 {
        self
    }
    fn narrow(wide: DVec2) -> Self {
        wide
    }
    fn from_translation(translation: Vec3) -> Self {
        translation.truncate().as_dvec2()
    }
    fn translation(self, previous: Vec3) -> Vec3 {
        self.as_vec2().extend(previous.z)
    }
}

impl Space for DVec3 {
    type Wide = DVec3;
    type Angular = Vec3;
    const GIVEN_ROUNDING: f64 = f64::EPSILON;
    fn widen(self) -> DVec3 {
        self
    }
    fn narrow(wide: DVec3) -> Self {
        wide
    }
    fn from_translation(translation: Vec3) -> Self {
        translation.as_dvec3()
    }
    fn translation(self, _: Vec3) -> Vec3 {
        self.as_vec3()
    }
}
