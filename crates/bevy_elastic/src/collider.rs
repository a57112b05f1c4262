//! The form of a body.

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_transform::components::{GlobalTransform, Transform};
use collide_core::shape::Shape;
use collide_core::vector::Wide;

use crate::body::Velocity;
use crate::material::{Mass, Restitution, RollingResistance};
use crate::space::Space;

/// The form of a body, centred on its Transform, which also scales and turns it.
///
/// This is the one component that a body needs; the rest is added with it. A body that is neither
/// [`Static`](crate::body::Static) nor [`Kinematic`](crate::body::Kinematic) flies freely and must be
/// a ball.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// let ball = Collider::circle(20.0);
/// let wall = Collider::segment(vec2(-100.0, 0.0), vec2(100.0, 0.0));
/// let room = Collider::arena(vec2(1280.0, 720.0));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Reflect)]
#[reflect(Component)]
#[require(Velocity<V>, Mass, Restitution, RollingResistance, Transform)]
pub enum Collider<V: Space = Vec2> {
    /// A circle or sphere.
    Ball {
        /// In length units.
        radius: f64,
    },
    /// A rectangle or cuboid. Must be static or kinematic.
    Cuboid {
        /// Half of its size along each axis, in length units.
        half_size: V,
    },
    /// A straight wall between two points relative to the body, grown by a radius. Both sides count.
    /// Must be static or kinematic.
    Capsule {
        /// One end.
        start: V,
        /// The other end.
        end: V,
        /// In length units; zero for a segment without thickness.
        radius: f64,
    },
    /// All behind the plane through the body. Must be static or kinematic.
    HalfSpace {
        /// The direction out of the solid; its length does not count.
        normal: V,
    },
    /// All outside a box: balls live inside. The rotation of the Transform is ignored. Must be static
    /// or kinematic.
    Arena {
        /// Half of the size of the free room along each axis, in length units.
        half_size: V,
    },
}

impl<V: Space> Default for Collider<V> {
    fn default() -> Self {
        Self::ball(0.5)
    }
}

impl<V: Space> Collider<V> {
    /// A circle or sphere in any space, as `Collider::<DVec2>::ball(0.5)`. The other forms of the f64
    /// spaces are written as variants, `Collider::Arena { half_size: dvec2(1.0, 2.0) }`.
    #[must_use]
    pub fn ball(radius: f64) -> Self {
        Self::Ball { radius }
    }

    /// The shape in the space of the simulation, scaled and turned, and the scale if it is not
    /// uniform; then its largest axis is taken.
    pub(crate) fn placed(&self, place: &GlobalTransform) -> (Shape<V::Wide>, Option<Vec3>) {
        let (scale, rotation, _) = place.to_scale_rotation_translation();
        let (scale, uneven) = even_scale::<V>(scale);
        let frame = V::frame(rotation);
        let turn = |vector: V| frame.to_global(vector.widen()) * scale;
        let shape = match *self {
            Self::Ball { radius } => Shape::ball(radius * scale),
            Self::Cuboid { half_size } => Shape::turned_cuboid(half_size.widen() * scale, frame),
            Self::Capsule { start, end, radius } => {
                Shape::capsule(turn(start), turn(end), radius * scale)
            }
            Self::HalfSpace { normal } => Shape::half_space(frame.to_global(normal.widen())),
            Self::Arena { half_size } => Shape::arena(half_size.widen() * scale),
        };
        (shape, uneven)
    }
}

/// The largest magnitude of the scale along the axes of the space, and the scale if they differ.
fn even_scale<V: Space>(scale: Vec3) -> (f64, Option<Vec3>) {
    let axes = &scale.abs().to_array()[..V::Wide::DIMENSION];
    let largest = axes.iter().copied().fold(0.0, f32::max);
    let smallest = axes.iter().copied().fold(f32::INFINITY, f32::min);
    let uneven = (largest - smallest > 1e-5 * largest).then_some(scale);
    // What a rotation leaves of a scale of 1 is rounding.
    let scale = if (largest - 1.0).abs() < 1e-6 { 1.0 } else { f64::from(largest) };
    (scale, uneven)
}

impl Collider<Vec2> {
    /// A circle.
    #[must_use]
    pub fn circle(radius: f32) -> Self {
        Self::ball(f64::from(radius))
    }

    /// A rectangle of this width and height.
    #[must_use]
    pub fn rectangle(width: f32, height: f32) -> Self {
        Self::Cuboid { half_size: Vec2::new(width, height) / 2.0 }
    }

    /// A straight wall without thickness between two points relative to the body.
    #[must_use]
    pub fn segment(start: Vec2, end: Vec2) -> Self {
        Self::Capsule { start, end, radius: 0.0 }
    }

    /// A straight wall with round edges and ends.
    #[must_use]
    pub fn capsule(start: Vec2, end: Vec2, radius: f32) -> Self {
        Self::Capsule { start, end, radius: f64::from(radius) }
    }

    /// All behind the line through the body; `normal` points out of the solid.
    #[must_use]
    pub fn half_plane(normal: Vec2) -> Self {
        Self::HalfSpace { normal }
    }

    /// The inside of a rectangle of this width and height.
    #[must_use]
    pub fn arena(size: Vec2) -> Self {
        Self::Arena { half_size: size / 2.0 }
    }
}

impl Collider<Vec3> {
    /// A sphere.
    #[must_use]
    pub fn sphere(radius: f32) -> Self {
        Self::ball(f64::from(radius))
    }

    /// A cuboid of these edge lengths.
    #[must_use]
    pub fn cuboid(x: f32, y: f32, z: f32) -> Self {
        Self::Cuboid { half_size: Vec3::new(x, y, z) / 2.0 }
    }

    /// All behind the plane through the body; `normal` points out of the solid.
    #[must_use]
    pub fn half_space(normal: Vec3) -> Self {
        Self::HalfSpace { normal }
    }

    /// The inside of a cuboid of these edge lengths.
    #[must_use]
    pub fn room(size: Vec3) -> Self {
        Self::Arena { half_size: size / 2.0 }
    }
}
