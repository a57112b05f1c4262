//! The outline of a shape of the plane, as lines.

use std::f64::consts::TAU;

use bevy::math::{DVec2, dvec2};
use collide_core::shape::{RoundedBox, Shape};

/// The number of lines of a circle.
const LINES: u32 = 48;

/// Half the length of the line of a half-plane, in length units.
const HORIZON: f64 = 1e4;

/// The closed lines of a shape, relative to its body.
pub fn outline(shape: &Shape<DVec2>) -> Vec<Vec<DVec2>> {
    match shape {
        Shape::Convex(RoundedBox { centre, half, radius, frame }) => {
            let corner = |x: f64, y: f64| *centre + frame.to_global(*half * dvec2(x, y));
            let corners =
                [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)];
            vec![around(&corners, *radius)]
        }
        Shape::Outline(outline) => {
            outline.pieces().map(|corners| around(&corners, outline.radius)).collect()
        }
        Shape::HalfSpace { normal, level } => {
            let (middle, along) = (*normal * *level, normal.perp() * HORIZON);
            vec![vec![middle - along, middle + along]]
        }
        Shape::Arena { half } => {
            let corners = [dvec2(1.0, 1.0), dvec2(-1.0, 1.0), dvec2(-1.0, -1.0), dvec2(1.0, -1.0)];
            vec![corners.map(|corner| corner * *half).to_vec()]
        }
        Shape::RoundArena { radius } => vec![around(&[DVec2::ZERO], *radius)],
    }
}

/// The line around points at a distance: in each direction the point that is furthest.
fn around(points: &[DVec2], distance: f64) -> Vec<DVec2> {
    let furthest = |number: u32| {
        // Between the axes, so that no edge of a box lies in a direction.
        let direction = DVec2::from_angle(TAU * (f64::from(number) + 0.5) / f64::from(LINES));
        let further =
            |one: &&DVec2, other: &&DVec2| one.dot(direction).total_cmp(&other.dot(direction));
        points.iter().max_by(further).copied().unwrap_or_default() + direction * distance
    };
    (0..LINES).map(furthest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_pass_through_the_corners_and_around_the_balls() {
        let [square] = outline(&Shape::cuboid(dvec2(2.0, 1.0))).try_into().unwrap();
        assert!(square.iter().all(|point| point.abs() == dvec2(2.0, 1.0)));
        let [ball] = outline(&Shape::ball(3.0)).try_into().unwrap();
        assert!(ball.iter().all(|point| (point.length() - 3.0).abs() < 1e-12));
        let chain = Shape::chain(&[DVec2::ZERO, DVec2::X, DVec2::ONE]).unwrap();
        assert_eq!(outline(&chain).len(), 2);
    }
}
