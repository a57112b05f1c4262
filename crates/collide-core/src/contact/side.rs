//! The part of a shape that lies furthest in a direction.

use super::feature::Feature;
use crate::shape::{RoundedBox, Shape};
use crate::vector::Vector;

/// How far a shape reaches in a direction, from the body, or only its convex part to which a `feature` belongs. Infinitely
/// far for what has no bounds.
pub(crate) fn extent<V: Vector>(shape: &Shape<V>, feature: Option<Feature>, direction: V) -> f64 {
    match shape {
        Shape::Convex(rounded) => {
            let local = rounded.frame.to_local(direction);
            let along = |axis: usize| rounded.half.component(axis) * local.component(axis).abs();
            let half: f64 = (0..V::DIMENSION).map(along).sum();
            rounded.centre.dot(direction) + half + rounded.radius
        }
        Shape::Outline(outline) => {
            let part = feature.map(|feature| outline.part_of(feature.of_edge().0));
            let parts = match part {
                Some(part) => part.map_or(&[][..], core::slice::from_ref),
                None => outline.parts(),
            };
            let corners = parts.iter().flat_map(|part| &part.edges);
            let heights = corners.map(|edge| edge.start.dot(direction));
            heights.fold(f64::NEG_INFINITY, f64::max) + outline.radius
        }
        _ => f64::INFINITY,
    }
}

/// The bounds of the part of the shape, without its radius, that lies furthest along `normal`,
/// relative to the body: a corner, an edge or a face. Infinite for what has no bounds.
///
/// An edge or a face is told from its corners only if the normal is exactly across it.
#[must_use]
pub fn side<V: Vector>(shape: &Shape<V>, normal: V) -> [V; 2] {
    match shape {
        Shape::Convex(rounded) => side_of_box(rounded, normal),
        Shape::Outline(outline) => {
            let corners = || outline.parts().iter().flat_map(|part| &part.edges).map(|it| it.start);
            let height = |corner: V| corner.dot(normal);
            let top = corners().map(height).fold(f64::NEG_INFINITY, f64::max);
            let size = corners().map(V::max_magnitude).fold(0.0, f64::max);
            let furthest = corners().filter(|it| height(*it) >= top - 1e-12 * size);
            furthest.fold([f64::INFINITY, f64::NEG_INFINITY].map(everywhere), |[low, high], it| {
                [least(low, it), -least(-high, -it)]
            })
        }
        _ => [f64::NEG_INFINITY, f64::INFINITY].map(everywhere),
    }
}

fn side_of_box<V: Vector>(shape: &RoundedBox<V>, normal: V) -> [V; 2] {
    let local = shape.frame.to_local(normal);
    let (mut low, mut high) = (shape.centre, shape.centre);
    for axis in 0..V::DIMENSION {
        let reach = shape.frame.axes()[axis] * shape.half.component(axis);
        let ends = match local.component(axis) {
            0.0 => [-reach, reach],
            side => [reach * 1f64.copysign(side); 2],
        };
        low += least(ends[0], ends[1]);
        high += -least(-ends[0], -ends[1]);
    }
    [low, high]
}

fn everywhere<V: Vector>(value: f64) -> V {
    V::from_components(|_| value)
}

fn least<V: Vector>(one: V, two: V) -> V {
    V::from_components(|axis| one.component(axis).min(two.component(axis)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec2;

    #[test]
    fn a_ball_has_a_point_a_box_a_face_and_a_roof_its_ridge() {
        assert_eq!(side(&Shape::ball(1.0), DVec2::Y), [DVec2::ZERO; 2]);
        let face = side(&Shape::cuboid(DVec2::new(2.0, 1.0)), -DVec2::Y);
        assert_eq!(face, [DVec2::new(-2.0, -1.0), DVec2::new(2.0, -1.0)]);
        let roof = Shape::polygon(&[DVec2::NEG_X, DVec2::X, DVec2::Y]).unwrap();
        assert_eq!(side(&roof, DVec2::Y), [DVec2::Y; 2]);
        assert_eq!(side(&roof, -DVec2::Y), [DVec2::NEG_X, DVec2::X]);
    }
}
