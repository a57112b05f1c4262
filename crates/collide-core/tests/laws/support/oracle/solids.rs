//! Distances from a point to every shape, grown by the mover, in 106 bits.

use collide_core::shape::{RoundedBox, Shape};
use collide_core::vector::Vector;

use super::double_double::DoubleDouble;
use super::touch_oracle::{DistanceSample, Point, Solid, dot, exact, length, plus, point};

/// The solids that the centre of a mover with these half extents and radius cannot enter.
///
/// `parts` are the corners of the convex parts of an outline.
pub fn solids<V: Vector>(shape: &Shape<V>, parts: &[Vec<V>], half: V, radius: f64) -> Vec<Solid> {
    let widths = point(half);
    match shape {
        Shape::Convex(shape) if half == V::ZERO => vec![rounded_box(shape, radius)],
        Shape::Convex(shape) if V::DIMENSION == 2 => {
            let corners = corners_of(&point(shape.half)).map(|corner| {
                let axes = shape.frame.axes().map(point);
                let from_centre = plus(&plus(&ORIGIN, corner[0], &axes[0]), corner[1], &axes[1]);
                plus(&from_centre, exact(1.0), &point(shape.centre))
            });
            vec![polygon(&corners, &widths, exact(shape.radius) + exact(radius))]
        }
        Shape::Convex(shape) => vec![boxes_apart(shape, &widths, radius)],
        Shape::HalfSpace { normal, level } => {
            let normal = point(*normal);
            let deepest = (0..V::DIMENSION).fold(exact(0.0), |sum, axis| {
                let share = widths[axis] * normal[axis];
                sum + if share < exact(0.0) { -share } else { share }
            });
            vec![half_space(normal, deepest + exact(radius) + exact(*level))]
        }
        Shape::Outline(outline) => {
            let reach = exact(outline.radius) + exact(radius);
            let corners = parts.iter().map(|part| part.iter().map(|it| point(*it)));
            corners.map(|part| polygon(&part.collect::<Vec<_>>(), &widths, reach)).collect()
        }
        Shape::Arena { half: room } => (0..2 * V::DIMENSION)
            .map(|wall| {
                let inwards = V::unit(wall / 2) * if wall % 2 == 0 { 1.0 } else { -1.0 };
                let room = exact(room.component(wall / 2)) - widths[wall / 2];
                half_space(point(inwards), exact(radius) - room)
            })
            .collect(),
        Shape::RoundArena { radius: room } => vec![round_room(exact(*room) - exact(radius))],
    }
}

const ORIGIN: Point = [DoubleDouble(0.0, 0.0); 3];

/// The corners of a box in the plane around the origin.
fn corners_of(half: &Point) -> [Point; 4] {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| [exact(x) * half[0], exact(y) * half[1], exact(0.0)])
}

/// Two boxes with edges along the axes, separated by the gaps between their projections on each axis.
fn boxes_apart<V: Vector>(shape: &RoundedBox<V>, half: &Point, radius: f64) -> Solid {
    let projection = |axis: usize| {
        let reach = |own: usize| {
            exact(shape.frame.axes()[own].component(axis).abs() * shape.half.component(own))
        };
        (0..V::DIMENSION).fold(half[axis], |sum, own| sum + reach(own))
    };
    let projections =
        [0, 1, 2].map(|axis| if axis < V::DIMENSION { projection(axis) } else { exact(0.0) });
    let centre = point(shape.centre);
    let reach = exact(shape.radius) + exact(radius);
    let zero = exact(0.0);
    Box::new(move |offset| {
        let from_centre = plus(offset, exact(-1.0), &centre);
        let side = |axis: usize| exact(if from_centre[axis] < zero { -1.0 } else { 1.0 });
        let gaps = [0, 1, 2].map(|axis| from_centre[axis] * side(axis) - projections[axis]);
        let wide = gaps.map(|gap| if gap > zero { gap } else { zero });
        let apart = length(&wide);
        if apart > zero {
            let normal = [0, 1, 2].map(|axis| side(axis) * wide[axis] / apart);
            return DistanceSample { distance: apart - reach, normal, concavity: zero };
        }
        let axes = 0..V::DIMENSION;
        let least = axes.reduce(|best, axis| if gaps[axis] > gaps[best] { axis } else { best });
        let least = least.expect("a space has axes");
        let normal = [0, 1, 2].map(|axis| if axis == least { side(axis) } else { zero });
        DistanceSample { distance: gaps[least] - reach, normal, concavity: zero }
    })
}

