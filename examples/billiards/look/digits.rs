//! The outlines of the numbers on the balls.
//!
//! Digits are strokes: lines and arcs of ellipses in a cell 0.6 wide and 1 high. A picture computes the
//! distance to the nearest stroke and fades the edge smoothly.

use bevy::math::Vec2;

/// Width of a cell.
const CELL: f32 = 0.6;
/// Number of straight pieces of a whole ellipse.
const PIECES: f32 = 20.0;

enum Stroke {
    /// From one point to another.
    Line([f32; 2], [f32; 2]),
    /// Centre, half axes, and the first and last angle in degrees.
    Curve([f32; 2], [f32; 2], f32, f32),
}

use Stroke::{Curve, Line};

/// The strokes of the digits 0 to 9.
const DIGITS: [&[Stroke]; 10] = [
    &[Curve([0.3, 0.5], [0.22, 0.42], 0.0, 360.0)],
    &[Line([0.12, 0.74], [0.34, 0.92]), Line([0.34, 0.92], [0.34, 0.08])],
    &[
        Curve([0.3, 0.68], [0.22, 0.24], 165.0, -30.0),
        Line([0.49, 0.56], [0.08, 0.08]),
        Line([0.08, 0.08], [0.54, 0.08]),
    ],
    &[
        Curve([0.28, 0.705], [0.21, 0.215], 150.0, -90.0),
        Curve([0.28, 0.285], [0.24, 0.205], 90.0, -150.0),
    ],
    &[
        Line([0.42, 0.08], [0.42, 0.92]),
        Line([0.42, 0.92], [0.06, 0.32]),
        Line([0.06, 0.32], [0.58, 0.32]),
    ],
    &[
        Line([0.5, 0.92], [0.15, 0.92]),
        Line([0.15, 0.92], [0.12, 0.52]),
        Curve([0.28, 0.34], [0.24, 0.26], 132.0, -145.0),
    ],
    &[Curve([0.3, 0.31], [0.22, 0.23], 0.0, 360.0), Curve([0.5, 0.31], [0.42, 0.61], 180.0, 98.0)],
    &[Line([0.08, 0.92], [0.54, 0.92]), Line([0.54, 0.92], [0.22, 0.08])],
    &[Curve([0.3, 0.71], [0.19, 0.21], 0.0, 360.0), Curve([0.3, 0.29], [0.23, 0.21], 0.0, 360.0)],
    &[Curve([0.3, 0.69], [0.22, 0.23], 0.0, 360.0), Curve([0.1, 0.69], [0.42, 0.61], 0.0, -82.0)],
];

/// A number as straight pieces, centred at the origin, a digit 1 high.
#[must_use]
pub fn number(number: u8) -> Vec<[Vec2; 2]> {
    let digits: Vec<u8> =
        if number < 10 { vec![number] } else { vec![number / 10 % 10, number % 10] };
    let shift = Vec2::new(-0.5 * CELL * digits.len() as f32, -0.5);
    digits
        .iter()
        .enumerate()
        .flat_map(|(place, &digit)| {
            let corner = shift + Vec2::new(CELL * place as f32, 0.0);
            DIGITS[usize::from(digit)]
                .iter()
                .flat_map(pieces)
                .map(move |ends| ends.map(|end| end + corner))
        })
        .collect()
}

/// Distance from a point to the nearest piece; infinite without pieces.
#[must_use]
pub fn distance(pieces: &[[Vec2; 2]], point: Vec2) -> f32 {
    let to = |&[start, end]: &[Vec2; 2]| {
        let axis = end - start;
        let along = ((point - start).dot(axis) / axis.length_squared()).clamp(0.0, 1.0);
        point.distance(start + axis * along)
    };
    pieces.iter().map(to).fold(f32::INFINITY, f32::min)
}

fn pieces(stroke: &Stroke) -> Vec<[Vec2; 2]> {
    match *stroke {
        Line(start, end) => vec![[start.into(), end.into()]],
        Curve(centre, half, from, to) => {
            let count = ((to - from).abs() / 360.0 * PIECES).ceil();
            let point = |step: f32| {
                let angle = (from + (to - from) * step / count).to_radians();
                Vec2::from(centre) + Vec2::from(half) * Vec2::from_angle(angle)
            };
            (0..count as usize).map(|step| [point(step as f32), point(step as f32 + 1.0)]).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_their_cells() {
        for ball in 0..=15 {
            let half = if ball < 10 { CELL / 2.0 } else { CELL };
            for end in number(ball).into_iter().flatten() {
                assert!(end.x.abs() <= half && end.y.abs() <= 0.5, "{ball}: {end}");
            }
        }
    }

    #[test]
    fn zero_is_hollow_and_eight_is_crossed() {
        assert!(distance(&number(0), Vec2::ZERO) > 0.2);
        assert!(distance(&number(8), Vec2::ZERO) < 0.01);
    }
}
