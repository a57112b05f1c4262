//! The table: its outline, walls and drain. Lengths are millimetres, and y points up the slope.

use std::f32::consts::PI;

use bevy::prelude::*;
use bevy_elastic::prelude::*;

/// The pull down the slope: of a table that slopes by 6.5 degrees, and 5/7 of it for a solid ball that rolls.
pub const GRAVITY: f32 = 9810.0 * 0.1132 * 5.0 / 7.0;

/// Half of the width of the table, and the radius of its round top.
pub const HALF_WIDTH: f32 = 300.0;

/// The height at which the round top begins.
pub const ARCH: f32 = 700.0;

/// The height of the lower edge, which balls do not reach.
pub const BOTTOM: f32 = -60.0;

/// The x coordinate of the wall at the left of the playfield; the lane of the plunger is at the right of as much.
pub const SIDE: f32 = 262.0;

/// The corner where the wall at the left begins to slant.
const CORNER: Vec2 = vec2(-SIDE, 625.0);

/// The upper edge of what takes balls.
const DRAIN: f32 = -22.0;

/// The x coordinates of the walls between the three lanes at the top.
pub const DIVIDERS: [f32; 4] = [-78.0, -26.0, 26.0, 78.0];

/// The lower end and the upper end of these walls.
pub const DIVIDER_ENDS: [f32; 2] = [800.0, 848.0];

/// What takes balls that pass the flippers.
#[derive(Component)]
pub struct Drain;

/// The straight walls: two ends and half of the thickness.
pub fn walls() -> Vec<(Vec2, Vec2, f32)> {
    let between = |x: f32| (vec2(x, DIVIDER_ENDS[0]), vec2(x, DIVIDER_ENDS[1]), 4.0);
    let lane = (vec2(260.0, BOTTOM), vec2(260.0, 690.0), 2.0);
    let guide = (vec2(205.0, 470.0), vec2(205.0, 640.0), 3.0);
    // What stops a launched ball, so that it falls to the lanes.
    let stop = (vec2(-186.0, 936.0), vec2(-150.0, 892.0), 3.0);
    [lane, guide, stop].into_iter().chain(DIVIDERS.map(between)).collect()
}

/// The closed line around everything, counterclockwise from the lower left corner.
pub fn outline() -> Vec<Vec2> {
    const PIECES: u8 = 64;
    let top = vec2(0.0, ARCH);
    let arch = (0..=PIECES).map(|piece| PI * f32::from(piece) / f32::from(PIECES));
    let arch = arch.map(|angle| top + HALF_WIDTH * Vec2::from_angle(angle));
    let foot = [vec2(-SIDE, BOTTOM), vec2(HALF_WIDTH, BOTTOM)];
    foot.into_iter().chain(arch).chain([CORNER]).collect()
}

/// The guide that separates the lanes beside a flipper and leads to it; `side` is -1 at the left and 1 at the right.
pub fn guide(side: f32) -> [Vec2; 3] {
    [vec2(224.0, 300.0), vec2(224.0, 198.3), vec2(90.2, 127.1)].map(|at| vec2(side * at.x, at.y))
}

/// Whether a ball of a radius is within the outline, up to the rounding of f32.
pub fn is_inside(place: Vec2, radius: f32) -> bool {
    let least = radius - 1e-3;
    let top = if place.y > ARCH { place.distance(vec2(0.0, ARCH)) } else { place.x.abs() };
    // The wall at the left slants from the corner on.
    let (from, way) = (place - CORNER, (vec2(-HALF_WIDTH, ARCH) - CORNER).normalize());
    let left = match (from.y > 0.0, from.dot(way) > 0.0) {
        (false, _) => from.x,
        (true, false) => from.length(),
        (true, true) if place.y < ARCH => way.perp_dot(-from),
        (true, true) => least,
    };
    left >= least && top <= HALF_WIDTH - least && place.y >= BOTTOM + least
}

/// Whether a ball is in the lane of the plunger, below the gate.
pub fn is_in_lane(place: Vec2) -> bool {
    place.x > SIDE && place.y < 690.0
}

/// Builds the outline, the walls and the drain.
pub fn build(mut commands: Commands) {
    let wood = (Static, Restitution(0.5));
    commands.spawn((Collider::closed_chain(outline()), wood));
    for (start, end, radius) in walls() {
        commands.spawn((Collider::capsule(start, end, radius), wood));
    }
    for side in [-1.0, 1.0] {
        commands.spawn((Collider::chain(guide(side)), wood));
    }
    let width = 2.0 * SIDE - 6.0;
    let drain = Collider::rectangle(width, DRAIN - BOTTOM);
    let place = vec2(-3.0, 0.5 * (BOTTOM + DRAIN));
    commands.spawn((drain, Static, Absorbs::Centre, Drain, Position(place)));
}

#[test]
fn table_ends_at_its_outline() {
    let edge = outline();
    for (start, end) in edge.iter().zip(edge.iter().cycle().skip(1)) {
        let middle = start.midpoint(*end);
        let inward = (end - start).perp().normalize();
        assert!(!is_inside(*start, 1.0), "{start}");
        assert!(is_inside(middle + 1.1 * inward, 1.0), "{middle}");
        assert!(!is_inside(middle + 0.8 * inward, 1.0), "{middle}");
    }
    assert!(is_in_lane(vec2(280.0, 100.0)) && !is_in_lane(vec2(250.0, 100.0)));
}