/// The points within `reach` of the convex hull of the sums of a corner and a corner of a box.
fn polygon(corners: &[Point], half: &Point, reach: DoubleDouble) -> Solid {
    let sums = corners
        .iter()
        .flat_map(|corner| corners_of(half).map(|other| plus(corner, exact(1.0), &other)));
    let hull = convex_hull(sums.collect());
    let zero = exact(0.0);
    Box::new(move |offset| {
        let mut nearest: Option<DistanceSample> = None;
        let mut shallowest: Option<DistanceSample> = None;
        for (number, start) in hull.iter().enumerate() {
            let edge = plus(&hull[(number + 1) % hull.len()], exact(-1.0), start);
            let size = length(&edge);
            let along = edge.map(|it| it / size);
            let normal = [along[1], -along[0], zero];
            let from_start = plus(offset, exact(-1.0), start);
            let (height, place) = (dot(&from_start, &normal), dot(&from_start, &along));
            if shallowest.as_ref().is_none_or(|best| height > best.distance) {
                shallowest = Some(DistanceSample { distance: height, normal, concavity: zero });
            }
            let sample = if place >= zero && place <= size && height >= zero {
                DistanceSample { distance: height, normal, concavity: zero }
            } else {
                let distance = length(&from_start);
                let away = from_start.map(|it| it / distance);
                let normal = if distance > zero { away } else { normal };
                DistanceSample { distance, normal, concavity: zero }
            };
            if nearest.as_ref().is_none_or(|best| sample.distance < best.distance) {
                nearest = Some(sample);
            }
        }
        let inside = shallowest.filter(|sample| sample.distance < zero);
        let sample = inside.or(nearest).expect("a polygon has edges");
        DistanceSample { distance: sample.distance - reach, ..sample }
    })
}

/// The corners of the convex hull, counterclockwise (Andrew 1979).
fn convex_hull(mut points: Vec<Point>) -> Vec<Point> {
    let order = |one: &Point, two: &Point| {
        let by = |axis: usize| one[axis].partial_cmp(&two[axis]).expect("points are numbers");
        by(0).then(by(1))
    };
    points.sort_by(order);
    points.dedup();
    let left_turn = |one: &Point, two: &Point, three: &Point| {
        let (first, second) = (plus(two, exact(-1.0), one), plus(three, exact(-1.0), two));
        first[0] * second[1] - first[1] * second[0] > exact(0.0)
    };
    let mut hull: Vec<Point> = Vec::new();
    for backwards in [false, true] {
        let begin = hull.len();
        for index in 0..points.len() {
            let next = points[if backwards { points.len() - 1 - index } else { index }];
            while hull.len() >= begin + 2
                && !left_turn(&hull[hull.len() - 2], &hull[hull.len() - 1], &next)
            {
                hull.pop();
            }
            hull.push(next);
        }
        hull.pop();
    }
    hull
}

/// The points farther than `reach` from the origin.
fn round_room(reach: DoubleDouble) -> Solid {
    Box::new(move |offset| {
        let from_centre = length(offset);
        let normal = if from_centre > exact(0.0) {
            offset.map(|it| -it / from_centre)
        } else {
            [exact(1.0), exact(0.0), exact(0.0)]
        };
        // Near the centre the curvature is bounded at a quarter of the radius, which is still conservative.
        let quarter = exact(0.25) * reach;
        let bend = if from_centre > quarter { from_centre } else { quarter };
        DistanceSample { distance: reach - from_centre, normal, concavity: exact(1.0) / bend }
    })
}

/// The points less than `height` beyond the plane through the origin.
fn half_space(normal: Point, height: DoubleDouble) -> Solid {
    Box::new(move |offset| DistanceSample {
        distance: dot(offset, &normal) - height,
        normal,
        concavity: exact(0.0),
    })
}

/// A rounded box: the distance is that of the nearest point outside, and of the nearest face inside.
fn rounded_box<V: Vector>(shape: &RoundedBox<V>, radius: f64) -> Solid {
    let (centre, half) = (point(shape.centre), point(shape.half));
    let axes = shape.frame.axes().map(point);
    let reach = exact(shape.radius) + exact(radius);
    let zero = exact(0.0);
    Box::new(move |offset| {
        let from_centre = plus(offset, exact(-1.0), &centre);
        let mut beside = [zero; 3];
        let (mut shallowest, mut least) = (0, exact(-f64::MAX));
        let mut sides = [1.0; 3];
        for axis in 0..V::DIMENSION {
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
        let normal = (0..V::DIMENSION)
            .fold([zero; 3], |sum, axis| plus(&sum, local_normal[axis], &axes[axis]));
        DistanceSample { distance: distance - reach, normal, concavity: zero }
    })
}
