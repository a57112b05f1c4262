//! How far a point is from every shape, grown by the radius of the ball, in 106 bits.

use collide_core::shape::{RoundedBox, Shape};
use collide_core::vector::Wide;

use super::oracle::{Look, Point, Solid, dot, exact, length, plus, point};
use super::precise::Precise;

/// The solids whose union is the shape.
pub fn solids<W: Wide>(shape: &Shape<W>, radius: f64) -> Vec<Solid> {
    match shape {
        Shape::Convex(shape) => vec![rounded_box(shape, radius)],
        Shape::HalfSpace { normal, level } => {
            vec![half_space(point(*normal), exact(radius) + exact(*level))]
        }
        Shape::Outline(_) | Shape::RoundArena { .. } => unreachable!("not among the cases yet"),
        Shape::Arena { half } => (0..2 * W::DIMENSION)
            .map(|wall| {
                let inwards = W::unit(wall / 2) * if wall % 2 == 0 { 1.0 } else { -1.0 };
                half_space(point(inwards), exact(radius) - exact(half.component(wall / 2)))
            })
            .collect(),
    }
}

/// All points less than `height` beyond the plane through the origin.
fn half_space(normal: Point, height: Precise) -> Solid {
    Box::new(move |offset| Look {
        distance: dot(offset, &normal) - height,
        normal,
        hollow: exact(0.0),
    })
}

/// A box, of which the distance outside is that of the nearest point, and inside the way out.
fn rounded_box<W: Wide>(shape: &RoundedBox<W>, radius: f64) -> Solid {
    let (centre, half) = (point(shape.centre), point(shape.half));
    let axes = shape.frame.axes().map(point);
    let reach = exact(shape.radius) + exact(radius);
    let zero = exact(0.0);
    Box::new(move |offset| {
        let from_centre = plus(offset, exact(-1.0), &centre);
        let mut beside = [zero; 3];
        let (mut shallowest, mut least) = (0, exact(-f64::MAX));
        let mut sides = [1.0; 3];
        for axis in 0..W::DIMENSION {
            let local = dot(&from_centre, &axes[axis]);
            sides[axis] = if local < zero { -1.0 } else { 1.0 };
            let beyond = local * exact(sides[axis]) - half[axis];
            if beyond > zero {
                beside[axis] = beyond;
            }
            if beyond > least {
                (shallowest, least) = (axis, beyond);
            }
        }
        let outside = length(&beside);
        let (distance, local_normal) = if outside > zero {
            (outside, [0, 1, 2].map(|axis| exact(sides[axis]) * beside[axis] / outside))
        } else {
            let unit = |axis| exact(if axis == shallowest { sides[axis] } else { 0.0 });
            (least, [0, 1, 2].map(unit))
        };
        let normal = (0..W::DIMENSION)
            .fold([zero; 3], |sum, axis| plus(&sum, local_normal[axis], &axes[axis]));
        Look { distance: distance - reach, normal, hollow: zero }
    })
}
