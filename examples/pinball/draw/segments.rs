//! Numbers of seven segments, as on the displays of old tables.

use bevy_egui::egui::{Color32, Painter, Pos2, Shape, Stroke, Vec2, pos2, vec2};

/// The lit segments of the digits: bit 0 is the top, then clockwise, and bit 6 is the middle.
const DIGITS: [u8; 10] = [0x3F, 0x06, 0x5B, 0x4F, 0x66, 0x6D, 0x7D, 0x07, 0x7F, 0x6F];

/// The ends of the segments in a digit of width and height 1, from the upper left corner.
const SEGMENTS: [[(f32, f32); 2]; 7] = [
    [(0.0, 0.0), (1.0, 0.0)],
    [(1.0, 0.0), (1.0, 0.5)],
    [(1.0, 0.5), (1.0, 1.0)],
    [(0.0, 1.0), (1.0, 1.0)],
    [(0.0, 0.5), (0.0, 1.0)],
    [(0.0, 0.0), (0.0, 0.5)],
    [(0.0, 0.5), (1.0, 0.5)],
];

/// The width of a digit and the distance to the next one, as shares of the height.
const WIDTH: f32 = 0.5;
const PITCH: f32 = 0.76;

/// By how much digits lean, and how thick segments are, as shares of the height.
const LEAN: f32 = 0.09;
const THICKNESS: f32 = 0.1;

/// Paints a number with so many digits around a middle; `colors` are those of segments off and on.
pub fn number(
    painter: &Painter,
    middle: Pos2,
    height: f32,
    value: u64,
    digits: u32,
    colors: [Color32; 2],
) {
    let width = height * (PITCH * (digits as f32 - 1.0) + WIDTH);
    let left = middle - vec2(0.5 * width, 0.5 * height);
    for place in 0..digits {
        let power = 10u64.saturating_pow(digits - 1 - place);
        let is_shown = value >= power || power == 1;
        let digit = (value / power % 10) as usize;
        let lit = if is_shown { DIGITS[digit] } else { 0 };
        let corner = left + vec2(height * PITCH * place as f32, 0.0);
        for (segment, ends) in SEGMENTS.iter().enumerate() {
            let color = colors[usize::from(lit >> segment & 1 == 1)];
            painter.add(bar(ends.map(|(x, y)| at(corner, height, x, y)), height, color));
        }
    }
}

fn at(corner: Pos2, height: f32, x: f32, y: f32) -> Pos2 {
    pos2(corner.x + height * (WIDTH * x + LEAN * (0.5 - y)), corner.y + height * y)
}

/// A segment between two points, with pointed ends.
fn bar([start, end]: [Pos2; 2], height: f32, color: Color32) -> Shape {
    let along = (end - start).normalized();
    let half = 0.5 * THICKNESS * height;
    let (step, out) = (half * along, half * Vec2::new(-along.y, along.x));
    let (start, end) = (start + 0.25 * step, end - 0.25 * step);
    let corners =
        [start, start + step + out, end - step + out, end, end - step - out, start + step - out];
    Shape::convex_polygon(corners.to_vec(), color, Stroke::NONE)
}
