//! The spaces in which bodies can live: the plane and space, each in f32 and f64.

use bevy_math::{DVec2, DVec3, Quat, Vec2, Vec3};
use bevy_reflect::{FromReflect, GetTypeRegistration, Reflect, Typed};
use collide_core::shape::Frame;
use collide_core::vector::{Vector, Wide};

/// A vector type that is the space of some bodies of an `App`: `Vec2` (the default everywhere), `Vec3`, `DVec2` or
/// `DVec3`.
///
/// Several spaces can be used side by side. Bodies of different spaces do not collide.
pub trait Space: Vector + Reflect + FromReflect + Typed + GetTypeRegistration {
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
    fn from_translation(translation: Vec3) -> Self {
        translation.truncate()
    }
    fn translation(self, previous: Vec3) -> Vec3 {
        self.extend(previous.z)
    }
}

impl Space for Vec3 {
    fn from_translation(translation: Vec3) -> Self {
        translation
    }
    fn translation(self, _: Vec3) -> Vec3 {
        self
    }
}

impl Space for DVec2 {
    fn from_translation(translation: Vec3) -> Self {
        translation.truncate().as_dvec2()
    }
    fn translation(self, previous: Vec3) -> Vec3 {
        self.as_vec2().extend(previous.z)
    }
}

impl Space for DVec3 {
    fn from_translation(translation: Vec3) -> Self {
        translation.as_dvec3()
    }
    fn translation(self, _: Vec3) -> Vec3 {
        self.as_vec3()
    }
}
