//! The time at which a ball that lies on a face of a shape comes to the end of it.

use super::ball_convex::localised;
use super::motion::Motion;
use crate::contact::Feature;
use crate::roots::quadratic_descent;
use crate::shape::Shape;
use crate::vector::Vector;

/// When a ball that touches a face of a shape goes further than `margin` beyond the end of it, within `end` seconds. Faces
/// without an end are never left so, and neither is a face of which the ball is beyond the end already.
pub(crate) fn face_end<V: Vector>(
    shape: &Shape<V>,
    motion: &Motion<V>,
    feature: Feature,
    margin: f64,
    end: f64,
) -> Option<f64> {
    // When the side of a place on this way falls below a level.
    let falls = |[place, speed, pull]: [f64; 3], side: f64, level: f64| {
        let left = [side * place - level + margin, side * speed, 0.5 * side * pull];
        Some(left).filter(|left| left[0] > 0.0).and_then(|left| quadratic_descent(left, end))
    };
    let leaves = |way: [f64; 3], half: f64| {
        [-1.0, 1.0].into_iter().filter_map(|side| falls(way, side, -half)).reduce(f64::min)
    };
    match shape {
        Shape::Convex(rounded) => {
            let local = localised(rounded, motion);
            let way = |axis: usize| {
                [local.offset, local.velocity, local.acceleration].map(|it| it.component(axis))
            };
            let beside = (0..V::DIMENSION).filter(|axis| feature.side(*axis) == 0.0);
            beside
                .filter_map(|axis| leaves(way(axis), rounded.half.component(axis)))
                .reduce(f64::min)
        }
        Shape::Outline(outline) => {
            let edge = outline.edge(feature.of_edge().0)?;
            let way = [motion.offset - edge.start, motion.velocity, motion.acceleration]
                .map(|it| it.dot(edge.along));
            let half = 0.5 * edge.length;
            leaves([way[0] - half, way[1], way[2]], half)
        }
        Shape::HalfSpace { .. } | Shape::Arena { .. } | Shape::RoundArena { .. } => None,
    }
}
