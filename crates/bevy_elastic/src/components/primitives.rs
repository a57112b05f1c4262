//! Colliders from the primitive shapes of Bevy's maths.
//!
//! A primitive has an `impl` if its collider is the same shape. An ellipse, an annulus, a sector, a cylinder, a cone and
//! a torus have none. Nor have a polygon that may be concave, and a `Plane3d`, which ends somewhere.

use bevy_math::primitives::{
    Capsule2d, Capsule3d, Circle, ConvexPolygon, Cuboid, InfinitePlane3d, Plane2d, Polyline2d,
    Rectangle, RegularPolygon, Rhombus, Segment2d, Segment3d, Sphere, Triangle2d,
};
use bevy_math::{Vec2, Vec3};

use crate::components::collider::Collider;

impl Collider<Vec2> {
    /// The rectangle of a sprite of this size, the sprite's `custom_size` or the size of its image in pixels.
    ///
    /// The anchor of the sprite must be its centre. As a sprite, the collider is scaled by the `Transform`.
    ///
    /// # Example
    /// ```
    /// use bevy_elastic::prelude::*;
    /// use bevy_math::vec2;
    ///
    /// let size = vec2(120.0, 16.0);
    /// let paddle = (Collider::of_sprite(size), Kinematic); // and a Sprite with custom_size: Some(size)
    /// assert_eq!(paddle.0, Collider::rectangle(120.0, 16.0));
    /// ```
    #[must_use]
    pub fn of_sprite(size: Vec2) -> Self {
        Self::rectangle(size.x, size.y)
    }
}

impl From<Circle> for Collider<Vec2> {
    fn from(circle: Circle) -> Self {
        Self::circle(circle.radius)
    }
}

impl From<Rectangle> for Collider<Vec2> {
    fn from(Rectangle { half_size }: Rectangle) -> Self {
        Self::Cuboid { half_size }
    }
}

/// Along the y axis, as Bevy draws it.
impl From<Capsule2d> for Collider<Vec2> {
    fn from(Capsule2d { radius, half_length }: Capsule2d) -> Self {
        Self::capsule(Vec2::NEG_Y * half_length, Vec2::Y * half_length, radius)
    }
}

impl From<Segment2d> for Collider<Vec2> {
    fn from(Segment2d { vertices: [start, end] }: Segment2d) -> Self {
        Self::segment(start, end)
    }
}

impl From<ConvexPolygon> for Collider<Vec2> {
    fn from(polygon: ConvexPolygon) -> Self {
        Self::polygon(polygon.vertices().iter().copied())
    }
}

impl From<Triangle2d> for Collider<Vec2> {
    fn from(triangle: Triangle2d) -> Self {
        Self::polygon(triangle.vertices)
    }
}

impl From<Rhombus> for Collider<Vec2> {
    fn from(Rhombus { half_diagonals: Vec2 { x, y } }: Rhombus) -> Self {
        Self::polygon([Vec2::X * x, Vec2::Y * y, Vec2::NEG_X * x, Vec2::NEG_Y * y])
    }
}

/// The corners are those that Bevy computes, rounded to f32.
impl From<RegularPolygon> for Collider<Vec2> {
    fn from(polygon: RegularPolygon) -> Self {
        Self::polygon(polygon.vertices(0.0))
    }
}

/// An open chain. A polyline that ends where it begins becomes a chain with two ends at one point; for a loop without
/// ends see [`Collider::closed_chain`].
impl From<Polyline2d> for Collider<Vec2> {
    fn from(Polyline2d { vertices }: Polyline2d) -> Self {
        Self::chain(vertices)
    }
}

/// Everything behind the line.
impl From<Plane2d> for Collider<Vec2> {
    fn from(Plane2d { normal }: Plane2d) -> Self {
        Self::half_plane(*normal)
    }
}

impl From<Sphere> for Collider<Vec3> {
    fn from(sphere: Sphere) -> Self {
        Self::sphere(sphere.radius)
    }
}

impl From<Cuboid> for Collider<Vec3> {
    fn from(Cuboid { half_size }: Cuboid) -> Self {
        Self::Cuboid { half_size }
    }
}

