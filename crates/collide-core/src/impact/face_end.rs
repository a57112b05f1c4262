//! The time at which a ball that lies on a face or an edge of a shape comes to the end of it.

use super::ball_convex::localised;
use super::motion::Motion;
use crate::contact::Feature;
use crate::roots::quadratic_descent;
use crate::shape::Shape;
use crate::vector::Wide;

/// When a ball that touches `feature` of a shape goes further than `margin` beyond the end of the feature, within `end`
/// seconds. Corners, and faces without an end, are never left so, and neither is a feature of which the ball is beyond
/// the end already.
pub(crate) fn face_end<W: Wide>(
    shape: &Shape<W>,
    motion: &Motion<W>,
    feature: Feature,
    margin: f64,
    end: f64,
) -> Option<f64> {
    let leaves = |way: [f64; 3], half: f64| {
        let [place, speed, pull] = way;
        let left = |side: f64| [half + margin - side * place, -side * speed, -0.5 * side * pull];
        let inside = [1.0, -1.0].map(left).into_iter().filter(|left| left[0] > 0.0);
        inside.filter_map(|left| quadratic_descent(left, end)).reduce(f64::min)
    };
    match shape {
        Shape::Convex(rounded) => {
            let local = localised(rounded, motion);
            let way = |axis: usize| {
                [local.offset, local.velocity, local.acceleration].map(|it| it.component(axis))
            };
            let along = (0..W::DIMENSION).filter(|axis| feature.side(*axis) == 0.0);
            let times = along.filter_map(|axis| leaves(way(axis), rounded.half.component(axis)));
            times.reduce(f64::min)
        }
        Shape::Outline(outline) => {
            let (number, is_corner) = feature.of_edge();
            let edge = outline.edge(number).filter(|_| !is_corner)?;
            let half = 0.5 * edge.length;
            let middle = edge.start + edge.along * half;
            let way = [motion.offset - middle, motion.velocity, motion.acceleration];
            leaves(way.map(|it| it.dot(edge.along)), half)
        }
        Shape::HalfSpace { .. } | Shape::Arena { .. } | Shape::RoundArena { .. } => None,
    }
}
