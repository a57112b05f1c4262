//! The time at which a ball that lies on a face, an edge or a corner of a shape comes to the end of it.

use super::ball_convex::localised;
use super::motion::Motion;
use crate::contact::Feature;
use crate::roots::quadratic_descent;
use crate::shape::Shape;
use crate::vector::Vector;

/// When a ball that touches `feature` of a shape goes further than `margin` beyond the end of the feature, within `end`
/// seconds: beside a face, or over a face that begins at an edge or a corner. Faces without an end are never left so, and
/// neither is a feature of which the ball is beyond the end already.
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
            let is_face = feature.sides::<V>() == 1;
            let times = (0..V::DIMENSION).filter_map(|axis| {
                let half = rounded.half.component(axis);
                match feature.side(axis) {
                    0.0 => leaves(way(axis), half),
                    side if !is_face => falls(way(axis), side, half),
                    _ => None,
                }
            });
            times.reduce(f64::min)
        }
        Shape::Outline(outline) => {
            let (number, is_corner) = feature.of_edge();
            let way = |from: V, along: V| {
                [motion.offset - from, motion.velocity, motion.acceleration].map(|it| it.dot(along))
            };
            let edge = outline.edge(number)?;
            if is_corner {
                let before = falls(way(edge.start, edge.along), -1.0, 0.0);
                let after = outline
                    .edge_before(number)
                    .and_then(|last| falls(way(edge.start, last.along), 1.0, 0.0));
                return [before, after].into_iter().flatten().reduce(f64::min);
            }
            let half = 0.5 * edge.length;
            leaves(way(edge.start + edge.along * half, edge.along), half)
        }
        Shape::HalfSpace { .. } | Shape::Arena { .. } | Shape::RoundArena { .. } => None,
    }
}