/// Along the y axis, as Bevy draws it.
impl From<Capsule3d> for Collider<Vec3> {
    fn from(Capsule3d { radius, half_length }: Capsule3d) -> Self {
        Self::capsule_3d(Vec3::NEG_Y * half_length, Vec3::Y * half_length, radius)
    }
}

impl From<Segment3d> for Collider<Vec3> {
    fn from(Segment3d { vertices: [start, end] }: Segment3d) -> Self {
        Self::capsule_3d(start, end, 0.0)
    }
}

/// Everything behind the plane.
impl From<InfinitePlane3d> for Collider<Vec3> {
    fn from(InfinitePlane3d { normal }: InfinitePlane3d) -> Self {
        Self::half_space(*normal)
    }
}

#[cfg(test)]
mod tests {
    use bevy_math::{Dir2, Dir3, vec2, vec3};
    use bevy_transform::components::GlobalTransform;

    use super::*;

    const TRIANGLE: [Vec2; 3] = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(1.0, 3.0)];

    #[test]
    fn round_and_straight_primitives_equal_the_constructors() {
        assert_eq!(Collider::from(Circle::new(2.5)), Collider::circle(2.5));
        assert_eq!(Collider::from(Rectangle::new(3.0, 5.0)), Collider::rectangle(3.0, 5.0));
        let capsule = Collider::capsule(vec2(0.0, -2.0), vec2(0.0, 2.0), 0.5);
        assert_eq!(Collider::from(Capsule2d::new(0.5, 4.0)), capsule);
        let (start, end) = (vec2(-1.0, 2.0), vec2(3.0, 4.0));
        assert_eq!(Collider::from(Segment2d::new(start, end)), Collider::segment(start, end));
        assert_eq!(Collider::from(Plane2d { normal: Dir2::NEG_X }), Collider::half_plane(-Vec2::X));
        assert_eq!(Collider::of_sprite(vec2(3.0, 5.0)), Collider::rectangle(3.0, 5.0));
    }

    #[test]
    fn outlines_equal_the_constructors() {
        let triangle = Collider::polygon(TRIANGLE);
        let [a, b, c] = TRIANGLE;
        assert_eq!(Collider::from(Triangle2d::new(a, b, c)), triangle);
        assert_eq!(Collider::from(ConvexPolygon::new(TRIANGLE).unwrap()), triangle);
        assert_eq!(Collider::from(Polyline2d::new(TRIANGLE)), Collider::chain(TRIANGLE));
        let corners = [vec2(2.0, 0.0), vec2(0.0, 1.5), vec2(-2.0, 0.0), vec2(0.0, -1.5)];
        assert_eq!(Collider::from(Rhombus::new(4.0, 3.0)), Collider::polygon(corners));
        let hexagon = RegularPolygon::new(2.0, 6);
        assert_eq!(Collider::from(hexagon), Collider::polygon(hexagon.vertices(0.0)));
    }

    #[test]
    fn primitives_of_space_equal_the_constructors() {
        assert_eq!(Collider::from(Sphere::new(2.5)), Collider::sphere(2.5));
        assert_eq!(Collider::from(Cuboid::new(1.0, 3.0, 5.0)), Collider::cuboid(1.0, 3.0, 5.0));
        let capsule = Collider::capsule_3d(vec3(0.0, -2.0, 0.0), vec3(0.0, 2.0, 0.0), 0.5);
        assert_eq!(Collider::from(Capsule3d::new(0.5, 4.0)), capsule);
        let (start, end) = (vec3(-1.0, 2.0, 0.0), vec3(3.0, 4.0, 1.0));
        let segment = Collider::capsule_3d(start, end, 0.0);
        assert_eq!(Collider::from(Segment3d::new(start, end)), segment);
        let plane = InfinitePlane3d { normal: Dir3::Z };
        assert_eq!(Collider::from(plane), Collider::half_space(Vec3::Z));
    }

    #[test]
    fn regular_polygons_are_convex_enough_for_the_simulation() {
        for sides in 3..=64 {
            let collider = Collider::from(RegularPolygon::new(40.0, sides));
            assert!(collider.scaled_shape(&GlobalTransform::IDENTITY).is_ok(), "{sides} sides");
        }
    }
}
