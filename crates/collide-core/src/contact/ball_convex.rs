//! A ball and a rounded box: the nearest point is the ball's centre clamped to the box.
//!
//! ```text
//!     corner |   face    | corner
//!    --------+-----------+--------
//!      face  |  inside   |  face
//!    --------+-----------+--------
//!     corner |   face    | corner
//! ```

use super::feature::{Contact, Feature};
use crate::shape::RoundedBox;
use crate::vector::Vector;

/// The contact of a ball of `radius` with its centre at `offset` from the body.
#[must_use]
pub fn contact<V: Vector>(shape: &RoundedBox<V>, offset: V, radius: f64) -> Contact<V> {
    let reach = shape.radius + radius;
    if shape.half == V::ZERO {
        return of_balls(offset - shape.centre, reach);
    }
    let local = shape.frame.to_local(offset - shape.centre);
    let excess = V::from_components(|axis| {
        let half = shape.half.component(axis);
        local.component(axis) - local.component(axis).clamp(-half, half)
    });
    let (feature, distance) = if excess == V::ZERO {
        shallowest_face(shape.half, local)
    } else {
        (nearest_feature(shape.half, local, excess), excess.length())
    };
    Contact { separation: distance - reach, normal: local_normal(shape, local, feature), feature }
}

/// The contact of two balls with their centres at `offset` from each other and `reach` as the sum of their radii.
#[inline]
pub(crate) fn of_balls<V: Vector>(offset: V, reach: f64) -> Contact<V> {
    let separation = offset.length() - reach;
    Contact { separation, normal: outwards(offset), feature: Feature::corner::<V>() }
}

/// The unit vector from `feature` to a ball at `offset` from the body.
#[must_use]
pub fn normal<V: Vector>(shape: &RoundedBox<V>, offset: V, feature: Feature) -> V {
    if shape.half == V::ZERO {
        return outwards(offset - shape.centre);
    }
    local_normal(shape, shape.frame.to_local(offset - shape.centre), feature)
}

fn local_normal<V: Vector>(shape: &RoundedBox<V>, local: V, feature: Feature) -> V {
    if feature.sides::<V>() == 1 {
        // A face has the same normal everywhere, to the bit.
        return shape.frame.to_global(V::from_components(|axis| feature.side(axis)));
    }
    shape.frame.to_global(outwards(from_feature(shape, local, feature)))
}

/// The way from the nearest point of a feature, as far as that extends.
fn from_feature<V: Vector>(shape: &RoundedBox<V>, local: V, feature: Feature) -> V {
    V::from_components(|axis| match feature.side(axis) {
        0.0 => 0.0,
        side => local.component(axis) - side * shape.half.component(axis),
    })
}

/// The distance of a place at `offset` from the body from a feature without an end; negative behind a face.
pub(super) fn distance<V: Vector>(shape: &RoundedBox<V>, offset: V, feature: Feature) -> f64 {
    let local = shape.frame.to_local(offset - shape.centre);
    let way = from_feature(shape, local, feature);
    match feature.sides::<V>() {
        1 => (0..V::DIMENSION).map(|axis| way.component(axis) * feature.side(axis)).sum(),
        _ => way.length(),
    }
}

/// The direction away from a point, or that of the first axis from the point itself.
fn outwards<V: Vector>(from_point: V) -> V {
    let length = from_point.length();
    if length == 0.0 { V::unit(0) } else { from_point / length }
}

fn nearest_feature<V: Vector>(half: V, local: V, excess: V) -> Feature {
    let beside = |axis: usize| excess.component(axis) != 0.0 || half.component(axis) == 0.0;
    let only = (0..V::DIMENSION).filter(|axis| beside(*axis)).count() == 1;
    let code = (0..V::DIMENSION).filter(|axis| beside(*axis)).map(|axis| {
        // A flat axis counts as positive beside another one, so that a corner has one name.
        let signed = half.component(axis) > 0.0 || only;
        Feature::face(axis, if signed { local.component(axis) } else { 1.0 }).0
    });
    Feature(code.sum())
}

/// The face through which a centre inside the box would leave soonest, and minus the way to it.
fn shallowest_face<V: Vector>(half: V, local: V) -> (Feature, f64) {
    let flat = (0..V::DIMENSION).filter(|axis| half.component(*axis) == 0.0).count();
    if flat > 1 {
        // On the axis of a capsule in space, or in the centre of a ball.
        let excess = V::from_components(|axis| if half.component(axis) == 0.0 { 1.0 } else { 0.0 });
        return (nearest_feature(half, local, excess), 0.0);
    }
    let depth = |axis: usize| half.component(axis) - local.component(axis).abs();
    let axis =
        (1..V::DIMENSION).fold(0, |best, axis| if depth(axis) < depth(best) { axis } else { best });
    (Feature::face(axis, local.component(axis)), -depth(axis))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use glam::{DVec2, DVec3};

    fn rounded<V: Vector>(shape: Shape<V>) -> RoundedBox<V> {
        match shape {
            Shape::Convex(rounded) => rounded,
            _ => unreachable!("only convex shapes are asked for here"),
        }
    }

    #[test]
    fn a_face_a_corner_and_the_inside_of_a_box() {
        let shape = rounded(Shape::cuboid(DVec2::new(2.0, 1.0)));
        let above = contact(&shape, DVec2::new(1.0, 4.0), 0.5);
        assert_eq!((above.separation, above.normal), (2.5, DVec2::Y));
        let corner = contact(&shape, DVec2::new(-5.0, -5.0), 1.0);
        assert_eq!((corner.separation, corner.normal), (4.0, DVec2::new(-0.6, -0.8)));
        let inside = contact(&shape, DVec2::new(1.5, 0.1), 0.0);
        assert_eq!((inside.separation, inside.normal), (-0.5, DVec2::X));
    }

    #[test]
    fn a_wall_has_two_faces_and_round_ends() {
        let wall = rounded(Shape::segment(DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0)));
        assert_eq!(contact(&wall, DVec2::new(0.5, -3.0), 1.0).normal, -DVec2::Y);
        let end = contact(&wall, DVec2::new(4.0, 4.0), 1.0);
        assert_eq!((end.separation, end.normal), (4.0, DVec2::new(0.6, 0.8)));
    }

    #[test]
    fn a_capsule_in_space_is_round_about_its_axis() {
        let rod =
            rounded(Shape::capsule(DVec3::new(0.0, 0.0, -1.0), DVec3::new(0.0, 0.0, 1.0), 0.5));
        let side = contact(&rod, DVec3::new(3.0, 4.0, 0.3), 0.5);
        assert!((side.separation - 4.0).abs() < 1e-15);
        assert!((side.normal - DVec3::new(0.6, 0.8, 0.0)).length() < 1e-15);
        assert!(contact(&rod, DVec3::ZERO, 0.5).separation == -1.0);
    }
}
