//! The shape of a body.

use bevy_ecs::component::Component;
use bevy_ecs::reflect::ReflectComponent;
use bevy_math::{Vec2, Vec3};
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use bevy_transform::components::{GlobalTransform, Transform};
use collide_core::shape::{InvalidOutline, RoundedBox, Shape};
use collide_core::vector::Vector;

use crate::axes::Axes;
use crate::components::body::Velocity;
use crate::components::material::{Mass, Restitution, RollingResistance};
use crate::space::Space;

/// The shape of a body, centred on its `Transform`, which also scales and turns it.
///
/// This is the one component that a body needs; the others are added with it. A body that is neither
/// [`Static`](crate::components::Static) nor [`Kinematic`](crate::components::Kinematic) moves freely. It must be a
/// ball, or a box, rounded box or capsule along the axes that its `Transform` does not turn. Such a box cannot
/// collide with a round arena or, in 3D, with a turned box or capsule: of the two, the body that was added later is
/// [`Rejected`](crate::components::Rejected). So is a shape with a size that is negative, infinite or NaN.
///
/// The primitive shapes of Bevy become colliders by `From`: `Collider::from(Circle::new(20.0))`.
///
/// A `Transform` scales a collider alike along all axes. If its scale differs, the largest counts, and a warning is
/// logged once. A negative scale mirrors it, whether it is that of the body or of a parent.
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
    /// A rectangle or cuboid expanded by a radius, which rounds its edges.
    RoundedCuboid {
        /// Half of its size along each axis before it is expanded, in length units.
        half_size: V,
        /// In length units.
        radius: f64,
    },
    /// A line segment between two points relative to the body, expanded by a radius. Both sides are solid.
    Capsule {
        /// One end.
        start: V,
        /// The other end.
        end: V,
        /// In length units; 0 for a segment without thickness.
        radius: f64,
    },
    /// A convex polygon of the plane. Must be static or kinematic.
    Polygon {
        /// The corners relative to the body, clockwise or counterclockwise.
        points: Vec<V>,
    },
    /// Walls of the plane from point to point. Both sides are solid, and a body that slides along does not catch
    /// on the joints. Must be static or kinematic.
    Chain {
        /// The points relative to the body.
        points: Vec<V>,
        /// Whether a wall leads from the last point back to the first.
        closed: bool,
    },
    /// Everything behind a line or plane through the body. Must be static or kinematic.
    HalfSpace {
        /// The direction out of the solid; its length does not matter.
        normal: V,
    },
    /// Everything outside a box: bodies move inside. The rotation of the `Transform` is ignored. Must be static
    /// or kinematic.
    Arena {
        /// Half of the size of the free space along each axis, in length units.
        half_size: V,
    },
    /// Everything outside a circle or sphere: balls move inside. Must be static or kinematic.
    RoundArena {
        /// The radius of the free space, in length units.
        radius: f64,
    },
}

impl<V: Space> Default for Collider<V> {
    fn default() -> Self {
        Self::ball(0.5)
    }
}

impl<V: Space> Collider<V> {
    /// A circle or sphere in any space, such as `Collider::<DVec2>::ball(0.5)`.
    ///
    /// In the f64 spaces the other shapes are written as variants:
    /// `Collider::Arena { half_size: dvec2(1.0, 2.0) }`.
    #[must_use]
    pub fn ball(radius: f64) -> Self {
        Self::Ball { radius }
    }

    /// The shape in the space of the simulation, scaled, mirrored and turned by a global transform.
    pub(crate) fn scaled_shape(
        &self,
        global: &GlobalTransform,
    ) -> Result<ScaledShape<V>, InvalidOutline> {
        let axes = Axes::of(global);
        let (scale, frame) = (axes.scale, axes.frame);
        let placed = |points: &[V]| points.iter().map(|at| axes.vector(*at)).collect::<Vec<_>>();
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
                Shape::capsule(axes.vector(*start), axes.vector(*end), radius * scale)
            }
            Self::Polygon { points } => Shape::polygon(&placed(points))?,
            Self::Chain { points, closed: false } => Shape::chain(&placed(points))?,
            Self::Chain { points, closed: true } => Shape::closed_chain(&placed(points))?,
            Self::HalfSpace { normal } => Shape::half_space(axes.direction(*normal)),
            Self::Arena { half_size } => Shape::arena(half_size.widen() * scale),
            Self::RoundArena { radius } => Shape::round_arena(radius * scale),
        };
        Ok(ScaledShape { shape, uneven_scale: axes.uneven_scale })
    }
}

/// The shape of a collider after scaling.
pub(crate) struct ScaledShape<V: Space> {
    pub(crate) shape: Shape<V::Wide>,
    /// The scale of the `Transform`, if it differs along the axes. The largest was applied.
    pub(crate) uneven_scale: Option<Vec3>,
}

/// The smaller of two numbers. A NaN radius is kept, so that it is rejected with the collider.
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

    /// A line segment without thickness between two points relative to the body.
    #[must_use]
    pub fn segment(start: Vec2, end: Vec2) -> Self {
        Self::Capsule { start, end, radius: 0.0 }
    }

    /// A line segment expanded by a radius, with round ends.
    #[must_use]
    pub fn capsule(start: Vec2, end: Vec2, radius: f32) -> Self {
        Self::Capsule { start, end, radius: f64::from(radius) }
    }

    /// A rectangle of this width and height with corners rounded by `radius`.
    ///
    /// The rounding is part of the size. A radius above half of the smaller side counts as that half.
    #[must_use]
    pub fn rounded_rectangle(width: f32, height: f32, radius: f32) -> Self {
        let half = Vec2::new(width, height) / 2.0;
        let radius = at_most(radius, half.min_element());
        Self::RoundedCuboid { half_size: half - radius, radius: f64::from(radius) }
    }

    /// A convex polygon, with the corners in either order.
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

    /// Everything behind the line through the body; `normal` points out of the solid.
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

    /// A cuboid of these edge lengths with edges rounded by `radius`.
    ///
    /// The rounding is part of the size. A radius above half of the smallest edge counts as that half.
    #[must_use]
    pub fn rounded_cuboid(size: Vec3, radius: f32) -> Self {
        let radius = at_most(radius, size.min_element() / 2.0);
        Self::RoundedCuboid { half_size: size / 2.0 - radius, radius: f64::from(radius) }
    }

    /// A line segment expanded by a radius, with round ends.
    #[must_use]
    pub fn capsule_3d(start: Vec3, end: Vec3, radius: f32) -> Self {
        Self::Capsule { start, end, radius: f64::from(radius) }
    }

    /// Everything behind the plane through the body; `normal` points out of the solid.
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
