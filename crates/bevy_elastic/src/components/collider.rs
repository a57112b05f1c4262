//! The form of a body.

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::{GlobalTransform, Transform};
use collide_core::shape::{InvalidOutline, RoundedBox, Shape};
use collide_core::vector::{Vector, Wide};

use crate::components::body::Velocity;
use crate::components::material::{Mass, Restitution, RollingResistance};
use crate::space::Space;

/// The form of a body, centred on its Transform, which also scales and turns it.
///
/// This is the one component that a body needs; the rest is added with it. A body that is neither
/// [`Static`](crate::components::Static) nor [`Kinematic`](crate::components::Kinematic) flies freely and must be
/// a ball, or a box, rounded box or capsule with edges along the axes that its Transform does not turn.
/// What such a box cannot meet, a round arena, or in space a turned box or capsule, is
/// [`Rejected`](crate::components::Rejected), whichever came later.
///
/// # Example
/// ```
/// use bevy_elastic::prelude::*;
/// use bevy_math::vec2;
///
/// let ball = Collider::circle(20.0);
/// let wall = Collider::segment(vec2(-100.0, 0.0), vec2(100.0, 0.0));
/// let room = Collider::arena(vec2(1280.0, 720.0));
/// let ramp = Collider::polygon([vec2(0.0, 0.0), vec2(90.0, 0.0), vec2(90.0, 40.0)]);
/// let hills = Collider::chain([vec2(-300.0, 0.0), vec2(0.0, 50.0), vec2(300.0, 10.0)]);
/// ```
#[derive(Component, Clone, Debug, PartialEq, Reflect)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[reflect(Component, Default)]
#[require(Velocity<V>, Mass, Restitution, RollingResistance, Transform)]
pub enum Collider<V: Space = Vec2> {
    /// A circle or sphere.
    Ball {
        /// In length units.
        radius: f64,
    },
    /// A rectangle or cuboid.
    Cuboid {
        /// Half of its size along each axis, in length units.
        half_size: V,
    },
    /// A rectangle or cuboid grown by a radius, which rounds its edges.
    RoundedCuboid {
        /// Half of its size along each axis before it is grown, in length units.
        half_size: V,
        /// In length units.
        radius: f64,
    },
    /// A straight wall between two points relative to the body, grown by a radius. Both sides count.
    Capsule {
        /// One end.
        start: V,
        /// The other end.
        end: V,
        /// In length units; zero for a segment without thickness.
        radius: f64,
    },
    /// A convex polygon of the plane, in either order. Must be static or kinematic.
    Polygon {
        /// The corners relative to the body.
        points: Vec<V>,
    },
    /// Walls of the plane from point to point. Both sides count, and what rolls along does not snag on
    /// the joints. Must be static or kinematic.
    Chain {
        /// The points relative to the body.
        points: Vec<V>,
        /// Whether it returns from the last point to the first.
        closed: bool,
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
    /// All outside a circle or sphere: balls live inside. Must be static or kinematic.
    RoundArena {
        /// The radius of the free room, in length units.
        radius: f64,
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
    pub(crate) fn placed(&self, place: &GlobalTransform) -> Placed<V> {
        let (scale, rotation, _) = place.to_scale_rotation_translation();
        let (scale, uneven) = even_scale::<V>(scale);
        let frame = V::frame(rotation);
        let turn = |vector: V| frame.to_global(vector.widen()) * scale;
        let turned = |points: &[V]| points.iter().map(|point| turn(*point)).collect::<Vec<_>>();
        let shape = match self {
            Self::Ball { radius } => Shape::ball(radius * scale),
            Self::Cuboid { half_size } => Shape::turned_cuboid(half_size.widen() * scale, frame),
            Self::RoundedCuboid { half_size, radius } => Shape::Convex(RoundedBox {
                centre: V::Wide::ZERO,
                half: half_size.widen() * scale,
                radius: radius * scale,
                frame,
            }),
            Self::Capsule { start, end, radius } => {
                Shape::capsule(turn(*start), turn(*end), radius * scale)
            }
            Self::Polygon { points } => Shape::polygon(&turned(points))?,
            Self::Chain { points, closed: false } => Shape::chain(&turned(points))?,
            Self::Chain { points, closed: true } => Shape::closed_chain(&turned(points))?,
            Self::HalfSpace { normal } => Shape::half_space(frame.to_global(normal.widen())),
            Self::Arena { half_size } => Shape::arena(half_size.widen() * scale),
            Self::RoundArena { radius } => Shape::round_arena(radius * scale),
        };
        Ok((shape, uneven))
    }
}

/// A shape with the scale that it cannot have, if there is one, or why there is none.
type Placed<V> = Result<(Shape<<V as Vector>::Wide>, Option<Vec3>), InvalidOutline>;

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

/// The smaller of two; of a radius that is no number nothing is hidden.
fn at_most(radius: f32, limit: f32) -> f32 {
    if radius > limit { limit } else { radius }
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

    /// A rectangle of this width and height with corners rounded by `radius`, which is part of its size;
    /// one that is larger than half of either counts as that half.
    #[must_use]
    pub fn rounded_rectangle(width: f32, height: f32, radius: f32) -> Self {
        let half = Vec2::new(width, height) / 2.0;
        let radius = at_most(radius, half.min_element());
        Self::RoundedCuboid { half_size: half - radius, radius: f64::from(radius) }
    }

    /// A convex polygon, in either order.
    #[must_use]
    pub fn polygon(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Polygon { points: points.into_iter().collect() }
    }

    /// Walls from point to point.
    #[must_use]
    pub fn chain(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Chain { points: points.into_iter().collect(), closed: false }
    }

    /// Walls from point to point and back to the first.
    #[must_use]
    pub fn closed_chain(points: impl IntoIterator<Item = Vec2>) -> Self {
        Self::Chain { points: points.into_iter().collect(), closed: true }
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

    /// The inside of a circle.
    #[must_use]
    pub fn round_arena(radius: f32) -> Self {
        Self::RoundArena { radius: f64::from(radius) }
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

    /// A cuboid of these edge lengths with edges rounded by `radius`, which is part of its size; one that
    /// is larger than half of the least counts as that half.
    #[must_use]
    pub fn rounded_cuboid(size: Vec3, radius: f32) -> Self {
        let radius = at_most(radius, size.min_element() / 2.0);
        Self::RoundedCuboid { half_size: size / 2.0 - radius, radius: f64::from(radius) }
    }

    /// A straight rod with round edges and ends.
    #[must_use]
    pub fn capsule_3d(start: Vec3, end: Vec3, radius: f32) -> Self {
        Self::Capsule { start, end, radius: f64::from(radius) }
    }

    /// All behind the plane through the body; `normal` points out of the solid.
    #[must_use]
    pub fn half_space(normal: Vec3) -> Self {
        Self::HalfSpace { normal }
    }

    /// The inside of a cuboid of these edge lengths.
    #[must_use]
    pub fn arena_3d(size: Vec3) -> Self {
        Self::Arena { half_size: size / 2.0 }
    }

    /// The inside of a sphere.
    #[must_use]
    pub fn round_arena_3d(radius: f32) -> Self {
        Self::RoundArena { radius: f64::from(radius) }
    }
}
