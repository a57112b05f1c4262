//! The spaces in which bodies can live: the plane and space, each in f32 and f64.

use std::fmt::Debug;

use bevy_math::{DMat3, DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use bevy_reflect::{FromReflect, GetTypeRegistration, Reflect, Typed};
use collide_core::shape::Frame;
use collide_core::vector::{Vector, Wide};

/// An angular velocity: in the plane an `f32`, counterclockwise, and in space a `Vec3` along the axis of the rotation.
pub trait Angular:
    Copy + Debug + Default + PartialEq + Reflect + FromReflect + Typed + GetTypeRegistration
{
    /// The f64 vectors of the space.
    type Wide: Wide;

    /// This angular velocity in f64.
    fn turn_rate(self) -> <Self::Wide as Wide>::Cross;

    /// This angular velocity in f64: the known one if that rounds to it.
    fn refined(self, known: <Self::Wide as Wide>::Cross) -> <Self::Wide as Wide>::Cross {
        if Self::from_turn_rate(known) == self { known } else { self.turn_rate() }
    }

    /// An angular velocity rounded to f32.
    fn from_turn_rate(turn_rate: <Self::Wide as Wide>::Cross) -> Self;

    /// The rotation of a `Transform` with these axes of the space.
    fn rotation(frame: &Frame<Self::Wide>) -> Quat;
}

impl Angular for f32 {
    type Wide = DVec2;
    fn turn_rate(self) -> f64 {
        f64::from(self)
    }
    fn from_turn_rate(turn_rate: f64) -> Self {
        turn_rate as f32
    }
    fn rotation(frame: &Frame<DVec2>) -> Quat {
        let axis = frame.axes()[0];
        Quat::from_rotation_z(axis.y.atan2(axis.x) as f32)
    }
}

impl Angular for Vec3 {
    type Wide = DVec3;
    fn turn_rate(self) -> DVec3 {
        self.as_dvec3()
    }
    fn from_turn_rate(turn_rate: DVec3) -> Self {
        turn_rate.as_vec3()
    }
    fn rotation(frame: &Frame<DVec3>) -> Quat {
        let [x, y, z] = *frame.axes();
        DQuat::from_mat3(&DMat3::from_cols(x, y, z)).as_quat()
    }
}

/// A vector type that is the space of some bodies of an `App`: `Vec2` (the default everywhere), `Vec3`, `DVec2` or
/// `DVec3`.
///
/// Several spaces can be used side by side. Bodies of different spaces do not collide.
pub trait Space: Vector + Reflect + FromReflect + Typed + GetTypeRegistration {
    /// What an angular velocity is in the space.
    type Angular: Angular<Wide = Self::Wide>;

    /// The point of the space at the translation of a `Transform`, exactly. The plane drops z.
    fn from_translation(translation: Vec3) -> Self;

    /// The translation of a `Transform` at this point, rounded to f32.
    ///
    /// In the plane z stays that of the previous translation, so that sprites keep their order.
    fn translation(self, previous: Vec3) -> Vec3;

    /// The axes of the space after a rotation. In the plane only a rotation about z has a meaning.
    #[must_use]
    fn frame(rotation: Quat) -> Frame<Self::Wide> {
        if rotation == Quat::IDENTITY {
            return Frame::identity();
        }
        let turned = rotation.as_dquat().normalize();
        Frame::from_axes(std::array::from_fn(|axis| {
            let axis = turned * DVec3::unit(axis.min(Self::Wide::DIMENSION - 1));
            let flat = Self::Wide::from_components(|component| axis.component(component));
            flat / flat.length()
        }))
    }
}

impl Space for Vec2 {
    type Angular = f32;
    fn from_translation(translation: Vec3) -> Self {
        translation.truncate()
    }
    fn translation(self, previous: Vec3) -> Vec3 {
        self.extend(previous.z)
    }
}

impl Space for Vec3 {
    type Angular = Vec3;
    fn from_translation(translation: Vec3) -> Self {
        translation
    }
    fn translation(self, _: Vec3) -> Vec3 {
        self
    }
}

impl Space for DVec2 {
    type Angular = f32;
    fn from_translation(translation: Vec3) -> Self {
        translation.truncate().as_dvec2()
    }
    fn translation(self, previous: Vec3) -> Vec3 {
        self.as_vec2().extend(previous.z)
    }
}

impl Space for DVec3 {
    type Angular = Vec3;
    fn from_translation(translation: Vec3) -> Self {
        translation.as_dvec3()
    }
    fn translation(self, _: Vec3) -> Vec3 {
        self.as_vec3()
    }
}

/// A vector in f64: the known one if that rounds to it.
pub(crate) fn refined<V: Space>(vector: V, known: V::Wide) -> V::Wide {
    if V::narrow(known) == vector { known } else { vector.widen() }
}
